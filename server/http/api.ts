import { type Context, Hono } from 'hono';
import type { AppContext, Env } from '../core/context.ts';
import { ANONYMOUS, type Caller } from '../core/database.ts';
import { ApiError, errorBody, reasonOf, refusal } from '../core/errors.ts';
import { callerOf } from '../core/tokens.ts';
import { isCrossSite } from './cross-site.ts';

/** The routes of one of the three APIs: calls of other sites are refused, and whatever is thrown is answered alike. Source: docs/contract.md §1. */
export function apiRoutes({ config, log }: AppContext): Hono<Env> {
  const routes = new Hono<Env>();
  routes.use(async (c, next) => {
    if (isCrossSite(c.req.method, c.req.raw.headers, config.siteUrl))
      throw new ApiError(403, '403', 'This call may not come from another site');
    await next();
  });
  routes.onError((error, c) => {
    const refused = error instanceof ApiError ? error : refusedStatement(error);
    if (!refused) log.error({ id: c.get('requestId'), ...reasonOf(error) }, 'unexpected');
    return errorResponse(c, refused ?? UNEXPECTED);
  });
  return routes;
}

/** A route for every path that is not served. */
export function unknownPath(): never {
  throw new ApiError(404, 'PGRST125', 'Invalid path specified in request URL');
}

/** A bug: what it was stands in the log. */
export const UNEXPECTED = new ApiError(500, 'XX000', 'Erro interno. Tente de novo daqui a pouco.');

/** What PostgreSQL refuses of a statement of ours: a value, a right, a rule, or everything for a while; null for a bug. */
function refusedStatement(error: Error): ApiError | null {
  const refused = refusal(error, 'authenticated');
  return refused && (refused.status > 500 || /^(22|23|42501|P0001|PT)/.test(refused.code)) ? refused : null;
}

/** `body` is JSON text. */
export function jsonResponse(
  c: Context,
  status: number,
  body: string,
  headers: Record<string, string> = {},
): Response {
  return c.body(body, status as 200, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    ...headers,
  });
}

export function errorResponse(c: Context, error: ApiError): Response {
  return jsonResponse(c, error.status, JSON.stringify(errorBody(error)), error.headers);
}

/**
 * The caller named by an `Authorization` header; anonymous without one or with a scheme other than Bearer.
 * Throws 401 PGRST301 for a token that this server did not sign, PGRST303 for one that is expired or has
 * invalid claims. Source: docs/contract.md §2.
 */
export async function callerFrom(c: Context, { keys }: Pick<AppContext, 'keys'>): Promise<Caller> {
  const header = c.req.header('authorization')?.trim() ?? '';
  const [, token] = /^bearer(?:\s+(.*))?$/is.exec(header) ?? [null, null];
  if (token === null) return ANONYMOUS;
  return callerOf((token ?? '').trim(), keys.jwt, keys.anonKey).catch((error: unknown) => {
    throw tokenRefusal(reasonOf(error).code ?? '') ?? error;
  });
}

/** Whether the caller may do this at the desk now, freshly signed in where that is asked; a function asks again, and says why not. */
export const mayNow = ({ database }: AppContext, { claims }: Caller, act: string): Promise<boolean> =>
  database
    .asOwner(async (tx) => {
      await tx.query("select set_config('request.jwt.claims', $1, true)", [JSON.stringify(claims)]);
      await tx.query('select private.exigir($1)', [act]);
      return true;
    })
    .catch((error: unknown) => {
      if (reasonOf(error).code === '42501') return false;
      throw error;
    });

/** Null when the error's code is not about the token. */
function tokenRefusal(code: string): ApiError | null {
  if (!/^ERR_J(OSE|WS|WT|WK)/.test(code)) return null;
  const [about, message] = /^ERR_JWT_(EXPIRED|CLAIM)/.test(code)
    ? ['PGRST303', 'JWT expired, or its claims are not for this site']
    : ['PGRST301', 'No suitable key or wrong key type'];
  return new ApiError(401, about, message, {
    headers: { 'WWW-Authenticate': `Bearer error="invalid_token", error_description="${message}"` },
  });
}
