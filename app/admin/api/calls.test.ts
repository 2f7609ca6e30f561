import { MutationObserver, onlineManager, QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stubBackend } from '../../../tests/support/stubbed-backend.ts';
import { BackendError } from '../../api/client.ts';
import { changeOwnPassword } from './accounts.ts';
import { forgetAttempts, LOST_AT_THE_END, ofThisSession, once, readRows, UNTIL_ANSWERED } from './calls.ts';

const client = new QueryClient();

beforeEach(() => {
  vi.useFakeTimers();
  client.mount(); // hears of the network
});
afterEach(() => {
  client.unmount();
  vi.useRealTimers().unstubAllGlobals();
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
  expect([{}, { meta: { outlivesSession: true } }].map(LOST_AT_THE_END.predicate)).toEqual([true, false]);
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

const refused = (status: number, code = '', message = '') =>
  Response.json({ code, message, error_code: code, msg: message }, { status });
const renewed = { access_token: 'x', refresh_token: 'y', expires_in: 3600, user: { id: 'ana' } };
const ENDED = refused(400, 'refresh_token_not_found');
const read = () => readRows((rest) => rest.from('x').select('*').retry(false));
const changed = () => changeOwnPassword('a', 'b');

test.each<[call: () => Promise<unknown>, answers: unknown[], shown: unknown]>([
  [read, [[{ id: 1 }]], [{ id: 1 }]],
  [read, [[], 'secretaria'], []],
  [read, [[], 'professor'], [403, '', '']],
  [read, [[], null, renewed], [403, '', '']],
  [read, [refused(403, '42501', 'Sem.'), 'direcao'], [403, '42501', 'Sem.']],
  [changed, [refused(422, 'weak_password', 'Fraca.')], [422, 'weak_password', 'Fraca.']],
  [changed, [refused(403, 'not_admin', 'Sem.')], [403, 'not_admin', 'Sem.']],
  [changed, [refused(403, 'x', 'Sem.'), renewed], [403, 'x', 'Sem.']],
  [changed, [new Response('<html>', { status: 502 })], [0, '', '']],
  // last: the client remembers a session that has ended
  [read, [[], null, ENDED], [401, '', '']],
  [read, [refused(403, '42501', 'Sem.'), null, ENDED], [401, '', '']],
  [changed, [refused(403, 'x', 'Sem.'), ENDED], [401, 'x', 'Sem.']],
])('%s of a back end that answers %j is shown %j', async (call, answers, shown) => {
  vi.useRealTimers();
  stubBackend(...answers.map((one) => (one instanceof Response ? one.clone() : one)));
  const answer = call().catch(({ status, code, message }) => [status, code, message]);
  expect(await answer).toEqual(shown);
});
