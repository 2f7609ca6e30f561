import { roleNames } from '../../../content/accounts.ts';
import { type AuditAction, auditActions, auditChanges, auditPage } from '../../../content/audit.ts';
import { correctionReasons } from '../../../content/corrections.ts';
import { LINE_KINDS } from '../../../content/dated-lines.ts';
import { brakeReasons, erasing, otherReasons } from '../../../content/erasing.ts';
import { exporting } from '../../../content/exporting.ts';
import { termInWords } from '../../../content/periods.ts';
import { situationInWords } from '../../../domain/desk/situations.ts';
import { EXPORT_COLUMNS } from '../../../domain/desk/spreadsheet.ts';
import { erasedBecause, settingEntries } from '../../../domain/settings.ts';
import { type AuditEntry, changedSettings, changeOf } from '../api/audit.ts';

type Entry = Pick<AuditEntry, 'action' | 'details'>;
type Words = Readonly<Record<string, string>>;

/** What was done; a change in the words for what was changed. An unknown code is shown as it is, never hidden. Source: docs/ux.md §8.8. */
export const actionInWords = (entry: Entry): string =>
  own(auditChanges, changeOf(entry)) ??
  (Object.hasOwn(auditActions, entry.action) ? auditActions[entry.action].words : entry.action);

/**
 * Who did it. Without an account: the link, family, unknown person or system that did, by the action.
 */
export const whoInWords = ({ by, byName, action }: Pick<AuditEntry, 'by' | 'byName' | 'action'>): string =>
  by ? (byName ?? auditPage.missingAccount) : (own(WITHOUT_ACCOUNT, action) ?? auditPage.system);

const WITHOUT_ACCOUNT: Words = {
  falha_de_login: auditPage.nobody,
  baixou_documento: auditPage.link,
  mudou: auditPage.family,
  meus_dados: auditPage.family,
};

/** The numbers and codes of an entry, each with its name: `motivo: Pedido da família`. A key without a name is left out. */
export function detailsInWords(entry: Entry): string[] {
  const { action, details } = entry;
  const settings = changedSettings(entry);
  if (settings.length > 0)
    return settings.map(({ name, from, to }) =>
      from === TEXT && to === TEXT
        ? auditPage.reworded(settingName(name))
        : auditPage.settingChanged(settingName(name), settingValue(name, from), settingValue(name, to)),
    );
  const ofSettings = action === 'mudou_configuracao';
  return Object.entries(details).flatMap(([key, value]) => {
    const name = ofSettings ? key === 'colunas' && auditPage.setting : own(auditPage.details, key);
    const codes = [value].flat().map((code) => codeInWords(action, key, String(code)));
    return name ? `${name}: ${codes.join(', ')}` : [];
  });
}

/** The code of any text that an owner wrote: the words themselves are not in an entry. */
const TEXT = 'texto';

const COLUMNS: Words = {
  ...Object.fromEntries(EXPORT_COLUMNS.map(({ column, label }) => [column, label])),
  faixa: LINE_KINDS.faixa.label,
};
const ANSWERS: Words = { true: auditPage.yes, false: auditPage.no };

/** Of a detail, in which words its codes are looked for; the first that has one. */
const CODES = new Map<string, readonly Words[]>([
  ['motivo', [erasing.reasons, otherReasons, erasedBecause, brakeReasons, correctionReasons]],
  ['papel', [roleNames]],
  ['pedido', [auditPage.requests]],
  ['colunas', [COLUMNS]],
  ...['filtrada', 'tudo', 'ultima_da_hora', 'saude'].map((key) => [key, [ANSWERS]] as const),
]);

/** Before those: of one action alone. */
const OF_ACTION: Readonly<Record<string, Words>> = {
  'exportou motivo': exporting.reasons,
  'mudou_turma colunas': auditPage.classes,
};

function codeInWords(action: AuditAction, key: string, code: string): string {
  if (key === 'para') return situationInWords(code);
  if (key === 'documento') return `${code}º`;
  if (/^(dia|inicio|fim)$/.test(key)) return code.replace(/^(\d{4})(\d\d)(\d\d)$/, '$3/$2/$1');
  for (const words of [OF_ACTION[`${action} ${key}`] ?? {}, ...(CODES.get(key) ?? [])])
    if (Object.hasOwn(words, code)) return words[code] as string;
  return key === 'colunas' ? settingName(code) : code;
}

const settingOf = (name: string) => settingEntries.find(([column]) => column === name)?.[1];

const settingName = (name: string): string => own(auditPage.period, name) ?? settingOf(name)?.words ?? name;

/** A setting's value as an entry holds it; of a closed time its day, 20261231. */
function settingValue(name: string, value: unknown): string {
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(String(value)) ?? [];
  if (own(auditPage.period, name)) return year ? `${day}/${month}/${year}` : auditPage.noDay;
  const setting = settingOf(name);
  if (setting?.kind === 'message') return own(auditPage.messageCodes, String(value)) ?? String(value);
  if (typeof value === 'number' && setting?.kind === 'retention') return termInWords(value, setting.unit);
  if (typeof value === 'boolean') return value ? auditPage.yes : auditPage.no;
  return own(auditPage.settingCodes, String(value)) ?? String(value);
}

function own<Value>(table: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
