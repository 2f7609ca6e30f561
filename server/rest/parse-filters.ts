import { parseError, parseName } from './query-syntax.ts';

/** A condition on one column, or a group of them. Values stay text: PostgreSQL converts them to the column's type. */
export type Filter = Condition | Group;
export type Group = { kind: 'group'; join: 'and' | 'or'; negated: boolean; parts: Filter[] };
export type Condition = { kind: 'condition'; column: string; negated: boolean; test: Test };
export type Test =
  | { kind: 'compare'; operator: Comparison; value: string }
  | { kind: 'in'; values: string[] }
  | { kind: 'is'; value: State };

const COMPARISONS = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike'] as const;
export type Comparison = (typeof COMPARISONS)[number];

const STATES = ['null', 'not_null', 'true', 'false', 'unknown'] as const;
export type State = (typeof STATES)[number];

const DEPTH_MAX = 5;
const LIST_MAX = 100;

/** True for `and`, `or`, `not.and` and `not.or`. */
export function isGroupKey(key: string): boolean {
  return /^(not\.)?(and|or)$/.test(key);
}

/**
 * One filter of a query string: `cidade=not.eq.Anápolis`, `or=(idade.lt.12,and(…))`.
 * Throws 400 PGRST100 for any other grammar or operator. Source: docs/contract.md §4.3.
 */
export function parseFilter(key: string, text: string): Filter {
  if (!isGroupKey(key)) return parseCondition(key, text);
  const reader: Reader = { text, at: 0 };
  const group = readGroup(reader, key.endsWith('or') ? 'or' : 'and', key.startsWith('not.'), 1);
  if (reader.at < text.length) throw parseError('logic tree', 'Expected the end');
  return group;
}

export function countConditions(filters: readonly Filter[]): number {
  return filters.reduce(
    (sum, filter) => sum + (filter.kind === 'group' ? countConditions(filter.parts) : 1),
    0,
  );
}

/** A text and the position reached in it. */
type Reader = { readonly text: string; at: number };

/** Matches the sticky `pattern` at the position and moves past the match; null and no move without a match. */
function take(reader: Reader, pattern: RegExp): RegExpExecArray | null {
  pattern.lastIndex = reader.at;
  const found = pattern.exec(reader.text);
  if (found) reader.at = pattern.lastIndex;
  return found;
}

/** Outside a group the value is the whole rest of the text, quotes included. */
function parseCondition(key: string, text: string): Condition {
  const column = parseName(key, 'filter');
  const reader: Reader = { text, at: 0 };
  const { negated, operator } = readOperator(reader);
  if (operator !== 'in')
    return { kind: 'condition', column, negated, test: testOf(operator, text.slice(reader.at)) };
  const values = readList(reader);
  if (reader.at < text.length) throw parseError('filter', 'Expected the end of the list');
  return { kind: 'condition', column, negated, test: { kind: 'in', values } };
}

function readGroup(reader: Reader, join: 'and' | 'or', negated: boolean, depth: number): Group {
  if (depth > DEPTH_MAX) throw parseError('logic tree', `At most ${DEPTH_MAX} levels`);
  if (!take(reader, /\(\s*/y)) throw parseError('logic tree', 'Expected (');
  const parts: Filter[] = [];
  do parts.push(readPart(reader, depth));
  while (take(reader, /\s*,\s*/y));
  if (!take(reader, /\s*\)/y)) throw parseError('logic tree', 'Expected , or )');
  return { kind: 'group', join, negated, parts };
}

function readPart(reader: Reader, depth: number): Filter {
  const group = take(reader, /(not\.)?(and|or)(?=\()/y);
  if (group) return readGroup(reader, group[2] as 'and' | 'or', group[1] !== undefined, depth + 1);
  const name = take(reader, /("(?:[^"\\]|\\.)+"|[^".,()]+)\./sy)?.[1];
  if (name === undefined) throw parseError('logic tree', 'Expected the name of a column');
  const column = parseName(name, 'logic tree');
  const { negated, operator } = readOperator(reader);
  const test: Test =
    operator === 'in' ? { kind: 'in', values: readList(reader) } : testOf(operator, readValue(reader));
  return { kind: 'condition', column, negated, test };
}

type Operator = Comparison | 'in' | 'is';

function readOperator(reader: Reader): { negated: boolean; operator: Operator } {
  const [, not, name = ''] = take(reader, /(not\.)?([a-z]+)\./y) ?? [];
  const operator = [...COMPARISONS, 'is', 'in'].find((known) => known === name) as Operator | undefined;
  if (!operator) throw parseError('filter', `Expected one of ${COMPARISONS.join(', ')}, is, in`);
  return { negated: not !== undefined, operator };
}

function testOf(operator: Comparison | 'is', value: string): Test {
  if (operator !== 'is') return { kind: 'compare', operator, value };
  const state = STATES.find((name) => name === value.toLowerCase());
  if (!state) throw parseError('filter', `Expected one of ${STATES.join(', ')}`);
  return { kind: 'is', value: state };
}

/** `(a,"b,c")` of `in`; may be empty. */
function readList(reader: Reader): string[] {
  if (!take(reader, /\(/y)) throw parseError('filter', 'Expected (');
  if (take(reader, /\)/y)) return [];
  const values: string[] = [];
  do values.push(readValue(reader));
  while (take(reader, /,/y));
  if (!take(reader, /\)/y)) throw parseError('filter', 'The list is not closed');
  if (values.length > LIST_MAX) throw parseError('filter', `At most ${LIST_MAX} values in a list`);
  return values;
}

/** A value in double quotes that `,`, `)`, `}` or the end follows, as in PostgREST; else the text up to the next comma or bracket. */
function readValue(reader: Reader): string {
  const quoted = take(reader, /"((?:[^"\\]|\\.)*)"(?=[,)}]|$)/sy);
  if (quoted) return (quoted[1] ?? '').replaceAll(/\\(.)/gs, '$1');
  return take(reader, /[^,)]*/y)?.[0] ?? '';
}
