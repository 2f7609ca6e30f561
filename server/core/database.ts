import pg from 'pg';
import { unavailable } from './errors.ts';

/** The PostgreSQL role of a request, and the verified claims that the policies read. */
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

export type Database = ReturnType<typeof openPools>;

/** Longest a statement may run, in milliseconds, by role (docs/contract.md §1). */
const STATEMENT_TIMEOUT_MS = { anon: 3_000, authenticated: 8_000, owner: 30_000 } as const;

/** Most requests that wait for a connection; further ones are answered 503. */
const QUEUE_MAX = 200;

type DatabaseOptions = {
  /** Owner of the schema: migrations, accounts, stored objects, throttles. */
  owner: pg.PoolConfig;
  /** Login that serves callers: `authenticator` where it may log in, else the owner. */
  callers: pg.PoolConfig;
  /** Called when an idle connection breaks, as at a restart of PostgreSQL. */
  onError: (error: Error) => void;
};

/** Opens the two pools. `close` waits for running queries. */
export function openPools({ owner, callers, onError }: DatabaseOptions) {
  const settings = {
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    pipeline: true,
  };
  const statement_timeout = STATEMENT_TIMEOUT_MS.owner;
  const ownerPool = new pg.Pool({ max: 10, ...settings, statement_timeout, ...owner });
  const callerPool = new pg.Pool({ max: 12, ...settings, ...callers });
  const pools = [ownerPool, callerPool];
  for (const pool of pools) {
    pool.on('error', onError); // without a listener a restart of the database ends the process
    pool.on('connect', (client) => client.on('error', () => {})); // of one in use the query rejects
  }

  return {
    /**
     * Runs `work` in one transaction as the caller, so that grants and policies
     * decide what it may do; `readOnly` for GET and HEAD. With `single` the work is one statement and is committed with
     * it: what the work throws after that statement undoes nothing. Source: docs/contract.md §3.
     */
    as: <T>(
      caller: Caller,
      work: (tx: Transaction) => Promise<T>,
      options: Omit<TransactionOptions, 'local'> & { settings?: Record<string, string> } = {},
    ): Promise<T> =>
      inTransaction(callerPool, work, {
        ...options,
        local: { ...settingsOf(caller), ...options.settings },
      }),

    /** Runs `work` in one transaction as the owner, to whom no policy applies. */
    asOwner: <T>(work: (tx: Transaction) => Promise<T>): Promise<T> => inTransaction(ownerPool, work),

    /** One statement as the owner. */
    query: <Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []) =>
      ownerPool.query<Row>(sql, values),

    /** Runs statements in turn outside a transaction, without a statement timeout; waits at most 10 s for a lock. */
    housekeeping: async (statements: readonly string[]): Promise<void> => {
      const client = await connect(ownerPool);
      try {
        for (const sql of [`set statement_timeout = 0`, `set lock_timeout = '10s'`, ...statements])
          await client.query(sql);
      } finally {
        client.release(true); // closed, because of its settings
      }
    },

    /** One statement as the owner that returns before it is on disk; a power cut may lose its last second. */
    queryWithoutFlush: <Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []) =>
      inTransaction(ownerPool, (tx) => tx.query<Row>(sql, values), {
        local: { synchronous_commit: 'off' },
        single: true,
      }),

    close: async () => {
      await Promise.all(pools.map((pool) => pool.end()));
    },
  };
}

/** The caller without a session. */
export const ANONYMOUS: Caller = { role: 'anon', claims: { role: 'anon' } };

/** Settings of a caller's transaction: the role, its limit, what the policies read, and that this server counts what an address sends. */
function settingsOf({ role, claims }: Caller): Record<string, string> {
  return {
    role,
    search_path: 'public',
    timezone: 'UTC',
    statement_timeout: String(STATEMENT_TIMEOUT_MS[role]),
    'request.jwt.claims': JSON.stringify(claims),
    'servidor.conta': 'sim',
  };
}

type TransactionOptions = {
  local?: Record<string, string>;
  readOnly?: boolean;
  single?: boolean;
};

/**
 * `begin`, the settings and the first statement are sent together, with `single` the
 * end too. The text of `begin` is constant, so it cannot
 * fail by itself; when a setting or a statement fails the transaction is broken, no
 * statement after it does anything and its end is a rollback.
 */
async function inTransaction<T>(
  pool: pg.Pool,
  work: (tx: Transaction) => Promise<T>,
  { local = {}, readOnly, single }: TransactionOptions = {},
): Promise<T> {
  const client = await connect(pool);
  let broken = false;
  try {
    const sent: Promise<unknown>[] = [
      client.query(readOnly ? 'begin read only' : 'begin read write'),
      client.query({ ...SETTINGS, values: [Object.keys(local), Object.values(local)] }),
    ];
    const worked = work(queriesOf(client));
    if (single) sent.push(client.query('commit'));
    await Promise.all([worked, ...sent]);
    if (!single) await client.query('commit');
    return await worked;
  } catch (error) {
    broken = await client.query('rollback').then(
      () => false,
      () => true, // the connection cannot be reused
    );
    throw error;
  } finally {
    client.release(broken);
  }
}

function queriesOf(client: pg.PoolClient): Transaction {
  return { query: (sql, values) => client.query({ text: sql, values, name: nameOf(sql) }) };
}

const SETTINGS = {
  name: 'settings',
  text: 'select set_config(name, value, true) from unnest($1::text[], $2::text[]) as local (name, value)',
};

/** Names of prepared statements by their text. Bounded, because callers influence texts and each one costs memory on every connection. */
const named = new Map<string, string>();
const NAMED_MAX = 50;

function nameOf(sql: string): string | undefined {
  if (!named.has(sql) && named.size < NAMED_MAX) named.set(sql, `s${named.size}`);
  return named.get(sql);
}

/** A connection, or 503 when too many wait for one or the database does not answer. */
async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  if (pool.waitingCount >= QUEUE_MAX) throw unavailable();
  return pool.connect().catch((cause: unknown) => {
    throw Object.assign(unavailable(), { cause });
  });
}
