import pg from 'pg';
import { ApiError } from './errors.ts';

/** Who is asking: the PostgreSQL role, and the verified claims that the policies read. */
export type Caller = {
  role: 'anon' | 'authenticated';
  claims: { role: string; sub?: string; session_id?: string; email?: string; [claim: string]: unknown };
};

/** One open transaction. Values are parameters; only checked identifiers ever become SQL text. */
export type Transaction = {
  query: <Row extends pg.QueryResultRow = pg.QueryResultRow>(
    sql: string,
    values?: unknown[],
  ) => Promise<pg.QueryResult<Row>>;
};

export type Database = ReturnType<typeof openDatabase>;

/** Longest a statement may run, in milliseconds, by role (contract §1). */
const STATEMENT_TIMEOUT_MS = { anon: 3_000, authenticated: 8_000, owner: 30_000 } as const;

/** Requests that may wait for a connection; the next one is told to come back. */
const QUEUE_MAX = 200;

export type DatabaseOptions = {
  /** Owner of the schema: migrations, accounts, stored objects, throttles. */
  owner: pg.PoolConfig;
  /** Login that serves callers: `authenticator` where it may log in, else the owner. */
  callers: pg.PoolConfig;
  /** Told of an idle connection that broke, a restart of PostgreSQL for one. */
  onError: (error: Error) => void;
};

/** Opens the two pools. `close` ends them when their work is done. */
export function openDatabase({ owner, callers, onError }: DatabaseOptions) {
  const settings = { connectionTimeoutMillis: 5_000, idleTimeoutMillis: 30_000, keepAlive: true };
  const ownerPool = new pg.Pool({
    max: 6,
    ...settings,
    statement_timeout: STATEMENT_TIMEOUT_MS.owner,
    ...owner,
  });
  const callerPool = new pg.Pool({ max: 12, ...settings, ...callers });
  for (const pool of [ownerPool, callerPool]) pool.on('error', onError); // without a listener a restart of the database ends the process

  return {
    /**
     * Runs `work` in one transaction as the caller, so that grants and policies
     * decide what it may do; `readOnly` for GET and HEAD, `rollback` to try a
     * write and undo it. Source: contract §3.
     */
    as: <T>(
      caller: Caller,
      work: (tx: Transaction) => Promise<T>,
      options: { readOnly?: boolean; rollback?: boolean; settings?: Record<string, string> } = {},
    ): Promise<T> => inTransaction(callerPool, opening(caller, options), work, options.rollback),

    /** Runs `work` in one transaction as the owner, whom no policy binds. */
    asOwner: <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
      inTransaction(ownerPool, 'begin', work),

    /** One statement as the owner. */
    query: <Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []) =>
      ownerPool.query<Row>(sql, values),

    /** The owner's pool, for libraries that want one (the throttles). */
    ownerPool,

    close: async () => {
      await Promise.all([callerPool.end(), ownerPool.end()]);
    },
  };
}

/** `begin`, the role and its settings, as one text: they travel together and the values are escaped. */
function opening(
  caller: Caller,
  { readOnly, settings }: { readOnly?: boolean; settings?: Record<string, string> },
): string {
  const local: Record<string, string> = {
    role: caller.role,
    search_path: 'public',
    statement_timeout: String(STATEMENT_TIMEOUT_MS[caller.role]),
    'request.jwt.claims': JSON.stringify(caller.claims),
    ...settings,
  };
  const calls = Object.entries(local).map(
    ([name, value]) => `set_config(${pg.escapeLiteral(name)}, ${pg.escapeLiteral(value)}, true)`,
  );
  return `begin ${readOnly ? 'read only' : 'read write'}; select ${calls.join(', ')}`;
}

async function inTransaction<T>(
  pool: pg.Pool,
  begin: string,
  work: (tx: Transaction) => Promise<T>,
  rollback = false,
): Promise<T> {
  const client = await connect(pool);
  let broken: Error | undefined;
  try {
    await client.query(begin);
    const result = await work({ query: (sql, values) => client.query(sql, values) });
    await client.query(rollback ? 'rollback' : 'commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      broken = failure; // the connection is of no more use
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

/** A connection, or 503 when too many wait for one or the database does not answer. */
async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  if (pool.waitingCount >= QUEUE_MAX) throw unavailable();
  return pool.connect().catch(() => {
    throw unavailable();
  });
}

/** What a caller hears while the database does not answer or too many wait for it. */
export function unavailable(): ApiError {
  return new ApiError(503, 'PGRST003', 'Muita gente ao mesmo tempo. Tente de novo daqui a pouco.', {
    headers: { 'Retry-After': '5' },
  });
}
