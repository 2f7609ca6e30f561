import type { Context } from 'hono';
import type { AppContext, Env } from '../core/context.ts';
import { hasReserve, logNoSpace, NO_SPACE } from '../core/disk-space.ts';
import { ApiError } from '../core/errors.ts';
import { sentIn } from '../core/request-body.ts';
import { readObject, wrongBody } from './body.ts';
import type { Table, TableColumn } from './catalogue.ts';
import { appliedHeader } from './prefer.ts';
import { parseQuery, type Query } from './query.ts';
import { emptyResponse, rowsResponse } from './responses.ts';
import { insertAsCaller, permissionDenied, type RestRequest, requirePrivilege } from './rest-request.ts';
import { columnNamed, insertStatement, quoted, selectList } from './sql.ts';

/** POST: inserts one row. Source: docs/contract.md §4.2. */
export async function insertRow(c: Context<Env>, request: RestRequest, table: Table): Promise<Response> {
  const { context, preferences } = request;
  await requirePrivilege('insert', request, table);
  const query = parseQuery(request.search);
  const sent = await readObject(sentIn(c));
  const columns = writtenColumns(table, sent.keys, query, preferences.missing === 'default');
  const { text, values } = insertStatement(table, sent.json, columns, {
    returning: returning(request, table, query),
    address: c.get('address'),
  });
  const conflict =
    preferences.resolution && (query.onConflict ?? table.key).map((name) => columnNamed(table, name));
  await Promise.all([
    context.throttles.use('enrol', c.get('address'), 'PGRST429'),
    context.refuseBeyondDay('enrolments', c.get('address')),
    refuseWithoutSpace(context),
  ]);
  if (conflict) refuseUpsert(request, table, columns, conflict);

  const headers = appliedHeader(preferences, ['resolution', 'missing', 'return', 'count']);
  return insertAsCaller(request, async (tx) => {
    const { rows, rowCount } = await tx.query<{ body: string; shown: number }>(text, values);
    const { body = '[]', shown = rowCount ?? 0 } = rows[0] ?? {};
    headers['Content-Range'] = `*/${preferences.count ? shown : '*'}`;
    if (preferences.return === 'representation') return rowsResponse(c, 201, body, request.object, headers);
    if (preferences.return === 'headers-only' && table.key.length > 0)
      headers.Location = keyLocation(table, body);
    return emptyResponse(c, 201, headers);
  });
}

/** Throws 507 below the disk's reserve, as an upload does, so that what is left serves the desk. Source: decision 91. */
async function refuseWithoutSpace({ documentsDir, log }: AppContext): Promise<void> {
  if (await hasReserve(documentsDir)) return;
  logNoSpace(log);
  throw new ApiError(507, '53100', NO_SPACE);
}

/**
 * Columns to insert: those of `?columns=`, else the keys of the body. A listed column that
 * was not sent is inserted as null, or left out with `onlySent`. Throws 400 PGRST204 for an unknown one.
 */
function writtenColumns(table: Table, keys: string[], query: Query, onlySent: boolean): TableColumn[] {
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

/**
 * Answers an upsert as PostgreSQL's `on conflict` would, without running one: merging needs
 * the update privilege, which no caller has. `ignore-duplicates` remains an insert, because
 * no caller may send a key that could conflict; like `on conflict` it must read the key (see `returning`).
 */
function refuseUpsert(
  { preferences, caller }: RestRequest,
  { name, key }: Table,
  columns: readonly TableColumn[],
  conflict: readonly TableColumn[],
): void {
  const refused = 'the database refused the request';
  if (columns.some(({ generated }) => generated)) throw new ApiError(400, '428C9', refused);
  if (conflict.map((column) => column.name).join() !== key.join()) throw new ApiError(400, '42P10', refused);
  if (preferences.resolution === 'merge-duplicates') throw permissionDenied(name, caller.role);
}

/** The returning clause; null when the answer needs no row, because returning requires the select privilege. */
function returning({ preferences }: RestRequest, table: Table, query: Query): string | null {
  if (preferences.return === 'representation') return selectList(table, query.select);
  if (preferences.return !== 'headers-only' && !preferences.resolution) return null;
  return table.key.map((name) => `target.${quoted(name)}::text as ${quoted(name)}`).join(', ') || null;
}

/** `Location` of the inserted row: a filter on its primary key. */
function keyLocation({ name, key }: Table, list: string): string {
  const row = new Map(Object.entries((JSON.parse(list) as [Record<string, string>])[0]));
  const filters = key.map(
    (column) => `${encodeURIComponent(column)}=eq.${encodeURIComponent(row.get(column) ?? '')}`,
  );
  return `/${encodeURIComponent(name)}?${filters.join('&')}`;
}
