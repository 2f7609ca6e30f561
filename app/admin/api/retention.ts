import type { RetentionBrake } from '../../../domain/desk/brake.ts';
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

/** Only of enrolments that will be erased. Throws BackendError. */
export const retentionDates = (
  enrolments: readonly string[],
  signal: AbortSignal,
): Promise<RetentionDate[]> => callFunction('dias_de_guarda', { inscricoes: enrolments }, signal);

/** The last daily run; undefined before the first. Throws BackendError. */
export async function lastRetention(
  signal: AbortSignal,
): Promise<{ at: string; enrolments: number } | undefined> {
  const [run] = await callFunction<{ at: string; enrolments: number }[]>('ultima_limpeza', {}, signal);
  return run;
}

/** Why retention waits for a person; null when it does not. Throws BackendError. */
export function retentionBrake(signal: AbortSignal): Promise<RetentionBrake | null> {
  return callFunction('limpeza_parada', {}, signal);
}
