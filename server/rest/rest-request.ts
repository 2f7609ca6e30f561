import type { Context } from 'hono';
import type { AppContext, Env } from '../core/context.ts';
import type { Caller, Transaction } from '../core/database.ts';
import { ApiError, refusal } from '../core/errors.ts';
import type { Catalogue, Privilege, Role, Table } from './catalogue.ts';
import { refuseLongAddress } from './query.ts';
import {
  callerFrom,
  type Preferences,
  readPreferences,
  refuseOtherSchema,
  wantsObject,
} from './request-headers.ts';
import { headersOf } from './sql.ts';

/** What every request to /rest/v1 carries, whatever table or function it names. */
export type RestRequest = {
  context: AppContext;
  catalogue: Catalogue;
  caller: Caller;
  /** GET or HEAD: runs in a read-only transaction. */
  readOnly: boolean;
  /** True when exactly one row is wanted, as a JSON object instead of an array. */
  object: boolean;
  preferences: Preferences;
  /** The raw query string, with its question mark. */
  search: string;
};

/** Throws 414, 406, 401 or 400 for headers or an address that no table or function accepts. */
export async function readRequest(
  c: Context<Env>,
  context: AppContext,
  catalogue: Catalogue,
): Promise<RestRequest> {
  refuseLongAddress(c.req.url);
  const readOnly = c.req.method === 'GET' || c.req.method === 'HEAD';
  refuseOtherSchema(c.req.header(readOnly ? 'accept-profile' : 'content-profile'));
  const { jwt, anonKey } = context.keys;
  return {
    context,
    catalogue,
    readOnly,
    caller: await callerFrom(c.req.header('authorization'), jwt, anonKey),
    object: wantsObject(c.req.header('accept')),
    preferences: readPreferences(c.req.header('prefer')),
    search: new URL(c.req.url).search,
  };
}

/** Throws 404 PGRST205 when `public` has no such table; unlike PostgREST, suggests no other name. */
export async function findTable({ catalogue }: RestRequest, name: string): Promise<Table> {
  const table = await catalogue.find((tables) => tables.get(name));
  if (table) return table;
  throw new ApiError(404, 'PGRST205', `Could not find the table 'public.${name}' in the schema cache`);
}

/** Throws 401 or 403, 42501, when the caller's role has this privilege on no column. Checked first, so that nothing else of the table is revealed. */
export async function requirePrivilege(
  privilege: Privilege,
  { catalogue, caller }: RestRequest,
  { name }: Table,
): Promise<void> {
  const granted = await catalogue.find(
    (tables) => tables.get(name)?.privileges[caller.role].includes(privilege) || undefined,
  );
  if (!granted) throw permissionDenied(name, caller.role);
}

/** The same answer as PostgreSQL's own refusal of a table. */
export function permissionDenied(table: string, role: Role): ApiError {
  const message = `permission denied for table ${table}`;
  if (role !== 'anon') return new ApiError(403, '42501', message);
  return new ApiError(401, '42501', message, { headers: { 'WWW-Authenticate': 'Bearer' } });
}

/** Runs `work` in one transaction under the caller's role; `single` as in Database.as. Throws what PostgreSQL refuses as an ApiError. */
export function runAsCaller<T>(
  c: Context<Env>,
  { context, caller, readOnly }: RestRequest,
  { path, single }: { path: string; single: boolean },
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const settings = {
    'request.method': c.req.method,
    'request.path': path,
    'request.headers': headersOf(c.get('address')),
  };
  return context.database
    .as(caller, work, { readOnly, single, settings })
    .catch((error: unknown) => refuse(error, caller));
}

/**
 * `runAsCaller` for an insert, which is one statement: it sets the caller's address itself, and no policy of
 * an insert reads method or path.
 */
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
