import type { AuditAction } from '../../../content/audit.ts';
import { callFunction } from './calls.ts';

/** An entry of the audit log. E-mails are the accounts' present ones, null for an account that was deleted. */
export type AuditEntry = {
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

/** Fifty entries, newest first, before the number `before`; of one person and one day (yyyy-mm-dd) where given. */
export function listAudit(
  before: number | null,
  person: string | null,
  day: string | null,
): Promise<AuditEntry[]> {
  return callFunction('auditoria', { antes: before, pessoa: person, dia: day, quantas: 50 });
}

// Printing and exporting happen in the page alone, so the page records them, before
// it does them: what cannot be recorded (BackendError) is neither printed nor exported.

/** One audit entry for each sheet; none at all when one of the enrolments is missing. */
export function recordPrinting(inscricoes: readonly string[]): Promise<void> {
  return callFunction('anotar_impressao', { inscricoes });
}

/** `linhas` rows are exported with these columns. */
export function recordExport(linhas: number, colunas: readonly string[]): Promise<void> {
  return callFunction('anotar_acesso', { acao: 'exportou', linhas, colunas });
}
