import { MutationObserver, onlineManager, QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BackendError } from '../../api/client.ts';
import { forgetAttempts, ofThisSession, once, UNTIL_ANSWERED } from './calls.ts';

const client = new QueryClient();

beforeEach(() => {
  vi.useFakeTimers();
  client.mount(); // hears of the network
});
afterEach(() => {
  client.unmount();
  vi.useRealTimers();
});

const nothing = new BackendError(0, '', '');

/** Sends a call that fails in these ways, then answers. */
function sent(...errors: Error[]) {
  const call = vi.fn(async () => {
    const error = errors.shift();
    if (error) throw error;
    return 'answer';
  });
  const answer = new MutationObserver(client, UNTIL_ANSWERED).mutate(ofThisSession(call));
  answer.catch(() => {}); // looked at later
  return { call, answer };
}

test('without an answer it is sent again after 2, 5 and 10 seconds, a handful of times', async () => {
  const { call, answer } = sent(nothing, new BackendError(503, '', ''), ...Array(4).fill(nothing));
  await vi.advanceTimersByTimeAsync(0);
  for (const [at, seconds] of [2, 5, 10, 10, 10].entries()) {
    await vi.advanceTimersByTimeAsync(seconds * 1000 - 1);
    expect(call).toHaveBeenCalledTimes(at + 1);
    await vi.advanceTimersByTimeAsync(1);
    expect(call).toHaveBeenCalledTimes(at + 2);
  }
  await expect(answer).rejects.toBe(nothing);
});

test('a refusal is told at once', async () => {
  const { call, answer } = sent(new BackendError(400, '23514', 'Escreva o motivo.'));
  await vi.advanceTimersByTimeAsync(0);
  await expect(answer).rejects.toThrow('Escreva o motivo.');
  expect(call).toHaveBeenCalledOnce();
});

test('without a network it is sent once, and again as soon as there is one, however long that takes', async () => {
  onlineManager.setOnline(false);
  const { call, answer } = sent(nothing);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(call).toHaveBeenCalledOnce();
  onlineManager.setOnline(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(await answer).toBe('answer');
});

test('what waits for an answer when its session ends is never made by who signs in next', async () => {
  const { call } = sent(nothing);
  await vi.advanceTimersByTimeAsync(0);
  forgetAttempts(); // as the page does then
  await vi.advanceTimersByTimeAsync(60_000);
  expect(call).toHaveBeenCalledOnce();
});

test.each([true, false])(
  'what is answered after its session has ended is told nobody (answered: %s)',
  async (isAnswered) => {
    const heard = vi.fn();
    const call = async () => (isAnswered ? 1 : Promise.reject(new Error('no')));
    const answer = ofThisSession(call)().then(heard, heard);
    forgetAttempts();
    await Promise.race([answer, vi.advanceTimersByTimeAsync(1_000)]);
    expect(heard).not.toHaveBeenCalled();
  },
);

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
