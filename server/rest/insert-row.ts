import type { Context } from 'hono';
import type { AppContext, Env } from '../core/context.ts';
import { hasReserve, logNoSpace, NO_SPACE } from '../core/disk-space.ts';
import { ApiError } from '../core/errors.ts';
import { sentIn } from '../http/request-body.ts';
import { readObject, wrongBody } from './body.ts';
import type { Column, Table } from './catalogue.ts';
import { parseQuery, type Query } from './query.ts';
import { appliedHeader } from './request-headers.ts';
import { emptyResponse, rowsResponse } from './responses.ts';
import { insertAsCaller, permissionDenied, type RestRequest, requirePrivilege } from './rest-request.ts';
import { insertStatement, selectList } from './sql.ts';

/**
 * POST: inserts one row. An upsert is refused as PostgreSQL refuses one, because no caller may update;
 * also one that ignores duplicates, which a plain insert does as well. Source: docs/contract.md §4.2.
 */
export async function insertRow(c: Context<Env>, request: RestRequest, table: Table): Promise<Response> {
  const { context, preferences } = request;
  await requirePrivilege('insert', request, table);
  if (preferences.resolution) throw permissionDenied(table.name, request.caller.role);
  const query = parseQuery(request.search);
  const sent = await readObject(sentIn(c));
  const columns = writtenColumns(table, sent.keys, query, preferences.missing === 'default');
  const { text, values } = insertStatement(table, sent.json, columns, {
    returning: preferences.return === 'representation' ? selectList(table, query.select) : null,
    address: c.get('address'),
  });
  await Promise.all([
    context.throttles.use('enrol', c.get('address'), 'PGRST429'),
    context.refuseBeyondDay('enrolments', c.get('address')),
    refuseWithoutSpace(context),
  ]);

  const headers = appliedHeader(preferences, ['missing', 'return', 'count']);
  return insertAsCaller(request, async (tx) => {
    const { rows, rowCount } = await tx.query<{ body: string; shown: number }>(text, values);
    const { body = '[]', shown = rowCount ?? 0 } = rows[0] ?? {};
    headers['Content-Range'] = `*/${preferences.count ? shown : '*'}`;
    if (preferences.return === 'representation') return rowsResponse(c, 201, body, request.object, headers);
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
