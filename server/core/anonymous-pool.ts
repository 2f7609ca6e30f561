import pg from 'pg';
import { isPgError } from './errors.ts';

/**
 * Connections whose role and settings are fixed when they are opened, for what is one statement
 * without a transaction. Each is tried before its first use: its role must be the wanted one, and the
 * process of PostgreSQL that answers the one that opened it. A pooler, which may stand between us and
 * a PostgreSQL that is not ours, names no such process, drops the settings, or gives the
 * connection to somebody else.
 */
export function openAnonymousPool(login: pg.PoolConfig, settings: Readonly<Record<string, string>>): pg.Pool {
  const options = Object.entries(settings).map(
    ([name, value]) => `-c ${name}=${value.replace(/[\\ ]/g, '\\$&')}`,
  );
  return new pg.Pool({
    ...login,
    options: options.join(' '),
    verify: (client, done) => refuseBetween(client, settings.role).then(() => done(), done),
  });
}

/**
 * SQLSTATE of a pooler that takes no settings at the start of a connection; `refuseBetween` throws it too.
 */
const DROPPED = '08P01';

async function refuseBetween(client: pg.PoolClient, wanted: string | undefined): Promise<void> {
  const { rows } = await client.query<{ pid: number; role: string }>(
    'select pg_backend_pid() as pid, current_user as role',
  );
  const { processID } = client as unknown as { processID: number };
  if (rows[0]?.pid === processID && rows[0].role === wanted) return;
  throw Object.assign(new Error('something stands between'), { severity: 'FATAL', code: DROPPED });
}

/** SQLSTATE of refusals that end by themselves: too many connections, or a restart. */
const TEMPORARY = /^(53|57P)/;

/** Pools behind something that loses settings; they stay marked. */
const shared = new WeakSet<pg.Pool>();

/** True behind a pooler, where no connection stays as it was opened: use a transaction instead. */
export const isShared = (pool: pg.Pool): boolean => shared.has(pool);

/**
 * Returns a handler for a failed connection, whose error has the reason as its `cause`. Null when PostgreSQL
 * itself refused it (too many connections, say), so that the caller may use a transaction instead; any other
 * error is thrown again.
 */
export function unlessRefused(pool: pg.Pool): (error: Error) => null {
  return (error) => {
    if (!isPgError(error.cause)) throw error;
    if (!TEMPORARY.test(error.cause.code)) shared.add(pool);
    return null;
  };
}
