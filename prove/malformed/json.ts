import fc from 'fast-check';
import { listOf, mostly, PERSONAL, text, usually, utf8 } from './attempt.ts';

// JSON as text, because much of what is wrong with it no value can hold: two of one key,
// numbers beyond every type, halves of a surrogate pair, a document that breaks off.

const ATOMS = [
  ...listOf(`null true false 0 -0 -1 1 2147483648 9007199254740993 1e400 -1e400 1e-400
    123456789012345678901234567890.5 1E5 "" "\\ud800" "\\udfff\\ud800" "\\u0000" "a\\u0000b" "\\u202e\\u2066"
    "NaN" "Infinity" "infinity" "2026-02-30" "{}" "{1,2" "%_\\\\" "(a,b)" "00000000-0000-4000-8000-000000000000"`),
  '"0001-01-01 BC"',
  '"\'; drop table inscricoes_projeto;--"',
];
const KEYS = [
  '',
  '\u0000',
  '\ud83d',
  'a b',
  ...listOf('__proto__ constructor toString hasOwnProperty * id "'),
];

/** Text of a JSON value. */
export const jsonValue: fc.Arbitrary<string> = fc.letrec<{ value: string; list: string; object: string }>(
  (tie) => ({
    value: mostly(
      [6, fc.constantFrom(...ATOMS)],
      [2, fc.constantFrom(...PERSONAL).map((words) => JSON.stringify(words))],
      [2, fc.string({ unit: 'binary', maxLength: 30 }).map((words) => JSON.stringify(words))],
      [1, fc.double().map((number) => String(Number.isFinite(number) ? number : 0))],
      [1, tie('list')],
      [1, tie('object')],
    ),
    list: fc.array(tie('value'), { maxLength: 4 }).map((items) => `[${items.join(',')}]`),
    object: fc.array(fc.tuple(fc.constantFrom(...KEYS), tie('value')), { maxLength: 4 }).map(objectOf),
  }),
).value;

/** Arrays and objects inside each other, around the limit of 20 and far beyond. */
export const deepJson: fc.Arbitrary<string> = fc
  .tuple(mostly([3, fc.integer({ min: 15, max: 25 })], [1, fc.constantFrom(500, 5_000)]), fc.boolean())
  .map(([depth, list]) =>
    list ? '['.repeat(depth) + ']'.repeat(depth) : `${'{"a":'.repeat(depth)}0${'}'.repeat(depth)}`,
  );

/** A JSON object as text; of two equal keys both stand there. */
export function objectOf(members: readonly (readonly [key: string, json: string])[]): string {
  return `{${members.map(([key, json]) => `${JSON.stringify(key)}:${json}`).join(',')}}`;
}

/** An object of some of these names with any values. */
export const membersOf = (names: readonly string[], value = jsonValue): fc.Arbitrary<string> =>
  fc.array(fc.tuple(fc.constantFrom(...names), value), { maxLength: 4 }).map(objectOf);

const SPOILED: readonly ((whole: string, at: number) => string | Buffer)[] = [
  (whole, at) => whole.slice(0, at % whole.length), // breaks off
  (whole) => `${whole}x`,
  (whole) => `${whole}${whole}`,
  (whole) => `[${whole},${whole}]`,
  (whole) => `[${whole}`,
  (whole) => `"${whole.replaceAll('"', '')}"`,
  (whole) => `/* */${whole}`,
  (whole) => whole.replaceAll('"', "'"),
  (whole) => Buffer.from(whole, 'utf16le'),
  (whole) => Buffer.concat([Buffer.from(whole.slice(0, -1)), Buffer.from([0xc0, 0x80]), Buffer.from('}')]),
  (whole, at) =>
    Buffer.concat([Buffer.from(whole.slice(0, at % whole.length)), Buffer.from([0xff]), Buffer.from(whole)]),
  (whole) => whole.replace('{', '{"a":\u0001"b",').replace('{', '{"\n":0,'),
];
const NO_OBJECT = ['', ' ', '\0', ...listOf('[] [[]] [null] null undefined NaN 0 "a" { }')];

/** A body that is no JSON object in UTF-8, made of the text of one where it can be. */
export const brokenBody = (whole: fc.Arbitrary<string>): fc.Arbitrary<Buffer> =>
  mostly<Buffer>(
    [
      6,
      fc
        .tuple(whole, fc.constantFrom(...SPOILED), fc.nat(5_000))
        .map(([each, way, at]) => Buffer.from(way(each, at) as string)),
    ],
    [3, utf8(usually(2, NO_OBJECT, deepJson))],
    [1, fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.concat([Buffer.from([0x80]), bytes]))],
  );

/** A body of some of these names; else one that is broken, too deep, or too large at `deep`, one of the names. */
export function bodyOf(names: readonly string[], deep: string, value = jsonValue): fc.Arbitrary<Buffer> {
  const fields = membersOf(names, value);
  const large = fc
    .constantFrom(99_000, 100_001, 120_000, 300_000)
    .map((letters) => `"${'a'.repeat(letters)}"`);
  const odd = text(`{"${deep}":`, usually(1, deepJson, large), '}');
  return mostly([5, utf8(fields)], [4, brokenBody(fields)], [2, utf8(odd)]);
}
