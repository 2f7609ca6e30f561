import { execFile, spawn } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { postgresAccount, postgresBinaries } from '../../server/postgres/account.ts';
import { freePort } from '../command.ts';
import type { Module } from './parts.ts';

/** The superuser of a hosted project, which its owner never is. */
export const PLATFORM_ADMIN = 'supabase_admin';

/** Where a PostgreSQL listens. It has no unix socket and trusts every login from this machine. */
export type Address = { host: string; port: number };

export type HostedCluster = Address & {
  version: string;
  stop: () => Promise<void>;
};

/** How `user` logs in to it: nobody has a password. */
export function addressOf({ host, port }: Address, user: string) {
  return { host, port, user, password: 'unused', database: 'postgres' };
}

/** Runs SQL in a database as somebody. */
export async function runAs(cluster: Address, user: string, database: string, text: string): Promise<void> {
  const client = new pg.Client({ ...addressOf(cluster, user), database });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

const START_LIMIT_MS = 60_000;

/** What supautils lets the project's owner do without being a superuser. */
const SUPAUTILS = {
  'supautils.privileged_role': 'postgres',
  'supautils.privileged_extensions': 'pg_trgm,pg_cron,pg_net,pgcrypto,supabase_vault,unaccent',
  'supautils.privileged_extensions_superuser': PLATFORM_ADMIN,
  'supautils.policy_grants': '{"postgres":["storage.objects","storage.buckets"]}',
  'supautils.reserved_roles':
    'supabase_admin,supabase_auth_admin,supabase_storage_admin,dashboard_user,service_role*,authenticator*,authenticated*,anon*',
};

/**
 * Starts an empty PostgreSQL whose superuser is `supabase_admin`. It listens on 127.0.0.1,
 * because the CLI knows no sockets. `binaries` undefined: the embedded one. `workers` is the
 * database that pg_net and pg_cron work in: they stay in it, so nobody can copy that one.
 */
export async function startHostedCluster(
  folder: string,
  {
    binaries: given,
    modules = [],
    settings = {},
    workers = 'postgres',
  }: {
    binaries?: string;
    modules?: readonly Module[];
    settings?: Record<string, string>;
    workers?: string;
  } = {},
): Promise<HostedCluster> {
  const account = postgresAccount();
  const binaries = postgresBinaries(account, given);
  const files = join(folder, 'postgresql');
  mkdirSync(files, { mode: 0o700 });
  if (account) chownSync(files, account.uid, account.gid);
  await promisify(execFile)(
    join(binaries, 'bin/initdb'),
    ['-D', files, '-U', PLATFORM_ADMIN, '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'],
    { ...account, cwd: '/', env: QUIET },
  );
  own(join(files, 'pg_hba.conf'), 'host all all 127.0.0.1/32 trust\n', account);
  const port = await freePort();
  const log = join(folder, 'postgresql.log');
  const all = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    fsync: 'off',
    max_connections: '300',
    ...(modules.includes('supautils') && SUPAUTILS),
    ...moduleSettings(modules, workers, own(join(folder, 'vault-key'), VAULT_KEY, account, 0o700)),
    ...settings,
  };
  const child = spawn(
    join(binaries, 'bin/postgres'),
    ['-D', files, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { ...account, detached: true, stdio: ['ignore', 'ignore', 'pipe'], env: QUIET, cwd: '/' },
  );
  child.stderr.on('data', (chunk: Buffer) => writeFileSync(log, chunk, { flag: 'a' }));
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGINT');
    await ended;
  };
  const until = performance.now() + START_LIMIT_MS;
  for (;;) {
    const client = new pg.Client({ host: '127.0.0.1', port, user: PLATFORM_ADMIN, database: 'postgres' });
    client.on('error', () => {}); // the rejected connect() is enough
    try {
      await client.connect();
      const { rows } = await client.query<{ server_version: string }>('show server_version');
      await client.end();
      return { host: '127.0.0.1', port, version: rows[0]?.server_version ?? '', stop };
    } catch (error) {
      if (child.exitCode !== null || performance.now() > until) {
        await stop();
        throw new Error(`PostgreSQL did not start: ${readFileSync(log, 'utf8')}`, { cause: error });
      }
      await pause(20);
    }
  }
}

const QUIET = { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin' };

/** Vault asks a program for its key. */
const VAULT_KEY = `#!/bin/sh\necho ${'0123456789abcdef'.repeat(4)}\n`;

function moduleSettings(modules: readonly Module[], workers: string, vaultKey: string) {
  return {
    shared_preload_libraries: modules.filter((name) => name !== 'safeupdate').join(),
    ...(modules.includes('pg_net') && { 'pg_net.database_name': workers }),
    ...(modules.includes('pg_cron') && { 'cron.database_name': workers, 'cron.host': '127.0.0.1' }),
    ...(modules.includes('supabase_vault') && { 'vault.getkey_script': vaultKey }),
  };
}

function own(file: string, text: string, account: ReturnType<typeof postgresAccount>, mode = 0o600): string {
  writeFileSync(file, text);
  chmodSync(file, mode);
  if (account) chownSync(file, account.uid, account.gid);
  return file;
}
