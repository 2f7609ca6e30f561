import type { Context } from 'hono';
import type { Caller, Transaction } from '../core/database.ts';
import { ApiError, refusal } from '../core/errors.ts';
import type { Env, House } from '../core/house.ts';
import { refuseOtherSchema, wantsObject } from './accept.ts';
import { callerFrom } from './caller.ts';
import type { Finder, Right, Role, Table } from './catalogue.ts';
import { type Preferences, readPreferences } from './prefer.ts';
import { refuseLongAddress } from './query.ts';

/** What every request of this family says of itself, before its table or function. */
export type Call = {
  house: House;
  find: Finder;
  caller: Caller;
  /** Changes nothing: GET or HEAD. */
  readOnly: boolean;
  /** Exactly one row is wanted, as an object. */
  object: boolean;
  preferences: Preferences;
  /** The query string as it came. */
  search: string;
};

/** Throws 401, 406, 414 or 400 for what is wrong with any request, whatever it asks for. */
export async function openCall(c: Context<Env>, house: House, find: Finder): Promise<Call> {
  refuseLongAddress(c.req.url);
  const readOnly = c.req.method === 'GET' || c.req.method === 'HEAD';
  refuseOtherSchema(c.req.header(readOnly ? 'accept-profile' : 'content-profile'));
  const { jwt, anonKey } = house.keys;
  return {
    house,
    find,
    readOnly,
    caller: await callerFrom(c.req.header('authorization'), jwt, anonKey),
    object: wantsObject(c.req.header('accept')),
    preferences: readPreferences(c.req.header('prefer')),
    search: new URL(c.req.url).search,
  };
}

/** Throws 404 PGRST205 for a name that `public` does not have; names no other that it has. */
export async function tableNamed({ find }: Call, name: string): Promise<Table> {
  const table = await find(({ tables }) => tables.get(name));
  if (table) return table;
  throw new ApiError(404, 'PGRST205', `Could not find the table 'public.${name}' in the schema cache`);
}

/** Throws as PostgreSQL would for a caller without this right on any column, before anything else is looked at. */
export async function refuseWithout(right: Right, { find, caller }: Call, { name }: Table): Promise<void> {
  const allowed = await find(
    ({ tables }) => tables.get(name)?.rights[caller.role].includes(right) || undefined,
  );
  if (!allowed) throw denied(name, caller.role);
}

function denied(table: string, role: Role): ApiError {
  const message = `permission denied for table ${table}`;
  if (role !== 'anon') return new ApiError(403, '42501', message);
  return new ApiError(401, '42501', message, { headers: { 'WWW-Authenticate': 'Bearer' } });
}

/** Runs `work` as the caller in one transaction; what PostgreSQL refuses is thrown as an ApiError. */
export function inCall<T>(
  c: Context,
  call: Call,
  path: string,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const { house, caller, readOnly } = call;
  const settings = { 'request.method': c.req.method, 'request.path': path, timezone: 'UTC' };
  return house.database.as(caller, work, { readOnly, settings }).catch((error: unknown) => {
    throw refusal(error, caller.role) ?? error;
  });
}
