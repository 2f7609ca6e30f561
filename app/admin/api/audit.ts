import type { AuditAction } from '../../../content/audit.ts';
import { callFunction, callOnce } from './calls.ts';

/** An entry of the audit log. Names, or e-mails, are the accounts' present ones, null for an account that was deleted. */
export type AuditEntry = {
  number: number;
  at: string;
  action: AuditAction;
  by: string | null;
  byName: string | null;
  account: string | null;
  accountName: string | null;
  protocol: string | null;
  /** By the database's own names, which content/audit.ts puts into words; `que`: what was changed, where the action alone does not say it. */
  details: Record<string, Detail>;
};

type Detail = string | number | boolean | (string | number | boolean)[];

/** The code of what was changed, where the action alone does not say it. */
export const changeOf = ({ details }: Pick<AuditEntry, 'details'>): string => String(details.que);

/** The settings that an entry says were changed, and how; none for entries of releases before 1.2, which tell the names alone. */
export function changedSettings({ action, details }: Pick<AuditEntry, 'action' | 'details'>) {
  const { colunas: names, de: from, para: to } = details;
  if (action !== 'mudou_configuracao' || !Array.isArray(names) || !Array.isArray(from) || !Array.isArray(to))
    return [];
  return names.map((name, at) => ({ name: String(name), from: from[at], to: to[at] }));
}

/** How many entries a page of the audit log has. */
export const AUDIT_PAGE = 50;

/**
 * Entries, newest first, numbered below `before`; of one person or one day (yyyy-mm-dd) unless empty. `looks`: who signed
 * in and looked at what, too.
 */
export const listAudit = (
  { person, day, looks }: { person: string; day: string; looks: boolean },
  before: number | null,
) =>
  callFunction<AuditEntry[]>('registro_de_acessos', {
    ...{ antes: before, pessoa: person || null, dia: day || null, quantas: AUDIT_PAGE },
    tipo: looks ? null : 'feito',
  });

// Printing and exporting happen in the page alone, so the page records them, before
// it does them: what cannot be recorded (BackendError) is neither printed nor exported.

/** The audit entry of a sheet; refused when its enrolment is missing. `onRequest`: the family asked for its copy. */
export function recordPrinting(enrolment: string, onRequest: boolean): Promise<void> {
  return callOnce('anotar_impressao', { inscricoes: [enrolment], ...(onRequest && { a_pedido: true }) });
}

/**
 * Records an export: how many rows, which columns, and the reason (a code of content/print-export.ts; null
 * when none was asked for).
 */
export function recordExport(rows: number, columns: readonly string[], reason: string | null): Promise<void> {
  return callOnce('anotar_acesso', { acao: 'exportou', linhas: rows, colunas: columns, motivo: reason });
}
