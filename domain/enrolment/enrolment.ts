import {
  fileEmpty,
  fileTooLarge,
  type Message,
  missingField,
  missingFieldTitle,
  missingGuardian,
  missingMedicalDetails,
} from '../../content/messages.ts';
import { ageOn, readDate } from '../dates.ts';
import { DOCUMENT_MAX_BYTES } from '../document/document.ts';
import {
  ageAfter,
  cleaned,
  cleanedFor,
  fits,
  hasNoDetails,
  isEmail,
  isSingleLetters,
  normalisedAnswer,
  OLDEST,
  readDecimal,
} from './answers.ts';
import { cpfDoubt } from './cpf.ts';
import { type ColumnName, FIELDS, type Field, type FieldName } from './fields.ts';
import { phoneDoubt } from './phone.ts';
import { DEFAULT_RULES, type Question, questionsUnder, type Rules } from './rules.ts';

/** What the form holds: text as typed, and the chosen file. Source: SPEC §3. */
export type Enrolment = Record<Exclude<FieldName, 'cadastroUnico'>, string> & { cadastroUnico: File | null };

/** What the table takes: text cleaned, empty answers null, numbers as numbers. */
export type EnrolmentRow = Record<ColumnName, string | number | null>;

/**
 * `message` is shown beside the field. `kind` decides the toast: a missing required
 * answer, a document over the limit, medical details without content, or an answer
 * that is wrong in another way. Source: SPEC §5.
 */
export type Problem = { field: FieldName; message: string; kind: 'missing' | 'large' | 'details' | 'wrong' };

export const EMPTY_ENROLMENT: Enrolment = {
  ...(Object.fromEntries(FIELDS.map(({ name }) => [name, ''])) as Omit<Enrolment, 'cadastroUnico'>),
  cadastroUnico: null,
};

/** `telefoneWhatsapp` → `telefone whatsapp`. Source: SPEC §5. */
export function inWords(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** The toast of a problem, in the SPEC's words where it has some. Source: SPEC §5, §8. */
export function toastOf({ field, message, kind }: Problem): Message {
  if (kind === 'missing')
    return { title: missingFieldTitle, description: missingField(inWords(field)), tone: 'error' };
  return kind === 'large' ? fileTooLarge : { title: message, tone: 'error' };
}

/** What is wrong with one answer by itself, or null; null for a blank one, which `required` handles. */
function answerProblem(field: Field, typed: string, today: string, rules: Rules): string | null {
  const text = cleanedFor(field, typed);
  if (text === '') return null;
  if (field.options && !Object.hasOwn(field.options, text)) return field.missing ?? null;
  if (field.control === 'date') return dateProblem(text, today);
  if (field.control === 'age') return normalisedAnswer(field, text) === null ? (field.missing ?? null) : null;
  if (field.range) return numberProblem(field, field.range, text);
  const answer = String(normalisedAnswer(field, text));
  const tooLong = field.max !== undefined && !fits(answer, field.max);
  if (field.control === 'email') {
    if (tooLong) return 'E-mail muito longo.';
    if (isSingleLetters(text)) return 'Digite o e-mail inteiro. Exemplo: nome@gmail.com';
    return isEmail(text) ? null : `${emailProblem(answer)} Exemplo: nome@gmail.com`;
  }
  if (!tooLong) return rules.validacaoEstrita ? strictProblem(field, text) : null;
  return `${field.name === 'nomeCompleto' ? 'O nome está muito longo. ' : ''}Use até ${field.max} letras.`;
}

/** What is wrong with a normalised e-mail address that is none. */
function emailProblem(address: string): string {
  if (/@.*@/.test(address)) return 'Escreva um e-mail só, com um @.';
  if (!address.includes('@')) return 'Falta o @ ou o final.';
  if (address.includes(',')) return 'Troque a vírgula por ponto.';
  if (address.includes('..')) return 'Há um ponto a mais.';
  return /\s/.test(address) ? 'Tire o espaço.' : 'Falta o @ ou o final.';
}

/** The problem of an impossible CPF or telephone, under strict rules; otherwise it is only a doubt. */
function strictProblem(field: Field, text: string): string | null {
  const answer = String(normalisedAnswer(field, text));
  if (field.control === 'cpf') return cpfDoubt(answer);
  const doubt = field.control === 'tel' ? phoneDoubt(answer) : null;
  return doubt?.wrong ? doubt.text : null;
}

function dateProblem(text: string, today: string): string | null {
  const date = readDate(text);
  if (typeof date === 'string') {
    const age = ageOn(date, today);
    if (age === null) return 'A data está no futuro. Confira o ano.';
    return age > OLDEST ? 'Confira o ano de nascimento.' : null;
  }
  if (date.problem === 'short-year') return 'Digite o ano com 4 números.';
  return date.problem === 'impossible'
    ? 'Esta data não existe. Confira o dia e o mês.'
    : 'Use números. Exemplo: 05/03/2012';
}

function numberProblem(field: Field, range: NonNullable<Field['range']>, text: string): string | null {
  const number = readDecimal(text, range);
  if (number === null) {
    if (/^(?:eu )?n(?:[ãa]o)? ?sei|^\?+$/i.test(text)) return 'Se não souber, escreva um valor aproximado.';
    return `Use números. ${field.missing?.slice(field.missing.indexOf('Exemplo'))}`;
  }
  if (number !== '' && number >= range.min && number <= range.max) return null;
  return range.unit === 'kg' ? 'Confira o peso.' : 'Confira a altura.';
}

/** What is wrong with one answer among the others, or null. `today` is an ISO day. Source: SPEC §5, docs/ux.md §0, §4.4. */
function problemOf(field: Question, enrolment: Enrolment, today: string, rules: Rules): Found | null {
  if (field.name === 'cadastroUnico') return fileProblem(enrolment.cadastroUnico, field.missing ?? '');
  const typed = enrolment[field.name];
  if (cleaned(typed) === '' && field.required) return missing(field.missing ?? '');
  const message = answerProblem(field, typed, today, rules);
  if (message) return { message, kind: 'wrong' };
  if (field.control === 'details' && enrolment.condicaoMedica === 'sim' && hasNoDetails(typed))
    return { message: missingMedicalDetails, kind: 'details' };
  const ofGuardian = (missingGuardian as Partial<Record<FieldName, string>>)[field.name];
  const isAsked = ofGuardian && rules.responsavelObrigatorio && cleaned(typed) === '';
  return isAsked && isMinorAge(ageAfter(enrolment.dataNascimento, today)) ? missing(ofGuardian) : null;
}

type Found = Omit<Problem, 'field'>;
const missing = (message: string): Found => ({ message, kind: 'missing' });

/** What a file's size says against it, or null; its kind is found while it is prepared. */
export function fileProblem(file: File | null | undefined, none: string): Found | null {
  if (!file) return missing(none);
  if (file.size === 0) return { message: fileEmpty, kind: 'wrong' };
  return file.size > DOCUMENT_MAX_BYTES ? { message: fileTooLarge.description ?? '', kind: 'large' } : null;
}

/** Whether an age as the form shows it is below 18; false for `''`. */
export const isMinorAge = (age: string): boolean => age !== '' && Number(age) < 18;

/** Problems in form order, at most one a field; empty when the enrolment can be sent. Only the database counts all of it together. */
export function findProblems(enrolment: Enrolment, today: string, rules: Rules = DEFAULT_RULES): Problem[] {
  return questionsUnder(rules).flatMap((field) => {
    const found = problemOf(field, enrolment, today, rules);
    return found ? [{ field: field.name, ...found }] : [];
  });
}

/** The row to insert. `documentUrl` is the public address of the uploaded file. Source: SPEC §7, call 3. */
export function toRow(enrolment: Enrolment, documentUrl: string | null): EnrolmentRow {
  const cells = FIELDS.map((field: Field) => {
    if (field.name === 'cadastroUnico') return [field.column, documentUrl];
    return [
      field.column,
      normalisedAnswer(field, enrolment[field.name as Exclude<FieldName, 'cadastroUnico'>]),
    ];
  });
  // an answer that a database of 1.2 knows nothing of is sent where it was given
  return Object.fromEntries(
    cells.filter(([column, answer]) => answer !== null || column !== 'nome_social'),
  ) as EnrolmentRow;
}
