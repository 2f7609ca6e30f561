import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { toDo as words } from '../../../../content/to-do.ts';
import { followUp } from '../../../../tests/support/screens/open-enrolment.ts';
import { BackendError } from '../../../api/client.ts';
import type { ListedEnrolment } from '../../api/enrolments.ts';
import type { Changed } from '../../api/follow-up.ts';
import { decideEach, failedInWords } from './decide-each.ts';

const rows = ['Ana', 'Bia', 'Caio', 'Davi', 'Eva'].map(
  (nomeCompleto, at) => ({ id: String(at), nomeCompleto, version: 1 }) as ListedEnrolment,
);
const KNOWN = { criteria: {} as never, situation: 'aprovada' } as const;
const full = new BackendError(409, 'PT409', 'A turma está cheia.', 'turma-cheia');

test('each is asked about once, in their order, until one has no answer; who was not stored is said by name, and nobody is decided over', async () => {
  const answers: Record<string, () => Promise<Changed | null>> = {
    Ana: async () => ({ ...followUp({ ...KNOWN, laterDocuments: [], version: 2 }), applied: true }),
    Bia: async () => ({ ...followUp({ ...KNOWN, laterDocuments: [], version: 5 }), applied: false }),
    Caio: async () => null,
    Davi: () => Promise.reject(full),
    Eva: () => Promise.reject(new BackendError(0, '', '')),
  };
  const callAbout = vi.fn((row: ListedEnrolment) => answers[String(row.nomeCompleto)] ?? (async () => null));
  const { signal } = new AbortController();
  const all = [...rows, { id: '5' } as ListedEnrolment];
  const outcomes = await decideEach(new QueryClient(), all, callAbout, signal);
  expect(callAbout.mock.calls.map(([row]) => row)).toEqual(rows);
  expect(outcomes[0]?.row).toMatchObject({ id: '0', version: 2, situation: 'aprovada' });
  expect(outcomes.map(({ isOver }) => isOver)).toEqual([true, true, true, false, false]);
  expect(failedInWords(outcomes)).toEqual([
    `Bia: ${words.changedMeanwhile}`,
    `Caio: ${words.missing}`,
    `Davi: ${words.classFull}`,
    `Eva: ${words.unknown}`,
  ]);
});

test('nothing is decided any more once its dialog has gone with its session', async () => {
  const stop = new AbortController();
  const answer = async () => {
    stop.abort();
    return { ...followUp({ ...KNOWN, laterDocuments: [] }), applied: true };
  };
  const callAbout = vi.fn(() => answer);
  await decideEach(new QueryClient(), rows, callAbout, stop.signal);
  expect(callAbout).toHaveBeenCalledTimes(1);
});
