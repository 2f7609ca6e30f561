import { randomUUID } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { newFolder } from '../kit/folder.ts';
import { type Cluster, startCluster } from '../server/postgres/cluster.ts';
import { SUPERUSER } from '../server/postgres/new-cluster.ts';
import { logFile } from '../server/postgres/server-log.ts';

/** PostgreSQL 15 of the distribution, the oldest that the product takes, where there is one. */
export const SYSTEM_15 = existsSync('/usr/lib/postgresql/15/bin/postgres')
  ? '/usr/lib/postgresql/15'
  : undefined;

/**
 * Starts a PostgreSQL as people run their own: unlike that of `startCluster` it accepts connections to any
 * database, and from the superuser without a password.
 */
export async function startWithSuperuser(
  folder: string,
  options: NonNullable<Parameters<typeof startCluster>[2]>,
): Promise<Cluster & { superuser: Cluster['connection'] }> {
  const access = join(folder, 'quem-entra.conf');
  writeFileSync(access, `local all ${SUPERUSER} trust\nlocal all all scram-sha-256\n`);
  chmodSync(access, 0o644); // PostgreSQL may run as another account
  const settings = { ...options.settings, hba_file: access };
  const cluster = await startCluster(folder, 'only-for-tests', { ...options, settings });
  return { ...cluster, superuser: { ...cluster.connection, user: SUPERUSER } };
}

/** A PostgreSQL of one's own, beside the embedded one; `newDatabase` returns the address of an empty database. */
export async function startOwnPostgres() {
  const folder = newFolder();
  const cluster = await startWithSuperuser(folder, { binaries: SYSTEM_15 });
  const client = new pg.Client(cluster.superuser);
  await client.connect();
  const { rows } = await client.query<{ server_version: string }>('show server_version');
  return {
    version: rows[0]?.server_version ?? '',
    newDatabase: async (): Promise<string> => {
      const name = `d_${randomUUID().replaceAll('-', '')}`;
      await client.query(`create database ${name}`);
      const { host, user, password } = cluster.superuser;
      return `postgres://${user}:${password}@localhost/${name}?host=${encodeURIComponent(host)}`;
    },
    /** What it has written to its log. */
    log: () => readFileSync(logFile(folder), 'utf8'),
    stop: async () => {
      await client.end();
      await cluster.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
