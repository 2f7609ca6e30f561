import { doubts as words } from '../../content/doubts.ts';
import { project } from '../../content/social-project.ts';
import { writtenPhone } from '../contact.ts';
import { ageAfter, cleaned, cleanedFor, normalisedAnswer } from './answers.ts';
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
  return DOUBTS[name]?.(text, context) ?? null;
}

const DOUBTS: Partial<Record<TextName, (text: string, context: Context) => Doubt | null>> = {
  nomeCompleto: (text) => nameDoubt('nomeCompleto', text),
  nomeSocial: (text) => caseDoubt('nomeSocial', text),
  nomeResponsavel: (text, context) => {
    const same = text.toLowerCase() === cleaned(context.enrolment.nomeCompleto).toLowerCase();
    return same && context.age !== null && context.age < 18
      ? { text: words.equalNames }
      : nameDoubt('nomeResponsavel', text);
  },
  dataNascimento: (_text, { age, forWhom }) => {
    if (age === null) return null;
    if (age < 4) return { text: words.young(project.years(String(age))) };
    return forWhom === 'outra' && age >= GROWN ? { text: words.whose(project.years(String(age))) } : null;
  },
  cpf: (text) => asDoubt(cpfDoubt(String(normalisedAnswer(fieldOf('cpf'), text)))),
  enderecoCompleto: (text) => {
    if ((text.match(/[\p{L}\p{N}]/gu) ?? []).length < 8) return { text: words.shortAddress };
    return /\d{2}\.?\d{3}[-\s]?\d{3}(?!\d)/.test(text) ? null : { text: words.noPostalCode };
  },
  telefoneWhatsapp: (text, context) => telephoneDoubt('telefoneWhatsapp', text, context),
  telefoneResponsavel: (text, context) => telephoneDoubt('telefoneResponsavel', text, context),
  email: (text) => emailDoubt(String(normalisedAnswer(fieldOf('email'), text))),
  peso: (text, { age }) => {
    const weight = measureOf('peso', text);
    const small = weight !== null && weight >= 5 && weight < 10;
    return small && age !== null && age > 3 ? { text: words.weight } : null;
  },
  altura: (text, { age }) => {
    const height = measureOf('altura', text);
    const small = height !== null && height < 1 && height >= 0.4;
    return small && (/^\d\d\D*$/.test(text) || (age !== null && age > 4))
      ? { text: words.height(`${height.toLocaleString('pt-BR', { minimumFractionDigits: 2 })} m`) }
      : null;
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

type NameField = 'nomeCompleto' | 'nomeSocial' | 'nomeResponsavel';

function nameDoubt(name: NameField, text: string): Doubt | null {
  if (/^[\p{N}\s.,-]+$/u.test(text)) return { text: words.onlyNumbers };
  // in scripts without spaces one word is a whole name
  const isOne = /^[\p{Script=Latin}\p{M}'’.-]+$/u.test(text);
  const inCase = caseDoubt(name, text);
  return isOne ? { ...inCase, text: words.oneName } : inCase;
}

/** Offers a name that is typed all in lower or all in upper case in ordinary case, before it reaches messages. */
function caseDoubt(name: NameField, text: string): Doubt | null {
  if (!/^[\p{Script=Latin}\p{M}\s'’.-]+$/u.test(text) || /\p{Lu}.*\p{Ll}|\p{Ll}.*\p{Lu}/u.test(text))
    return null;
  if (/(^|\s)[ivx]{2,}$/i.test(text)) return null; // the second, the third
  const lower = text.toLocaleLowerCase('pt-BR');
  const ordinary = lower.replace(/(^|[\s'’-])(?!(?:d[aeo]s?|e)\s)(\p{L})/gu, (found) =>
    found.toLocaleUpperCase('pt-BR'),
  );
  return ordinary === text
    ? null
    : { text: '', fix: { label: words.inCase(ordinary), answers: { [name]: ordinary } } };
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
  const fix = { label: words.yes, answers: { email: `${local}@${meant}` } };
  return meant ? { text: words.email(meant), fix } : null;
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

function measureOf(name: 'peso' | 'altura', text: string): number | null {
  return normalisedAnswer(fieldOf(name), text) as number | null;
}

const asDoubt = (text: string | null): Doubt | null => (text === null ? null : { text });

function fieldOf(name: FieldName): Field {
  return FIELDS.find((field) => field.name === name) as Field;
}
