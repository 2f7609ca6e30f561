import { mkdirSync } from 'node:fs';
import pg from 'pg';
import type { Logger } from 'pino';
import { type Config, ConfigError } from './core/config.ts';
import { type Database, openDatabase } from './core/database.ts';
import { hasKeys, type Keys, loadKeys } from './core/keys.ts';
import { migrate } from './migrate.ts';
import { type Cluster, connectionTo, startCluster } from './postgres/cluster.ts';
import { AlreadyOwned, ownDataDir } from './postgres/ownership.ts';

/** A migrated database with its keys, wherever it lives. */
export type Home = {
  keys: Keys;
  database: Database;
  /** Said at the start when something does not live where one would look for it. */
  note: string | null;
  /** Ends the connections, and PostgreSQL when it is ours. */
  close: () => Promise<void>;
};

/**
 * Opens the home the configuration names: the embedded PostgreSQL, started over
 * the data folder that this process then owns, or the one of DATABASE_URL.
 * Throws AlreadyOwned when another live process owns the folder.
 */
export async function openHome(config: Config, log: Logger): Promise<Home> {
  try {
    mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  } catch {
    throw new ConfigError('DATA_DIR', `não foi possível usar ${config.dataDir} como pasta`);
  }
  if (config.databaseUrl) return openOwnPostgres(config, config.databaseUrl, log);

  const disown = ownDataDir(config.dataDir);
  try {
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
      disown();
    };
    try {
      const database = await openMigrated(cluster.connection, keys, log);
      return { keys, database, note: cluster.note, close: () => database.close().then(stop) };
    } catch (error) {
      await stop();
      throw error;
    }
  } catch (error) {
    disown();
    throw error;
  }
}

/** What a command needs of a home. */
export type BorrowedHome = Pick<Home, 'database' | 'close'>;

/** Throws ConfigError unless the home that the configuration names has been there before. */
export function requireHome({ dataDir, databaseUrl, jwtSecret }: Config): void {
  // A folder without keys is the wrong one most likely, and new keys are nothing a command should make.
  if (hasKeys(dataDir) || (databaseUrl && jwtSecret)) return;
  throw new ConfigError(
    'DATA_DIR',
    `não há um site em ${dataDir}. Rode npm start antes, ou diga a pasta certa`,
  );
}

/**
 * For commands: the home, through the running server's PostgreSQL when there is one. A
 * database of DATABASE_URL that a server has made is left as it is: its migrations and
 * the login of its callers are that server's, whose keys may not be those of this folder.
 */
export async function borrowHome(config: Config, log: Logger): Promise<BorrowedHome> {
  if (config.databaseUrl) {
    const login = loginOf(config.databaseUrl);
    const { made, migrated } = await checkLogin(login);
    if (made && !migrated)
      throw new ConfigError('DATABASE_URL', 'este banco ainda não tem as migrações. Rode npm start antes');
    if (made) return openAsItIs(login, log);
  }
  try {
    return await openHome(config, log);
  } catch (error) {
    if (!(error instanceof AlreadyOwned)) throw error;
    const keys = loadKeys(config.dataDir, config);
    const database = await openMigrated(connectionTo(config.dataDir, keys.ownerPassword), keys, log);
    return { database, close: database.close };
  }
}

/** For commands that only read: the database of a Supabase project, left as it is; null when DATABASE_URL names none. */
export async function openSupabase({ databaseUrl }: Config, log: Logger): Promise<BorrowedHome | null> {
  if (!databaseUrl) return null;
  const login = loginOf(databaseUrl);
  const { supabase, migrated } = await checkLogin(login);
  if (!supabase) return null;
  if (!migrated)
    throw new ConfigError(
      'DATABASE_URL',
      'este projeto do Supabase não tem as migrações de supabase/migrations',
    );
  return openAsItIs(login, log);
}

/** The owner's pool alone: nothing is migrated, and nobody else is served. */
function openAsItIs(login: pg.ClientConfig, log: Logger): BorrowedHome {
  const database = openDatabase({ owner: login, callers: login, onError: complain(log) });
  return { database, close: database.close };
}

async function openOwnPostgres(config: Config, url: string, log: Logger): Promise<Home> {
  const login = loginOf(url);
  if ((await checkLogin(login)).supabase)
    throw new ConfigError(
      'DATABASE_URL',
      'este banco é de um projeto do Supabase, que cuida dele; o site fala com o projeto pelo config.json (README)',
    );
  const keys = loadKeys(config.dataDir, config);
  const database = await openMigrated(login, keys, log);
  return { keys, database, note: null, close: database.close };
}

/**
 * Throws ConfigError unless this is PostgreSQL 15 to 18 and the login may do what the
 * migrations need (decision 18). Tells a Supabase project, whose accounts are its own,
 * a database that a server of ours has made, and whether it has this product's tables.
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
async function openMigrated(login: pg.ClientConfig, keys: Keys, log: Logger): Promise<Database> {
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
  return openDatabase({
    owner: login,
    callers: separate ? callers : login,
    onError: complain(log),
  });
}

function complain(log: Logger) {
  return (error: Error) =>
    log.warn({ code: (error as { code?: string }).code }, 'a database connection broke');
}

async function canLogIn(login: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client({ ...login, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {}); // a refusal is the answer
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}

/** A connection address as its parts, so that another login can be put in its place. */
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
