import type { Context } from 'hono';
import type { AppContext, Env } from '../core/context.ts';
import type { Caller, Transaction } from '../core/database.ts';
import { ApiError, refusal } from '../core/errors.ts';
import { callerFrom } from '../http/api.ts';

/** What every request to /rest/v1 carries, whatever it asks for. */
export type RestRequest = {
  context: AppContext;
  caller: Caller;
  /** GET or HEAD: runs in a read-only transaction. */
  readOnly: boolean;
  /** The raw query string, with its question mark. */
  search: string;
};

/** Throws 401 for a token that nothing accepts. */
export async function readRequest(c: Context<Env>, context: AppContext): Promise<RestRequest> {
  return {
    context,
    readOnly: c.req.method === 'GET' || c.req.method === 'HEAD',
    caller: await callerFrom(c, context),
    search: new URL(c.req.url).search,
  };
}

/** The same answer as PostgreSQL's own refusal of the enrolments. */
export function permissionDenied({ caller }: RestRequest, table: string): ApiError {
  const message = `permission denied for table ${table}`;
  if (caller.role !== 'anon') return new ApiError(403, '42501', message);
  return new ApiError(401, '42501', message, { headers: { 'WWW-Authenticate': 'Bearer' } });
}

/** Runs `work` in one transaction under the caller's role; `single` as in Database.as. Throws what PostgreSQL refuses as an ApiError. */
export function runAsCaller<T>(
  c: Context<Env>,
  { context, caller, readOnly }: RestRequest,
  single: boolean,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  // from which SQL functions take the address that they hash and count by: one hop, whatever the caller sent
  const settings = { 'request.headers': JSON.stringify({ 'x-forwarded-for': c.get('address') }) };
  return context.database.as(caller, work, { readOnly, single, settings }).catch((error: unknown) => {
    throw refusal(error, caller.role) ?? error;
  });
}
