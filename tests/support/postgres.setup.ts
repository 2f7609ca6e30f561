import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type {} from 'vitest';
import type { TestProject } from 'vitest/node';
import { migrate } from '../../server/data/migrate.ts';
import { type Cluster, startCluster } from '../../server/postgres/cluster.ts';
import { TEST_FOLDER } from './test-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** One running PostgreSQL per engine; each holds a migrated database `template` to copy from. */
    engines: { name: string; connection: Cluster['connection'] }[];
  }
}

/** PostgreSQL of the distribution, where present: Supabase runs 15 and 17 too. */
const SYSTEM_15 = '/usr/lib/postgresql/15';

/** Nothing of a test outlives it, so the tests' PostgreSQL may skip what a power cut would need. */
const FAST = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  max_connections: '120',
  autovacuum: 'off',
};

/** Starts a throw-away PostgreSQL for each engine once for the whole run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(TEST_FOLDER, 'cc-test-'));
  chmodSync(folder, 0o755);
  const versions = [
    { name: 'PostgreSQL embutido', binaries: undefined },
    ...(existsSync(`${SYSTEM_15}/bin/postgres`) ? [{ name: 'PostgreSQL 15', binaries: SYSTEM_15 }] : []),
  ];
  const clusters = await Promise.all(
    versions.map(async ({ name, binaries }, at) => {
      const dataDir = mkdtempSync(join(folder, `${at}-`));
      chmodSync(dataDir, 0o755);
      const cluster = await startCluster(dataDir, 'only-for-tests', { binaries, settings: FAST });
      const client = new pg.Client(cluster.connection);
      await client.connect();
      await client.query('create database template');
      await client.end();
      const template = new pg.Client({ ...cluster.connection, database: 'template' });
      await template.connect();
      await migrate(template);
      await template.query(`alter role authenticator password 'only-for-tests-either'`);
      await template.end();
      return { name, cluster };
    }),
  );
  project.provide(
    'engines',
    clusters.map(({ name, cluster }) => ({ name, connection: cluster.connection })),
  );
  return async () => {
    await Promise.all(clusters.map(({ cluster }) => cluster.stop()));
    rmSync(folder, { recursive: true, force: true });
  };
}
