import { ageOn, asciiDigits, readDate } from '../dates.ts';
import type { Field } from './fields.ts';

/**
 * Typed text as it is stored: composed (NFC), without invisible marks, control
 * characters and broken letters, trimmed; on one line, runs of spaces become one.
 */
export function cleaned(typed: string, lines: 'one line' | 'lines' = 'one line'): string {
  const visible = typed
    .replace(/\r\n?/g, '\n')
    .replace(INVISIBLE, '')
    .normalize('NFC')
    .replace(/[\u2028\u2029]/g, '\n');
  if (isBlank(visible)) return '';
  if (lines === 'one line') return visible.replace(/\s+/g, ' ').trim();
  return visible
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .trim();
}

/** Whether a text shows nothing: blanks, control characters, letters that nobody sees. Mirrors private.em_branco. */
export const isBlank = (text: string): boolean => BLANK.test(text);

const BLANK = /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** Control characters but tab and line break, zero-width and direction marks, and halves of a letter that PostgreSQL refuses. */
const INVISIBLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u00AD\u061C\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF\p{Cs}]/gu;

/** `cleaned`, on one line or several as the field's control is. */
export function cleanedFor(field: Field, typed: string): string {
  return cleaned(typed, field.control === 'textarea' || field.control === 'details' ? 'lines' : 'one line');
}

/** One answer as its column stores it; null for a blank one. */
export function normalisedAnswer(field: Field, typed: string): string | number | null {
  const text = cleanedFor(field, typed);
  if (text === '') return null;
  if (field.range) return readDecimal(text, field.range) || null;
  switch (field.control) {
    case 'age':
      return /^\d{1,3}$/.test(text) ? Number(text) : null;
    case 'date': {
      const date = readDate(text);
      return typeof date === 'string' ? date : null;
    }
    case 'cpf':
      return writtenCpf(text);
    case 'tel':
      return phoneDigits(text);
    case 'email':
      return plainEmail(text);
    default:
      if (field.name === 'orgaoExpedidor') return text.toUpperCase();
      return field.name === 'rg' ? text.replace(/(\d[-. ]?)x$/, '$1X') : text;
  }
}

/**
 * A number as people write it, rounded half up to the field's step: comma or
 * point, its own unit behind (`52,5 kg`, `1m62`). Metres from 50 to 250 are
 * centimetres. Null when it is no number, `''` when nothing was typed.
 */
export function readDecimal(
  typed: string,
  { unit, step }: Pick<NonNullable<Field['range']>, 'unit' | 'step'>,
): number | '' | null {
  const text = asciiDigits(cleaned(typed)).toLowerCase();
  if (text === '') return '';
  const parts = unit === 'kg' ? KILOGRAMS.exec(text) : METRES.exec(text);
  if (!parts) return null;
  const number = Number(`${parts[1]}.${parts[2] ?? '0'}`);
  const inUnit = unit === 'm' && number >= 50 && number <= 250 ? number / 100 : number;
  const steps = Math.round(1 / step);
  return Math.round(inUnit * steps + 1e-6) / steps; // 52.55 is a little less in binary: without the addend it rounds down
}

const KILOGRAMS = /^\+?(\d{1,4})(?:[.,](\d{1,12}))?[.,]?\s*(?:kgs?|k|quilos?)?\.?$/;
const METRES = /^\+?(\d{1,4})(?:(?:[.,]|\s*[m'’]\s*)(\d{1,12}))?[.,]?\s*(?:cm|m|mts?|metros?)?\.?$/;

/** The age as the form shows it; `''` while the birth date is missing or impossible. `today` is an ISO day. Source: SPEC §4. */
export function ageAfter(birthDate: string, today: string): string {
  const date = readDate(cleaned(birthDate));
  const age = typeof date === 'string' ? ageOn(date, today) : null;
  return age === null || age > OLDEST ? '' : String(age);
}

export const OLDEST = 120;

/** The medical details that follow from a new answer to the medical question; `before` are the last real details. Source: SPEC §4. */
export function detailsAfter(condicaoMedica: string, details: string, before = ''): string {
  if (condicaoMedica === 'nao') return 'Nenhuma';
  return hasNoDetails(details) ? before : details;
}

/** Whether the details are blank or 'nenhuma', in any letter case, also between dots and spaces. Source: SPEC §5; mirrors the SQL check. */
export function hasNoDetails(details: string): boolean {
  const words = cleaned(details)
    .replace(/^[\s.]+|[\s.]+$/g, '')
    .toLowerCase();
  return words === '' || words === 'nenhuma';
}

/** Whether a text is at most `max` letters as people count them, and fits a column of four code points a letter. */
export function fits(text: string, max: number): boolean {
  if (text.length <= max) return true;
  const codePoints = [...text].length;
  if (codePoints > max * 4) return false;
  // Firefox before 125 cannot segment text: there a combining mark counts as a letter
  if (!('Segmenter' in Intl)) return codePoints <= max;
  return [...new Intl.Segmenter('pt-BR').segment(text)].length <= max;
}

/** The shape a browser's e-mail input accepts, with a dot in the domain, two letters or more after the last one, and letters of every language; not a made-up one of single letters. */
export function isEmail(text: string): boolean {
  return (
    !isSingleLetters(text) &&
    /^[^\s@<>(),;:"[\]\\]+@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])$/u.test(
      plainEmail(text),
    )
  );
}

/** Whether the name and the domain of an e-mail address are one letter each, `a@b.co`: nobody in a family has one. */
export function isSingleLetters(text: string): boolean {
  return /^.@.(?:\.[^\s@.]+)+$/u.test(plainEmail(text));
}

/** An e-mail address without the signs that are copied along (`<`, `mailto:`, final punctuation), its domain in lower case. */
function plainEmail(text: string): string {
  return text
    .replace(/^<?\s*(?:mailto:)?/i, '')
    .replace(/[\s>.,;]+$/, '')
    .replace(/\s*([@.])\s*/g, '$1')
    .replace(/@.*$/, (domain) => domain.toLowerCase());
}

/** Eleven digits as `000.000.000-00`; anything else as it was typed. */
function writtenCpf(text: string): string {
  const digits = asciiDigits(text).replace(/\D/g, '');
  return digits.length === 11 ? digits.replace(/(\d{3})(\d{3})(\d{3})(\d{2})/, '$1.$2.$3-$4') : text;
}

/**
 * A Brazilian number as national digits: `+55`, the leading zero and the carrier
 * removed. Text that does not give ten or eleven digits is returned as it was typed:
 * numbers of other countries, 0800, words.
 */
function phoneDigits(text: string): string {
  const ascii = asciiDigits(text).replace(/^0\s*xx/i, '');
  if (/^\+(?!\s*55)|^0[3589]00|\p{L}/u.test(ascii)) return text;
  const digits = ascii
    .replace(/\D/g, '')
    .replace(/^55(?=0?\d{10,11}$)/, '')
    .replace(/^0(?:\d{2}(?=\d{10,11}$))?/, '');
  return digits.length === 10 || digits.length === 11 ? digits : text;
}
