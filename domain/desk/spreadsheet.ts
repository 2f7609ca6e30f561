import { writtenPhone } from '../contact.ts';
import { todayInBrazil } from '../dates.ts';
import type { FieldName } from '../enrolment/fields.ts';
import { decoratedWhileTyping } from '../enrolment/masks.ts';
import { isExportedOnRequest } from '../enrolment/privacy.ts';
import { writtenProtocol } from '../enrolment/protocol.ts';
import {
  ageOf,
  answered,
  type DocumentFacts,
  documentInWords,
  fieldOf,
  placesOf,
  SECTIONS,
  type StoredEnrolment,
  written,
} from './sheet.ts';
import { situationInWords } from './situations.ts';

/**
 * One row of a spreadsheet: an enrolment with what the desk decided (class in words, first day as ISO text, reason; null for none)
 * and the number to call, null for the answers' own.
 */
export type ExportedEnrolment = StoredEnrolment &
  DocumentFacts & {
    situation: string;
    className: string | null;
    firstDay: string | null;
    reason: string | null;
    newPhone: string | null;
  };

/** A cell: text, a number with its decimal places, a day (ISO text), or nothing. */
export type Cell = string | { number: number; places: number } | { day: string } | null;

/** What the desk decided, beside the answers. */
export type DecidedName = 'situation' | 'className' | 'firstDay' | 'reason';

export type ExportName = 'protocol' | 'arrivedAt' | DecidedName | 'newPhone' | 'declaredAge' | FieldName;

/** A column that can be exported; `column`: its name in the audit log. `sensitive`: only when asked for. */
export type ExportColumn = { name: ExportName; column: string; label: string; sensitive: boolean };

/** What stands beside an answer: the number to call, and the age as it was declared beside today's. */
const BESIDE: Partial<Record<FieldName, ExportColumn>> = {
  idade: { name: 'declaredAge', column: 'idade', label: 'Idade na Inscrição', sensitive: false },
  telefoneWhatsapp: { name: 'newPhone', column: 'telefone_novo', label: 'Telefone Novo', sensitive: false },
};

/** Every column that can be exported, in order: the desk's own, then the sheet's. */
export const EXPORT_COLUMNS: readonly ExportColumn[] = [
  { name: 'protocol', column: 'protocolo', label: 'Protocolo', sensitive: false },
  { name: 'arrivedAt', column: 'created_at', label: 'Data da Inscrição', sensitive: false },
  { name: 'situation', column: 'situacao', label: 'Situação', sensitive: false },
  { name: 'className', column: 'turma', label: 'Turma', sensitive: false },
  { name: 'firstDay', column: 'primeiro_dia', label: 'Primeiro dia', sensitive: false },
  { name: 'reason', column: 'motivo', label: 'Motivo', sensitive: true },
  ...SECTIONS.flatMap(([, names]) => names).flatMap((name) => [
    {
      name,
      column: fieldOf(name).column,
      label: headingOf(name),
      sensitive: isExportedOnRequest(fieldOf(name)),
    },
    ...(BESIDE[name] ? [BESIDE[name]] : []),
  ]),
];

/** One answer as a cell: days as days, numbers as numbers, the rest as on the sheet. `today`: ISO day, for the age. */
export function cellOf(row: ExportedEnrolment, name: ExportName, today?: string): Cell {
  if (name === 'protocol') return row.protocol && writtenProtocol(cleaned(row.protocol));
  if (name === 'situation') return situationInWords(cleaned(row.situation));
  if (name === 'className' || name === 'reason') return row[name] && cleaned(row[name]);
  if (name === 'firstDay') return row.firstDay && dayOf(cleaned(row.firstDay));
  if (name === 'newPhone') return row.newPhone && writtenPhone(cleaned(row.newPhone));
  if (name === 'arrivedAt') return row.arrivedAt && arrivalOf(row.arrivedAt);
  if (name === 'idade' || name === 'declaredAge') {
    const age = name === 'idade' ? ageOf(row, today) : row.idade;
    return age === null ? null : { number: Number(age), places: 0 };
  }
  if (name === 'cadastroUnico') return documentInWords(row);
  const text = cleaned(String(row[name] ?? '')).trim();
  if (!answered(name, row) || text === '') return null;
  const { control, range } = fieldOf(name);
  if (control === 'date') return dayOf(text);
  if (control === 'cpf' && /^\d{11}$/.test(text)) return decoratedWhileTyping(control, text) ?? text;
  const number = Number(text);
  if (range && Math.abs(number) < BIGGEST) return { number, places: placesOf(range.step) };
  return written(name, text);
}

/** Text without the characters that neither file format allows (XML 1.0 §2.2): controls and lone surrogates; line ends as `\n`. */
export function cleaned(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/(?!\n|\t)[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, '');
}

/** Spreadsheets round beyond this; no weight or height is larger. */
const BIGGEST = 1e9;

/** The first day on which all spreadsheets agree; older ones stay text. */
const FIRST_DAY = '1900-03-01';

function dayOf(text: string): Cell {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && text >= FIRST_DAY ? { day: text } : text;
}

/** The centre's day of a moment; `—` when the text is no moment. */
function arrivalOf(moment: string): Cell {
  const date = new Date(moment);
  return Number.isNaN(date.getTime()) ? '—' : dayOf(todayInBrazil(date));
}

/** The heading of a column, with its unit, clear without the headings beside it. */
function headingOf(name: FieldName): string {
  const { sheetLabel, range } = fieldOf(name);
  if (name === 'condicaoMedicaDetalhes') return 'Condição Médica';
  return range ? `${sheetLabel} (${range.unit})` : sheetLabel;
}
