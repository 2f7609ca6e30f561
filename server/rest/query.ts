import { FIELDS } from '../../domain/enrolment/fields.ts';
import { ApiError } from '../core/errors.ts';

/** The one table that is served. */
export const TABLE = 'inscricoes_projeto';

/** Its columns with their types: what the database fills, and the answers. */
export const COLUMNS: ReadonlyMap<string, string> = new Map([
  ['id', 'uuid'],
  ['created_at', 'timestamptz'],
  ['protocolo', 'text'],
  ...FIELDS.map(({ column, type }) => [column, type] as const),
]);

/** A longer list is truncated without an error, as on a hosted project. Source: docs/contract.md §1. */
export const ROWS_MAX = 1_000;

/** A query string, as what a list is asked for. All names are names of columns. */
export type Query = {
  /** Null: every column. */
  select: string[] | null;
  /** Columns and the values that they must equal. PostgreSQL converts the values to the column's type. */
  filters: [column: string, value: string][];
  order: [column: string, direction: 'asc' | 'desc'][];
  limit: number;
  offset: number;
};

/**
 * Decoded pairs of key and value in their order, without `apikey`. Throws 400 unless they are UTF-8 without
 * NUL.
 */
export function pairsOf(search: string): [string, string][] {
  const pairs = [...new URLSearchParams(search)].filter(([key]) => key !== 'apikey');
  if (pairs.flat().some((text) => text.includes('\0') || text.includes('\uFFFD'))) throw notServed();
  return pairs;
}

/** Throws 400, PGRST100 for grammar that is not served here, 42703 for an unknown column. */
export function parseQuery(search: string): Query {
  const query: Query = { select: null, filters: [], order: [], limit: ROWS_MAX, offset: 0 };
  for (const [key, value] of pairsOf(search)) {
    if (key === 'select') query.select = value === '*' ? null : [...new Set(value.split(',').map(columnIn))];
    else if (key === 'order') query.order = value.split(',').map(orderIn);
    else if (key === 'limit') query.limit = Math.min(numberIn(value), ROWS_MAX);
    else if (key === 'offset') query.offset = numberIn(value);
    else if (value.startsWith('eq.')) query.filters.push([columnIn(key), value.slice(3)]);
    else throw notServed();
  }
  return query;
}

/** 400 PGRST100 for what a query string asks beyond what is served; repeats nothing of what was sent. */
export function notServed(served = 'select, order, limit, offset and column=eq.value'): ApiError {
  return new ApiError(400, 'PGRST100', 'failed to parse query string', { details: `Served: ${served}` });
}

function columnIn(text: string): string {
  if (COLUMNS.has(text)) return text;
  throw /^[a-z_]+$/.test(text) ? new ApiError(400, '42703', 'column does not exist') : notServed();
}

function orderIn(text: string): [string, 'asc' | 'desc'] {
  const [, column = '', direction = 'asc'] = /^(.+?)(?:\.(asc|desc))?$/.exec(text) ?? [];
  return [columnIn(column), direction as 'asc' | 'desc'];
}

function numberIn(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw notServed();
}
