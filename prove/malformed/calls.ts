import fc from 'fast-check';
import { type ApiFunction, argumentsOf, FUNCTIONS } from '../../domain/functions.ts';
import { listOf, mostly } from './attempt.ts';
import { deepJson, jsonValue, objectOf } from './json.ts';

/** The functions of who is signed in, with the names of their arguments; `wrong` is one that a text cannot be, or that there is not. */
const CALLS = Object.entries(FUNCTIONS as Record<string, ApiFunction>).flatMap(([name, fn]) => {
  if (fn.allowedTo === 'family' || fn.allowedTo === 'anybody') return [];
  const wrong = argumentsOf(fn).find(({ type }) => !/text|json/.test(type))?.name ?? 'sobra';
  const looks = fn.reads || fn.audit?.startsWith('viu_') === true;
  return { name, taken: argumentsOf(fn).map((argument) => argument.name), wrong, looks };
});
const WRITES = CALLS.filter(({ looks }) => !looks);
/** Names of those that change something. */
export const WRITING = WRITES.map(({ name }) => name);

/** No uuid, number, truth value, moment or array. */
const WRONG = [
  '"nada disso"',
  '{"a":1}',
  '"00000000-0000-4000-8000-00000000000g"',
  '"\\u0000"',
  '"1e400"',
  '"{1"',
];

/** Those that only look, whose arguments may be anything. */
const READS = CALLS.filter(({ looks }) => looks);
const ODD_NAMES = listOf(
  'pg_sleep pode __proto__ buscar_inscricoes%00 BUSCAR_INSCRICOES "buscar_inscricoes" a%2fb toString',
);
export const READING = [...READS.map(({ name }) => name), ...ODD_NAMES];

const FILTER_KEYS = listOf(
  'busca situacao cidade idade_de idade_ate ordem sentido tamanho pular apos antes fim colunas chegou_de chegou_ate sexo __proto__ nada',
);
const members = (names: readonly string[]) =>
  fc.array(fc.tuple(fc.constantFrom(...names), jsonValue), { maxLength: 4 });

/** The desk's filter with odd values, or something else instead. */
export const filter = mostly<string>([6, members(FILTER_KEYS).map(objectOf)], [1, jsonValue], [1, deepJson]);

/** Functions of families, who need no session: any arguments may come, and each answer is one of a refusal or null. */
export const FAMILY_CALLS = Object.entries(FUNCTIONS).flatMap(([name, { allowedTo }]) =>
  allowedTo === 'family' ? [name] : [],
);
export const familyArguments = mostly<string>(
  [6, members(listOf('codigo protocolo nascimento endereco tipo telefone')).map(objectOf)],
  [1, jsonValue],
);

/** Calls of who holds a link: the right code, and beside it what no enrolment takes, so that nothing changes. `document` is the enrolment's first. */
export const holderCall = (code: string, document: string): fc.Arbitrary<Call> => {
  const right: [string, string] = ['codigo', JSON.stringify(code)];
  const address = JSON.stringify(
    `https://a.test/storage/v1/object/public/cadastro_unico_uploads/${document}`,
  );
  const addresses = mostly<string>([4, jsonValue], [1, fc.constantFrom(address, address.replace('_', '_x'))]);
  const unlikely = fc.constantFrom(
    'null',
    '""',
    '"3"',
    '"\\u0000"',
    '{"a":1}',
    '[]',
    '"desistir "',
    '"ligue já"',
    'true',
  );
  return mostly<Call>(
    [1, addresses.map((odd) => ['enviar_outro_documento', objectOf([right, ['endereco', odd]])])],
    [1, unlikely.map((odd) => ['pedir_pela_familia', objectOf([right, ['tipo', odd]])])],
    [
      1,
      unlikely.map((odd) => [
        'pedir_pela_familia',
        objectOf([right, ['tipo', '"telefone"'], ['telefone', odd]]),
      ]),
    ],
    [1, jsonValue.map((odd) => ['situacao_da_inscricao', objectOf([right, ['mais', odd]])])],
  );
};

/** A function's name and its arguments as JSON. */
export type Call = readonly [name: string, json: string];

/** A call that changes nothing, because one argument is certainly wrong. */
export const spoiltCall: fc.Arbitrary<Call> = fc
  .tuple(
    fc.constantFrom(...WRITES),
    fc.array(jsonValue, { minLength: 5, maxLength: 5 }),
    fc.constantFrom(...WRONG),
  )
  .map(([{ name, taken, wrong }, values, json]) => {
    const others = taken.filter((other) => other !== wrong);
    const given = others.map((other, at): [string, string] => [other, values[at] ?? '0']);
    return [name, objectOf([...given, [wrong, json]])];
  });

/** A call of a function that reads, with arguments that it may or may not take. */
export const readingCall: fc.Arbitrary<Call> = mostly<Call>(
  [
    6,
    fc
      .constantFrom(...READS)
      .chain(({ name, taken }) =>
        fc.tuple(
          fc.constant(name),
          taken[0] === 'filtro'
            ? filter.map((json) => `{"filtro":${json}}`)
            : taken.length > 0
              ? members(taken).map(objectOf)
              : fc.constant('{}'),
        ),
      ),
  ],
  [
    1,
    fc.tuple(fc.constantFrom(...READING), members(['filtro', 'x', '__proto__', 'inscricao']).map(objectOf)),
  ],
);
