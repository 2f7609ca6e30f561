import * as z from 'zod/mini';
import { fileEmpty, fileTooLarge, missingField, missingMedicalDetails } from '../content/messages.ts';
import { ageOn, asciiDigits, readDate } from './dates.ts';
import { DOCUMENT_MAX_BYTES } from './document.ts';
import { type ColumnName, FIELDS, type Field, type FieldName } from './enrolment-fields.ts';

/** What the form holds: text as typed, and the chosen file. Source: SPEC §3. */
export type Enrolment = Record<Exclude<FieldName, 'cadastroUnico'>, string> & { cadastroUnico: File | null };

/** What the table takes: text cleaned, empty answers null, numbers as numbers. */
export type EnrolmentRow = Record<ColumnName, string | number | null>;

/** `missing` tells a required answer that is not there from one that is wrong; the toast differs (SPEC §5). */
export type Problem = { field: FieldName; message: string; missing: boolean };

export const EMPTY_ENROLMENT: Enrolment = {
  ...(Object.fromEntries(FIELDS.map(({ name }) => [name, ''])) as Omit<Enrolment, 'cadastroUnico'>),
  cadastroUnico: null,
};

/** `telefoneWhatsapp` → `telefone whatsapp`. Source: SPEC §5. */
export function inWords(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** What the toast says of a problem: the SPEC's sentence for a missing answer, else the problem's own. Source: SPEC §5, §8. */
export function toastText({ field, message, missing }: Problem): string {
  return missing ? missingField(inWords(field)) : message;
}

/**
 * Typed text as it is kept: composed (NFC), without invisible marks and control
 * characters, trimmed; on one line, runs of spaces become one.
 */
export function cleaned(typed: string, lines: 'one line' | 'lines' = 'one line'): string {
  const visible = typed
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what goes
    .replace(
      /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/g,
      '',
    );
  if (lines === 'one line') return visible.replace(/\s+/g, ' ').trim();
  return visible
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .trim();
}

/**
 * A number as people write it, rounded half up to the field's step: comma or
 * point, unit behind. Metres between 50 and 250 are centimetres. Null when it is
 * no number, `''` when nothing was typed.
 */
export function readDecimal(typed: string, { step, max }: NonNullable<Field['range']>): number | '' | null {
  const text = asciiDigits(typed).trim().toLowerCase();
  if (text === '') return '';
  const parts = /^\+?(\d{1,4})(?:[.,m'](\d{1,6}))?\s*(?:kg|k|cm|m|quilos?|metros?)?\.?$/.exec(text);
  if (!parts) return null;
  const digits = Math.round(1 / step);
  const number = Number(`${parts[1]}.${parts[2] ?? '0'}`);
  const inMetres = max < 10 && number >= 50 && number <= 250 ? number / 100 : number;
  return Math.round(inMetres * digits + 1e-9) / digits;
}

/** The medical details that follow from a new answer to the medical question. Source: SPEC §4. */
export function detailsAfter(condicaoMedica: string, details: string): string {
  if (condicaoMedica === 'nao') return 'Nenhuma';
  return isNenhuma(details) ? '' : details;
}

const isNenhuma = (details: string) => cleaned(details).replace(/\.$/, '').toLowerCase() === 'nenhuma';

/** Letters as people count them: a letter with its marks is one. */
function letters(text: string): number {
  return [...new Intl.Segmenter('pt-BR').segment(text)].length;
}

/** What is wrong with one answer by itself, or null. A blank answer is judged by `required` alone. */
function answerProblem(field: Field, typed: string, today: string): string | null {
  const text = cleaned(
    typed,
    field.control === 'textarea' || field.control === 'details' ? 'lines' : 'one line',
  );
  if (text === '') return null;
  if (field.options && !Object.hasOwn(field.options, text)) return field.missing ?? null;
  if (field.control === 'date') return dateProblem(text, today);
  if (field.control === 'email' && text.length > (field.max ?? 0)) return 'E-mail muito longo.';
  if (field.control === 'email' && !isEmail(text)) return 'Falta o @ ou o final. Exemplo: nome@gmail.com';
  if (field.range) return numberProblem(field, text);
  if (field.max && letters(text) > field.max) {
    return field.name === 'nomeCompleto'
      ? `O nome está muito longo. Use até ${field.max} letras.`
      : `Use até ${field.max} letras.`;
  }
  return null;
}

function dateProblem(text: string, today: string): string | null {
  const date = readDate(text);
  if (typeof date === 'string') {
    const age = ageOn(date, today);
    if (age === null) return 'A data está no futuro. Confira o ano.';
    return age > 120 ? 'Confira o ano de nascimento.' : null;
  }
  if (date.problem === 'short-year') return 'Digite o ano com 4 números.';
  return date.problem === 'impossible'
    ? 'Esta data não existe. Confira o dia e o mês.'
    : 'Use números. Exemplo: 05/03/2012';
}

function numberProblem(field: Field, text: string): string | null {
  const range = field.range;
  const number = range ? readDecimal(text, range) : null;
  if (!range || number === null) return `Use números. ${field.missing?.split('. ')[1] ?? ''}`.trim();
  const inside = number !== '' && number >= range.min && number <= range.max;
  return inside ? null : `Confira ${field.name === 'peso' ? 'o peso' : 'a altura'}.`;
}

/** The shape a browser's e-mail input accepts, with a dot in the domain. */
function isEmail(text: string): boolean {
  return /^[^\s@<>(),;:"[\]\\]+@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{2,}$/u.test(
    text,
  );
}

/** The schema of one enrolment as typed; issues come in form order. `today` is an ISO day. Source: SPEC §5, ux.md §4.4. */
export function enrolmentSchema(today: string) {
  const texts = FIELDS.filter((field) => field.name !== 'cadastroUnico').map((field: Field) => {
    const judged = z.string().check(
      z.refine((typed) => !field.required || cleaned(typed) !== '', {
        error: field.missing,
        params: { missing: true },
      }),
      z.superRefine((typed, context) => {
        const message = answerProblem(field, typed, today);
        if (message) context.addIssue({ code: 'custom', message });
      }),
    );
    return [field.name, judged] as const;
  });
  return z
    .object({
      ...(Object.fromEntries(texts) as Record<
        Exclude<FieldName, 'cadastroUnico'>,
        (typeof texts)[number][1]
      >),
      cadastroUnico: z.nullable(z.instanceof(File)).check(
        z.superRefine((file, context) => {
          if (file === null)
            context.addIssue({ code: 'custom', message: missingDocument, params: { missing: true } });
          else if (file.size === 0) context.addIssue({ code: 'custom', message: fileEmpty });
          else if (file.size > DOCUMENT_MAX_BYTES)
            context.addIssue({ code: 'custom', message: fileTooLarge.description ?? '' });
        }),
      ),
    })
    .check(
      z.superRefine((enrolment, context) => {
        const details = cleaned(enrolment.condicaoMedicaDetalhes);
        if (enrolment.condicaoMedica === 'sim' && (details === '' || isNenhuma(details))) {
          context.addIssue({
            code: 'custom',
            message: missingMedicalDetails,
            path: ['condicaoMedicaDetalhes'],
          });
        }
      }),
    );
}

const missingDocument = (FIELDS as readonly Field[]).find(({ control }) => control === 'file')?.missing ?? '';

/** Problems in form order, at most one a field; empty when the enrolment can be sent. */
export function findProblems(enrolment: Enrolment, today: string): Problem[] {
  const judged = enrolmentSchema(today).safeParse(enrolment);
  const issues = judged.success ? [] : judged.error.issues;
  return FIELDS.flatMap(({ name }) => {
    const issue = issues.find(({ path }) => path[0] === name);
    if (!issue) return [];
    const missing =
      'params' in issue && (issue.params as { missing?: boolean } | undefined)?.missing === true;
    return [{ field: name, message: issue.message, missing }];
  });
}

/** The row to insert. `documentUrl` is the public address of the uploaded file. Source: SPEC §7, call 3. */
export function toRow(enrolment: Enrolment, documentUrl: string | null): EnrolmentRow {
  const cells = FIELDS.map((field: Field) => {
    if (field.name === 'cadastroUnico') return [field.column, documentUrl];
    return [field.column, stored(field, enrolment[field.name as Exclude<FieldName, 'cadastroUnico'>])];
  });
  return Object.fromEntries(cells) as EnrolmentRow;
}

/** One answer as its column keeps it. */
function stored(field: Field, typed: string): string | number | null {
  const text = cleaned(
    typed,
    field.control === 'textarea' || field.control === 'details' ? 'lines' : 'one line',
  );
  if (text === '') return null;
  if (field.range) return readDecimal(text, field.range) || null;
  switch (field.control) {
    case 'age':
      return Number(text);
    case 'date': {
      const date = readDate(text);
      return typeof date === 'string' ? date : null;
    }
    case 'cpf':
      return writtenCpf(text);
    case 'tel':
      return phoneDigits(text);
    case 'email':
      return text.replace(/@.*$/, (domain) => domain.toLowerCase());
    default:
      return field.name === 'rg' || field.name === 'orgaoExpedidor' ? text.toUpperCase() : text;
  }
}

/** Eleven digits as `000.000.000-00`; anything else as it was typed. */
function writtenCpf(text: string): string {
  const digits = asciiDigits(text).replace(/\D/g, '');
  return digits.length === 11 ? digits.replace(/(\d{3})(\d{3})(\d{3})(\d{2})/, '$1.$2.$3-$4') : text;
}

/**
 * A Brazilian number as national digits: `+55`, the leading zero and the carrier
 * dropped. What does not come out as ten or eleven digits stays as it was typed,
 * numbers of other countries among it.
 */
function phoneDigits(text: string): string {
  const ascii = asciiDigits(text);
  if (/^\s*\+(?!55)/.test(ascii)) return text;
  const digits = ascii
    .replace(/\D/g, '')
    .replace(/^55(?=\d{10,11}$)/, '')
    .replace(/^0(?:\d{2}(?=\d{10,11}$))?/, '');
  return (digits.length === 10 || digits.length === 11) && !/\p{L}/u.test(ascii) ? digits : text;
}

/** `62999999999` → `(62) 99999-9999`; anything that is not ten or eleven digits as it is. */
export function writtenPhone(phone: string): string {
  return /^\d{10,11}$/.test(phone) ? phone.replace(/^(\d{2})(\d{4,5})(\d{4})$/, '($1) $2-$3') : phone;
}
