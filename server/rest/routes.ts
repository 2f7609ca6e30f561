import { Hono } from 'hono';
import type { AppContext, Env } from '../core/context.ts';
import { ApiError, refusal } from '../core/errors.ts';
import { isCrossSite } from '../http/cross-site.ts';
import { callFunction, type Functions } from './call-function.ts';
import { addEnrolment, listEnrolments } from './enrolment-rows.ts';
import { TABLE } from './query.ts';
import { errorResponse } from './responses.ts';
import { permissionDenied, readRequest } from './rest-request.ts';

/**
 * /rest/v1: the part of PostgREST that the site needs, over the enrolments and the functions of
 * domain/functions.ts. PostgreSQL decides who may do what: each request runs under its caller's
 * role, with that role's grants and policies. Source: docs/contract.md §4.
 */
export function restRoutes(context: AppContext, functions: Functions): Hono<Env> {
  const routes = new Hono<Env>();

  routes.use(async (c, next) => {
    if (isCrossSite(c.req.method, c.req.raw.headers, context.config.siteUrl))
      throw new ApiError(403, '403', 'This call may not come from another site');
    await next();
  });

  routes.get(`/${TABLE}`, async (c) => listEnrolments(c, await readRequest(c, context)));
  routes.post(`/${TABLE}`, async (c) => addEnrolment(c, await readRequest(c, context)));
  routes.all(`/${TABLE}`, async (c) => {
    throw permissionDenied(await readRequest(c, context), TABLE); // nobody changes or deletes: nothing is run, no body read
  });
  routes.on(['GET', 'POST'], '/rpc/:function', async (c) =>
    callFunction(c, await readRequest(c, context), functions, c.req.param('function')),
  );

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
