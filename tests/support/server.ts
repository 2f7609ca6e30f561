import { randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, inject, onTestFinished } from 'vitest';
import { rowsOf } from '../../kit/rows.ts';
import type { Site } from '../../kit/site.ts';
import { createApp } from '../../server/app.ts';
import { readConfig } from '../../server/core/config.ts';
import type { AppContext, Config } from '../../server/core/context.ts';
import { openPools } from '../../server/core/database.ts';
import { loadKeys } from '../../server/core/keys.ts';
import { openThrottles } from '../../server/core/throttle.ts';
import { OWNER } from '../../server/postgres/new-cluster.ts';
import type { Functions } from '../../server/rest/call-function.ts';
import { migrate } from '../../server/site-data/open/migrate.ts';
import { dayLimit } from '../../server/storage/origins.ts';
import { openHostedDatabase, openHostedServer } from './hosted-server.ts';
import { TEST_FOLDER } from './test-folder.ts';

/** What contract, rights, schema and SQL functions are tested on: the embedded engine, or what `prove` puts in its place. */
export const engines = inject('engines');

/** Our own embedded engine, also where Supabase's parts are what is tested. */
export const [own] = inject('ours');

/** A project of Supabase's parts; undefined where they are not installed. */
export const [hosted] = inject('hosted');

/** Every engine and, where installed, Supabase's parts: for what must be the same on each. */
export const allEngines = hosted && !engines[0]?.hosted ? [...engines, hosted] : engines;

/** The embedded engine alone, for what does not depend on the version of PostgreSQL. */
export const embedded = engines.slice(0, 1);

export type Engine = (typeof engines)[number];

/** The one that a test takes which says nothing else. */
export const USUAL = embedded[0] as Engine;

/** An own database, copied from the migrated template. `close` drops it. */
export async function openTestDatabase(engine: Engine) {
  if (engine.hosted) return openHostedDatabase(engine);
  const name = `t_${randomUUID().replaceAll('-', '')}`;
  await administer(engine, `create database ${name} template template owner ${OWNER}`);
  const login = { ...engine.connection, database: name };
  const database = openPools({
    owner: login,
    callers: { ...login, user: 'authenticator', password: AUTHENTICATOR_PASSWORD },
    onError: () => {},
  });
  return {
    ...database,
    ...rowsOf(() => database),
    login,
    close: async () => {
      await database.close();
      await administer(engine, `drop database ${name} with (force)`);
    },
  };
}

/**
 * A database that was prepared by the SQL of `prepare`, as somebody's own PostgreSQL may be, and then
 * migrated. `close` drops it.
 */
export async function migrateAfter(engine: Engine, prepare: string) {
  if (engine.hosted) return openMigrated(engine);
  const opened = await openEmpty(engine);
  await opened.client.query(prepare);
  await migrate(opened.client);
  return opened;
}

/** A database with the tables alone, copied from the migrated template, as its owner. `close` drops it. */
export async function openMigrated(engine: Engine) {
  const database = await openTestDatabase(engine);
  const client = new pg.Client(database.login);
  await client.connect();
  return {
    client,
    close: async () => {
      await client.end();
      await database.close();
    },
  };
}

/** A database without anything in it. `close` drops it. */
export async function openEmpty(engine: Engine) {
  const name = `t_${randomUUID().replaceAll('-', '')}`;
  await administer(engine, `create database ${name} template template0 owner ${OWNER}`);
  const client = new pg.Client({ ...engine.connection, database: name });
  await client.connect();
  return {
    client,
    close: async () => {
      await client.end();
      await administer(engine, `drop database ${name} with (force)`);
    },
  };
}

/** What the template's `authenticator` logs in with. */
export const AUTHENTICATOR_PASSWORD = 'only-for-tests-either';

/**
 * The whole server over an own database and documents folder, without a port:
 * `fetch` goes straight to its routes and fits the official clients' `fetch` option. `functions`: those that it serves,
 * the product's when left out.
 */
export async function openTestServer(
  engine: Engine,
  overrides: Partial<Config> = {},
  functions?: Functions,
): Promise<TestServer> {
  if (engine.hosted) return (await openHostedServer(engine, engine.hosted, overrides)) as never;
  return openOwnServer(engine, overrides, functions);
}

async function openOwnServer(engine: Engine, overrides: Partial<Config>, functions?: Functions) {
  const dataDir = mkdtempSync(join(TEST_FOLDER, 'cc-server-'));
  chmodSync(dataDir, 0o700);
  mkdirSync(join(dataDir, 'documents'), { mode: 0o700 });
  const database = await openTestDatabase(engine);
  const config = { ...readConfig({ DATA_DIR: dataDir, LIMITS: 'relaxed', PORT: '0' }), ...overrides };
  const keys = loadKeys(dataDir, config);
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
  const server: AppContext = {
    config,
    keys,
    database,
    documentsDir: join(dataDir, 'documents'),
    throttles: openThrottles(database, config.limits),
    log,
    refuseBeyondDay: dayLimit({ database, config }),
    erased: async () => {},
  };
  const app = createApp(server, new Map(), undefined, functions);
  return {
    ...server,
    ...rowsOf(() => database),
    app,
    /** The owner's login. */
    login: database.login,
    /** Everything logged so far, one JSON line each. */
    lines,
    /** Of a hosted project: makes an account there. */
    addUser: undefined as ((email: string, password: string) => Promise<{ id: string }>) | undefined,
    ...portless(app),
    close: async () => {
      await database.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export type TestServer = Awaited<ReturnType<typeof openOwnServer>>;

/** What `open` gives, for the tests around: opened before the first, closed after the last where it can be; empty until then. */
export function forTests<Opened extends object>(open: () => Promise<Opened>): Opened {
  const opened: { close?: () => Promise<void> } = {};
  beforeAll(async () => void Object.assign(opened, await open()));
  afterAll(() => opened.close?.());
  return opened as Opened;
}

/** What is opened for one test; it is closed after it. */
export async function forThisTest<Opened extends { close: () => Promise<void> }>(
  opening: Promise<Opened>,
): Promise<Opened> {
  const opened = await opening;
  onTestFinished(() => opened.close());
  return opened;
}

/** `openTestDatabase` for the tests around; its `rows`, `row` and `value` may be taken out at once. */
export function databaseForTests(engine: Engine) {
  const database = forTests(() => openTestDatabase(engine));
  return Object.assign(
    database,
    rowsOf(() => database),
  );
}

/** `openTestServer` for the tests around; its `rows`, `row` and `value` may be taken out at once. */
export function serverForTests(engine = USUAL, overrides: Partial<Config> = {}): TestServer {
  const server = forTests(() => openTestServer(engine, overrides));
  return Object.assign(
    server,
    rowsOf(() => server.database),
  );
}

/** How many wait for a lock now, or for one of this table. */
export const waiting = (server: Pick<TestServer, 'value'>, table: string | null = null) =>
  server.value<number>(
    `select count(*)::integer from pg_stat_activity a
     where datname = current_database() and wait_event_type = 'Lock' and ($1::regclass is null
       or exists (select from pg_locks l where l.pid = a.pid and not granted and relation = $1::regclass))`,
    table,
  );

/** Where the official clients think a server without a port is, and the way to its routes. */
export const portless = (app: Pick<ReturnType<typeof createApp>, 'request'>) => ({
  url: 'http://casa.test',
  fetch: (async (input: RequestInfo | URL, init?: RequestInit) =>
    app.request(input instanceof URL ? input.href : input, init)) as typeof fetch,
});

/** A server of the tests, as its callers know it. */
export const siteOf = ({ url, keys, fetch }: Pick<TestServer, 'url' | 'keys' | 'fetch'>): Site => ({
  url,
  key: keys.anonKey,
  fetch,
});

async function administer(engine: Engine, sql: string): Promise<void> {
  const client = new pg.Client(engine.superuser);
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
