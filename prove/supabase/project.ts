import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { PROJECT_LEDGER } from '../../server/site-data/open/ledger.ts';
import { migrate } from '../../server/site-data/open/migrate.ts';
import { addressOf, type HostedCluster, PLATFORM_ADMIN, runAs } from './cluster.ts';
import type { Parts } from './parts.ts';
import { startStorage } from './service.ts';

const sql = (name: string): string => readFileSync(join(import.meta.dirname, `${name}.sql`), 'utf8');
/** Tables that our own PostgreSQL has as hosted ones do; there the schema is made before. */
const ofPlatform = (name: string): string =>
  sql(`../../server/platform/${name}`).replace(/^create schema .*$/m, '');

/**
 * Makes a project in the database `postgres` of a new cluster: an empty one, then the product's
 * tables and code, as the owner `postgres`.
 */
export async function makeProject(cluster: HostedCluster, parts: Parts, jwtSecret: string): Promise<void> {
  await makeEmptyProject(cluster, parts, jwtSecret);
  await push(cluster);
}

/**
 * The platform's roles and tables alone. `jwtSecret` is for storage-api, which makes its own
 * tables when it starts.
 */
export async function makeEmptyProject(
  cluster: HostedCluster,
  parts: Parts,
  jwtSecret: string,
): Promise<void> {
  const run = (user: string, text: string) => runAs(cluster, user, 'postgres', text);
  await run(PLATFORM_ADMIN, sql('platform'));
  if (parts.modules.includes('safeupdate'))
    await run(PLATFORM_ADMIN, `alter role authenticator set session_preload_libraries = 'safeupdate'`);
  if (!parts.modules.includes('supautils'))
    await run(PLATFORM_ADMIN, 'grant supabase_storage_admin to postgres');
  await run('supabase_auth_admin', ofPlatform('0002_auth'));
  await run('supabase_auth_admin', sql('auth'));
  if (parts.storage) await (await startStorage(cluster, 'postgres', parts.storage, jwtSecret)).stop();
  else
    for (const text of [ofPlatform('0003_storage').replace(/^revoke all on schema .*$/m, ''), sql('storage')])
      await run('supabase_storage_admin', text);
}

/** Makes Vault as a project comes with it: its owner writes secrets and reads them, and no more. */
export const makeVault = (cluster: HostedCluster): Promise<void> =>
  runAs(
    cluster,
    PLATFORM_ADMIN,
    'postgres',
    `create extension supabase_vault; grant usage on schema vault to postgres;
     grant select on vault.decrypted_secrets to postgres;
     grant execute on function vault.create_secret, vault._crypto_aead_det_decrypt to postgres`,
  );

/** Brings a project to this version, as `npm run supabase -- push` does. */
export async function push(cluster: HostedCluster): Promise<void> {
  const client = new pg.Client(addressOf(cluster, 'postgres'));
  await client.connect();
  await migrate(client, PROJECT_LEDGER).finally(() => client.end());
}

/** Applies the migrations that lie in `root`: `supabase db push` from a copy, because the CLI writes beside what it reads. */
export async function pushMigrations(
  { host, port }: HostedCluster,
  { cli }: Parts,
  root = '.',
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'cc-cli-'));
  try {
    cpSync(join(root, 'supabase'), join(folder, 'supabase'), { recursive: true });
    const address = `postgresql://postgres:unused@${host}:${port}/postgres?sslmode=disable`;
    await promisify(execFile)(
      cli ?? '',
      ['db', 'push', '--yes', '--workdir', folder, `--remote=${address}`],
      {
        env: { PATH: process.env.PATH, HOME: folder, SUPABASE_TELEMETRY_DISABLED: '1' },
      },
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The versions that the CLI's table names, in order. */
export async function appliedVersions(cluster: HostedCluster): Promise<string[]> {
  const client = new pg.Client(addressOf(cluster, 'postgres'));
  await client.connect();
  try {
    const { rows } = await client.query<{ version: string }>(
      'select version from supabase_migrations.schema_migrations order by version',
    );
    return rows.map(({ version }) => version);
  } finally {
    await client.end();
  }
}
