import { ApiError } from '../core/errors.ts';

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

/** A condition on one column. Values stay text: PostgreSQL converts them to the column's type. */
export type Filter = { column: string; negated: boolean } & (
  | { operator: (typeof COMPARISONS)[number]; value: string }
  | { operator: 'in'; value: string[] }
  | { operator: 'is'; value: (typeof STATES)[number] }
);

const COMPARISONS = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike'] as const;
const STATES = ['null', 'not_null', 'true', 'false', 'unknown'] as const;

const LIST_MAX = 100;

/**
 * One filter of a query string: `cidade=not.eq.Anápolis`. Throws 400 PGRST100 for any other
 * grammar or operator. Source: docs/contract.md §4.3.
 */
export function parseFilter(key: string, text: string): Filter {
  const column = parseName(key, 'filter');
  const [before, not, name = ''] = /^(not\.)?([a-z]+)\./.exec(text) ?? [''];
  const [filter, rest] = [{ column, negated: not !== undefined }, text.slice(before.length)];
  if (name === 'in') return { ...filter, operator: name, value: listOf(rest) };
  if (name === 'is') {
    const value = STATES.find((state) => state === rest.toLowerCase());
    if (!value) throw parseError('filter', `Expected one of ${STATES.join(', ')}`);
    return { ...filter, operator: name, value };
  }
  const operator = COMPARISONS.find((known) => known === name);
  if (!operator) throw parseError('filter', `Expected one of ${COMPARISONS.join(', ')}, is, in`);
  return { ...filter, operator, value: rest }; // the whole rest, quotes included
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

/**
 * 400 PGRST100 for a query string that does not parse: `details` say what was expected, `hint` which
 * call to make instead of one that PostgREST serves; neither repeats what was sent.
 */
export function parseError(what: string, details: string, hint: string | null = null): ApiError {
  return new ApiError(400, 'PGRST100', `failed to parse ${what}`, { details, hint });
}

/** PostgREST's syntax in place of a column name: how each is recognised, and what to use instead. */
const INSTEAD: readonly [sign: RegExp, hint: string][] = [
  [/->/, 'Ask for the whole column'],
  [/[()]/, 'Read each table by itself; count its rows with Prefer: count=exact'],
  [/\./, 'Filter a table by its own columns'],
  [/::/, 'Ask for the column as it is stored'],
  [/:/, 'Ask for the column by its own name'],
];

/** A column name, plain or in double quotes. Throws 400 for anything else, such as an embedded table, a cast or an alias. */
export function parseName(text: string, what: string): string {
  const inside = /^"((?:[^"\\]|\\.)+)"$/s.exec(text)?.[1];
  if (inside !== undefined) return inside.replaceAll(/\\(.)/gs, '$1');
  if (/^[\p{L}_][\p{L}\p{N}_$ -]*$/u.test(text)) return text;
  const [, hint = null] = INSTEAD.find(([sign]) => sign.test(text)) ?? [];
  throw parseError(what, 'Expected the name of a column', hint);
}

/** Splits at the commas outside double quotes. Throws 400 when a quote is not closed. */
export function splitAtCommas(text: string, what: string): string[] {
  const parts: string[] = [];
  let [began, quoted] = [0, false];
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '"') quoted = !quoted;
    else if (quoted && text[at] === '\\') at++;
    else if (!quoted && text[at] === ',') {
      parts.push(text.slice(began, at));
      began = at + 1;
    }
  }
  if (quoted) throw parseError(what, 'A quote is not closed');
  return [...parts, text.slice(began)];
}
