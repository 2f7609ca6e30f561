import type { Hono } from 'hono';
import type { AppContext, Env } from '../core/context.ts';
import { apiRoutes, unknownPath } from '../http/api.ts';
import { callFunction, type Functions } from './call-function.ts';
import { addEnrolment, listEnrolments } from './enrolment-rows.ts';
import { TABLE } from './query.ts';
import { permissionDenied, readRequest } from './rest-request.ts';

/**
 * /rest/v1: the part of PostgREST that the site needs, over the enrolments and the functions of
 * domain/functions.ts. PostgreSQL decides who may do what: each request runs under its caller's
 * role, with that role's grants and policies. Source: docs/contract.md §4.
 */
export function restRoutes(context: AppContext, functions: Functions): Hono<Env> {
  const routes = apiRoutes(context);
  routes.get(`/${TABLE}`, async (c) => listEnrolments(c, await readRequest(c, context)));
  routes.post(`/${TABLE}`, async (c) => addEnrolment(c, await readRequest(c, context)));
  routes.all(`/${TABLE}`, async (c) => {
    throw permissionDenied(await readRequest(c, context), TABLE); // nobody changes or deletes: nothing is run, no body read
  });
  routes.on(['GET', 'POST'], '/rpc/:function', async (c) =>
    callFunction(c, await readRequest(c, context), functions, c.req.param('function')),
  );

  routes.all('*', unknownPath); // the root too, where PostgREST would describe the schema
  return routes;
}
