import { join } from 'node:path';
import pg from 'pg';
import { readConfig } from '../../server/core/config.ts';
import { loadKeys } from '../../server/core/keys.ts';
import { runningAt } from '../../server/postgres/cluster.ts';
import type { RunningServer } from './fixtures.ts';

/** Runs statements one after the other in the database of a running server, as its owner. */
export async function runSql({ dataDir, database }: RunningServer, ...statements: string[]): Promise<void> {
  const login = () => {
    const keys = loadKeys(dataDir, readConfig({ DATA_DIR: dataDir }));
    return runningAt(join(dataDir, 'postgresql'), keys.ownerPassword);
  };
  const client = new pg.Client(database ?? login());
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
