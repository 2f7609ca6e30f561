import type { TeamState } from '../../../domain/desk/erasing.ts';
import { callFunction, withPassword } from './calls.ts';
import { eachNamed, type WireNames } from './named.ts';

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

/** An enrolment that was erased by hand and can still come back; moments as ISO text. */
export type ErasedEnrolment = {
  enrolment: string;
  name: string;
  protocol: string | null;
  erasedAt: string;
  endsAt: string;
  reason: string;
  /** Who erased it; null for an account that was deleted. */
  email: string | null;
};

const ERASED: WireNames<ErasedEnrolment> = {
  enrolment: 'inscricao',
  name: 'nome',
  protocol: 'protocolo',
  erasedAt: 'apagada_em',
  endsAt: 'acaba_em',
  reason: 'motivo',
  email: 'email',
};

/** What was erased in the last days, newest first. Throws BackendError. */
export async function listErased(signal: AbortSignal): Promise<ErasedEnrolment[]> {
  return eachNamed(await callFunction('apagadas_ha_pouco', {}, signal), ERASED);
}

/** Brings one back whole. Throws BackendError, with the database's sentence where it is not there any more. */
export function giveBack(enrolment: string): Promise<void> {
  return callFunction('devolver_apagada', { inscricao: enrolment });
}

/** Lets the team erase and take access away again. Throws BackendError, also for whoever did what filled its brake. */
export function releaseTeam(password: string): Promise<void> {
  return withPassword(password, (call) => call('liberar_freio_da_equipe', {}));
}

/** What the team erased and whose access it took away, where that is much. Throws BackendError. */
export function teamState(signal: AbortSignal): Promise<TeamState> {
  return callFunction('freio_da_equipe', {}, signal);
}
