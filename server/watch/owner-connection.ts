import pg from 'pg';
import { checkLogin, loginOf } from '../site-data/open/own-postgres.ts';
import { type Finding, inWords, todo } from './finding.ts';

/** The login of DATABASE_URL. Throws ConfigError for one that cannot be used. */
export async function loginAt(databaseUrl: string): Promise<pg.ClientConfig> {
  const login = loginOf(databaseUrl);
  await checkLogin(login);
  return login;
}

/**
 * Runs `look` on a connection, in a read-only transaction with a timeout, and returns its findings. Without a
 * connection the finding is `unreachable`, or the error's own message where it has one for the owner; when
 * the connection breaks, `broken`.
 */
export async function examineAsOwner(
  login: () => pg.ClientConfig | Promise<pg.ClientConfig>,
  { unreachable, broken }: { unreachable: string; broken: (code?: string) => string },
  look: (client: pg.Client) => Promise<Finding[]>,
): Promise<Finding[]> {
  let client: pg.Client;
  try {
    client = new pg.Client({ ...(await login()), connectionTimeoutMillis: 10_000 });
    client.on('error', () => {}); // the query rejects
    await client.connect();
  } catch (error) {
    return todo(inWords(error, unreachable));
  }
  try {
    await client.query('begin read only');
    await client.query(`set local statement_timeout = '30s'`);
    return await look(client);
  } catch (error) {
    return todo(broken((error as { code?: string }).code));
  } finally {
    await client.end().catch(() => {}); // it was broken
  }
}
