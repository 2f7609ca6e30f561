import { join } from 'node:path';
import pg from 'pg';
import { readConfig } from '../../server/core/config.ts';
import { loadKeys } from '../../server/core/keys.ts';
import { runningAt } from '../../server/postgres/cluster.ts';
import type { RunningServer } from './fixtures.ts';

/** Runs statements one after the other in the database of a running server, as its owner; the rows of the last. */
export async function runSql<Row extends pg.QueryResultRow>(
  { dataDir, database }: RunningServer,
  ...statements: string[]
): Promise<Row[]> {
  const login = () => {
    const keys = loadKeys(dataDir, readConfig({ DATA_DIR: dataDir }));
    return runningAt(join(dataDir, 'postgresql'), keys.ownerPassword);
  };
  const client = new pg.Client(database ?? login());
  await client.connect();
  try {
    let rows: Row[] = [];
    for (const statement of statements) rows = (await client.query<Row>(statement)).rows;
    return rows;
  } finally {
    await client.end();
  }
}
