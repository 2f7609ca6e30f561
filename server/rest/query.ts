import { ApiError } from '../core/errors.ts';
import { type Filter, parseFilter } from './parse-filters.ts';
import { parseError, parseName, splitAtCommas } from './query-syntax.ts';

/** A parsed query string. Whether its columns exist is checked later, against the table. */
export type Query = {
  /** Null: every column. */
  select: string[] | null;
  /** Columns of `?columns=`; null when not given. */
  columns: string[] | null;
  order: Order[];
  limit: string | null;
  offset: string | null;
  /** Joined by and. */
  filters: Filter[];
};

export type Order = { column: string; descending: boolean; nulls: 'first' | 'last' | null };

const CONDITIONS_MAX = 50;
const URL_MAX = 8_192; // characters

/** Throws 414 above 8,192 characters, more than any request of the site. */
export function refuseLongAddress(url: string): void {
  if (url.length > URL_MAX) throw new ApiError(414, '414', 'Endereço longo demais.');
}

/** Decoded pairs of key and value in their order, without `apikey`. Throws 400 unless they are UTF-8 without NUL. */
export function pairsOf(search: string): [string, string][] {
  const pairs = search
    .replace(/^\?/, '')
    .split('&')
    .filter(Boolean)
    .map((part): [string, string] => {
      const at = part.indexOf('=');
      return at < 0 ? [decoded(part), ''] : [decoded(part.slice(0, at)), decoded(part.slice(at + 1))];
    });
  return pairs.filter(([key]) => key !== 'apikey');
}

/** Throws 400 PGRST100 for syntax that is not supported here, also where a hosted project supports it. */
export function parseQuery(search: string): Query {
  const pairs = pairsOf(search);
  const hint = pairs.map(([key]) => NOT_SERVED.get(key)).find(Boolean);
  if (hint) throw parseError('query string', 'This parameter is not served', hint);
  const given = (key: string) => pairs.find(([name]) => name === key)?.[1] ?? null;
  const query: Query = {
    select: parseSelect(given('select')),
    columns: parseColumns(given('columns')),
    order: parseOrder(given('order')),
    limit: given('limit'),
    offset: given('offset'),
    filters: pairs.filter(([key]) => !RESERVED.has(key)).map(([key, value]) => parseFilter(key, value)),
  };
  if (query.filters.length > CONDITIONS_MAX)
    throw parseError('filter', `At most ${CONDITIONS_MAX} conditions`);
  return query;
}

const EVERY_FILTER_HOLDS = 'All filters hold together; make one request for each alternative';

/** Parameters of PostgREST that are refused, each with what to do instead. Source: docs/contract.md §4.3. */
const NOT_SERVED: ReadonlyMap<string, string> = new Map([
  ...['and', 'or', 'not.and', 'not.or'].map((key) => [key, EVERY_FILTER_HOLDS] as const),
  ['on_conflict', 'Insert without it: a row is only ever added'],
]);

/** Keys that are no filter on a column. */
export const RESERVED: ReadonlySet<string> = new Set([
  ...['select', 'columns', 'order', 'limit', 'offset'],
  ...NOT_SERVED.keys(),
]);

function parseSelect(text: string | null): string[] | null {
  const items = text === null ? [] : splitAtCommas(text, 'select parameter').map((item) => item.trim());
  if (items.every((item) => item === '') || items.includes('*')) {
    for (const item of items) if (item !== '' && item !== '*') parseName(item, 'select parameter');
    return null;
  }
  return [...new Set(items.map((item) => parseName(item, 'select parameter')))];
}

function parseColumns(text: string | null): string[] | null {
  if (text === null) return null;
  const items = splitAtCommas(text, 'columns parameter');
  return [...new Set(items.map((item) => parseName(item.trim(), 'columns parameter')))];
}

function parseOrder(text: string | null): Order[] {
  if (text === null || text === '') return [];
  return splitAtCommas(text, 'order').map((term) => {
    const [, column = '', direction, nulls] =
      /^(.+?)(?:\.(asc|desc))?(?:\.nulls(first|last))?$/s.exec(term.trim()) ?? [];
    return {
      column: parseName(column, 'order'),
      descending: direction === 'desc',
      nulls: nulls === 'first' || nulls === 'last' ? nulls : null,
    };
  });
}

function decoded(text: string): string {
  try {
    const value = decodeURIComponent(text.replaceAll('+', ' '));
    if (!value.includes('\0')) return value;
  } catch {
    // not UTF-8, or an incomplete percent escape: refused below
  }
  throw parseError('query string', 'It is not UTF-8 text');
}
