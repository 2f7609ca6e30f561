import * as z from 'zod/mini';
import { brand } from '../content/brand.ts';
import { faq, firstClass, modalities, room, schedule, team, testimonials } from '../content/home.ts';
import { footerLinks, headerLinks } from '../content/navigation.ts';
import { project } from '../content/social-project.ts';
import type { Field, Fields } from '../domain/centre/kinds.ts';
import { SECTIONS } from '../domain/centre/sections.ts';
import { weekdaysIn } from '../domain/timetable.ts';

// Rules for the owner's content files, so that a mistake stops the build. What can be published too has its bounds in domain/centre.

/** A text that passes `test`; `says` tells its writer what is asked. */
const textThat = (test: (value: string) => boolean, says: string) => z.string().check(z.refine(test, says));
const like = (pattern: RegExp, says: string) => textThat((value) => pattern.test(value), says);

const text = textThat((value) => value.trim() !== '', 'escreva um texto');
const time = like(/^([01]\d|2[0-3]):[0-5]\d$/, 'use a forma 18:00');
const days = textThat(
  (value) => weekdaysIn(value).length > 0,
  "use dias da semana, como 'Segunda a sexta' ou 'Terça, quinta e sábado'",
);
const degrees = (limit: number) =>
  z.number().check(z.gte(-limit, 'graus demais'), z.lte(limit, 'graus demais'));

/** As domain/centre bounds it; `more` stands in the files alone. */
function ofField(field: Field, more: z.core.$ZodShape = {}): z.ZodMiniType {
  const { of, least = 0, most } = field;
  if (of) {
    const says = `deixe de ${least} a ${most}`;
    return z
      .array(z.strictObject({ ...ofFields(of), ...more }))
      .check(z.minLength(least, says), z.maxLength(most, says));
  }
  const isText = field.control === 'line' || field.control === 'text';
  const one = (isText ? z.string() : z.unknown()).check((ctx: z.core.ParsePayload) => {
    const problems = ctx.value === undefined ? { '': 'falta' } : field.problems(ctx.value);
    for (const [path, message] of Object.entries(problems))
      ctx.issues.push({ code: 'custom', input: ctx.value, path: path ? path.split('.') : [], message });
  });
  return field.optional ? z.optional(one) : one;
}

/** But what is ticked at the desk. */
const ofFields = (fields: Fields): z.core.$ZodShape =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, { control }]) => control !== 'tick')
      .map(([name, field]) => [name, ofField(field)]),
  );

const { quem_somos, inicio, projeto } = SECTIONS;

const contentSchema = (photos: readonly string[]) => {
  const photo = z.strictObject({
    file: textThat((name) => photos.includes(name), 'não há foto com este nome em fotos/'),
    alt: text,
  });
  return z.object({
    brand: z.strictObject({
      ...ofFields(quem_somos.fields), // the CNPJ, host and dataContact are required in the privacy notice (LGPD art. 9)
      position: z.nullable(z.strictObject({ latitude: degrees(90), longitude: degrees(180) })),
      host: text,
      dataContact: text,
      kind: text,
      tagline: text,
      minimumAge: text,
      footerYear: z.literal(2024, 'é fixo'), // SPEC §9
      answerDays: z.int('use um número inteiro de dias').check(z.positive('use um número inteiro de dias')),
    }),
    modalities: ofField({ ...inicio.fields.modalities, least: 1, most: 9 }, { photo }),
    schedule: z.array(z.strictObject({ name: text, time: z.nullable(time), days: z.nullable(days) })),
    firstClass: z.object({ steps: z.array(text) }),
    testimonials: ofField(inicio.fields.testimonials, { photo: z.optional(photo) }),
    team: ofField(inicio.fields.team, { photo }),
    room: z.array(photo),
    faq: ofField(inicio.fields.faq),
    headerLinks: z
      .array(z.strictObject({ to: text, text, isRoute: z.boolean() }))
      .check(z.length(4, 'são quatro entradas')),
    footerLinks: z.array(z.strictObject({ to: like(/^\//, 'comece com /'), text })),
    project: z.object({
      title: text,
      photo,
      intro: ofField(projeto.fields.intro),
      criteria: z.object({ items: ofField(projeto.fields.criteria) }),
      faq: z.object({ items: ofField(projeto.fields.faq) }),
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
