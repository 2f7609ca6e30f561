import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import pino from 'pino';
import { inject } from 'vitest';
import { createApp } from '../server/app.ts';
import { type Config, readConfig } from '../server/core/config.ts';
import { openDatabase } from '../server/core/database.ts';
import type { House } from '../server/core/house.ts';
import { loadKeys } from '../server/core/keys.ts';
import { openThrottles } from '../server/core/throttle.ts';
import { migrate } from '../server/migrate.ts';

/** The engines this machine has; every database test runs on each. */
export const engines = inject('engines');

export type Engine = (typeof engines)[number];

/** An own database, copied from the migrated template. `close` drops it. */
export async function openTestDatabase(engine: Engine) {
  const name = `t_${randomUUID().replaceAll('-', '')}`;
  await administer(engine, `create database ${name} template template`);
  const login = { ...engine.connection, database: name };
  const database = openDatabase({
    owner: login,
    callers: { ...login, user: 'authenticator', password: AUTHENTICATOR_PASSWORD },
    onError: () => {},
  });
  return {
    ...database,
    login,
    close: async () => {
      await database.close();
      await administer(engine, `drop database ${name} with (force)`);
    },
  };
}

/** A database migrated from nothing after `prepare` ran: as a home with its own habits would. `close` drops it. */
export async function migrateAfter(engine: Engine, prepare: string) {
  const name = `t_${randomUUID().replaceAll('-', '')}`;
  await administer(engine, `create database ${name} template template0`);
  const client = new pg.Client({ ...engine.connection, database: name });
  await client.connect();
  await client.query(prepare);
  await migrate(client);
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
 * `fetch` goes straight to its routes and fits the official clients' `fetch` option.
 */
export async function openHouse(engine: Engine, overrides: Partial<Config> = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'cc-house-'));
  chmodSync(dataDir, 0o700);
  const database = await openTestDatabase(engine);
  const config = { ...readConfig({ DATA_DIR: dataDir, LIMITS: 'relaxed', PORT: '0' }), ...overrides };
  const keys = loadKeys(dataDir, config);
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
  const house: House = {
    config,
    keys,
    database,
    documentsDir: join(dataDir, 'documents'),
    throttles: openThrottles(database, config.limits),
    log,
  };
  const app = createApp(house, new Map(), async () => true);
  return {
    ...house,
    app,
    /** Everything logged so far, one JSON line each. */
    lines,
    /** Where the official clients think the server is. */
    url: 'http://casa.test',
    fetch: ((input: RequestInfo | URL, init?: RequestInit) =>
      app.request(input instanceof URL ? input.href : input, init)) as typeof fetch,
    close: async () => {
      await database.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export type OpenHouse = Awaited<ReturnType<typeof openHouse>>;

async function administer(engine: Engine, sql: string): Promise<void> {
  const client = new pg.Client(engine.connection);
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
