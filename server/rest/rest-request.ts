import type { Context } from 'hono';
import type { AppContext, Env } from '../core/context.ts';
import { ANONYMOUS, type Caller, type Transaction } from '../core/database.ts';
import { ApiError, refusal } from '../core/errors.ts';
import { callerOf } from '../core/tokens.ts';
import { refuseLongAddress } from './query.ts';
import { headersOf } from './sql.ts';

/** What every request to /rest/v1 carries, whatever it asks for. */
export type RestRequest = {
  context: AppContext;
  caller: Caller;
  /** GET or HEAD: runs in a read-only transaction. */
  readOnly: boolean;
  /** The raw query string, with its question mark. */
  search: string;
};

/** Throws 414 or 401 for an address or a token that nothing accepts. */
export async function readRequest(c: Context<Env>, context: AppContext): Promise<RestRequest> {
  refuseLongAddress(c.req.url);
  return {
    context,
    readOnly: c.req.method === 'GET' || c.req.method === 'HEAD',
    caller: await callerFrom(c.req.header('authorization'), context.keys),
    search: new URL(c.req.url).search,
  };
}

/**
 * The caller named by an `Authorization` header; anonymous without one or with a scheme other than Bearer.
 * Throws 401 PGRST301 for a token that this server did not sign, PGRST303 for one that is expired or has
 * invalid claims. Source: docs/contract.md §4.5.
 */
async function callerFrom(header: string | undefined, { jwt, anonKey }: AppContext['keys']): Promise<Caller> {
  const [, token] = /^bearer(?:\s+(.*))?$/is.exec(header?.trim() ?? '') ?? [null, null];
  if (token === null) return ANONYMOUS;
  return callerOf((token ?? '').trim(), jwt, anonKey).catch((error: unknown) => {
    throw tokenRefusal(error) ?? error;
  });
}

/** Null when the error is not about the token. */
function tokenRefusal(error: unknown): ApiError | null {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ERR_JWT_EXPIRED') return invalidToken('PGRST303', 'JWT expired');
  if (code === 'ERR_JWT_CLAIM_VALIDATION_FAILED')
    return invalidToken('PGRST303', 'JWT claims validation or parsing failed');
  return /^ERR_J(OSE|WS|WT|WK)/.test(code)
    ? invalidToken('PGRST301', 'No suitable key or wrong key type')
    : null;
}

function invalidToken(code: string, message: string): ApiError {
  return new ApiError(401, code, message, {
    headers: { 'WWW-Authenticate': `Bearer error="invalid_token", error_description="${message}"` },
  });
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
  const settings = { 'request.headers': headersOf(c.get('address')) };
  return context.database
    .as(caller, work, { readOnly, single, settings })
    .catch((error: unknown) => refuse(error, caller));
}

/** `runAsCaller` for an insert, which is one statement and sets the caller's address itself. */
export function insertAsCaller<T>(
  { context: { database }, caller }: RestRequest,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const inserted =
    caller.role === 'anon' ? database.asAnonymous(work) : database.as(caller, work, { single: true });
  return inserted.catch((error: unknown) => refuse(error, caller));
}

function refuse(error: unknown, { role }: Caller): never {
  throw refusal(error, role) ?? error;
}
