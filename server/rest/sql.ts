import type { ApiFunction } from '../../domain/functions.ts';
import { ApiError } from '../core/errors.ts';
import type { Column, Table } from './catalogue.ts';
import { type Page, ROWS_MAX } from './page.ts';
import type { Filter, Order } from './query.ts';

/**
 * A statement for PostgreSQL. Its text consists of constants and of quoted names from
 * the catalogue; everything that a caller sent is a bound value.
 */
export type Statement = { text: string; values: unknown[] };

/**
 * Gives one row: the page as `body` (a JSON array) and its number of rows as `shown`; with `counted`, the
 * number of rows of all pages as `total`; with `named`, the ids of the first `named` rows as `ids`.
 */
export function listStatement(
  table: Table,
  wanted: {
    select: string[] | null;
    filters: Filter[];
    order: Order[];
    page: Page;
    counted: boolean;
    named?: number;
  },
): Statement {
  const values: unknown[] = [];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const from = `from ${relation(table)} as target${where(table, wanted.filters, bind)}`;
  const order = wanted.order.map(
    ({ column, descending, nulls }) =>
      `${columnOf(table, column)} ${descending ? 'desc' : 'asc'}${nulls ? ` nulls ${nulls}` : ''}`,
  );
  const list = selectList(table, wanted.select);
  const { named = 0 } = wanted;
  // A row that does not show its id is made to JSON by itself, so that the id can stand beside it.
  const bare = named > 0 && wanted.select?.filter((name) => name === 'id').length !== 1 && wanted.select;
  const columns = bare
    ? `(select row_to_json(alone) from (select ${list}) as alone) as shown, target.id`
    : list;
  const text = `
    with page as (
      select ${columns} ${from}
      ${order.length > 0 ? `order by ${order.join(', ')}` : ''}
      limit ${bind(wanted.page.limit)} offset ${bind(wanted.page.offset)})
    select ${bodyOf(bare ? 'page.shown' : 'page.*')}
      ${named > 0 ? `, (array_agg(page.id))[1:${named}] as ids` : ''}
      ${wanted.counted ? `, (select count(*) ${from})::float8 as total` : ''}
    from page`;
  return { text, values };
}

/**
 * The value of `request.headers`, from which SQL functions take the address that they hash and count by: one
 * hop, whatever the caller sent.
 */
export const headersOf = (address: string): string => JSON.stringify({ 'x-forwarded-for': address });

/**
 * Inserts the named columns of the JSON object `json`; `returning` lists the columns to give back, null for none.
 * The statement itself says from which `address` it comes, so that this costs no call of its own.
 */
export function insertStatement(
  table: Table,
  json: string,
  columns: readonly Column[],
  { returning, address }: { returning: string | null; address: string },
): Statement {
  const names = columns.map(({ name }) => quoted(name)).join(', ');
  const insert = `
    insert into ${relation(table)} as target (${names})
    select ${names} from ${record('$1', columns, 'sent')} where set_config('request.headers', $2, true) is not null`;
  const values = [json, headersOf(address)];
  if (returning === null) return { text: insert, values };
  const text = `with page as (${insert} returning ${returning})
    select ${bodyOf('page.*')} from page`;
  return { text, values };
}

/** Column list of a select or returning clause; null selects all. Throws 400 for an unknown column. */
export function selectList(table: Table, select: readonly string[] | null): string {
  return select === null ? 'target.*' : select.map((name) => columnOf(table, name)).join(', ');
}

/**
 * The status (text) and headers (a JSON array of objects) that a function has set for its answer, as
 * PostgREST reads them; null when not set.
 */
const RESPONSE_SETTINGS = `nullif(current_setting('response.status', true), '') as status,
  nullif(current_setting('response.headers', true), '') as headers`;

/**
 * Calls a function with the named arguments `given` of the JSON object `json`; gives one row with the result
 * as `body`, for a set its size as `shown`, and the `response.status` and `response.headers` that the
 * function set (`offset 0` makes PostgreSQL read them after the call).
 */
export function callStatement(
  name: string,
  returns: ApiFunction['returns'],
  json: string,
  given: readonly Column[],
): Statement {
  const list = given.map((one) => `${quoted(one.name)} => sent.${quoted(one.name)}`).join(', ');
  const call = `public.${quoted(name)}(${list})`;
  const sent = given.length > 0 ? record('$1', given, 'sent') : '(select) as sent';
  const values = given.length > 0 ? [json] : [];
  const text = {
    nothing: `select ${call}::text as body from ${sent} offset 0`,
    value: `select to_json(${call})::text as body from ${sent} offset 0`,
    values: rowsAsJson(
      `select given.value from ${sent} cross join lateral ${call} as given (value)`,
      'page.value',
    ),
    rows: rowsAsJson(`select given.* from ${sent} cross join lateral ${call} as given`, 'page.*'),
  }[returns];
  return { text: `select called.*, ${RESPONSE_SETTINGS} from (${text}) as called`, values };
}

/** The rows of `select` as one JSON array with its size, cut at `ROWS_MAX`. */
function rowsAsJson(select: string, item: string): string {
  return `with page as (${select} limit ${ROWS_MAX})
    select ${bodyOf(item)} from page`;
}

/** The rows of `page` as a JSON array, and how many they are. */
const bodyOf = (item: string) =>
  `coalesce(json_agg(${item}), '[]')::text as body, count(*)::integer as shown`;

/** A JSON object as one row of typed columns: PostgreSQL converts the values, so that its own errors are answered. */
function record(json: string, columns: readonly Column[], alias: string): string {
  const list = columns.map(({ name, type }) => `${quoted(name)} ${type}`).join(', ');
  return `json_to_record(${json}::json) as ${alias} (${list})`;
}

type Bind = (value: unknown) => string;

function where(table: Table, filters: Filter[], bind: Bind): string {
  const parts = filters.map((filter) => condition(table, filter, bind));
  return parts.length > 0 ? ` where ${parts.join(' and ')}` : '';
}

function condition(table: Table, { column, negated, operator, value }: Filter, bind: Bind): string {
  const right =
    operator === 'is'
      ? value.replace('_', ' ')
      : operator === 'in'
        ? `any(${bind(value)})`
        : bind(operator.endsWith('like') ? value.replaceAll('*', '%') : value);
  return `${negated ? 'not ' : ''}(${columnOf(table, column)} ${SIGNS[operator] ?? operator} ${right})`;
}

const SIGNS: Readonly<Record<string, string>> = {
  ...{ eq: '=', neq: '<>', gt: '>', gte: '>=', lt: '<', lte: '<=', in: '=' },
};

/** Throws 400 42703, as PostgreSQL does, for a column that the table does not have. */
function columnOf(table: Table, name: string): string {
  if (!table.columns.has(name)) throw new ApiError(400, '42703', 'column does not exist');
  return `target.${quoted(name)}`;
}

function relation(table: Table): string {
  return `public.${quoted(table.name)}`;
}

/** A quoted identifier. */
function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
