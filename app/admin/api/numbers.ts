import { callFunction, queryOf } from './calls.ts';
import { enrolmentOf, type WireRow } from './enrolment-row.ts';
import type { ListedEnrolment } from './enrolments.ts';

/** The first and the last ISO day of what is accounted for. */
export type Span = { first: string; last: string };

/** What people are given out for, by the reasons that the record has. */
const REASONS = { accounts: 'prestacao_de_contas', cup: 'copa', contact: 'contato' } as const;

export type Purpose = keyof typeof REASONS;

/** How many of a period, of what, with which answer (null: unknown, or of all); in the order in which they are shown. */
export type Count = { of: string; answer: string | null; count: number };

export const numbersQuery = ({ first, last }: Span) =>
  queryOf<Count[]>('numeros_do_periodo', { de: first, ate: last });

/** Somebody who took part, with the answers that were asked for. `held`: classes with a list, without justified absences. */
export type Participant = ListedEnrolment & {
  lastDay: string | null;
  present: number;
  held: number;
  belt?: string | null;
};

/** The people of a period, recorded with the reason. Throws BackendError. */
export async function participantsOf({ first, last }: Span, purpose: Purpose): Promise<Participant[]> {
  const values = { de: first, ate: last, motivo: REASONS[purpose] };
  const found = await callFunction<(Participant & { row: WireRow })[]>('participantes_do_periodo', values);
  return found.map(({ row, ...known }) => ({ ...known, ...enrolmentOf(row) }));
}
