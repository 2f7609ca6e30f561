import { chmodSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type {} from 'vitest';
import type { TestProject } from 'vitest/node';
import { openRun } from '../../kit/test-runs.ts';
import { startWithSuperuser } from '../../prove/own-postgres.ts';
import {
  findParts,
  findPostgrest,
  type Parts,
  POSTGRES_15,
  type Version,
} from '../../prove/supabase/parts.ts';
import { ensureInstalled } from '../../scripts/ensure.mjs';
import type { Cluster } from '../../server/postgres/cluster.ts';
import { OWNER } from '../../server/postgres/new-cluster.ts';
import { migrate } from '../../server/site-data/open/migrate.ts';
import { startHosted } from './hosted-server.ts';

type Engines = {
  name: string;
  connection: Cluster['connection'];
  superuser: Cluster['connection'];
  /** Supabase's parts answer in our server's place; undefined: ours does. */
  hosted?: Parts;
}[];

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * A running PostgreSQL; it holds a migrated database `template` to copy from.
     * `connection` is the owner's login, as the embedded PostgreSQL of a site has it.
     */
    engines: Engines;
    /** Those under our own server, also where Supabase's parts are what is tested. */
    ours: Engines;
    /** One under Supabase's parts, without storage-api; none where PostgREST is not installed. */
    hosted: Engines;
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
  jit: 'off', // a plan is compiled for longer than it then runs over a test's few rows
};

/**
 * Starts a throw-away PostgreSQL once for the whole run, of the version in POSTGRES_BINARIES. SUPABASE_STACK ('15',
 * '17' or '18') puts Supabase's parts in their place (`npm run prove -- supabase`).
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await ensureInstalled(); // now, or the first process that a test starts would, under all others
  const folder = await openRun();
  project.provide('scratch', folder);
  const stack = process.env.SUPABASE_STACK;
  const other = process.env.POSTGRES_BINARIES; // `npm run prove -- oldest-postgres`
  const name = other ? `PostgreSQL de ${other}` : 'PostgreSQL embutido';
  const started = await Promise.all([
    startOwn(folder, name, other).then((one) => [one]),
    Promise.all(hostedParts(stack).map((parts) => startHosted(folder, parts))),
  ]);
  const [ours, hosted] = started.map((list) => list.map(({ engine }) => engine)) as [Engines, Engines];
  project.provide('ours', ours);
  project.provide('hosted', hosted);
  project.provide('engines', stack ? hosted : ours);
  return async () => {
    await Promise.all(started.flat().map(({ stop }) => stop()));
  };
}

/** What the whole proof has, or what is there anyway: PostgREST alone. */
function hostedParts(stack: string | undefined): Parts[] {
  if (stack) return [findParts(stack as Version)];
  const postgrest = findPostgrest();
  return postgrest ? [{ binaries: POSTGRES_15, postgrest, modules: [] }] : [];
}

async function startOwn(folder: string, name: string, binaries: string | undefined) {
  const dataDir = mkdtempSync(join(folder, 'own-'));
  chmodSync(dataDir, 0o755);
  const { connection, superuser, stop } = await startWithSuperuser(dataDir, {
    ...(binaries && { binaries }),
    settings: FAST,
  });
  const client = new pg.Client(superuser);
  await client.connect();
  await client.query(`create database template owner ${OWNER}`);
  await client.query(`grant pg_read_all_stats to ${OWNER}`); // tests look who waits for a lock
  await client.end();
  const template = new pg.Client({ ...connection, database: 'template' });
  await template.connect();
  await migrate(template);
  await template.query(`alter role authenticator password 'only-for-tests-either'`);
  await template.end();
  return { engine: { name, connection, superuser }, stop };
}
