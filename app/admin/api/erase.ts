import type { RetentionBrake } from '../../../domain/desk/brake.ts';
import { callOnce, queryOf } from './calls.ts';
import type { Flood } from './notices.ts';
import { inParts, withPassword } from './with-password.ts';

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

type Part = { enrolments: number; left: number; more: boolean };
const enrolmentsOf = (parts: Part[]): number => parts.reduce((sum, { enrolments }) => sum + enrolments, 0);

/** Puts a flood away and returns how many enrolments that were. Throws BackendError; what was put away until then stays away. */
export const eraseFlood = ({ origin, hour }: Flood, confirmation: string, password: string) =>
  inParts<Part>(
    password,
    'recolher_enxurrada',
    { origem: origin, hora: hour, confirmacao: confirmation },
    ({ left, enrolments }) => left > 0 && enrolments > 0,
  ).then(enrolmentsOf);

/** An enrolment in the bin; moments as ISO text. */
export type ErasedEnrolment = {
  enrolment: string;
  name: string;
  protocol: string | null;
  erasedAt: string;
  endsAt: string;
  reason: string;
  /** Who erased it; null for an account that was deleted. */
  by: string | null;
};

/** The newest of the bin. */
export const erasedQuery = { ...queryOf<ErasedEnrolment[]>('lista_da_lixeira'), gcTime: 0 };

/** Brings one back whole; with a password what a family asked for. Throws BackendError, with the database's sentence where it is not there any more. */
export function giveBack(enrolment: string, password?: string): Promise<void> {
  const values = { inscricao: enrolment };
  return password === undefined
    ? callOnce('devolver_apagada', values)
    : withPassword(password, (call) => call('devolver_apagada', values));
}

/** Brings back everything that an account erased since a moment, in as many calls as that takes; gives how many enrolments. */
export const bringBackErasedBy = (account: string, since: Date, password: string): Promise<number> =>
  inParts<Part>(
    password,
    'devolver_tudo',
    { conta: account, desde: since.toISOString() },
    ({ more, enrolments }) => more && enrolments > 0,
  ).then(enrolmentsOf);

/** Lets retention go on: `day` is the server's date as it was shown. Throws BackendError, also when the date is another one now. */
export function confirmDate(day: string, password: string): Promise<RetentionBrake | null> {
  return withPassword(password, (call) => call('confirmar_dia', { dia: day }));
}
