import { expect, test, vi } from 'vitest';
import { toDo as words } from '../../../../content/to-do.ts';
import { BackendError } from '../../../api/client.ts';
import type { ListedEnrolment } from '../../api/enrolments.ts';
import type { Changed } from '../../api/follow-up.ts';
import { failedInWords, forEach } from './decide-all.ts';

const rows = ['Ana', 'Bia', 'Caio', 'Davi'].map(
  (nomeCompleto, at) => ({ id: String(at), nomeCompleto, version: 1 }) as ListedEnrolment,
);
const stored = { applied: true, version: 2 } as Changed;
const overtaken = { applied: false, version: 5 } as Changed;
/** Calls about these, with nobody who stops it. */
const callAbout = (
  some: readonly ListedEnrolment[],
  call: (row: ListedEnrolment) => Promise<Changed | null>,
  onProgress = (_answered: number) => {},
) => forEach(some, call, new AbortController().signal, onProgress);
const names = (rows: readonly { enrolment: ListedEnrolment }[]) =>
  rows.map(({ enrolment }) => enrolment.nomeCompleto);

test('each is asked about once, one after the other, and what was not stored is said by name', async () => {
  const answers: Record<string, () => Promise<Changed | null>> = {
    Ana: async () => stored,
    Bia: async () => overtaken,
    Caio: async () => null,
    Davi: () => Promise.reject(new BackendError(409, 'PT409', 'A turma está cheia.', 'turma-cheia')),
  };
  const call = vi.fn(async (row: ListedEnrolment) => (await answers[String(row.nomeCompleto)]?.()) ?? null);
  const onProgress = vi.fn();
  const { done, failed } = await callAbout(rows, call, onProgress);
  expect(call).toHaveBeenCalledTimes(4);
  expect(onProgress.mock.calls.flat()).toEqual([0, 1, 2, 3]);
  expect(names(done)).toEqual(['Ana']);
  expect(failedInWords(failed)).toEqual([
    `Bia: ${words.changedMeanwhile}`,
    `Caio: ${words.missing}`,
    `Davi: ${words.classFull}`,
  ]);
});

test.each(['stopped', 'without an answer'])(
  '%s, it says of whom nobody knows and of whom nothing was tried',
  async (how) => {
    const stop = new AbortController();
    const call = async (row: ListedEnrolment): Promise<Changed | null> => {
      if (row.nomeCompleto === 'Ana') return stored;
      if (how === 'stopped') stop.abort();
      throw new BackendError(0, '', '');
    };
    const { done, failed } = await forEach(rows, call, stop.signal, () => {});
    expect(names(done)).toEqual(['Ana']);
    expect(failedInWords(failed)).toEqual([`Bia: ${words.unknown}`, `Caio, Davi: ${words.notTried}`]);
  },
);
