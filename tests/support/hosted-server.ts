import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { rowsOf } from '../../kit/rows.ts';
import { addressOf, PLATFORM_ADMIN, runAs, startHostedCluster } from '../../prove/supabase/cluster.ts';
import type { Parts } from '../../prove/supabase/parts.ts';
import { makeProject } from '../../prove/supabase/project.ts';
import { JWT_SECRET, publicKey, startStack } from '../../prove/supabase/stack.ts';
import { readConfig } from '../../server/core/config.ts';
import { openPools } from '../../server/core/database.ts';
import { loadKeys } from '../../server/core/keys.ts';
import type { Engine } from './server.ts';
import { TEST_FOLDER } from './test-folder.ts';

/** The same tests against a stack of Supabase's parts (`npm run prove -- supabase`). */

/** A copy of the migrated project, and pools as its owner and as callers. `close` drops it. */
export async function openHostedDatabase(engine: Engine) {
  const cluster = engine.connection;
  const name = `t_${randomUUID().replaceAll('-', '')}`;
  await runAs(
    cluster,
    PLATFORM_ADMIN,
    'template1',
    `create database ${name} template postgres owner postgres`,
  );
  const login = { ...engine.connection, database: name };
  const database = openPools({
    // what tests remove by SQL there, the storage API would
    owner: { ...login, options: '-c storage.allow_delete_query=true' },
    callers: { ...login, user: 'authenticator' },
    onError: () => {},
  });
  return {
    ...database,
    ...rowsOf(() => database),
    login,
    close: async () => {
      await database.close();
      await runAs(cluster, PLATFORM_ADMIN, 'template1', `drop database ${name} with (force)`);
    },
  };
}

/** What changes the schema: PostgREST has to read it before the next call. */
const CHANGES = /^\s*(create|alter|drop|grant|revoke|do)\b/i;

/** The stack in the place of our own server; what only that has (throttles, files, log) stays empty. */
export async function openHostedServer(
  engine: Engine,
  parts: Parts,
  { signup = false }: { signup?: boolean } = {},
) {
  const dataDir = mkdtempSync(join(TEST_FOLDER, 'cc-hosted-'));
  chmodSync(dataDir, 0o700);
  const database = await openHostedDatabase(engine);
  const stack = await startStack(engine.connection, parts, database.login.database, { signup });
  const config = { ...readConfig({ DATA_DIR: dataDir, LIMITS: 'relaxed', PORT: '0' }), signup };
  const keys = loadKeys(dataDir, { jwtSecret: JWT_SECRET, anonKey: await publicKey() });
  const query: typeof database.query = (sql, values) =>
    CHANGES.test(sql) ? stack.knownAfter(() => database.query(sql, values)) : database.query(sql, values);
  return {
    ...rowsOf(() => ({ query })),
    config,
    keys,
    database: { ...database, query },
    documentsDir: join(dataDir, 'documents'),
    /** What our server never sees there. */
    lines: [] as string[],
    log: pino({ level: 'silent' }),
    /** Accounts are made as the project's sign-in makes them. */
    addUser: (email: string, password: string) => stack.signIn.addUser({ email, password }),
    login: database.login,
    app: { request: (path: string, init?: RequestInit) => fetch(stack.url + path, init) },
    url: stack.url,
    fetch: globalThis.fetch,
    close: async () => {
      await stack.stop();
      await database.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** A PostgreSQL in `folder` as a hosted project's, with the migrated project in its database `postgres`. */
export async function startHosted(folder: string, parts: Parts) {
  const dataDir = mkdtempSync(join(folder, 'hosted-'));
  chmodSync(dataDir, 0o755);
  const cluster = await startHostedCluster(dataDir, {
    ...parts,
    settings: { autovacuum: 'off', jit: 'off' },
    workers: 'template1', // the project is copied
  });
  await makeProject(cluster, parts, JWT_SECRET);
  return {
    engine: {
      name: `Supabase, PostgreSQL ${Number.parseInt(cluster.version, 10)}`,
      connection: addressOf(cluster, 'postgres'),
      superuser: addressOf(cluster, PLATFORM_ADMIN),
      hosted: parts,
    },
    stop: cluster.stop,
  };
}
