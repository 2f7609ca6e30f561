import type { RetentionBrake } from '../../../domain/desk/brake.ts';
import { callFunction } from './calls.ts';
import type { Flood } from './floods.ts';
import { eachNamed, type WireNames } from './named.ts';
import { withPassword } from './with-password.ts';

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

/** Erases a flood and returns how many enrolments that were. Throws BackendError; what was erased until then stays erased. */
export function eraseFlood({ origin, hour }: Flood, confirmation: string, password: string): Promise<number> {
  type Erased = { inscricoes: number; faltam: number };
  const values = { origem: origin, hora: hour, confirmacao: confirmation };
  return withPassword(password, async (call) => {
    for (let erased = 0; ; ) {
      const part = await call<Erased>('apagar_enxurrada', values);
      erased += part.inscricoes;
      if (part.faltam === 0 || part.inscricoes === 0) return erased;
    }
  });
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

/**
 * Releases the team's brake, so that it may erase and disable accounts again. Throws BackendError, also when
 * the signed-in person caused the brake.
 */
export function releaseTeam(password: string): Promise<void> {
  return withPassword(password, (call) => call('liberar_freio_da_equipe', {}));
}

/** Lets retention go on: `day` is the server's date as it was shown. Throws BackendError, also when the date is another one now. */
export function confirmDate(day: string, password: string): Promise<RetentionBrake | null> {
  return withPassword(password, (call) => call('confirmar_data', { dia: day }));
}
