import { ApiError } from '../core/errors.ts';
import { countConditions, type Filter, isGroupKey, parseFilter } from './parse-filters.ts';
import { parseError, parseName, splitAtCommas } from './query-syntax.ts';

/** A parsed query string. Whether its columns exist is checked later, against the table. */
export type Query = {
  /** Null: every column. */
  select: string[] | null;
  /** Columns of `?columns=`; null when not given. */
  columns: string[] | null;
  /** Columns of `?on_conflict=`; null when not given. */
  onConflict: string[] | null;
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
  const given = (key: string) => pairs.find(([name]) => name === key)?.[1] ?? null;
  const query: Query = {
    select: parseSelect(given('select')),
    columns: parseNames(given('columns'), 'columns parameter'),
    onConflict: parseNames(given('on_conflict'), 'on_conflict parameter'),
    order: parseOrder(given('order')),
    limit: given('limit'),
    offset: given('offset'),
    filters: pairs
      .filter(([key]) => isGroupKey(key) || !RESERVED.has(key))
      .map(([key, value]) => parseFilter(key, value)),
  };
  if (countConditions(query.filters) > CONDITIONS_MAX)
    throw parseError('filter', `At most ${CONDITIONS_MAX} conditions`);
  return query;
}

/** Keys that are no filter on a column. Source: docs/contract.md §4.3. */
export const RESERVED: ReadonlySet<string> = new Set([
  ...['select', 'columns', 'on_conflict', 'order', 'limit', 'offset'],
  ...['and', 'or', 'not.and', 'not.or'],
]);

function parseSelect(text: string | null): string[] | null {
  const items = text === null ? [] : splitAtCommas(text, 'select parameter').map((item) => item.trim());
  if (items.every((item) => item === '') || items.includes('*')) {
    for (const item of items) if (item !== '' && item !== '*') parseName(item, 'select parameter');
    return null;
  }
  return [...new Set(items.map((item) => parseName(item, 'select parameter')))];
}

function parseNames(text: string | null, what: string): string[] | null {
  return text === null
    ? null
    : [...new Set(splitAtCommas(text, what).map((item) => parseName(item.trim(), what)))];
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
