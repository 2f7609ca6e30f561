import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BackendError } from '../../../api/client.ts';
import { tryAgain } from './try-again.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const nothing = new BackendError(0, '', '');

/** A call that fails in these ways, then answers. */
function failing(...errors: Error[]) {
  return vi.fn(async () => {
    const error = errors.shift();
    if (error) throw error;
    return 'answer';
  });
}

test('without an answer it asks again after 2, 5 and 10 seconds, then each 10', async () => {
  const call = failing(nothing, new BackendError(503, '', ''), nothing, nothing);
  const answer = tryAgain(call, { signal: new AbortController().signal, onWait: () => {} });
  for (const [seconds, calls] of [
    [2, 2],
    [5, 3],
    [10, 4],
    [10, 5],
  ] as const) {
    await vi.advanceTimersByTimeAsync(seconds * 1000 - 1);
    expect(call).toHaveBeenCalledTimes(calls - 1);
    await vi.advanceTimersByTimeAsync(1);
    expect(call).toHaveBeenCalledTimes(calls);
  }
  expect(await answer).toBe('answer');
});

test('a refusal is thrown at once', async () => {
  const call = failing(new BackendError(400, '23514', 'Escreva o motivo.'));
  const answer = tryAgain(call, { signal: new AbortController().signal, onWait: () => {} });
  await expect(answer).rejects.toThrow('Escreva o motivo.');
  expect(call).toHaveBeenCalledOnce();
});

test('waking asks at once; stopping throws what failed, and asks no more', async () => {
  const call = failing(nothing, nothing);
  const stop = new AbortController();
  const wakes: ((() => void) | null)[] = [];
  const answer = tryAgain(call, { signal: stop.signal, onWait: (wake) => wakes.push(wake) });
  await vi.advanceTimersByTimeAsync(0);
  wakes[0]?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(call).toHaveBeenCalledTimes(2);
  stop.abort();
  await expect(answer).rejects.toBe(nothing);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(call).toHaveBeenCalledTimes(2);
  expect(wakes.filter((wake) => wake === null)).toHaveLength(2);
});
