import type { Context } from 'hono';
import type { Env } from '../core/context.ts';
import { auditTableRead, idsToName } from './audit-reads.ts';
import type { Table } from './catalogue.ts';
import { contentRange, pageOf, pageStatus } from './page.ts';
import { pairsOf, parseQuery } from './query.ts';
import { appliedHeader } from './request-headers.ts';
import { requireOneRow, rowsResponse } from './responses.ts';
import { type RestRequest, requirePrivilege, runAsCaller } from './rest-request.ts';
import { listStatement } from './sql.ts';

/** GET and HEAD: one page of the rows that the caller may see. Source: docs/contract.md §4.3. */
export async function listRows(c: Context<Env>, request: RestRequest, table: Table): Promise<Response> {
  await requirePrivilege('select', request, table);
  const query = parseQuery(request.search);
  const page = pageOf(query, c.req.method === 'GET' ? c.req.header('range') : undefined);
  const counted = request.preferences.count !== null;
  const { text, values } = listStatement(table, { ...query, page, counted, named: idsToName(table) });
  return runAsCaller(c, request, { path: `/${table.name}`, single: true }, async (tx) => {
    const { rows } = await tx.query<ListAnswer>(text, values);
    const { body = '[]', shown = 0, total = null, ids = [] } = rows[0] ?? {};
    await auditTableRead(request, table, { ...query, page, shown, ids: ids ?? [] }); // before the answer
    const status = pageStatus(page.offset, shown, total);
    requireOneRow(request.object, shown);
    return rowsResponse(c, status, body, request.object, {
      'Content-Range': contentRange(page.offset, shown, total),
      'Content-Location': locationOf(table, request.search),
      ...appliedHeader(request.preferences, ['count']),
    });
  });
}

type ListAnswer = { body: string; shown: number; total?: number; ids?: string[] | null };

/** The request's path and query string without `apikey`. */
function locationOf({ name }: Table, search: string): string {
  const query = pairsOf(search).map(
    ([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`,
  );
  return `/${encodeURIComponent(name)}${query.length > 0 ? `?${query.join('&')}` : ''}`;
}
