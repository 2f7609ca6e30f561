import type pg from 'pg';
import { withClient } from '../site-data/copy/client.ts';
import { checkLogin, loginOf } from '../site-data/open/own-postgres.ts';
import { type Finding, inWords, todo } from './finding.ts';

/** The login of DATABASE_URL. Throws ConfigError for one that cannot be used. */
export async function loginAt(databaseUrl: string): Promise<pg.ClientConfig> {
  const login = loginOf(databaseUrl);
  await checkLogin(login);
  return login;
}

const UNREAD =
  'O banco de dados não respondeu até o fim: libere o disco, se está cheio; entre como o dono do banco; senão veja postgresql.log na pasta de dados e inicie o site de novo.';

/** Runs `look` on a connection of the owner, in a read-only transaction with a timeout, and returns its findings. */
export async function examineAsOwner(
  login: () => pg.ClientConfig | Promise<pg.ClientConfig>,
  look: (client: pg.Client) => Promise<Finding[]>,
): Promise<Finding[]> {
  try {
    return await withClient({ ...(await login()), connectionTimeoutMillis: 10_000 }, async (client) => {
      await client.query('begin read only');
      await client.query(`set local statement_timeout = '30s'`);
      return look(client);
    });
  } catch (error) {
    return todo(inWords(error, UNREAD));
  }
}
