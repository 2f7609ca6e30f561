import { callFunction } from './calls.ts';

/**
 * The day an enrolment is erased on, and by which rule. `guardianUntil`: the last day
 * for the guardian's telephone, if a message is sent today, which restarts the period; null under other
 * rules.
 */
export type RetentionDate = {
  enrolment: string;
  eraseOn: string;
  rule: string;
  guardianUntil: string | null;
};

/** Only of enrolments that will be erased. */
export const retentionDatesQuery = (enrolments: readonly string[]) => ({
  queryKey: ['retention dates', enrolments] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    callFunction<RetentionDate[]>('dias_de_guarda', { inscricoes: enrolments }, signal),
  enabled: enrolments.length > 0,
});
