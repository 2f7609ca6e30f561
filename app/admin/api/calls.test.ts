import { expect, test } from 'vitest';
import { BackendError } from '../../api/client.ts';
import { once } from './calls.ts';

test('the same call is one attempt until it is answered, whatever else is sent meanwhile', async () => {
  const attempts: unknown[] = [];
  for (const inscricao of ['A', 'B', 'A', 'A'])
    await once('nova_nota', { inscricao }, async ({ tentativa }) => {
      if (attempts.push(tentativa) === 1) throw new BackendError(0, '', ''); // this answer is lost
    }).catch(() => {});
  expect(attempts.map((one) => attempts.indexOf(one))).toEqual([0, 1, 0, 3]);
});

test('an answer forgets its own attempt alone: a later call about the same is still made once', async () => {
  const attempts: unknown[] = [];
  let answer = () => {};
  const answered = once(
    'nova_nota',
    { inscricao: 'A', texto: 'first' },
    () =>
      new Promise<void>((done) => {
        answer = done;
      }),
  );
  for (const isLost of [true, false]) {
    await once('nova_nota', { inscricao: 'A', texto: 'later' }, async ({ tentativa }) => {
      attempts.push(tentativa);
      if (isLost) throw new BackendError(0, '', '');
    }).catch(() => {});
    answer();
    await answered;
  }
  expect(attempts[1]).toBe(attempts[0]);
});
