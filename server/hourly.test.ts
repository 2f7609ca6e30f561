import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { everyHour } from './hourly.ts';

const MINUTE = 60_000;
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** At which minutes work ran that goes as `outcomes` say, then well; and what was logged. */
async function runFor(minutes: number, ...outcomes: (() => Promise<boolean>)[]) {
  const at: number[] = [];
  const error = vi.fn();
  const began = Date.now();
  const work = async () => {
    at.push((Date.now() - began) / MINUTE);
    return outcomes[at.length - 1]?.() ?? true;
  };
  const end = everyHour(work, { error }, 'the work failed');
  await vi.advanceTimersByTimeAsync(minutes * MINUTE);
  end();
  await vi.advanceTimersByTimeAsync(300 * MINUTE);
  return { at, logged: error.mock.calls };
}

test('runs a minute after the start and then every hour, until it is ended', async () => {
  expect(await runFor(150)).toEqual({ at: [1, 61, 121], logged: [] });
});

test('runs again five minutes after it failed, and logs the class of an error that nobody caught', async () => {
  const thrown = Object.assign(new Error('syntax error in "select nome from …"'), { code: '42601' });
  const { at, logged } = await runFor(
    75,
    async () => false,
    () => Promise.reject(thrown),
  );
  expect(at).toEqual([1, 6, 11, 71]);
  expect(logged).toEqual([[{ name: 'Error', code: '42601' }, 'the work failed']]);
});

test('what takes long is not begun twice, and is not begun again once it was ended meanwhile', async () => {
  const slow = () => new Promise<boolean>((resolve) => setTimeout(resolve, 200 * MINUTE, true));
  expect((await runFor(150, slow)).at).toEqual([1]);
});
