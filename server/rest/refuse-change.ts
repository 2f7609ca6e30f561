import type { Context } from 'hono';
import type { Env } from '../core/context.ts';
import { ApiError } from '../core/errors.ts';
import type { Table } from './catalogue.ts';
import { parseQuery } from './query.ts';
import { permissionDenied, type RestRequest } from './rest-request.ts';

/**
 * PATCH and DELETE: no table grants either to a caller, so nothing is run. Throws
 * 400 for a query string that PostgREST would refuse too, else 401 or 403. Source: docs/contract.md §4.4.
 */
export async function refuseChange(c: Context<Env>, request: RestRequest, table: Table): Promise<never> {
  const query = parseQuery(request.search);
  const command = c.req.method === 'PATCH' ? 'UPDATE' : 'DELETE';
  if (query.filters.length === 0) throw new ApiError(400, '21000', `${command} requires a WHERE clause`);
  if (query.limit !== null || query.offset !== null || query.order.length > 0)
    throw new ApiError(400, 'PGRST100', 'A change takes filters, without order, limit and offset');
  throw permissionDenied(table.name, request.caller.role);
}
