import * as z from 'zod/mini';
import { brand } from '../content/brand.ts';
import { faq, firstClass, modalities, room, schedule, team, testimonials } from '../content/home.ts';
import { footerLinks, headerLinks } from '../content/navigation.ts';
import { project } from '../content/social-project.ts';
import { nationalDigits } from '../domain/contact.ts';
import { isEmail } from '../domain/enrolment/answers.ts';
import { weekdaysIn } from '../domain/timetable.ts';

// Rules for the owner's content files, so that a mistake stops the build.

/** A text that passes `test`; `says` tells its writer what is asked. */
const textThat = (test: (value: string) => boolean, says: string) => z.string().check(z.refine(test, says));
const like = (pattern: RegExp, says: string) => textThat((value) => pattern.test(value), says);

const text = textThat((value) => value.trim() !== '', 'escreva um texto');
const time = like(/^([01]\d|2[0-3]):[0-5]\d$/, 'use a forma 18:00');
const address = textThat(
  (value) => URL.canParse(value) && new URL(value).protocol === 'https:',
  'use um endereço que comece com https://',
);
const days = textThat(
  (value) => weekdaysIn(value).length > 0,
  "use dias da semana, como 'Segunda a sexta' ou 'Terça, quinta e sábado'",
);
const weekday = z.enum(['segunda', 'terça', 'quarta', 'quinta', 'sexta', 'sábado', 'domingo'], {
  error: 'use segunda, terça, quarta, quinta, sexta, sábado ou domingo',
});
const degrees = (limit: number) =>
  z.number().check(z.gte(-limit, 'graus demais'), z.lte(limit, 'graus demais'));
const question = z.strictObject({ question: text, answer: text });

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

const cnpj = textThat(
  (value) => /^[A-Z\d]{2}\.[A-Z\d]{3}\.[A-Z\d]{3}\/[A-Z\d]{4}-\d{2}$/.test(value) && isCnpj(value),
  'confira no cartão do CNPJ; escreva como 11.222.333/0001-81',
);

const contentSchema = (photos: readonly string[]) => {
  const photo = z.strictObject({
    file: textThat((name) => photos.includes(name), 'não há foto com este nome em fotos/'),
    alt: text,
  });
  return z.object({
    brand: z.strictObject({
      name: text,
      siteUrl: textThat(
        (value) => URL.canParse(value) && new URL(value).origin === value,
        'use o endereço do site sem nada depois, como https://www.exemplo.com.br',
      ),
      phone: textThat(
        (value) => nationalDigits(value) === value,
        'use DDD e número, só algarismos, como 62999999999',
      ),
      email: textThat(isEmail, 'use um e-mail, como contato@exemplo.com.br'),
      street: text,
      city: text,
      state: like(/^[A-Z]{2}$/, 'use a sigla do estado, como GO'),
      postalCode: like(/^\d{5}-\d{3}$/, 'use a forma 76000-000'),
      mapUrl: address,
      position: z.nullable(z.strictObject({ latitude: degrees(90), longitude: degrees(180) })),
      hours: z
        .array(z.strictObject({ from: weekday, to: z.optional(weekday), opens: time, closes: time }))
        .check(z.minLength(1, 'diga ao menos um horário')),
      handle: like(/^@\S+$/, 'comece com @'),
      instagramUrl: address,
      facebookUrl: address,
      cnpj, // this and the next two are required in the privacy notice (LGPD art. 9)
      host: text,
      dataContact: text,
      kind: text,
      tagline: text,
      minimumAge: text,
      footerYear: z.literal(2024, 'é fixo'), // SPEC §9
      answerDays: z.int('use um número inteiro de dias').check(z.positive('use um número inteiro de dias')),
    }),
    modalities: z
      .array(
        z.strictObject({
          title: text,
          description: text,
          features: z.array(text).check(z.length(3, 'são três linhas')),
          photo,
        }),
      )
      .check(z.minLength(1, 'diga ao menos uma modalidade')),
    schedule: z.array(z.strictObject({ name: text, time: z.nullable(time), days: z.nullable(days) })),
    firstClass: z.object({ steps: z.array(text) }),
    testimonials: z.array(
      z.strictObject({
        name: text,
        text,
        rating: z.int('use de 1 a 5').check(z.gte(1, 'use de 1 a 5'), z.lte(5, 'use de 1 a 5')),
        photo: z.optional(photo),
      }),
    ),
    team: z.array(
      z.strictObject({
        name: text,
        belt: text,
        since: z.int('use o ano').check(z.gte(1900, 'use o ano, como 2015')),
        cref: z.optional(text),
        photo,
      }),
    ),
    room: z.array(photo),
    faq: z.array(question),
    headerLinks: z
      .array(z.strictObject({ to: text, text, isRoute: z.boolean() }))
      .check(z.length(4, 'são quatro entradas')),
    footerLinks: z.array(z.strictObject({ to: like(/^\//, 'comece com /'), text })),
    project: z.object({
      title: text,
      photo,
      criteria: z.object({ items: z.array(text).check(z.length(2, 'são dois critérios')) }),
      faq: z.object({ items: z.array(question) }),
    }),
  });
};

/** The checked content files. */
export const CONTENT = {
  brand,
  modalities,
  schedule,
  firstClass,
  testimonials,
  team,
  room,
  faq,
  headerLinks,
  footerLinks,
  project,
};

/** What is wrong with the value at `path` (`brand`, `phone`), for its writer. */
export type ContentProblem = { path: PropertyKey[]; says: string };

/** Every mistake; empty for none. `photos`: names of the pictures in fotos/. */
export function contentProblems(photos: readonly string[], content: unknown = CONTENT): ContentProblem[] {
  const result = contentSchema(photos).safeParse(content, { error: inWords });
  return (result.error?.issues ?? []).flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ path: [...issue.path, key], says: UNKNOWN }))
      : [{ path: issue.path, says: issue.message }],
  );
}

const UNKNOWN = 'este nome não existe aqui; veja se está escrito certo';

const EXPECTED: Record<string, string> = {
  string: "escreva um texto entre aspas: 'assim'",
  number: 'escreva um número, sem aspas',
  int: 'escreva um número inteiro, sem aspas',
  boolean: 'escreva true (sim) ou false (não), sem aspas',
  array: 'escreva uma lista entre [ e ]',
  object: 'escreva os valores entre { e }',
};

/** Where a rule above has no words of its own. */
function inWords({ code, input, expected }: { code: string; input?: unknown; expected?: unknown }): string {
  if (input === undefined) return 'falta';
  return (code === 'invalid_type' && EXPECTED[String(expected)]) || 'confira este valor';
}
