import type { RetentionBrake } from '../../../domain/desk/brake.ts';
import { callFunction, callOnce } from './calls.ts';
import type { Flood } from './floods.ts';
import { withPassword } from './with-password.ts';

/** Puts an enrolment away, which goes days later with its documents. Throws BackendError, with the database's sentence, when nothing was erased. */
export async function eraseEnrolment(
  enrolment: string,
  confirmation: string,
  reason: string,
  password: string,
): Promise<void> {
  const values = { inscricao: enrolment, confirmacao: confirmation, motivo: reason };
  await withPassword(password, (call) => call('apagar_inscricao', values));
}

/** Puts a flood away and returns how many enrolments that were. Throws BackendError; what was put away until then stays away. */
export function eraseFlood({ origin, hour }: Flood, confirmation: string, password: string): Promise<number> {
  type Erased = { enrolments: number; left: number };
  const values = { origem: origin, hora: hour, confirmacao: confirmation };
  return withPassword(password, async (_, again) => {
    for (let erased = 0; ; ) {
      const part = await again<Erased>('recolher_enxurrada', values);
      erased += part.enrolments;
      if (part.left === 0 || part.enrolments === 0) return erased;
    }
  });
}

/** An enrolment in the bin; moments as ISO text. */
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

/** The newest of the bin. Throws BackendError. */
export const listErased = (signal: AbortSignal): Promise<ErasedEnrolment[]> =>
  callFunction('lista_da_lixeira', {}, signal);

/** Brings one back whole; with a password what a family asked for. Throws BackendError, with the database's sentence where it is not there any more. */
export function giveBack(enrolment: string, password?: string): Promise<void> {
  const values = { inscricao: enrolment };
  return password === undefined
    ? callOnce('devolver_apagada', values)
    : withPassword(password, (call) => call('devolver_apagada', values));
}

/** Brings back all that an account put away since a moment, as many calls as it needs; how many. */
export function giveAllBack(account: string, since: Date, password: string): Promise<number> {
  return withPassword(password, async (_, again) => {
    for (let back = 0; ; ) {
      const values = { conta: account, desde: since.toISOString() };
      const part = await again<{ enrolments: number; more: boolean }>('devolver_tudo', values);
      back += part.enrolments;
      if (!part.more || part.enrolments === 0) return back;
    }
  });
}

/** Lets retention go on: `day` is the server's date as it was shown. Throws BackendError, also when the date is another one now. */
export function confirmDate(day: string, password: string): Promise<RetentionBrake | null> {
  return withPassword(password, (call) => call('confirmar_dia', { dia: day }));
}
