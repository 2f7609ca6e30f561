import { expect, test, vi } from 'vitest';
import { toDo as words } from '../../../../content/to-do.ts';
import { BackendError } from '../../../api/client.ts';
import type { ListedEnrolment } from '../../api/enrolments.ts';
import type { Changed } from '../../api/follow-up-shape.ts';
import { afterRetry, failedInWords, forEach, withoutPlace } from './decide-all.ts';

const rows = ['Ana', 'Bia', 'Caio', 'Davi'].map(
  (nomeCompleto, at) => ({ id: String(at), nomeCompleto, version: 1 }) as ListedEnrolment,
);
const stored = { applied: true, version: 2 } as Changed;
const overtaken = { applied: false, version: 5 } as Changed;
const options = (signal = new AbortController().signal) => ({
  signal,
  onProgress: vi.fn(),
  onWait: vi.fn(),
});
const names = (rows: readonly { enrolment: ListedEnrolment }[]) =>
  rows.map(({ enrolment }) => enrolment.nomeCompleto);

test('each is asked about once, one after the other, and what was not stored is said by name', async () => {
  const answers: Record<string, () => Promise<Changed | null>> = {
    Ana: async () => stored,
    Bia: async () => overtaken,
    Caio: async () => null,
    Davi: () => Promise.reject(new BackendError(409, 'PT409', 'A turma está cheia.')),
  };
  const call = vi.fn(async (row: ListedEnrolment) => (await answers[String(row.nomeCompleto)]?.()) ?? null);
  const given = options();
  const { done, failed } = await forEach(rows, (row) => () => call(row), given);
  expect(call).toHaveBeenCalledTimes(4);
  expect(given.onProgress.mock.calls.flat()).toEqual([0, 1, 2, 3]);
  expect(names(done)).toEqual(['Ana']);
  expect(failedInWords(failed)).toEqual([
    `Bia: ${words.changedMeanwhile}`,
    `Caio: ${words.missing}`,
    `Davi: ${words.classFull}`,
  ]);
});

test('without an answer the same call is made again until there is one', async () => {
  vi.useFakeTimers();
  const call = vi
    .fn<() => Promise<Changed | null>>()
    .mockRejectedValueOnce(new BackendError(0, '', ''))
    .mockResolvedValue(stored);
  const given = options();
  const outcome = forEach(rows.slice(0, 1), () => call, given);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(names((await outcome).done)).toEqual(['Ana']);
  expect(call).toHaveBeenCalledTimes(2);
  expect(given.onWait).toHaveBeenCalledWith(expect.any(Function));
  expect(given.onWait).toHaveBeenLastCalledWith(null);
  vi.useRealTimers();
});

test('stopped, it says of whom nobody knows and of whom nothing was tried', async () => {
  const stop = new AbortController();
  const call = async (row: ListedEnrolment): Promise<Changed | null> => {
    if (row.nomeCompleto === 'Ana') return stored;
    stop.abort();
    throw new BackendError(0, '', '');
  };
  const { done, failed } = await forEach(rows, (row) => () => call(row), options(stop.signal));
  expect(names(done)).toEqual(['Ana']);
  expect(failedInWords(failed)).toEqual([`Bia: ${words.unknown}`, `Caio, Davi: ${words.notTried}`]);
});

test('who found no place is tried once more, and everybody else keeps what became of them', async () => {
  const full = new BackendError(409, 'PT409', 'A turma está cheia.');
  const answers: Record<string, () => Promise<Changed | null>> = {
    Ana: async () => stored,
    Bia: async () => overtaken,
    Caio: () => Promise.reject(full),
    Davi: () => Promise.reject(full),
  };
  const first = await forEach(
    rows,
    (row) => async () => (await answers[String(row.nomeCompleto)]?.()) ?? null,
    options(),
  );
  const crowd = withoutPlace(first);
  expect(crowd.map(({ nomeCompleto }) => nomeCompleto)).toEqual(['Caio', 'Davi']);
  const again = await forEach(
    crowd,
    ({ nomeCompleto }) =>
      async () =>
        nomeCompleto === 'Caio' ? stored : overtaken,
    options(),
  );
  const { done, failed } = afterRetry(first, again);
  expect(names(done)).toEqual(['Ana', 'Caio']);
  expect(failedInWords(failed)).toEqual([`Bia, Davi: ${words.changedMeanwhile}`]);
});
