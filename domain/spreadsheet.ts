import { todayInBrazil } from './dates.ts';
import type { ColumnName } from './enrolment-fields.ts';
import { decoratedWhileTyping } from './masks.ts';
import { writtenProtocol } from './protocol.ts';
import {
  answered,
  fieldOf,
  HEALTH_AND_INCOME,
  placesOf,
  type Registration,
  SECTIONS,
  written,
} from './sheet.ts';
import { situationInWords } from './situations.ts';

/** A registration and what the desk decided about it: what a row of a spreadsheet is made of. */
export type ExportedRegistration = Registration & { situacao: string };

/** A cell: words, a number with its decimal places, a day (ISO text), or nothing. */
export type Cell = string | { number: number; places: number } | { day: string } | null;

export type ExportColumn = 'protocolo' | 'created_at' | 'situacao' | ColumnName;

/** Whatever identifies for life or reveals health and income stays out unless asked for. Source: ux.md §8.7. */
const SENSITIVE: readonly ExportColumn[] = [
  'cpf',
  'rg',
  'orgao_expedidor',
  'endereco_completo',
  ...HEALTH_AND_INCOME,
];

/** Every column that can be handed over, in order: what the desk knows, then the sheet. */
export const EXPORT_COLUMNS: readonly { column: ExportColumn; label: string; sensitive: boolean }[] = [
  { column: 'protocolo', label: 'Protocolo', sensitive: false },
  { column: 'created_at', label: 'Data da Inscrição', sensitive: false },
  { column: 'situacao', label: 'Situação', sensitive: false },
  ...SECTIONS.flatMap(([, columns]) => columns).map((column) => ({
    column,
    label: headingOf(column),
    sensitive: SENSITIVE.includes(column),
  })),
];

/** One answer as a spreadsheet holds it: days as days, numbers as numbers, the rest as the sheet says it. */
export function cellOf(row: ExportedRegistration, column: ExportColumn): Cell {
  if (column === 'protocolo') return row.protocolo && writtenProtocol(cleaned(row.protocolo));
  if (column === 'situacao') return situationInWords(cleaned(row.situacao));
  if (column === 'created_at') return row.created_at && arrivalOf(row.created_at);
  const text = cleaned(String(row[column] ?? '')).trim();
  if (!answered(column, row) || (text === '' && column !== 'cadastro_unico_url')) return null;
  const { control, range } = fieldOf(column);
  if (control === 'date') return dayOf(text);
  if (control === 'cpf' && /^\d{11}$/.test(text)) return decoratedWhileTyping(control, text) ?? text;
  const number = Number(text);
  if ((range || control === 'age') && Math.abs(number) < BIGGEST)
    return { number, places: range ? placesOf(range.step) : 0 };
  return written(column, text);
}

/** Without what neither kind of file may hold (XML 1.0 §2.2): control characters and halves of letters; line ends as `\n`. */
export function cleaned(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/(?!\n|\t)[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, '');
}

/** Beyond this a column of measures holds no measure, and spreadsheets round. */
const BIGGEST = 1e9;

/** The first day that every spreadsheet counts alike; older ones stay words. */
const FIRST_DAY = '1900-03-01';

function dayOf(text: string): Cell {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && text >= FIRST_DAY ? { day: text } : text;
}

/** The day of a moment at the centre; `—` when it is none. */
function arrivalOf(moment: string): Cell {
  const date = new Date(moment);
  return Number.isNaN(date.getTime()) ? '—' : dayOf(todayInBrazil(date));
}

/** A heading that can stand alone, with its unit. */
function headingOf(column: ColumnName): string {
  const { sheetLabel, range } = fieldOf(column);
  if (column === 'condicao_medica_detalhes') return 'Condição Médica';
  return range ? `${sheetLabel} (${range.unit})` : sheetLabel;
}
