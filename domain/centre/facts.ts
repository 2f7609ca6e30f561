import * as z from 'zod/mini';
import { type Brand, written } from '../../content/brand.ts';
import { nationalDigits } from '../contact.ts';
import { isEmail } from '../enrolment/answers.ts';

/** A text that passes `test`; `says` tells its writer what is asked. */
export const textThat = (test: (value: string) => boolean, says: string) =>
  z.string().check(z.refine(test, says));
export const like = (pattern: RegExp, says: string) => textThat((value) => pattern.test(value), says);

/** A text of at most so many letters. */
const line = (most: number) =>
  z.string().check(
    z.refine((value) => value.trim() !== '', 'escreva um texto'),
    z.maxLength(most, `escreva no máximo ${most} letras`),
  );
/** The address that a text is; null for none. Older browsers have no `URL.canParse`. */
function urlOf(value: string): URL | null {
  try {
    return new URL(value);
  } catch {
    return null;
  }
}

const address = textThat(
  (value) => value.length <= 300 && urlOf(value)?.protocol === 'https:',
  'use um endereço que comece com https://',
);
export const time = like(/^([01]\d|2[0-3]):[0-5]\d$/, 'use a forma 18:00');
const weekday = z.enum(['segunda', 'terça', 'quarta', 'quinta', 'sexta', 'sábado', 'domingo'], {
  error: 'use segunda, terça, quarta, quinta, sexta, sábado ou domingo',
});

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

/** The facts of `brand` that 'Ajustes → Centro' publishes, each with its bounds. */
export const CENTRE_FACTS = {
  name: line(40),
  siteUrl: textThat(
    (value) => value.length <= 100 && urlOf(value)?.origin === value,
    'use o endereço do site sem nada depois, como https://www.exemplo.com.br',
  ),
  phone: textThat(
    (value) => nationalDigits(value) === value,
    'use DDD e número, só algarismos, como 62999999999',
  ),
  email: textThat(
    (value) => value.length <= 100 && isEmail(value),
    'use um e-mail, como contato@exemplo.com.br',
  ),
  street: line(120),
  city: line(60),
  state: like(/^[A-Z]{2}$/, 'use a sigla do estado, como GO'),
  postalCode: like(/^\d{5}-\d{3}$/, 'use a forma 76000-000'),
  mapUrl: address,
  hours: z.array(z.strictObject({ from: weekday, to: z.optional(weekday), opens: time, closes: time })).check(
    z.minLength(1, 'diga ao menos um horário'),
    z.maxLength(7, 'diga no máximo sete horários'),
    z.refine(
      (hours) => hours.every(({ opens, closes }) => opens.length !== closes.length || opens < closes),
      'diga primeiro a hora em que abre',
    ),
  ),
  handle: like(/^@\S{1,40}$/, 'comece com @'),
  instagramUrl: address,
  facebookUrl: address,
  cnpj: textThat(
    (value) => /^[A-Z\d]{2}\.[A-Z\d]{3}\.[A-Z\d]{3}\/[A-Z\d]{4}-\d{2}$/.test(value) && isCnpj(value),
    'confira no cartão do CNPJ; escreva como 11.222.333/0001-81',
  ),
} as const;

export type FactName = keyof typeof CENTRE_FACTS;
export type CentreFacts = Pick<Brand, FactName>;
export const FACT_NAMES = Object.keys(CENTRE_FACTS) as FactName[];

const published = z.partial(z.strictObject(CENTRE_FACTS));

/** What is wrong with facts to be published, a sentence each by its name; '' as the name for what is none. */
export function factProblems(facts: unknown): Partial<Record<FactName | '', string>> {
  const issues = published.safeParse(facts).error?.issues ?? [];
  return Object.fromEntries(
    issues.map(({ path, code, message }) => {
      const says = code === 'invalid_type' || code === 'unrecognized_keys' ? 'confira este valor' : message;
      return [String(path[0] ?? ''), `${says[0]?.toUpperCase()}${says.slice(1)}.`];
    }),
  );
}

/** The same facts in one order, whatever gave them: two that say the same are the same text. */
export const inOrder = (facts: Partial<CentreFacts>): Partial<CentreFacts> =>
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
