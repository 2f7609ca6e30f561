import { join } from 'node:path';
import pg from 'pg';
import { loadKeys } from '../server/core/keys.ts';
import { runningAt } from '../server/postgres/cluster.ts';

/** How the owner reaches the running PostgreSQL of a data folder. */
export const loginOf = (folder: string) =>
  runningAt(join(folder, 'postgresql'), loadKeys(folder, { jwtSecret: null, anonKey: null }).ownerPassword);

/** A connection to it. */
export async function connectOwner(folder: string): Promise<pg.Client> {
  const client = new pg.Client(loginOf(folder));
  client.on('error', () => {}); // the rejected query is enough
  await client.connect();
  return client;
}

/** The rows of one statement of the owner. */
export async function askOwner<Row extends object>(
  folder: string,
  sql: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = await connectOwner(folder);
  try {
    return (await client.query<Row & pg.QueryResultRow>(sql, values)).rows;
  } finally {
    await client.end();
  }
}
