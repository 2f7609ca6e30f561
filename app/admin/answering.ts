import type { AuditAction } from '../../content/audit.ts';
import { DOCUMENT_BUCKET } from '../../domain/document.ts';
import { accessToken, askAccounts } from '../api/auth.ts';
import { backend, storageError } from '../api/client.ts';
import { call } from './desk-calls.ts';

/** A line of the record of accesses. E-mails are the accounts' of today, null for one that is gone. */
export type AuditLine = {
  numero: number;
  momento: string;
  acao: AuditAction;
  quem: string | null;
  email: string | null;
  conta: string | null;
  email_conta: string | null;
  inscricao: string | null;
  protocolo: string | null;
  detalhes: Record<string, string | number | boolean | string[]>;
};

export type Administrator = {
  conta: string;
  email: string;
  criado_em: string;
  desativado_em: string | null;
  ultima_entrada: string | null;
  /** Whether it is the person who asks. */
  eu: boolean;
};

/** When an enrolment is erased (a day), by which rule, and when its document was. */
export type KeepingTime = {
  inscricao: string;
  apagar_em: string | null;
  regra: string | null;
  documento_apagado_em: string | null;
};

/** Fifty lines, newest first, before line `before`, of one person and one day (yyyy-mm-dd) where said. */
export function listAudit(
  before: number | null,
  person: string | null,
  day: string | null,
): Promise<AuditLine[]> {
  return call('auditoria', { antes: before, pessoa: person, dia: day, quantas: 50 });
}

export function listAdministrators(): Promise<Administrator[]> {
  return call('listar_administradores', {});
}

/** Takes the access away, at once, or gives it back. */
export function setAccess(account: string, access: boolean): Promise<void> {
  return call('mudar_acesso', { conta: account, com_acesso: access });
}

/** Of the enrolments that will be erased, or whose document was. */
export function keepingTimes(enrolments: readonly string[], signal: AbortSignal): Promise<KeepingTime[]> {
  return call('prazos_de_guarda', { inscricoes: enrolments }, signal);
}

/** The last daily run; undefined before the first. */
export async function lastRetention(
  signal: AbortSignal,
): Promise<{ momento: string; inscricoes: number } | undefined> {
  return (await call<{ momento: string; inscricoes: number }[]>('ultima_retencao', {}, signal))[0];
}

/**
 * Erases an enrolment, then its document; whether the document is gone already.
 * When it is not, the server's own sweep takes it. Throws BackendError, with the
 * database's sentence, when nothing was erased.
 */
export async function eraseEnrolment(
  enrolment: string,
  confirmation: string,
  reason: string,
): Promise<boolean> {
  const document = await call<string | null>('apagar_inscricao', {
    inscricao: enrolment,
    confirmacao: confirmation,
    motivo: reason,
  });
  if (document === null) return true;
  const { storage } = await backend(accessToken);
  const { error } = await storage.from(DOCUMENT_BUCKET).remove([document]);
  return !error || storageError(error).status === 404;
}

/** Makes somebody an administrator. Throws BackendError with the server's sentence. */
export function addAdministrator(email: string, password: string): Promise<void> {
  return askAccounts('POST', '/admin/users', { email, password });
}

/** Another password for an administrator; their sessions end. */
export function givePassword(account: string, password: string): Promise<void> {
  return askAccounts('PUT', `/admin/users/${account}`, { password });
}

/** One's own; the sessions on other devices end. */
export function changeOwnPassword(current: string, password: string): Promise<void> {
  return askAccounts('PUT', '/user', { password, current_password: current });
}
