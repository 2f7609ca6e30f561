import { fail, nameOf } from './words.ts';

/** A condition on one column, or several joined. Values are text; PostgreSQL reads them as the column's type. */
export type Filter = Condition | Group;
export type Group = { kind: 'group'; join: 'and' | 'or'; negated: boolean; parts: Filter[] };
export type Condition = { kind: 'condition'; column: string; negated: boolean; test: Test };
export type Test =
  | { kind: 'compare'; operator: Comparison; value: string }
  | { kind: 'quantified'; operator: Comparison; quantifier: 'any' | 'all'; values: string[] }
  | { kind: 'in'; values: string[] }
  | { kind: 'is'; value: State };

const COMPARISONS = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike'] as const;
export type Comparison = (typeof COMPARISONS)[number];

const STATES = ['null', 'not_null', 'true', 'false', 'unknown'] as const;
export type State = (typeof STATES)[number];

const DEPTH_MAX = 5;
const LIST_MAX = 100;

/** True for the keys of a query string that hold a group: `or`, `not.and` and so on. */
export function isGroupKey(key: string): boolean {
  return /^(not\.)?(and|or)$/.test(key);
}

/**
 * One filter of a query string: `cidade=not.eq.Anápolis`, `or=(idade.lt.12,and(…))`.
 * Throws 400 PGRST100 for any other grammar or operator. Source: contract §4.3.
 */
export function parseFilter(key: string, text: string): Filter {
  if (!isGroupKey(key)) return parseCondition(key, text);
  const reader: Reader = { text, at: 0 };
  const group = readGroup(reader, key.endsWith('or') ? 'or' : 'and', key.startsWith('not.'), 1);
  if (reader.at < text.length) throw fail('logic tree', 'Expected the end');
  return group;
}

export function countConditions(filters: readonly Filter[]): number {
  return filters.reduce(
    (sum, filter) => sum + (filter.kind === 'group' ? countConditions(filter.parts) : 1),
    0,
  );
}

/** The place reached in a text. */
type Reader = { readonly text: string; at: number };

/** What `pattern` (sticky) finds at the place reached, which moves behind it; null when it finds nothing. */
function take(reader: Reader, pattern: RegExp): RegExpExecArray | null {
  pattern.lastIndex = reader.at;
  const found = pattern.exec(reader.text);
  if (found) reader.at = pattern.lastIndex;
  return found;
}

/** At the top the value is all that follows, quotes included. */
function parseCondition(key: string, text: string): Condition {
  const column = nameOf(key, 'filter');
  const reader: Reader = { text, at: 0 };
  const { negated, operator, quantifier } = readOperator(reader);
  const rest = text.slice(reader.at);
  const list = operator === 'in' || quantifier !== null;
  const value = list ? readList(reader, operator === 'in' ? '(' : '{') : rest;
  if (list && reader.at < text.length) throw fail('filter', 'Expected the end of the list');
  return { kind: 'condition', column, negated, test: testOf(operator, quantifier, value) };
}

function readGroup(reader: Reader, join: 'and' | 'or', negated: boolean, depth: number): Group {
  if (depth > DEPTH_MAX) throw fail('logic tree', `At most ${DEPTH_MAX} levels`);
  if (!take(reader, /\(\s*/y)) throw fail('logic tree', 'Expected (');
  const parts: Filter[] = [];
  do parts.push(readPart(reader, depth));
  while (take(reader, /\s*,\s*/y));
  if (!take(reader, /\s*\)/y)) throw fail('logic tree', 'Expected , or )');
  return { kind: 'group', join, negated, parts };
}

function readPart(reader: Reader, depth: number): Filter {
  const group = take(reader, /(not\.)?(and|or)(?=\()/y);
  if (group) return readGroup(reader, group[2] as 'and' | 'or', group[1] !== undefined, depth + 1);
  const name = take(reader, /("(?:[^"\\]|\\.)+"|[^".,()]+)\./sy)?.[1];
  if (name === undefined) throw fail('logic tree', 'Expected the name of a column');
  const column = nameOf(name, 'logic tree');
  const { negated, operator, quantifier } = readOperator(reader);
  const value =
    operator === 'in' || quantifier !== null
      ? readList(reader, operator === 'in' ? '(' : '{')
      : readValue(reader, /[^,)]*/y);
  return { kind: 'condition', column, negated, test: testOf(operator, quantifier, value) };
}

type Named = Comparison | 'in' | 'is';
type Quantifier = 'any' | 'all' | null;

function readOperator(reader: Reader): { negated: boolean; operator: Named; quantifier: Quantifier } {
  const [, not, operator = '', quantifier] = take(reader, /(not\.)?([a-z]+)(?:\((any|all)\))?\./y) ?? [];
  const known = operator === 'in' || operator === 'is' || COMPARISONS.some((name) => name === operator);
  const quantifiable = !['in', 'is', 'neq'].includes(operator);
  if (!known || (quantifier !== undefined && !quantifiable))
    throw fail('filter', `Expected one of ${COMPARISONS.join(', ')}, is, in`);
  return {
    negated: not !== undefined,
    operator: operator as Named,
    quantifier: (quantifier as 'any' | 'all' | undefined) ?? null,
  };
}

function testOf(operator: Named, quantifier: Quantifier, value: string | string[]): Test {
  if (Array.isArray(value)) {
    if (operator === 'in') return { kind: 'in', values: value };
    return {
      kind: 'quantified',
      operator: operator as Comparison,
      quantifier: quantifier ?? 'any',
      values: value,
    };
  }
  if (operator !== 'is') return { kind: 'compare', operator: operator as Comparison, value };
  const state = STATES.find((name) => name === value.toLowerCase());
  if (!state) throw fail('filter', `Expected one of ${STATES.join(', ')}`);
  return { kind: 'is', value: state };
}

/** `(a,"b,c")` of `in`, `{a,b}` behind a quantifier. Empty: no values. */
function readList(reader: Reader, opening: '(' | '{'): string[] {
  const [open, close, plain] = opening === '(' ? [/\(/y, /\)/y, /[^,)]*/y] : [/\{/y, /\}/y, /[^,}]*/y];
  if (!take(reader, open)) throw fail('filter', `Expected ${opening}`);
  if (take(reader, close)) return [];
  const values: string[] = [];
  do values.push(readValue(reader, plain));
  while (take(reader, /,/y));
  if (!take(reader, close)) throw fail('filter', 'The list is not closed');
  if (values.length > LIST_MAX) throw fail('filter', `At most ${LIST_MAX} values in a list`);
  return values;
}

/** A value in double quotes, or what `plain` takes. */
function readValue(reader: Reader, plain: RegExp): string {
  const quoted = take(reader, /"((?:[^"\\]|\\.)*)"(?=[,)}]|$)/sy);
  if (quoted) return (quoted[1] ?? '').replaceAll(/\\(.)/gs, '$1');
  return take(reader, plain)?.[0] ?? '';
}
