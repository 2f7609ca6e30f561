import { ApiError } from '../core/errors.ts';
import type { Column, Fn, Table } from './catalogue.ts';
import { type Page, ROWS_MAX } from './page.ts';
import type { Comparison, Filter, State } from './parse-filters.ts';
import type { Order } from './query.ts';

/**
 * A statement for PostgreSQL. Its text holds our own words and names out of the
 * catalogue, in quotes; everything a caller sent is among the values.
 */
export type Statement = { text: string; values: unknown[] };

/** Rows of one page as `body` (a JSON array), how many as `shown`, and with `counted` how many there are as `total`. */
export function listStatement(
  table: Table,
  wanted: { select: string[] | null; filters: Filter[]; order: Order[]; page: Page; counted: boolean },
): Statement {
  const values: unknown[] = [];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const from = `from ${relation(table)} as target${where(table, wanted.filters, bind)}`;
  const order = wanted.order.map(
    ({ column, descending, nulls }) =>
      `${columnOf(table, column)} ${descending ? 'desc' : 'asc'}${nulls ? ` nulls ${nulls}` : ''}`,
  );
  const text = `
    with page as (
      select ${output(table, wanted.select)} ${from}
      ${order.length > 0 ? `order by ${order.join(', ')}` : ''}
      limit ${bind(wanted.page.limit)} offset ${bind(wanted.page.offset)})
    select coalesce(json_agg(page.*), '[]')::text as body, count(*)::integer as shown
      ${wanted.counted ? `, (select count(*) ${from})::float8 as total` : ''}
    from page`;
  return { text, values };
}

/** What becomes of a row whose key is there already. */
export type Conflict = { target: readonly string[]; update: boolean };

/** Inserts the named columns of the JSON object `json`. */
export function insertStatement(
  table: Table,
  json: string,
  columns: readonly Column[],
  conflict: Conflict | null,
  returning: string | null,
): Statement {
  const names = columns.map(({ name }) => quoted(name)).join(', ');
  const text = `
    insert into ${relation(table)} as target (${names})
    select ${names} from ${record('$1', columns, 'sent')}${conflict ? onConflict(table, columns, conflict) : ''}`;
  return { text: counted(text, returning), values: [json] };
}

/** Changes the named columns to those of the JSON object `json`, in every row that passes all filters. */
export function updateStatement(
  table: Table,
  json: string,
  columns: readonly Column[],
  filters: Filter[],
  returning: string | null,
): Statement {
  const values: unknown[] = [json];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const changes = columns.map(({ name }) => `${quoted(name)} = sent.${quoted(name)}`).join(', ');
  const text = `update ${relation(table)} as target set ${changes}
    from ${record('$1', columns, 'sent')}${where(table, filters, bind)}`;
  return { text: counted(text, returning), values };
}

export function deleteStatement(table: Table, filters: Filter[], returning: string | null): Statement {
  const values: unknown[] = [];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const text = `delete from ${relation(table)} as target${where(table, filters, bind)}`;
  return { text: counted(text, returning), values };
}

/** What a write gives back: the chosen columns of its rows, all of them for null. */
export function output(table: Table, select: readonly string[] | null): string {
  return select === null ? 'target.*' : select.map((name) => columnOf(table, name)).join(', ');
}

/** Calls a function with the named values of the JSON object `json`; gives `body` and, for several, how many as `shown`. */
export function callStatement(fn: Fn, json: string, given: readonly Column[]): Statement {
  const list = given.map(({ name }) => `${quoted(name)} => sent.${quoted(name)}`).join(', ');
  const call = `public.${quoted(fn.name)}(${list})`;
  const sent = given.length > 0 ? record('$1', given, 'sent') : '(select) as sent';
  const values = given.length > 0 ? [json] : [];
  const text = {
    nothing: `select ${call} from ${sent}`,
    value: `select to_json(${call})::text as body from ${sent}`,
    row: `select row_to_json(given.*)::text as body from ${sent} cross join lateral ${call} as given`,
    values: several(
      `select given.value from ${sent} cross join lateral ${call} as given (value)`,
      'page.value',
    ),
    rows: several(`select given.* from ${sent} cross join lateral ${call} as given`, 'page.*'),
  }[fn.returns];
  return { text, values };
}

function several(select: string, item: string): string {
  return `with page as (${select} limit ${ROWS_MAX})
    select coalesce(json_agg(${item}), '[]')::text as body, count(*)::integer as shown from page`;
}

/** A write whose rows come back as `body` and `shown`; without `returning` it stays as it is. */
function counted(write: string, returning: string | null): string {
  if (returning === null) return write;
  return `with page as (${write} returning ${returning})
    select coalesce(json_agg(page.*), '[]')::text as body, count(*)::integer as shown from page`;
}

/** A JSON object as one row of typed columns; PostgreSQL itself reads the values, and refuses them in its own words. */
function record(json: string, columns: readonly Column[], alias: string): string {
  const list = columns.map(({ name, type }) => `${quoted(name)} ${type}`).join(', ');
  return `json_to_record(${json}::json) as ${alias} (${list})`;
}

function onConflict(table: Table, columns: readonly Column[], { target, update }: Conflict): string {
  const names = target.map((name) => quoted(known(table, name).name)).join(', ');
  const changes = columns.map(({ name }) => `${quoted(name)} = excluded.${quoted(name)}`).join(', ');
  return ` on conflict (${names}) do ${update ? `update set ${changes}` : 'nothing'}`;
}

type Bind = (value: unknown) => string;

function where(table: Table, filters: Filter[], bind: Bind): string {
  const parts = filters.map((filter) => condition(table, filter, bind));
  return parts.length > 0 ? ` where ${parts.join(' and ')}` : '';
}

function condition(table: Table, filter: Filter, bind: Bind): string {
  const not = filter.negated ? 'not ' : '';
  if (filter.kind === 'group')
    return `${not}(${filter.parts.map((part) => condition(table, part, bind)).join(` ${filter.join} `)})`;
  const column = columnOf(table, filter.column);
  const { test } = filter;
  switch (test.kind) {
    case 'is':
      return `${not}(${column} is ${STATES[test.value]})`;
    case 'in':
      return `${not}(${column} = any(${bind(test.values)}))`;
    case 'quantified': {
      const values = test.values.map((value) => pattern(test.operator, value));
      return `${not}(${column} ${SIGNS[test.operator]} ${test.quantifier}(${bind(values)}))`;
    }
    case 'compare':
      return `${not}(${column} ${SIGNS[test.operator]} ${bind(pattern(test.operator, test.value))})`;
  }
}

const SIGNS: Record<Comparison, string> = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  like: 'like',
  ilike: 'ilike',
};

const STATES: Record<State, string> = {
  null: 'null',
  not_null: 'not null',
  true: 'true',
  false: 'false',
  unknown: 'unknown',
};

function pattern(operator: Comparison, value: string): string {
  return operator === 'like' || operator === 'ilike' ? value.replaceAll('*', '%') : value;
}

function columnOf(table: Table, name: string): string {
  return `target.${quoted(known(table, name).name)}`;
}

/** Throws 400 as PostgreSQL would for a column that the table does not have. */
function known(table: Table, name: string): Column {
  const column = table.columns.get(name);
  if (!column) throw new ApiError(400, '42703', 'column does not exist');
  return column;
}

function relation(table: Table): string {
  return `public.${quoted(table.name)}`;
}

/** A name as PostgreSQL reads it, whatever letters it has. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
