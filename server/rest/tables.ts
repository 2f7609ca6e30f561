import type { Context } from 'hono';
import { ApiError } from '../core/errors.ts';
import type { Env } from '../core/house.ts';
import { emptyAnswer, refuseSeveral, rowsAnswer } from './answers.ts';
import { readObject, wrongBody } from './body.ts';
import { type Call, inCall, refuseWithout } from './call.ts';
import type { Column, Table } from './catalogue.ts';
import { contentRange, pageOf, pageStatus } from './page.ts';
import { appliedHeader } from './prefer.ts';
import { pairsOf, parseQuery, type Query } from './query.ts';
import { noteTable } from './readings.ts';
import {
  deleteStatement,
  insertStatement,
  listStatement,
  output,
  quoted,
  type Statement,
  updateStatement,
} from './sql.ts';

type Rows = { body: string; shown: number };

/** GET and HEAD: one page of the rows that the caller may see. Source: contract §4.3. */
export async function listRows(c: Context<Env>, call: Call, table: Table): Promise<Response> {
  await refuseWithout('select', call, table);
  const query = parseQuery(call.search);
  const page = pageOf(query, c.req.method === 'GET' ? c.req.header('range') : undefined);
  const counted = call.preferences.count !== null;
  const { text, values } = listStatement(table, { ...query, page, counted });
  await noteTable(call, table, query.filters);
  return inCall(c, call, `/${table.name}`, async (tx) => {
    const { rows } = await tx.query<Rows & { total?: number }>(text, values);
    const { body = '[]', shown = 0, total = null } = rows[0] ?? {};
    const status = pageStatus(page.offset, shown, total);
    refuseSeveral(call.object, shown);
    return rowsAnswer(c, status, body, call.object, {
      'Content-Range': contentRange(page.offset, shown, total),
      'Content-Location': locationOf(table, call.search),
      ...appliedHeader(call.preferences, ['count']),
    });
  });
}

/** POST: one new row. Source: contract §4.2. */
export async function insertRow(c: Context<Env>, call: Call, table: Table): Promise<Response> {
  const { house, preferences } = call;
  await refuseWithout('insert', call, table);
  const query = parseQuery(call.search);
  const sent = await readObject(c.req.raw);
  const columns = writtenColumns(table, sent.keys, query, preferences.missing === 'default');
  const target = query.onConflict ?? table.key;
  const conflict =
    preferences.resolution && target.length > 0
      ? { target, update: preferences.resolution === 'merge-duplicates' }
      : null;
  const statement = insertStatement(table, sent.json, columns, conflict, returning(call, table, query));
  await house.throttles.use('enrol', c.get('address'), 'PGRST429');

  const headers = appliedHeader(preferences, [
    ...(conflict ? (['resolution'] as const) : []),
    ...(['missing', 'return', 'count'] as const),
  ]);
  const { body, shown } = await write(c, call, table, statement);
  headers['Content-Range'] = `*/${preferences.count ? shown : '*'}`;
  if (preferences.return === 'representation') return rowsAnswer(c, 201, body, call.object, headers);
  if (preferences.return === 'headers-only' && shown > 0 && table.key.length > 0)
    headers.Location = keyLocation(table, body);
  return emptyAnswer(c, 201, headers);
}

/** PATCH: the rows that pass the filters. Source: contract §4.4. */
export async function updateRows(c: Context<Env>, call: Call, table: Table): Promise<Response> {
  const query = changedPart(call, 'UPDATE');
  await refuseWithout('update', call, table);
  const sent = await readObject(c.req.raw);
  const columns = writtenColumns(table, sent.keys, query, true);
  const statement = updateStatement(table, sent.json, columns, query.filters, returning(call, table, query));
  const { body, shown } = await write(c, call, table, statement);
  return changeAnswer(c, call, body, shown, shown > 0 ? `0-${shown - 1}` : '*');
}

/** DELETE: the rows that pass the filters. Source: contract §4.4. */
export async function deleteRows(c: Context<Env>, call: Call, table: Table): Promise<Response> {
  const query = changedPart(call, 'DELETE');
  await refuseWithout('delete', call, table);
  const statement = deleteStatement(table, query.filters, returning(call, table, query));
  const { body, shown } = await write(c, call, table, statement);
  return changeAnswer(c, call, body, shown, '*');
}

/** Throws 400 for a change of every row, and for a part of them that would silently become all. */
function changedPart(call: Call, command: 'UPDATE' | 'DELETE'): Query {
  const query = parseQuery(call.search);
  if (query.filters.length === 0) throw new ApiError(400, '21000', `${command} requires a WHERE clause`);
  if (query.limit !== null || query.offset !== null || query.order.length > 0)
    throw new ApiError(400, 'PGRST100', 'A change takes filters, without order, limit and offset');
  return query;
}

function changeAnswer(c: Context, call: Call, body: string, shown: number, range: string): Response {
  const headers = {
    'Content-Range': `${range}/${call.preferences.count ? shown : '*'}`,
    ...appliedHeader(call.preferences, ['return', 'count', 'maxAffected']),
  };
  if (call.preferences.return !== 'representation') return emptyAnswer(c, 204, headers);
  return rowsAnswer(c, 200, body, call.object, headers);
}

/** Runs a write; undone when it touched more rows, or not the one row, that the caller allows for. */
function write(c: Context, call: Call, table: Table, { text, values }: Statement): Promise<Rows> {
  return inCall(c, call, `/${table.name}`, async (tx) => {
    const result = await tx.query<Partial<Rows>>(text, values);
    const { body = '[]', shown = result.rowCount ?? 0 } = result.rows[0] ?? {};
    refuseSeveral(call.object, shown);
    const most = call.preferences.maxAffected;
    if (most !== null && shown > most)
      throw new ApiError(400, 'PGRST124', 'Query result exceeds max-affected preference constraint', {
        details: `The query affects ${shown} rows`,
      });
    return { body, shown };
  });
}

/** Columns to write, each known to the table; nobody's else. Without a value only where the caller lists it and no default is wanted. */
function writtenColumns(table: Table, keys: string[], query: Query, onlySent: boolean): Column[] {
  const names = (query.columns ?? keys).filter((name) => !onlySent || keys.includes(name));
  if (names.length === 0) throw wrongBody('Send at least one column');
  return names.map((name) => {
    const column = table.columns.get(name);
    if (column) return column;
    throw new ApiError(
      400,
      'PGRST204',
      `Could not find the '${name}' column of '${table.name}' in the schema cache`,
    );
  });
}

/** What a write must give back; null when nobody asked, for that would need the right to read. */
function returning({ preferences }: Call, table: Table, query: Query): string | null {
  if (preferences.return === 'representation') return output(table, query.select);
  if (preferences.return !== 'headers-only' || table.key.length === 0) return null;
  return table.key.map((name) => `target.${quoted(name)}::text as ${quoted(name)}`).join(', ');
}

function keyLocation({ name, key }: Table, list: string): string {
  const row = new Map(Object.entries((JSON.parse(list) as [Record<string, string>])[0]));
  const filters = key.map(
    (column) => `${encodeURIComponent(column)}=eq.${encodeURIComponent(row.get(column) ?? '')}`,
  );
  return `/${encodeURIComponent(name)}?${filters.join('&')}`;
}

/** The list's own address, without the public key. */
function locationOf({ name }: Table, search: string): string {
  const query = pairsOf(search).map(
    ([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`,
  );
  return `/${encodeURIComponent(name)}${query.length > 0 ? `?${query.join('&')}` : ''}`;
}
