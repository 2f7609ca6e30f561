import { Hono } from 'hono';
import type { AppContext, Env } from '../core/context.ts';
import { ApiError, refusal } from '../core/errors.ts';
import { isCrossSite } from '../http/cross-site.ts';
import { callFunction, type Functions } from './call-function.ts';
import { openCatalogue } from './catalogue.ts';
import { insertRow } from './insert-row.ts';
import { listRows } from './list-rows.ts';
import { errorResponse } from './responses.ts';
import { findTable, permissionDenied, readRequest } from './rest-request.ts';

/**
 * /rest/v1: the part of PostgREST that the site needs, over the tables of `public` and
 * the functions of domain/functions.ts. PostgreSQL decides who may do what: each request runs under its caller's
 * role, with that role's grants and policies. Source: docs/contract.md §4.
 */
export function restRoutes(context: AppContext, functions: Functions): Hono<Env> {
  const routes = new Hono<Env>();
  const catalogue = openCatalogue(context.database);

  routes.use(async (c, next) => {
    if (isCrossSite(c.req.method, c.req.raw.headers, context.config.siteUrl))
      throw new ApiError(403, '403', 'This call may not come from another site');
    await next();
  });

  for (const [method, handle] of Object.entries({ GET: listRows, POST: insertRow })) {
    routes.on(method, '/:table', async (c) => {
      const request = await readRequest(c, context, catalogue);
      return handle(c, request, await findTable(request, c.req.param('table')));
    });
  }
  routes.on(['PATCH', 'DELETE'], '/:table', async (c) => {
    const request = await readRequest(c, context, catalogue);
    const table = await findTable(request, c.req.param('table'));
    throw permissionDenied(table.name, request.caller.role); // no table grants update or delete: nothing is run, no body read
  });
  routes.put('/:table', () => {
    throw new ApiError(405, 'PGRST105', 'PUT is not served; use POST', { headers: { Allow: VERBS } });
  });
  routes.all('/:table', () => {
    throw new ApiError(405, 'PGRST117', 'Unsupported HTTP method', { headers: { Allow: VERBS } });
  });

  routes.on(['GET', 'POST'], '/rpc/:function', async (c) =>
    callFunction(c, await readRequest(c, context, catalogue), functions, c.req.param('function')),
  );
  routes.all('/rpc/:function', () => {
    throw new ApiError(405, 'PGRST101', 'Only GET and POST verbs are allowed on functions', {
      headers: { Allow: 'GET, HEAD, POST' },
    });
  });

  // The root too: PostgREST would describe the schema there.
  for (const path of ['/', '/*']) {
    routes.all(path, () => {
      throw new ApiError(404, 'PGRST125', 'Invalid path specified in request URL');
    });
  }

  routes.onError((error, c) => {
    if (error instanceof ApiError) return errorResponse(c, error);
    const refused = refusal(error, 'anon');
    if (refused && refused.status > 500) return errorResponse(c, refused); // PostgreSQL is unreachable or full: not a bug
    const code = 'code' in error ? error.code : undefined;
    context.log.error({ id: c.get('requestId'), family: 'rest', name: error.name, code }, 'unexpected');
    return errorResponse(c, new ApiError(500, 'XX000', 'Erro interno. Tente de novo daqui a pouco.'));
  });
  return routes;
}

const VERBS = 'GET, HEAD, POST, PATCH, DELETE';
