import fc from 'fast-check';
import { mostly, PERSONAL } from './attempt.ts';

// JSON as text, because much of what is wrong with it no value can hold: two of one key,
// numbers beyond every type, halves of a surrogate pair, a document that breaks off.

const ATOMS = [
  ...[
    'null',
    'true',
    'false',
    '0',
    '-0',
    '-1',
    '1',
    '2147483648',
    '9007199254740993',
    '1e400',
    '-1e400',
    '1e-400',
  ],
  ...[
    '123456789012345678901234567890.5',
    '1E5',
    '""',
    '"\\ud800"',
    '"\\udfff\\ud800"',
    '"\\u0000"',
    '"a\\u0000b"',
  ],
  ...[
    '"\\u202e\\u2066"',
    '"NaN"',
    '"Infinity"',
    '"infinity"',
    '"2026-02-30"',
    '"0001-01-01 BC"',
    '"{}"',
    '"{1,2"',
  ],
  ...[
    '"\'; drop table inscricoes_projeto;--"',
    '"%_\\\\"',
    '"(a,b)"',
    '"00000000-0000-4000-8000-000000000000"',
  ],
];
const KEYS = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '',
  '\u0000',
  '*',
  'id',
  '"',
  'a b',
  '\ud83d',
];

/** Text of a JSON value. */
export const jsonValue: fc.Arbitrary<string> = fc.letrec<{ value: string; list: string; object: string }>(
  (tie) => ({
    value: mostly(
      [6, fc.constantFrom(...ATOMS)],
      [2, fc.constantFrom(...PERSONAL).map((text) => JSON.stringify(text))],
      [2, fc.string({ unit: 'binary', maxLength: 30 }).map((text) => JSON.stringify(text))],
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

/** A body that is no JSON object in UTF-8, made of the text of one where it can be. */
export function brokenBody(whole: fc.Arbitrary<string>): fc.Arbitrary<Buffer> {
  const spoil: readonly ((text: string, at: number) => Buffer)[] = [
    (text, at) => Buffer.from(text.slice(0, at % text.length)), // breaks off
    (text) => Buffer.from(`${text}x`),
    (text) => Buffer.from(`${text}${text}`),
    (text) => Buffer.from(`[${text},${text}]`),
    (text) => Buffer.from(`[${text}`),
    (text) => Buffer.from(`"${text.replaceAll('"', '')}"`),
    (text) => Buffer.from(`/* */${text}`),
    (text) => Buffer.from(text.replaceAll('"', "'")),
    (text) => Buffer.from(text, 'utf16le'),
    (text) => Buffer.concat([Buffer.from(text.slice(0, -1)), Buffer.from([0xc0, 0x80]), Buffer.from('}')]),
    (text, at) =>
      Buffer.concat([Buffer.from(text.slice(0, at % text.length)), Buffer.from([0xff]), Buffer.from(text)]),
    (text) => Buffer.from(text.replace('{', '{"a":\u0001"b",').replace('{', '{"\n":0,')),
  ];
  return mostly<Buffer>(
    [6, fc.tuple(whole, fc.constantFrom(...spoil), fc.nat(5_000)).map(([text, way, at]) => way(text, at))],
    [
      2,
      fc
        .constantFrom('', ' ', '\0', '[]', '[[]]', '[null]', 'null', 'undefined', 'NaN', '0', '"a"', '{', '}')
        .map((text) => Buffer.from(text)),
    ],
    [1, deepJson.map((text) => Buffer.from(text))],
    [1, fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.concat([Buffer.from([0x80]), bytes]))],
  );
}
