import { randomUUID } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startCluster } from '../server/postgres/cluster.ts';

/** PostgreSQL 15 of the distribution, the oldest that the product takes, where there is one. */
const SYSTEM_15 = '/usr/lib/postgresql/15';

/** A PostgreSQL of one's own, beside the embedded one; `newDatabase` returns the address of an empty database. */
export async function startOwnPostgres() {
  const folder = mkdtempSync(join(tmpdir(), 'cc-own-'));
  chmodSync(folder, 0o755);
  const binaries = existsSync(`${SYSTEM_15}/bin/postgres`) ? SYSTEM_15 : undefined;
  const cluster = await startCluster(folder, 'only-for-proofs', { binaries });
  const client = new pg.Client(cluster.connection);
  await client.connect();
  const { rows } = await client.query<{ server_version: string }>('show server_version');
  return {
    version: rows[0]?.server_version ?? '',
    newDatabase: async (): Promise<string> => {
      const name = `d_${randomUUID().replaceAll('-', '')}`;
      await client.query(`create database ${name}`);
      const { host, user, password } = cluster.connection;
      return `postgres://${user}:${password}@localhost/${name}?host=${encodeURIComponent(host)}`;
    },
    stop: async () => {
      await client.end();
      await cluster.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
