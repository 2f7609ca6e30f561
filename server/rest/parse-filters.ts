import { parseError, parseName } from './query-syntax.ts';

/** A condition on one column. Values stay text: PostgreSQL converts them to the column's type. */
export type Filter = { column: string; negated: boolean; test: Test };
export type Test =
  | { kind: 'compare'; operator: Comparison; value: string }
  | { kind: 'in'; values: string[] }
  | { kind: 'is'; value: State };

const COMPARISONS = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike'] as const;
export type Comparison = (typeof COMPARISONS)[number];

const STATES = ['null', 'not_null', 'true', 'false', 'unknown'] as const;
export type State = (typeof STATES)[number];

const LIST_MAX = 100;

/**
 * One filter of a query string: `cidade=not.eq.Anápolis`. Throws 400 PGRST100 for any other
 * grammar or operator. Source: docs/contract.md §4.3.
 */
export function parseFilter(key: string, text: string): Filter {
  const column = parseName(key, 'filter');
  const [before, not, name = ''] = /^(not\.)?([a-z]+)\./.exec(text) ?? [''];
  const operator = [...COMPARISONS, 'is', 'in'].find((known) => known === name) as Operator | undefined;
  if (!operator) throw parseError('filter', `Expected one of ${COMPARISONS.join(', ')}, is, in`);
  return { column, negated: not !== undefined, test: testOf(operator, text.slice(before.length)) };
}

type Operator = Comparison | 'in' | 'is';

/** The value of all but `in` is the whole rest of the text, quotes included. */
function testOf(operator: Operator, value: string): Test {
  if (operator === 'in') return { kind: 'in', values: listOf(value) };
  if (operator !== 'is') return { kind: 'compare', operator, value };
  const state = STATES.find((name) => name === value.toLowerCase());
  if (!state) throw parseError('filter', `Expected one of ${STATES.join(', ')}`);
  return { kind: 'is', value: state };
}

/** A value in double quotes that `,`, `)`, `}` or the end follows, as in PostgREST; else the text up to the next comma or bracket. */
const VALUE = /"((?:[^"\\]|\\.)*)"(?=[,)}]|$)|([^,)]*)/sy;

/** The values of `(a,"b,c")`; may be empty. */
function listOf(text: string): string[] {
  if (!text.startsWith('(')) throw parseError('filter', 'Expected (');
  if (text === '()') return [];
  const values: string[] = [];
  let at = 0;
  do {
    VALUE.lastIndex = at + 1; // behind the bracket or comma
    const [, quoted, plain = ''] = VALUE.exec(text) ?? [];
    values.push(quoted?.replaceAll(/\\(.)/gs, '$1') ?? plain);
    at = VALUE.lastIndex;
  } while (text[at] === ',');
  if (text[at] !== ')' || at + 1 < text.length)
    throw parseError('filter', 'Expected ) at the end of the list');
  if (values.length > LIST_MAX) throw parseError('filter', `At most ${LIST_MAX} values in a list`);
  return values;
}
