import type { RetentionBrake } from '../../../domain/desk/brake.ts';
import { callFunction } from './calls.ts';

/**
 * The day an enrolment is erased on, by which rule, and when its document was.
 * `responsavel_ate`: the last day for the guardian's telephone that a message prepared today
 * tells, because preparing it starts the days again; null by another rule.
 */
export type RetentionDate = {
  inscricao: string;
  apagar_em: string | null;
  regra: string | null;
  documento_apagado_em: string | null;
  responsavel_ate: string | null;
};

/** Only of enrolments that will be erased or whose document was. Throws BackendError. */
export function retentionDates(enrolments: readonly string[], signal: AbortSignal): Promise<RetentionDate[]> {
  return callFunction('prazos_de_guarda', { inscricoes: enrolments }, signal);
}

/** The last daily run; undefined before the first. Throws BackendError. */
export async function lastRetention(
  signal: AbortSignal,
): Promise<{ momento: string; inscricoes: number } | undefined> {
  type Run = { momento: string; inscricoes: number };
  return (await callFunction<Run[]>('ultima_retencao', {}, signal))[0];
}

/** Why retention waits for a person; null when it does not. Throws BackendError. */
export function retentionBrake(signal: AbortSignal): Promise<RetentionBrake | null> {
  return callFunction('freio_dos_prazos', {}, signal);
}

/** Lets it go on: `day` is the server's date as it was shown. Throws BackendError, also when the date is another one now. */
export function confirmDate(day: string): Promise<RetentionBrake | null> {
  return callFunction('confirmar_data', { dia: day });
}
