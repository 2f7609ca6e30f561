import type { Context } from 'hono';
import type { Env } from '../core/context.ts';
import { auditTableRead } from './audit-reads.ts';
import type { Table } from './catalogue.ts';
import { contentRange, pageOf, pageStatus } from './page.ts';
import { appliedHeader } from './prefer.ts';
import { pairsOf, parseQuery } from './query.ts';
import { requireOneRow, rowsResponse } from './responses.ts';
import { type RestRequest, requirePrivilege, runAsCaller } from './rest-request.ts';
import { listStatement } from './sql.ts';

/** GET and HEAD: one page of the rows that the caller may see. Source: docs/contract.md §4.3. */
export async function listRows(c: Context<Env>, request: RestRequest, table: Table): Promise<Response> {
  await requirePrivilege('select', request, table);
  const query = parseQuery(request.search);
  const page = pageOf(query, c.req.method === 'GET' ? c.req.header('range') : undefined);
  const counted = request.preferences.count !== null;
  const { text, values } = listStatement(table, { ...query, page, counted });
  const audited = auditTableRead(request, table, query.filters); // beside the read, before its answer
  audited.catch(() => {}); // awaited below, also when the read fails first
  return runAsCaller(c, request, { path: `/${table.name}`, single: true }, async (tx) => {
    const { rows } = await tx.query<{ body: string; shown: number; total?: number }>(text, values);
    await audited;
    const { body = '[]', shown = 0, total = null } = rows[0] ?? {};
    const status = pageStatus(page.offset, shown, total);
    requireOneRow(request.object, shown);
    return rowsResponse(c, status, body, request.object, {
      'Content-Range': contentRange(page.offset, shown, total),
      'Content-Location': locationOf(table, request.search),
      ...appliedHeader(request.preferences, ['count']),
    });
  });
}

/** The request's path and query string without `apikey`. */
function locationOf({ name }: Table, search: string): string {
  const query = pairsOf(search).map(
    ([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`,
  );
  return `/${encodeURIComponent(name)}${query.length > 0 ? `?${query.join('&')}` : ''}`;
}
