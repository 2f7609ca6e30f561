import { type Brand, written } from '../../content/brand.ts';
import { type ClassTime, schedule } from '../../content/home.ts';
import type { Published } from '../../content/published.ts';
import { nationalDigits } from '../contact.ts';
import { isEmail } from '../enrolment/answers.ts';
import { WEEKDAYS } from '../opening-hours.ts';
import { sameClasses } from '../timetable.ts';
import { photoProblem, photosInOrder } from './photos.ts';

/** What a text must be, and what its writer is told where it is not. The desk has no room for zod. */
type Rule = readonly [test: (value: string) => boolean, says: string];

const like = (pattern: RegExp, says: string): Rule => [(value) => pattern.test(value), says];

/** A text of at most so many letters. */
const line = (most: number): Rule[] => [
  [(value) => value.trim() !== '', 'escreva um texto'],
  [(value) => value.length <= most, `escreva no máximo ${most} letras`],
];

/** The address that a text is; null for none. Older browsers have no `URL.canParse`. */
function urlOf(value: string): URL | null {
  try {
    return new URL(value);
  } catch {
    return null;
  }
}

const address: Rule[] = [
  [
    (value) => value.length <= 300 && urlOf(value)?.protocol === 'https:',
    'use um endereço que comece com https://',
  ],
];

/** Both check digits of a CNPJ: weights 2 to 9 from the right, modulo 11; a letter counts as its ASCII code less 48 (IN RFB 2.229/2024). */
function isCnpj(value: string): boolean {
  const digits = value.replace(/[./-]/g, '');
  return [12, 13].every((length) => {
    const sum = [...digits.slice(0, length)].reduce(
      (total, digit, at) => total + (digit.charCodeAt(0) - 48) * (2 + ((length - 1 - at) % 8)),
      0,
    );
    return Number(digits[length]) === (sum % 11 < 2 ? 0 : 11 - (sum % 11));
  });
}

/** The facts of `brand` that 'Ajustes → Centro' publishes, but the hours, each with its bounds. */
export const TEXT_FACTS = {
  name: line(40),
  siteUrl: [
    [
      (value) => value.length <= 100 && /^https:/.test(value) && urlOf(value)?.origin === value,
      'use o endereço do site sem nada depois, como https://www.exemplo.com.br',
    ],
  ],
  phone: [[(value) => nationalDigits(value) === value, 'use DDD e número, só algarismos, como 62999999999']],
  email: [[(value) => value.length <= 100 && isEmail(value), 'use um e-mail, como contato@exemplo.com.br']],
  street: line(120),
  city: line(60),
  state: [like(/^[A-Z]{2}$/, 'use a sigla do estado, como GO')],
  postalCode: [like(/^\d{5}-\d{3}$/, 'use a forma 76000-000')],
  mapUrl: address,
  handle: [like(/^@\S{1,40}$/, 'comece com @')],
  instagramUrl: address,
  facebookUrl: address,
  cnpj: [
    [
      (value) => /^[A-Z\d]{2}\.[A-Z\d]{3}\.[A-Z\d]{3}\/[A-Z\d]{4}-\d{2}$/.test(value) && isCnpj(value),
      'confira no cartão do CNPJ; escreva como 11.222.333/0001-81',
    ],
  ],
} satisfies Partial<Record<keyof Brand, Rule[]>>;

export type FactName = keyof typeof TEXT_FACTS | 'hours';
export type CentreFacts = Pick<Brand, FactName>;
export const FACT_NAMES = [...Object.keys(TEXT_FACTS), 'hours'] as FactName[];

const UNREADABLE = 'confira este valor';
const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

function hoursProblem(hours: unknown): string | undefined {
  if (!Array.isArray(hours)) return UNREADABLE;
  if (hours.length < 1 || hours.length > 7) return 'diga de um a sete horários';
  for (const each of hours) {
    const { from, to, opens, closes, ...more } = (each ?? {}) as Record<string, unknown>;
    if (Object.keys(more).length > 0) return UNREADABLE;
    if (![from, to ?? from].every((day) => WEEKDAYS.includes(day as string)))
      return 'escreva cada horário assim: Segunda a sexta, das 14h às 21h';
    if (![opens, closes].every((time) => typeof time === 'string' && TIME.test(time)))
      return 'use horas como 8h ou 18h30';
    if (String(opens) >= String(closes)) return 'diga primeiro a hora em que abre';
  }
  return undefined;
}

function problemOf(name: string, value: unknown): string | undefined {
  if (name === 'hours') return hoursProblem(value);
  if (!Object.hasOwn(TEXT_FACTS, name) || typeof value !== 'string') return UNREADABLE;
  const rules: readonly Rule[] = TEXT_FACTS[name as keyof typeof TEXT_FACTS];
  return rules.find(([test]) => !test(value))?.[1];
}

/** The sections that may be published, in their order. */
export const SECTIONS = ['quem_somos', 'fotos'] as const;
export type Section = (typeof SECTIONS)[number];

/** What is wrong with facts of a section to be published, a sentence each by its name; '' as the name for what is none. */
export function factProblems(section: string, facts: unknown): Partial<Record<FactName | '', string>> {
  if (!isSection(section) || typeof facts !== 'object' || facts === null || Array.isArray(facts))
    return { '': `${UNREADABLE}.` };
  return Object.fromEntries(
    Object.entries(facts).flatMap(([name, value]) => {
      const says = section === 'fotos' ? photoProblem(name, value) : problemOf(name, value);
      return says ? [[name, `${says[0]?.toUpperCase()}${says.slice(1)}.`]] : [];
    }),
  );
}

const isSection = (name: string): name is Section => SECTIONS.some((section) => section === name);

/** What of all sections may be shown, in one order, whatever gave it: what says the same is the same text; and the names of the rest. */
export function shownOf({ turmas, ...published }: Published): { shown: Published; refused: string[] } {
  const shown: Record<string, object> = {};
  const refused = Object.keys(published).filter((name) => !isSection(name));
  for (const section of SECTIONS) {
    const facts = published[section] ?? {};
    const wrong = Object.keys(factProblems(section, facts));
    refused.push(...wrong.map((name) => `${section}.${name}`));
    const right = (section === 'fotos' ? photosInOrder : inOrder)(
      Object.fromEntries(Object.entries(facts).filter(([name]) => !wrong.includes(name))),
    );
    if (Object.keys(right).length > 0) shown[section] = right;
  }
  const { classes = schedule } = (turmas ?? {}) as { classes?: readonly ClassTime[] };
  if (!sameClasses(classes, schedule)) shown.turmas = { classes };
  return { shown, refused };
}

const inOrder = (facts: Partial<CentreFacts>): Partial<CentreFacts> =>
  Object.fromEntries(
    FACT_NAMES.filter((name) => facts[name] !== undefined).map((name) => [
      name,
      name === 'hours'
        ? facts.hours?.map(({ from, to, opens, closes }) => ({ from, ...(to && { to }), opens, closes }))
        : facts[name],
    ]),
  );

/** Those of `facts` that content/ does not say already: the others follow the file. */
export const ownFacts = (facts: CentreFacts): Partial<CentreFacts> =>
  Object.fromEntries(
    FACT_NAMES.filter((name) => JSON.stringify(facts[name]) !== JSON.stringify(written[name])).map((name) => [
      name,
      facts[name],
    ]),
  );

/** Where the desk asks our server for the page as it would be. */
export const PREVIEW_PATH = '/previa';
