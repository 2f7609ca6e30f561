import type { ApiFunction } from '../../domain/functions.ts';
import { COLUMNS, type Query, ROWS_MAX, TABLE } from './query.ts';

/**
 * A statement for PostgreSQL. Its text consists of constants, of names of columns and of names of
 * domain/functions.ts; everything that a caller sent is a bound value.
 */
export type Statement = { text: string; values: unknown[] };

/** An answer of at most this many rows is recorded as a look at each of those sheets, a longer one as a look at the list. */
export const NAMED_MAX = 10;

/**
 * Gives one row: the page as `body` (a JSON array), its number of rows as `shown`, the ids of the first
 * `NAMED_MAX` as `ids`; with `counted`, the number of rows of all pages as `total`.
 */
export function listStatement(query: Query, counted: boolean): Statement {
  const values: unknown[] = [];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const conditions = query.filters.map(([column, value]) => `target.${column} = ${bind(value)}`);
  const where = conditions.length > 0 ? `where ${conditions.join(' and ')}` : '';
  const from = `from public.${TABLE} as target ${where}`;
  const order = query.order.map(([column, direction]) => `target.${column} ${direction}`);
  const columns = query.select?.map((name) => `target.${name}`).join(', ');
  const row = columns
    ? `(select row_to_json(chosen) from (select ${columns}) as chosen)`
    : 'row_to_json(target)';
  const text = `
    with page as (
      select ${row} as item, target.id ${from}
      ${order.length > 0 ? `order by ${order.join(', ')}` : ''}
      limit ${bind(query.limit)} offset ${bind(query.offset)})
    select ${bodyOf('page.item')}, (array_agg(page.id))[1:${NAMED_MAX}] as ids
      ${counted ? `, (select count(*) ${from})::float8 as total` : ''}
    from page`;
  return { text, values };
}

/** Inserts these columns of the JSON object `json`. */
export function insertStatement(json: string, columns: readonly string[]): Statement {
  const names = columns.join(', ');
  const sent = record(columns.map((name) => ({ name, type: COLUMNS.get(name) as string })));
  return { text: `insert into public.${TABLE} (${names}) select ${names} from ${sent}`, values: [json] };
}

/**
 * The status (text) and headers (a JSON array of objects) that a function has set for its answer, as
 * PostgREST reads them; null when not set.
 */
const RESPONSE_SETTINGS = `nullif(current_setting('response.status', true), '') as status,
  nullif(current_setting('response.headers', true), '') as headers`;

type Argument = { name: string; type: string };

/**
 * Calls a function with the named arguments `given` of the JSON object `json`; gives one row with the result
 * as `body`, for a set its size as `shown`, and the `response.status` and `response.headers` that the
 * function set (`offset 0` makes PostgreSQL read them after the call).
 */
export function callStatement(
  name: string,
  returns: ApiFunction['returns'],
  json: string,
  given: readonly Argument[],
): Statement {
  const call = `public.${name}(${given.map((one) => `${one.name} => sent.${one.name}`).join(', ')})`;
  const sent = given.length > 0 ? record(given) : '(select) as sent';
  const values = given.length > 0 ? [json] : [];
  const text = {
    nothing: `select ${call}::text as body from ${sent} offset 0`,
    value: `select to_json(${call})::text as body from ${sent} offset 0`,
    rows: `with page as (select given.* from ${sent} cross join lateral ${call} as given limit ${ROWS_MAX})
      select ${bodyOf('page.*')} from page`,
  }[returns];
  return { text: `select called.*, ${RESPONSE_SETTINGS} from (${text}) as called`, values };
}

/** The rows of `page` as a JSON array, and how many they are. */
const bodyOf = (item: string) =>
  `coalesce(json_agg(${item}), '[]')::text as body, count(*)::integer as shown`;

/** The JSON object `$1` as one row `sent` of typed columns: PostgreSQL converts the values, so that its own errors are answered. */
function record(columns: readonly Argument[]): string {
  return `json_to_record($1::json) as sent (${columns.map(({ name, type }) => `${name} ${type}`).join(', ')})`;
}
