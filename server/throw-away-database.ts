import { rmSync } from 'node:fs';
import { basename } from 'node:path';
import type pg from 'pg';
import { postgresAccount, postgresBinaries } from './postgres/account.ts';
import { databaseOf, startCluster } from './postgres/cluster.ts';

/** Nothing of a drill outlives it, so its PostgreSQL skips what a power cut would need. */
const FAST = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', max_connections: '10' };

/** True when there is an embedded PostgreSQL for this system. */
export function hasEmbedded(): boolean {
  try {
    postgresBinaries(postgresAccount());
    return true;
  } catch {
    return false;
  }
}

/**
 * Starts a PostgreSQL of its own in `folder`, for a drill; a killed drill's still running there
 * is ended first. `close` stops it and removes what it has outside of the folder.
 */
export async function openThrowAway(
  folder: string,
): Promise<{ login: pg.ClientConfig; close: () => Promise<void> }> {
  const cluster = await startCluster(folder, basename(folder), { settings: FAST });
  return {
    login: cluster.connection,
    close: async () => {
      await cluster.stop();
      rmSync(databaseOf(folder).folder, { recursive: true, force: true });
      rmSync(cluster.connection.host, { recursive: true, force: true });
    },
  };
}
