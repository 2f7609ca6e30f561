import { mkdirSync } from 'node:fs';
import pg from 'pg';
import type { Logger } from 'pino';
import { ConfigError } from './config.ts';
import type { Config } from './core/context.ts';
import { type Database, openPools } from './core/database.ts';
import { hasKeys, type Keys, loadKeys } from './core/keys.ts';
import { refuseIncomplete } from './incomplete-data.ts';
import { migrate } from './migrate.ts';
import { type Cluster, connectionTo, startCluster } from './postgres/cluster.ts';
import { AlreadyOwned, ownDataDir } from './postgres/ownership.ts';

/** A migrated database with its keys. */
export type OpenedDatabase = {
  keys: Keys;
  database: Database;
  /** For the owner at the start: the data is not in the data folder; null when it is. */
  notice: string | null;
  /** Ends the connections, and PostgreSQL when it is ours. */
  close: () => Promise<void>;
};

/**
 * Opens the database that the configuration names: the embedded PostgreSQL, started over
 * the data folder that this process then owns, or the one of DATABASE_URL.
 * Throws AlreadyOwned when another live process owns the folder, DataRefused when its keys
 * are missing or its database is not whole.
 */
export async function openDatabase(config: Config, log: Logger): Promise<OpenedDatabase> {
  try {
    mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  } catch {
    throw new ConfigError('DATA_DIR', `não foi possível usar ${config.dataDir} como pasta`);
  }
  if (config.databaseUrl) return openOwnPostgres(config, config.databaseUrl, log);

  const release = ownDataDir(config.dataDir);
  try {
    refuseIncomplete(config.dataDir);
    const keys = loadKeys(config.dataDir, config);
    let stopping = false;
    let cluster = await startCluster(config.dataDir, keys.ownerPassword);
    const keepAlive = (running: Cluster): void => {
      const startAgain = async () => {
        if (stopping) return;
        log.error('PostgreSQL ended; starting it again');
        cluster = await startCluster(config.dataDir, keys.ownerPassword);
        keepAlive(cluster);
      };
      running.died
        .then(startAgain)
        .catch(({ name }: Error) => log.error({ name }, 'PostgreSQL did not start again'));
    };
    keepAlive(cluster);
    const stop = async () => {
      stopping = true;
      await cluster.stop();
      release();
    };
    try {
      const database = await openMigrated(cluster.connection, keys, log, { embedded: true });
      return { keys, database, notice: cluster.notice, close: () => database.close().then(stop) };
    } catch (error) {
      await stop();
      throw error;
    }
  } catch (error) {
    release();
    throw error;
  }
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
  try {
    return await openDatabase(config, log);
  } catch (error) {
    if (!(error instanceof AlreadyOwned)) throw error;
    const keys = loadKeys(config.dataDir, config);
    const database = await openMigrated(connectionTo(config.dataDir, keys.ownerPassword), keys, log, {
      embedded: true,
    });
    return { database, close: database.close };
  }
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

async function openOwnPostgres(config: Config, url: string, log: Logger): Promise<OpenedDatabase> {
  const login = loginOf(url);
  if ((await checkLogin(login)).supabase)
    throw new ConfigError(
      'DATABASE_URL',
      'este banco é de um projeto do Supabase, que cuida dele; o site fala com o projeto pelo config.json (README)',
    );
  const keys = loadKeys(config.dataDir, config);
  const database = await openMigrated(login, keys, log, { embedded: false });
  return { keys, database, notice: null, close: database.close };
}

/**
 * Throws ConfigError unless this is PostgreSQL 15 to 18 and the login may do what the
 * migrations need (decision 18). `supabase`: it belongs to a Supabase project; `made`:
 * a server of ours has set it up; `migrated`: it has this product's tables.
 */
async function checkLogin(
  login: pg.ClientConfig,
): Promise<{ supabase: boolean; made: boolean; migrated: boolean }> {
  const client = new pg.Client({ ...login, connectionTimeoutMillis: 5_000 });
  await client.connect().catch(() => {
    throw new ConfigError('DATABASE_URL', 'não foi possível entrar neste PostgreSQL');
  });
  try {
    const { rows } = await client.query<{
      version: number;
      able: boolean;
      supabase: boolean;
      made: boolean;
      migrated: boolean;
    }>(`
      select current_setting('server_version_num')::integer / 10000 as version,
        exists (select from pg_roles where rolname = 'supabase_auth_admin')
          and not exists (select from pg_namespace where nspname = 'servidor') as supabase,
        exists (select from pg_namespace where nspname = 'servidor') as made,
        exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
          where n.nspname = 'private' and c.relname = 'auditoria') as migrated,
        rolsuper or (rolcreaterole and rolbypassrls and pg_has_role(datdba, 'USAGE')) as able
      from pg_roles, pg_database where rolname = current_user and datname = current_database()`);
    const [found] = rows;
    if (!found || found.version < 15 || found.version > 18)
      throw new ConfigError('DATABASE_URL', 'use um PostgreSQL de 15 a 18');
    if (!found.able)
      throw new ConfigError(
        'DATABASE_URL',
        'o usuário precisa ser superusuário, ou ser dono do banco e ter CREATEROLE e BYPASSRLS',
      );
    return found;
  } finally {
    await client.end();
  }
}

/** Migrates, then opens the pools; callers are served by the login `authenticator` where it may log in. */
async function openMigrated(
  login: pg.ClientConfig,
  keys: Keys,
  log: Logger,
  { embedded }: { embedded: boolean },
): Promise<Database> {
  const owner = new pg.Client(login);
  await owner.connect();
  const callers = { ...login, user: 'authenticator', password: keys.authenticatorPassword };
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
  return openPools({
    owner: login,
    callers: separate ? callers : login,
    direct: embedded && separate,
    onError: logBroken(log),
  });
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

/** The parts of a connection address, so that the login can be replaced. */
function loginOf(url: string): pg.ClientConfig {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url);
  const ssl = searchParams.get('sslmode');
  return {
    host: searchParams.get('host') ?? decodeURIComponent(hostname),
    port: Number(searchParams.get('port') ?? (port || 5432)),
    user: decodeURIComponent(username) || undefined,
    password: decodeURIComponent(password),
    database: decodeURIComponent(pathname.slice(1)) || undefined,
    ssl: ssl === null || ssl === 'disable' ? undefined : { rejectUnauthorized: ssl.startsWith('verify') },
  };
}
