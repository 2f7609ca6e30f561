import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type {} from 'vitest';
import type { TestProject } from 'vitest/node';
import { SYSTEM_15, startWithSuperuser } from '../../prove/own-postgres.ts';
import { addressOf, PLATFORM_ADMIN, startHostedCluster } from '../../prove/supabase/cluster.ts';
import { findParts, type Parts } from '../../prove/supabase/parts.ts';
import { makeProject } from '../../prove/supabase/project.ts';
import { JWT_SECRET } from '../../prove/supabase/stack.ts';
import { migrate } from '../../server/data/migrate.ts';
import type { Cluster } from '../../server/postgres/cluster.ts';
import { OWNER } from '../../server/postgres/new-cluster.ts';
import { TEST_FOLDER } from './test-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * One running PostgreSQL per engine; each holds a migrated database `template` to copy from.
     * `connection` is the owner's login, as the embedded PostgreSQL of a site has it.
     */
    engines: {
      name: string;
      connection: Cluster['connection'];
      superuser: Cluster['connection'];
      /** Supabase's parts answer in our server's place; undefined: ours does. */
      hosted?: Parts;
    }[];
    /** A folder that goes when the run ends; PostgreSQL's account may pass through it. */
    scratch: string;
  }
}

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
  project.provide('scratch', folder);
  if (process.env.SUPABASE_STACK) return setUpHosted(project, folder, process.env.SUPABASE_STACK);
  const versions = [
    { name: 'PostgreSQL embutido', binaries: undefined },
    ...(SYSTEM_15 ? [{ name: 'PostgreSQL 15', binaries: SYSTEM_15 }] : []), // Supabase runs 15 and 17 too
  ];
  const clusters = await Promise.all(
    versions.map(async ({ name, binaries }, at) => {
      const dataDir = mkdtempSync(join(folder, `${at}-`));
      chmodSync(dataDir, 0o755);
      const cluster = await startWithSuperuser(dataDir, { binaries, settings: FAST });
      const client = new pg.Client(cluster.superuser);
      await client.connect();
      await client.query(`create database template owner ${OWNER}`);
      await client.query(`grant pg_read_all_stats to ${OWNER}`); // tests look who waits for a lock
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
    clusters.map(({ name, cluster }) => ({
      name,
      connection: cluster.connection,
      superuser: cluster.superuser,
    })),
  );
  return async () => {
    await Promise.all(clusters.map(({ cluster }) => cluster.stop()));
    rmSync(folder, { recursive: true, force: true });
  };
}

/** `npm run prove:supabase`: one stack of Supabase's parts in the place of both engines. */
async function setUpHosted(project: TestProject, folder: string, which: string) {
  const parts = findParts({ embedded: which === 'embedded' });
  const cluster = await startHostedCluster(folder, { ...parts, settings: { max_connections: '400' } });
  await makeProject(cluster, parts, JWT_SECRET);
  project.provide('engines', [
    {
      name: `Supabase, PostgreSQL ${parseInt(cluster.version, 10)}`,
      connection: addressOf(cluster, 'postgres'),
      superuser: addressOf(cluster, PLATFORM_ADMIN),
      hosted: parts,
    },
  ]);
  return async () => {
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
