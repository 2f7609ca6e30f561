import fc from 'fast-check';
import { DOCUMENT_BUCKET } from '../../domain/document/document.ts';
import { type ApiFunction, argumentsOf, FUNCTIONS } from '../../domain/functions.ts';
import { listOf, mostly, usually } from './attempt.ts';
import { deepJson, jsonValue, membersOf, objectOf } from './json.ts';

/**
 * The functions for signed-in callers, with the names of their arguments; `wrong` is one whose value cannot
 * be text, or an unknown one.
 */
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
const WRONG = listOf('"nada" {"a":1} "00000000-0000-4000-8000-00000000000g" "\\u0000" "1e400" "{1"');

/** Those that only look, whose arguments may be anything. */
const READS = CALLS.filter(({ looks }) => looks);
const ODD_NAMES = listOf(
  'pg_sleep pode __proto__ lista_de_inscricoes%00 BUSCAR_INSCRICOES "lista_de_inscricoes" a%2fb toString',
);
export const READING = [...READS.map(({ name }) => name), ...ODD_NAMES];

const FILTER_KEYS = listOf(
  'busca situacao cidade idade_de idade_ate ordem sentido tamanho pular apos colunas chegou_de chegou_ate sexo __proto__ nada',
);

/** The desk's filter with odd values, or something else instead. */
export const filter = usually(6, membersOf(FILTER_KEYS), jsonValue, deepJson);

/** A function's name and its arguments as JSON. */
export type Call = readonly [name: string, json: string];

/** Functions of families, who need no session: any arguments may come, and each answer is one of a refusal or null. */
export const FAMILY_CALLS = Object.entries(FUNCTIONS).flatMap(([name, { allowedTo }]) =>
  allowedTo === 'family' ? [name] : [],
);
export const familyCall: fc.Arbitrary<Call> = fc.tuple(
  fc.constantFrom(...FAMILY_CALLS),
  usually(6, membersOf(listOf('codigo protocolo nascimento endereco tipo telefone cpf mudancas')), jsonValue),
);

/**
 * Calls by somebody who holds a family's link: the right code with arguments that are refused, so that
 * nothing changes. `document` is the enrolment's first.
 */
export function holderCall(code: string, document: string): fc.Arbitrary<Call> {
  const address = JSON.stringify(`https://a.test/storage/v1/object/public/${DOCUMENT_BUCKET}/${document}`);
  const unlikely = ['"desistir "', '"ligue já"', ...listOf('null "" "3" "\\u0000" {"a":1} [] true')];
  const call = (name: string, json: fc.Arbitrary<string>, member: string, ...before: [string, string][]) =>
    json.map((odd): Call => [name, objectOf([['codigo', JSON.stringify(code)], ...before, [member, odd]])]);
  const addresses = usually(4, jsonValue, [address, address.replace('_', '_x')]);
  return fc.oneof(
    call('enviar_outro_documento', addresses, 'endereco'),
    call('pedir_pela_familia', fc.constantFrom(...unlikely), 'tipo'),
    call('pedir_pela_familia', fc.constantFrom(...unlikely), 'telefone', ['tipo', '"telefone"']),
    call('enviar_responsavel', fc.constantFrom(...unlikely), 'telefone', ['nome', '"Pessoa Marcada"']),
    call('meus_dados', usually(4, jsonValue, unlikely), 'cpf'),
    call('pedir_dos_dados', jsonValue, 'mudancas', ['cpf', '"000"'], ['tipo', '"corrigir"']),
    call('situacao_da_inscricao', jsonValue, 'mais'),
  );
}

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
    fc.constantFrom(...READS).chain(({ name, taken }) => {
      if (taken[0] === 'filtro') return filter.map((json): Call => [name, `{"filtro":${json}}`]);
      return (taken.length > 0 ? membersOf(taken) : fc.constant('{}')).map((json): Call => [name, json]);
    }),
  ],
  [1, fc.tuple(fc.constantFrom(...READING), membersOf(listOf('filtro x __proto__ inscricao')))],
);
