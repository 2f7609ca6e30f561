import type { RetentionBrake } from '../../../domain/desk/brake.ts';
import { callFunction } from './calls.ts';
import { eachNamed, type WireNames } from './named.ts';

/**
 * The day an enrolment is erased on, and by which rule. `guardianUntil`: the last day
 * for the guardian's telephone, if a message is sent today, which restarts the period; null under other
 * rules.
 */
export type RetentionDate = {
  enrolment: string;
  eraseOn: string | null;
  rule: string | null;
  guardianUntil: string | null;
};

const DATES: WireNames<RetentionDate> = {
  enrolment: 'inscricao',
  eraseOn: 'apagar_em',
  rule: 'regra',
  guardianUntil: 'responsavel_ate',
};

/** Only of enrolments that will be erased or whose document was. Throws BackendError. */
export async function retentionDates(
  enrolments: readonly string[],
  signal: AbortSignal,
): Promise<RetentionDate[]> {
  return eachNamed(await callFunction('prazos_de_guarda', { inscricoes: enrolments }, signal), DATES);
}

/** The last daily run; undefined before the first. Throws BackendError. */
export async function lastRetention(
  signal: AbortSignal,
): Promise<{ at: string; enrolments: number } | undefined> {
  type Run = { momento: string; inscricoes: number };
  const [run] = await callFunction<Run[]>('ultima_retencao', {}, signal);
  return run && { at: run.momento, enrolments: run.inscricoes };
}

/** Why retention waits for a person; null when it does not. Throws BackendError. */
export function retentionBrake(signal: AbortSignal): Promise<RetentionBrake | null> {
  return callFunction('freio_dos_prazos', {}, signal);
}
