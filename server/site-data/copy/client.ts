import pg from 'pg';
import type { Transaction } from '../../core/database.ts';

/** Runs one statement as the owner, as `Database` and a client of pg do. */
export type Query = <Row extends object>(sql: string, values?: unknown[]) => Promise<{ rows: Row[] }>;

/** A connection of its own; `work` gets it to itself. */
export async function withClient<T>(
  login: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(login);
  client.on('error', () => {}); // the query rejects
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => {}); // it was broken
  }
}

/** True when a database has the table `name`, which is `schema.table`. */
export async function hasTable(client: Pick<Transaction, 'query'>, name: string): Promise<boolean> {
  const { rows } = await client.query<{ made: boolean }>('select to_regclass($1) is not null as made', [
    name,
  ]);
  return rows[0]?.made ?? false;
}

/** How many rows `from` gives, a table with what narrows it. */
export async function countRows(client: pg.ClientBase, from: string): Promise<number> {
  const { rows } = await client.query<{ count: number }>(`select count(*)::integer as count from ${from}`);
  return rows[0]?.count ?? 0;
}
