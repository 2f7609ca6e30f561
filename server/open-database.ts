import pg from 'pg';
import type { Logger } from 'pino';
import { ConfigError } from './config.ts';
import type { Config } from './core/context.ts';
import { type Database, openPools } from './core/database.ts';
import { hasKeys, type Keys, loadKeys } from './core/keys.ts';
import { migrate } from './migrate.ts';
import { openUnmigrated, reachUnmigrated, type Unmigrated } from './open-unmigrated.ts';
import { checkLogin, loginOf } from './own-postgres.ts';

/** A migrated database with its keys. */
export type OpenedDatabase = {
  keys: Keys;
  database: Database;
  /** For the owner at the start: the data is not in the data folder; null when it is. */
  notice: string | null;
  /** Ends the connections, and PostgreSQL when it is ours. */
  close: () => Promise<void>;
};

/** Opens and migrates the database that the configuration names, and throws what `openUnmigrated` and `migrate` throw. */
export async function openDatabase(config: Config, log: Logger): Promise<OpenedDatabase> {
  return openMigrated(await openUnmigrated(config, log), config, log);
}

/** What a command needs. */
export type CommandDatabase = Pick<OpenedDatabase, 'database' | 'close'>;

/** Throws ConfigError unless the database that the configuration names existed before. */
export function requireInstallation({ dataDir, databaseUrl, jwtSecret }: Config): void {
  // A folder without keys is most likely mistyped, and a command must not make new keys.
  if (hasKeys(dataDir) || (databaseUrl && jwtSecret)) return;
  throw new ConfigError(
    'DATA_DIR',
    `não há um site em ${dataDir}. Rode npm start antes, ou diga a pasta certa`,
  );
}

/**
 * For commands: the database, through the running server's PostgreSQL when there is one.
 * A database of DATABASE_URL that a server has set up is neither migrated nor given
 * another password for `authenticator`: this folder's keys may not be that server's.
 */
export async function openForCommand(config: Config, log: Logger): Promise<CommandDatabase> {
  if (config.databaseUrl) {
    const login = loginOf(config.databaseUrl);
    const { made, migrated } = await checkLogin(login);
    if (made && !migrated)
      throw new ConfigError('DATABASE_URL', 'este banco ainda não tem as migrações. Rode npm start antes');
    if (made) return openUnchanged(login, log);
  }
  return openMigrated(await reachUnmigrated(config, log), config, log);
}

/** For commands that need only the tables: a Supabase project's database, not migrated; null when DATABASE_URL is not one. */
export async function openSupabase({ databaseUrl }: Config, log: Logger): Promise<CommandDatabase | null> {
  if (!databaseUrl) return null;
  const login = loginOf(databaseUrl);
  const { supabase, migrated } = await checkLogin(login);
  if (!supabase) return null;
  if (!migrated)
    throw new ConfigError(
      'DATABASE_URL',
      'este projeto do Supabase não tem as migrações de supabase/migrations',
    );
  return openUnchanged(login, log);
}

/** The owner's pools alone, without migrating. */
function openUnchanged(login: pg.ClientConfig, log: Logger): CommandDatabase {
  const database = openPools({ owner: login, callers: login, onError: logBroken(log) });
  return { database, close: database.close };
}

/** Migrates, then opens the pools; callers are served by the login `authenticator` where it may log in. */
async function openMigrated(opened: Unmigrated, config: Config, log: Logger): Promise<OpenedDatabase> {
  try {
    const { login, embedded } = opened;
    const keys = loadKeys(config.dataDir, config);
    const callers = { ...login, user: 'authenticator', password: keys.authenticatorPassword };
    const owner = new pg.Client(login);
    await owner.connect();
    try {
      await migrate(owner);
      await owner.query(
        `alter role authenticator login password ${pg.escapeLiteral(keys.authenticatorPassword)}`,
      );
    } finally {
      await owner.end();
    }
    const separate = await canLogIn(callers);
    if (!separate)
      log.warn('authenticator may not log in here: callers are served by the login of DATABASE_URL');
    const database = openPools({
      owner: login,
      callers: separate ? callers : login,
      direct: embedded && separate,
      onError: logBroken(log),
    });
    return { keys, database, notice: opened.notice, close: () => database.close().then(opened.close) };
  } catch (error) {
    await opened.close();
    throw error;
  }
}

function logBroken(log: Logger) {
  return (error: Error) =>
    log.warn({ code: (error as { code?: string }).code }, 'a database connection broke');
}

async function canLogIn(login: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client({ ...login, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {}); // the rejected connect() is enough
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}
