import { readDate } from '../dates.ts';
import { cleaned } from '../enrolment/answers.ts';

// The kinds of what is published: of each its bounds, and how it stands in its input. The desk has no room for zod.

/** What is wrong below a value, by the path to it, '' for itself: sentences, but for their first capital and point. */
export type Problems = Readonly<Record<string, string>>;

/** What stands in an input; of a list, its entries, each with a `key` of its own. */
export type Typed = string | boolean | readonly TypedRecord[];
export type TypedRecord = { readonly [name: string]: Typed };

export type Fields = Readonly<Record<string, Field>>;
export type Field = {
  control: 'line' | 'text' | 'lines' | 'number' | 'day' | 'tick' | 'list' | 'photo';
  /** Whether nothing may stand in it. */
  optional?: boolean;
  problems: (value: unknown) => Problems;
  /** What stands in the input; of nothing, what a new entry has there. */
  show: (value: unknown) => Typed;
  /** What is typed, as it is stored; what cannot be read stays, so that its bounds refuse it. */
  read: (typed: Typed) => unknown;
  /** How many letters or entries it may have; a number's last. */
  most: number;
  /** A list's, a number's, or how many lines are seen. */
  least?: number;
  /** Of a list, the fields of an entry. */
  of?: Fields;
};

const UNREADABLE = 'confira este valor';
/** This is wrong with a value itself, where it is a sentence. */
export const wrongIf = (says: string | false | undefined): Problems => (says ? { '': says } : {});
const one = (typed: Typed) => cleaned(String(typed));

/** A rule of one text alone, and how it is written in its input and read from there. */
type How = Pick<Field, 'optional'> & {
  rule?: readonly [test: (value: string) => boolean, says: string];
  show?: (value: string) => string;
  read?: (text: string) => string;
};

const textIn =
  (control: 'line' | 'text') =>
  (
    most: number,
    { rule: [test, says] = [() => true, ''], show, read = (text) => text, optional }: How = {},
  ): Field => ({
    ...{ control, most, optional: optional === true },
    problems: (value) => {
      if (typeof value !== 'string') return wrongIf(UNREADABLE);
      if (optional && value === '') return {};
      if (!test(value)) return wrongIf(says);
      if (value.trim() === '') return wrongIf('escreva um texto');
      return wrongIf(value.length > most && `escreva no máximo ${most} letras`);
    },
    show: (value = '') => show?.(String(value)) ?? String(value),
    read: (typed) => read(one(typed)),
  });

/** A text in a line of its own, and one that needs several to be read. */
export const line = textIn('line');
export const text = textIn('text');

const COUNTS = ['', 'uma', 'duas', 'três'];

/** Texts, one on each line of an input. */
export const lines = (least: number, most: number, letters: number): Field => ({
  ...{ control: 'lines', least, most },
  problems: (value) => {
    if (!Array.isArray(value) || value.length < least || value.length > most)
      return wrongIf(least === most ? `são ${COUNTS[least]} linhas` : `escreva de ${least} a ${most} linhas`);
    return value.map(line(letters).problems).find((found) => '' in found) ?? {};
  },
  show: (value = []) => (value as string[]).join('\n'),
  read: (typed) => cleaned(String(typed), 'lines').split(/\n+/),
});

/** A whole number. */
export const number = (least: number, most: number): Field => ({
  ...{ control: 'number', least, most },
  problems: (value) => {
    const fits = Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
    return wrongIf(!fits && `use de ${least} a ${most}`);
  },
  show: (value = '') => String(value),
  read: (typed) => (one(typed) === '' ? null : Number(one(typed))),
});

/** An ISO day. */
export const day: Field = {
  ...{ control: 'day', most: 10 },
  problems: (value) => wrongIf((!value || readDate(String(value)) !== value) && 'diga o dia'),
  show: (value = '') => String(value),
  read: one,
};

/** What must be ticked; `says` why. */
export const tick = (says: string): Field => ({
  ...{ control: 'tick', most: 1 },
  problems: (value) => wrongIf(value !== true && says),
  show: (value) => value === true,
  read: (typed) => typed,
});

/** Entries of these fields; where there are as many at least as at most, each has its place. */
export const list = (least: number, most: number, of: Fields): Field => ({
  ...{ control: 'list', least, most, of },
  problems: (value) => {
    if (!Array.isArray(value)) return wrongIf(UNREADABLE);
    if (value.length < least || value.length > most) return wrongIf(`deixe de ${least} a ${most}`);
    return together(value.map((entry, at) => below(`${at}`, recordProblems(of, entry))));
  },
  show: (value = []) => (value as object[]).map((entry, at) => ({ ...typedOf(of, entry), key: `${at}` })),
  read: (typed) => (typed as readonly TypedRecord[]).map((entry) => readOf(of, entry)),
});

/** All of them: an assignment would lose a name `__proto__`. */
const together = (problems: readonly Problems[]): Problems =>
  Object.fromEntries(problems.flatMap((some) => Object.entries(some)));

const below = (name: string, problems: Problems): Problems =>
  Object.fromEntries(Object.entries(problems).map(([path, says]) => [path ? `${name}.${path}` : name, says]));

/** What is wrong with a record; a name that is none of its fields, too, and one that is missing unless it is `partial`. */
export function recordProblems(fields: Fields, record: unknown, partial = false): Problems {
  if (typeof record !== 'object' || record === null || Array.isArray(record)) return wrongIf(UNREADABLE);
  const given = Object.entries(record);
  const unknown = given
    .filter(([name]) => !Object.hasOwn(fields, name))
    .map(([name]) => ({ [name]: UNREADABLE }));
  const known = Object.entries(fields).map(([name, field]) => {
    const value = (record as Record<string, unknown>)[name];
    if (value === undefined && (partial || field.optional)) return {};
    return below(name, field.problems(value));
  });
  return together([...unknown, ...known]);
}

/** What stands in the inputs of a record. */
export const typedOf = (fields: Fields, record: object = {}): TypedRecord =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      field.show((record as Record<string, unknown>)[name]),
    ]),
  );

/** The record that is typed. */
export const readOf = (fields: Fields, typed: TypedRecord): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.read(typed[name] ?? '')]));
