import { Hono } from 'hono';
import { ApiError, refusal } from '../core/errors.ts';
import type { Env, House } from '../core/house.ts';
import { errorAnswer } from './answers.ts';
import { openCall, tableNamed } from './call.ts';
import { openCatalogue } from './catalogue.ts';
import { callFunction } from './functions.ts';
import { deleteRows, insertRow, listRows, updateRows } from './tables.ts';

/**
 * /rest/v1: the part of PostgREST that the site and its official client use,
 * over the tables and functions of `public`. Who may do what is PostgreSQL's
 * answer: each request runs as its caller, under grants and policies. Source: contract §4.
 */
export function restRoutes(house: House): Hono<Env> {
  const routes = new Hono<Env>();
  const find = openCatalogue(house.database);

  const handlers = { GET: listRows, POST: insertRow, PATCH: updateRows, DELETE: deleteRows } as const;
  for (const [method, handle] of Object.entries(handlers)) {
    routes.on(method, '/:table', async (c) => {
      const call = await openCall(c, house, find);
      return handle(c, call, await tableNamed(call, c.req.param('table')));
    });
  }
  routes.put('/:table', () => {
    throw new ApiError(405, 'PGRST105', 'PUT is not served; use POST', { headers: { Allow: VERBS } });
  });
  routes.all('/:table', () => {
    throw new ApiError(405, 'PGRST117', 'Unsupported HTTP method', { headers: { Allow: VERBS } });
  });

  routes.on(['GET', 'POST'], '/rpc/:function', async (c) =>
    callFunction(c, await openCall(c, house, find), c.req.param('function')),
  );
  routes.all('/rpc/:function', () => {
    throw new ApiError(405, 'PGRST101', 'Only GET and POST verbs are allowed on functions', {
      headers: { Allow: 'GET, HEAD, POST' },
    });
  });

  // Also the root: what the schema holds is told to nobody.
  for (const path of ['/', '/*']) {
    routes.all(path, () => {
      throw new ApiError(404, 'PGRST125', 'Invalid path specified in request URL');
    });
  }

  routes.onError((error, c) => {
    if (error instanceof ApiError) return errorAnswer(c, error);
    const refused = refusal(error, 'anon');
    if (refused && refused.status > 500) return errorAnswer(c, refused); // PostgreSQL is away or full, whoever asked it
    const code = 'code' in error ? error.code : undefined;
    house.log.error({ id: c.get('requestId'), family: 'rest', name: error.name, code }, 'unexpected');
    return errorAnswer(c, new ApiError(500, 'XX000', 'Erro interno. Tente de novo daqui a pouco.'));
  });
  return routes;
}

const VERBS = 'GET, HEAD, POST, PATCH, DELETE';
