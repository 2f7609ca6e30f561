import { writtenDay } from '../dates.ts';
import type { Cell } from './spreadsheet.ts';

/** Byte order mark: Excel reads the file as UTF-8. */
export const CSV_START = '\uFEFF';

/**
 * A line as Brazilian Excel reads it: `;`, decimal comma, dd/mm/aaaa, words in
 * quotes, CRLF. Source: docs/ux.md §8.7; RFC 4180 for the quotes.
 */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(written).join(';')}\r\n`;
}

function written(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return `"${guarded(cell).replaceAll('"', '""')}"`;
  if ('day' in cell) return writtenDay(cell.day);
  const places = Math.max(cell.places, String(cell.number).split('.')[1]?.length ?? 0); // decimals beyond the column's are written too
  return cell.number.toFixed(places).replace('.', ',');
}

/**
 * Text with an apostrophe before it where a spreadsheet would run it as a formula or
 * convert it to another value: quotes do not prevent that. Source: docs/security.md T32.
 */
export function guarded(text: string): string {
  return FORMULA.test(text) || CHANGED.some((pattern) => pattern.test(text.trim())) ? `'${text}` : text;
}

/** A sign that begins a formula, full-width too, also after invisible characters; or a leading tab or line end. */
const FORMULA = /^(?:[\t\n]|[\s\p{Cc}\p{Cf}\p{Z}]*[=+\-@＝＋－＠])/u;

const MONTH =
  '(?:jan(?:eiro|uary)?|fev(?:ereiro)?|feb(?:ruary)?|mar(?:ço|ch)?|abr(?:il)?|apr(?:il)?|maio?|may|june?|junho|july?|julho|ago(?:sto)?|aug(?:ust)?|sep(?:t|tember)?|set(?:embro)?|out(?:ubro)?|oct(?:ober)?|nov(?:embro|ember)?|dez(?:embro)?|dec(?:ember)?)\\.?';
const GAP = '(?:[\\s/.,-]+(?:de\\s+)?)?';

/** Texts that a spreadsheet converts to another value. */
const CHANGED: readonly RegExp[] = [
  /^0\d+$/, // the leading zero would be lost
  /^\d{12,}$/, // would become 1,23457E+11
  /^(?:R\$\s*)?\(?\d[\d.,]*[.,]\d*\)?\s*%?$|^\(\d+\)$|^\d+\s*%$|^R\$\s*\d/, // separators, percent, money
  /^\d+(?:[.,]\d+)?\s*[eE][+-]?\d+-?$/,
  /^[\d.,]+-$/, // a trailing minus
  /^(?!\d{4}-\d{4}$)\d+[-/.]\d+(?:[-/.]\d+)?$/, // a date or a fraction; not a protocol
  /^\d+\s+\d+\/\d+$/,
  /^\d+:\d+/, // a time
  /^\d{4}-\d{2}-\d{2}[T ]\d/,
  new RegExp(`^(?=.*\\d)(?:\\d{1,4}${GAP})?${MONTH}(?:${GAP}\\d{1,4}){0,2}$`, 'i'),
  /^(?:true|false|verdadeiro|falso)$/i,
];
