import { join } from 'node:path';
import pg from 'pg';
import { signIn } from '../kit/desk.ts';
import type { Account, Site } from '../kit/site.ts';
import { loadKeys } from '../server/core/keys.ts';
import { signAccessToken } from '../server/core/tokens.ts';
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

/** A session whose password was given ten minutes ago: what asks for it again does so. */
export async function oldSession(server: Site & { folder: string }, account: Account) {
  const { session, token } = await signIn(server, account);
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  const { jwt } = loadKeys(server.folder, { jwtSecret: null, anonKey: null });
  const amr = [{ method: 'password', timestamp: claims.iat - 600 }];
  return { ...session, access_token: (await signAccessToken(jwt, { ...claims, amr }, claims.iat)).token };
}
