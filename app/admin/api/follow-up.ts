import type { Answers } from '../../../domain/desk/sheet.ts';
import { FIELDS } from '../../../domain/enrolment/fields.ts';
import type { FunctionName } from '../../../domain/functions.ts';
import { callFunction, callOnce, readRows } from './calls.ts';
import { enrolmentOf, type WireRow } from './enrolment-row.ts';
import type { ListedEnrolment } from './enrolments.ts';
import { type Changed, type FollowUp, type FollowUpSummary, SHARED } from './follow-up-shape.ts';

/** The summary of a follow-up, with the answers that were corrected. */
export function summaryOf(followUp: FollowUp): FollowUpSummary & Partial<Answers> {
  const { criteria, similar, laterDocuments, answers } = followUp;
  return {
    ...answers,
    ...(Object.fromEntries(SHARED.map((name) => [name, followUp[name]])) as Pick<
      FollowUp,
      (typeof SHARED)[number]
    >),
    guardianConfirmed: criteria.responsavel,
    mayBeRepeated: similar.length > 0,
    newestDocument: laterDocuments[0]?.address ?? null,
  };
}

const fieldOfColumn = (column: string) => FIELDS.find((field) => field.column === column);

/** The state that the back end sends, with its answers by the names of their fields. */
export const followUpIn = (sent: Changed): Changed => ({
  ...sent,
  corrections: sent.corrections.map((one) => ({
    ...one,
    field: fieldOfColumn(one.field)?.name ?? one.field,
  })),
  answers: Object.fromEntries(
    Object.entries(sent.answers).map(([column, value]) => [fieldOfColumn(column)?.name, value]),
  ),
});

/** Calls a function that changes an enrolment and answers with its follow-up; null when it is missing. Throws BackendError. */
export async function changeFollowUp(
  name: FunctionName,
  values: Record<string, unknown>,
): Promise<Changed | null> {
  const sent = await callOnce<Changed | null>(name, values);
  return sent && followUpIn(sent);
}

/** Null when the enrolment is missing. The back end records each call as opening the sheet. */
export async function followUpOf(enrolment: string, signal?: AbortSignal): Promise<FollowUp | null> {
  const sent = await callFunction<Changed | null>('ficha', { inscricao: enrolment }, signal);
  return sent && followUpIn(sent);
}

/** One query for the dialog and everything inside it. */
export const followUpQuery = (enrolment: string) => ({
  queryKey: ['follow-up', enrolment] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) => followUpOf(enrolment, signal),
  gcTime: 0,
});

/** One enrolment by its id, null when it is missing. Throws BackendError. */
export async function findEnrolment(id: string, signal?: AbortSignal): Promise<ListedEnrolment | null> {
  const [[row], state] = await Promise.all([
    readRows<WireRow[]>(
      (rest) => rest.from('inscricoes_projeto').select('*').eq('id', id).retry(false),
      signal,
    ),
    followUpOf(id, signal),
  ]);
  return row && state ? { ...enrolmentOf(row), ...summaryOf(state) } : null;
}
