import type { TeamState } from '../../../domain/desk/erasing.ts';
import { callFunction, withPassword } from './calls.ts';

/** Erases an enrolment; its document goes by itself, days later. Throws BackendError, with the database's sentence, when nothing was erased. */
export async function eraseEnrolment(
  enrolment: string,
  confirmation: string,
  reason: string,
  password: string,
): Promise<void> {
  const values = { inscricao: enrolment, confirmacao: confirmation, motivo: reason };
  await withPassword(password, (call) => call('apagar_inscricao', values));
}

/** What the team erased and whose access it took away, where that is much. Throws BackendError. */
export function teamState(signal: AbortSignal): Promise<TeamState> {
  return callFunction('freio_da_equipe', {}, signal);
}
