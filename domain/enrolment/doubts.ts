import { doubts as words } from '../../content/doubts.ts';
import { project } from '../../content/social-project.ts';
import { writtenPhone } from '../contact.ts';
import { ageAfter, cleaned, cleanedFor, normalisedAnswer, readDecimal } from './answers.ts';
import { cpfDoubt } from './cpf.ts';
import type { Enrolment } from './enrolment.ts';
import { FIELDS, type Field, type FieldName } from './fields.ts';
import { lacksAnyDigit, phoneDoubt } from './phone.ts';

type TextName = Exclude<FieldName, 'cadastroUnico'>;

/** A question beside a field; `fix` holds the answers that one tap would fill in instead. */
export type Doubt = { text: string; fix?: { label: string; answers: Partial<Record<TextName, string>> } };

/** Who the enrolment is for; `''` until it is answered. Source: docs/ux.md §4.2. */
export type ForWhom = '' | 'mim' | 'outra';

type Context = { enrolment: Enrolment; age: number | null; forWhom: ForWhom };

/**
 * The likely mistake in the answer to one field, or null. A doubt never stops
 * the form; a blank answer has none. `today` is an ISO day. Source:
 * docs/odd-inputs.md §1–§10.
 */
export function doubtOf(
  name: FieldName,
  enrolment: Enrolment,
  today: string,
  forWhom: ForWhom = '',
): Doubt | null {
  if (name === 'cadastroUnico') return null;
  const age = ageAfter(enrolment.dataNascimento, today);
  const context = { enrolment, age: age === '' ? null : Number(age), forWhom };
  const text = cleanedFor(fieldOf(name), enrolment[name]);
  if (text === '') return name === 'telefoneResponsavel' ? samePhone(enrolment) : null;
  return DOUBTS[name]?.(text, context) ?? tooManyLetters(fieldOf(name), text);
}

const DOUBTS: Partial<Record<TextName, (text: string, context: Context) => Doubt | null>> = {
  nomeCompleto: nameDoubt,
  nomeResponsavel: (text, context) => {
    const same = text.toLowerCase() === cleaned(context.enrolment.nomeCompleto).toLowerCase();
    return same && context.age !== null && context.age < 18 ? { text: words.equalNames } : nameDoubt(text);
  },
  dataNascimento: (_text, { age, forWhom }) => {
    if (age === null) return null;
    if (age === 0) return { text: words.bornToday };
    if (age < 4) return { text: words.young(project.years(String(age))) };
    return forWhom === 'outra' && age >= GROWN ? { text: words.whose(project.years(String(age))) } : null;
  },
  cpf: (text) => asDoubt(cpfDoubt(String(normalisedAnswer(fieldOf('cpf'), text)))),
  enderecoCompleto: (text) => {
    if ((text.match(/[\p{L}\p{N}]/gu) ?? []).length < 8) return { text: words.shortAddress };
    const code = /(?:^|\D)(\d{2}\.?\d{3}[-\s]?\d{3})(?!\d)/.exec(text)?.[1]?.replace(/\D/g, '');
    if (code === undefined)
      return tooManyLetters(fieldOf('enderecoCompleto'), text) ?? { text: words.noPostalCode };
    return /^(\d)\1{7}$/.test(code) ? { text: words.postalCode } : null;
  },
  telefoneWhatsapp: (text, context) => telephoneDoubt('telefoneWhatsapp', text, context),
  telefoneResponsavel: (text, context) => telephoneDoubt('telefoneResponsavel', text, context),
  email: (text) => emailDoubt(String(normalisedAnswer(fieldOf('email'), text))),
  nivelEscolaridade: (text, { age }) =>
    age !== null && age < (EARLIEST[text] ?? 0) ? { text: words.schooling } : null,
  peso: (text, { age }) => {
    const weight = measureOf('peso', text);
    if (weight !== null && weight >= 5 && weight < 10 && age !== null && age > 3)
      return { text: words.weight };
    return understood('peso', text);
  },
  altura: (text, { enrolment, age }) => {
    const swapped = swap(text, enrolment.peso);
    if (swapped) return swapped;
    const height = measureOf('altura', text);
    const small = height !== null && height < 1 && height >= 0.4;
    if (small && (/^\d\d\D*$/.test(text) || (age !== null && age > 4)))
      return { text: words.height(inWords('altura', height)) };
    return understood('altura', text);
  },
  condicaoMedicaDetalhes: (text, { enrolment }) =>
    enrolment.condicaoMedica === 'sim' && /^(?:n[ãa]o( tenho| tem| h[áa])?|nada|[-–—.]+)[.!]?$/i.test(text)
      ? { text: words.noCondition }
      : null,
};

/** Names of the fields that can have a doubt. */
export const MAY_BE_DOUBTED: ReadonlySet<string> = new Set(Object.keys(DOUBTS));

/** From this age on, the date given for a child is probably the parent's. */
const GROWN = 21;

/** Youngest age at which each level of schooling is likely. */
const EARLIEST: Record<string, number> = {
  'fundamental-completo': 12,
  'medio-incompleto': 12,
  'medio-completo': 15,
  'superior-incompleto': 15,
  'superior-completo': 18,
};

function nameDoubt(text: string): Doubt | null {
  if (/^[\p{N}\s.,-]+$/u.test(text)) return { text: words.onlyNumbers };
  // in scripts without spaces one word is a whole name
  return /^[\p{Script=Latin}\p{M}'’.-]+$/u.test(text) ? { text: words.oneName } : null;
}

function telephoneDoubt(
  name: 'telefoneWhatsapp' | 'telefoneResponsavel',
  text: string,
  { enrolment }: Context,
): Doubt | null {
  const doubt = phoneDoubt(String(normalisedAnswer(fieldOf(name), text)));
  if (!doubt || (doubt.text === words.phone.fixed && name === 'telefoneResponsavel')) return null;
  if (doubt.instead === undefined) return { text: doubt.text };
  const number = { [name]: writtenPhone(doubt.instead) };
  if (doubt.text === words.phone.noNine)
    return lacksAnyDigit(text)
      ? { text: words.phone.length }
      : { text: doubt.text, fix: { label: words.yes, answers: number } };
  const message = cleaned(enrolment.contatoRecados) === '' ? { contatoRecados: text } : {};
  return { text: doubt.text, fix: { label: words.phone.onlyNumber, answers: { ...number, ...message } } };
}

/** Offers the applicant's phone as the guardian's. */
function samePhone({ telefoneWhatsapp }: Enrolment): Doubt | null {
  const phone = String(normalisedAnswer(fieldOf('telefoneWhatsapp'), telefoneWhatsapp) ?? '');
  if (!/^\d{10,11}$/.test(phone)) return null;
  return {
    text: '',
    fix: { label: words.phone.same, answers: { telefoneResponsavel: writtenPhone(phone) } },
  };
}

function emailDoubt(address: string): Doubt | null {
  const [, local = '', domain = ''] = /^(.+)@([^@]+)$/.exec(address) ?? [];
  const meant = MEANT.find(([slips]) => slips.test(domain))?.[1];
  if (meant)
    return { text: words.email(meant), fix: { label: words.yes, answers: { email: `${local}@${meant}` } } };
  return /[^ -~]/.test(local) ? { text: words.accent } : null;
}

/** Common typing mistakes in the end of an address. */
const ENDING = String.raw`[.,;]*(?:c|co|com|con|cm|om|cim|vom|xom|comm|coom|com\.b|com\.br|con\.br)`;

/** Common typing mistakes in frequent domains, and the domain that was meant; `''`: nothing is wrong. */
const MEANT: readonly (readonly [RegExp, string])[] = [
  [/^(?:gmail|hotmail|outlook|icloud|yahoo)\.com$|^(?:yahoo|outlook|hotmail)\.com\.br$/, ''],
  [
    new RegExp(`^(?:gmail|gmial|gmal|gmai|gamil|gmaill|gmil|gnail|gemail|gmeil|gmaio|gimail)${ENDING}$`),
    'gmail.com',
  ],
  [
    new RegExp(
      `^(?:hotmail|hotmial|hotmal|hotmai|hotmil|hotimail|hormail|rotmail|otmail|hotmaill)${ENDING}$`,
    ),
    'hotmail.com',
  ],
  [new RegExp(`^(?:outlook|outlok|outloo|outlock|oulook|outllok|autlook)${ENDING}$`), 'outlook.com'],
  [new RegExp(`^(?:icloud|iclou|iclod|icoud)${ENDING}$`), 'icloud.com'],
  [/^(?:yaho|yahooo|yhaoo|iahoo|yahho)\.com\.br$|^yahoo\.con\.br$|^yahoo\.com\.b$/, 'yahoo.com.br'],
  [/^(?:yaho|yahooo|yhaoo|iahoo|yahho)\.co[mn]$|^yahoo\.(?:con|co|cm)$/, 'yahoo.com'],
];

/** The doubt for metres typed as the weight and kilograms as the height. */
function swap(altura: string, peso: string): Doubt | null {
  const metres = readDecimal(peso, { unit: 'm', step: 0.01 });
  const kilograms = readDecimal(altura, { unit: 'kg', step: 0.1 });
  if (!metres || !kilograms || !/[.,m'’]/.test(peso)) return null;
  if (metres < 0.4 || metres > 2.5 || kilograms < 5 || kilograms > 300) return null;
  return {
    text: words.swapped,
    fix: { label: words.swap, answers: { peso: altura, altura: cleaned(peso) } },
  };
}

/** Shows how a number was read, where it is stored differently from how it was typed. */
function understood(name: 'peso' | 'altura', text: string): Doubt | null {
  const number = measureOf(name, text);
  const { range } = fieldOf(name);
  if (number === null || !range || number < range.min || number > range.max) return null;
  const plain = /^\+?(\d+)(?:[.,](\d+))?\s*(?:kg|m)?$/i.exec(text);
  if (plain && Number(`${plain[1]}.${plain[2] ?? 0}`) === number) return null;
  return { text: words.understood(inWords(name, number)) };
}

function tooManyLetters({ max }: Field, text: string): Doubt | null {
  const used = [...text].length;
  return max !== undefined && max >= 300 && used > (max * 5) / 6 ? { text: words.letters(used, max) } : null;
}

function inWords(name: 'peso' | 'altura', number: number): string {
  const { unit } = fieldOf(name).range ?? { unit: '' };
  const places = unit === 'm' ? 2 : 0;
  return `${number.toLocaleString('pt-BR', { minimumFractionDigits: places, maximumFractionDigits: 2 })} ${unit}`;
}

function measureOf(name: 'peso' | 'altura', text: string): number | null {
  return normalisedAnswer(fieldOf(name), text) as number | null;
}

const asDoubt = (text: string | null): Doubt | null => (text === null ? null : { text });

function fieldOf(name: FieldName): Field {
  return FIELDS.find((field) => field.name === name) as Field;
}
