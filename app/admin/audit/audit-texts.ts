import { roleNames } from '../../../content/accounts.ts';
import { type AuditAction, auditActions, auditChanges, auditPage } from '../../../content/audit.ts';
import { correctionReasons } from '../../../content/corrections.ts';
import { brakeReasons, erasing, otherReasons } from '../../../content/erasing.ts';
import { exporting } from '../../../content/exporting.ts';
import { situationInWords } from '../../../domain/desk/situations.ts';
import { EXPORT_COLUMNS } from '../../../domain/desk/spreadsheet.ts';
import { erasedBecause, settingEntries } from '../../../domain/settings.ts';
import type { AuditEntry } from '../api/audit.ts';

type Entry = Pick<AuditEntry, 'action' | 'change' | 'details' | 'settings'>;

/** What was done; a change in the words for what was changed. An unknown code is shown as it is, never hidden. Source: docs/ux.md §8.8. */
export function actionInWords({ action, change }: Pick<Entry, 'action' | 'change'>): string {
  return own(auditChanges, String(change)) ?? own(auditActions, action)?.words ?? action;
}

/**
 * The account that did it. Without one: the link, family, unknown person or system that did, by the action.
 */
export function whoInWords({ by, email, action }: Pick<AuditEntry, 'by' | 'email' | 'action'>): string {
  if (by) return email ?? auditPage.missingAccount;
  if (action === 'baixou_documento') return auditPage.link;
  if (action === 'mudou' || action === 'meus_dados') return auditPage.family;
  return action === 'falha_de_login' ? auditPage.nobody : auditPage.system;
}

/** The numbers and codes of an entry, each with its name: `motivo: Pedido da família`. A key without a name is left out. */
export function detailsInWords({ action, details, settings = [] }: Entry): string[] {
  if (settings.length > 0)
    return settings.map(({ name, from, to }) =>
      from === TEXT && to === TEXT
        ? auditPage.reworded(settingName(name))
        : auditPage.settingChanged(settingName(name), settingValue(name, from), settingValue(name, to)),
    );
  return Object.entries(details).flatMap(([key, value]) => {
    const name = action === 'mudou_configuracao' ? auditPage.setting : own(auditPage.details, key);
    return name
      ? `${name}: ${[value]
          .flat()
          .map((code) => codeInWords(action, key, String(code)))
          .join(', ')}`
      : [];
  });
}

/** The code of any text that an owner wrote: the words themselves are not in an entry. */
const TEXT = 'texto';

function codeInWords(action: AuditAction, key: string, code: string): string {
  switch (key) {
    case 'para':
      return situationInWords(code);
    case 'motivo':
      return (
        (action === 'exportou' ? own(exporting.reasons, code) : undefined) ??
        own(erasing.reasons, code) ??
        own(otherReasons, code) ??
        own(erasedBecause, code) ??
        own(brakeReasons, code) ??
        own(correctionReasons, code) ??
        code
      );
    case 'papel':
      return own(roleNames, code) ?? code;
    case 'pedido':
      return own(auditPage.requests, code) ?? code;
    case 'documento':
      return `${code}º`;
    case 'colunas':
      return (
        (action === 'mudou_turma' ? own(auditPage.classes, code) : undefined) ??
        EXPORT_COLUMNS.find(({ column }) => column === code)?.label ??
        settingName(code)
      );
    case 'filtrada':
    case 'tudo':
    case 'ultima_da_hora':
    case 'saude':
      return code === 'true' ? auditPage.yes : auditPage.no;
    default:
      return code;
  }
}

const settingOf = (name: string) => settingEntries.find(([column]) => column === name)?.[1];

const settingName = (name: string): string => own(auditPage.period, name) ?? settingOf(name)?.words ?? name;

/** A setting's value as an entry holds it; of a closed time its day, 20261231. */
function settingValue(name: string, value: unknown): string {
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(String(value)) ?? [];
  if (own(auditPage.period, name)) return year ? `${day}/${month}/${year}` : auditPage.noDay;
  const setting = settingOf(name);
  if (setting?.kind === 'message') return own(auditPage.messageCodes, String(value)) ?? String(value);
  if (typeof value === 'number' && setting?.kind === 'retention') return `${value} ${setting.unit}`;
  if (typeof value === 'boolean') return value ? auditPage.yes : auditPage.no;
  return own(auditPage.settingCodes, String(value)) ?? String(value);
}

function own<Value>(table: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
