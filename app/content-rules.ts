import * as z from 'zod/mini';
import { brand } from '../content/brand.ts';
import { faq, firstClass, modalities, room, schedule, team, testimonials } from '../content/home.ts';
import { footerLinks, headerLinks } from '../content/navigation.ts';
import { project } from '../content/social-project.ts';
import { TEXT_FACTS } from '../domain/centre/facts.ts';
import { weekdaysIn } from '../domain/timetable.ts';

// Rules for the owner's content files, so that a mistake stops the build.

/** A text that passes `test`; `says` tells its writer what is asked. */
const textThat = (test: (value: string) => boolean, says: string) => z.string().check(z.refine(test, says));
const like = (pattern: RegExp, says: string) => textThat((value) => pattern.test(value), says);

const text = textThat((value) => value.trim() !== '', 'escreva um texto');
const time = like(/^([01]\d|2[0-3]):[0-5]\d$/, 'use a forma 18:00');
const weekday = z.enum(['segunda', 'terça', 'quarta', 'quinta', 'sexta', 'sábado', 'domingo'], {
  error: 'use segunda, terça, quarta, quinta, sexta, sábado ou domingo',
});
/** The first rule that a text breaks speaks. */
const facts = Object.fromEntries(
  Object.entries(TEXT_FACTS).map(([name, rules]) => [
    name,
    z.string().check(...rules.map(([test, says]) => z.refine<string>(test, { error: says, abort: true }))),
  ]),
);
const days = textThat(
  (value) => weekdaysIn(value).length > 0,
  "use dias da semana, como 'Segunda a sexta' ou 'Terça, quinta e sábado'",
);
const degrees = (limit: number) =>
  z.number().check(z.gte(-limit, 'graus demais'), z.lte(limit, 'graus demais'));
const question = z.strictObject({ question: text, answer: text });

const contentSchema = (photos: readonly string[]) => {
  const photo = z.strictObject({
    file: textThat((name) => photos.includes(name), 'não há foto com este nome em fotos/'),
    alt: text,
  });
  return z.object({
    brand: z.strictObject({
      ...facts, // the CNPJ, host and dataContact are required in the privacy notice (LGPD art. 9)
      hours: z
        .array(z.strictObject({ from: weekday, to: z.optional(weekday), opens: time, closes: time }))
        .check(z.minLength(1, 'diga ao menos um horário')),
      position: z.nullable(z.strictObject({ latitude: degrees(90), longitude: degrees(180) })),
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
