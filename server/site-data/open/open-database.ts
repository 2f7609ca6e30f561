import { isAbsolute, resolve } from 'node:path';
import pg from 'pg';
import type { Logger } from 'pino';
import { ConfigError } from '../../core/config.ts';
import type { Config } from '../../core/context.ts';
import { type Database, openPools } from '../../core/database.ts';
import { fingerprintOf, readInstallation } from '../../core/installation.ts';
import { hasKeys, type Keys, loadKeys } from '../../core/keys.ts';
import { USUAL_PLACE } from '../../postgres/account.ts';
import { isDamage, notOpened, refuseEmptyFiles } from '../../postgres/folder-checks.ts';
import { withClient } from '../copy/client.ts';
import { backupBeforeUpdate } from './backup-before-update.ts';
import { noSite, refuseOtherDocuments, refuseOvertaken } from './data-folder.ts';
import { claim, readRow, refuseOtherSite } from './installation.ts';
import { announceServer } from './live-server.ts';
import { migrate } from './migrate.ts';
import { checkOwnPostgres, openUnmigrated, reachUnmigrated, type Unmigrated } from './open-unmigrated.ts';
import { checkLogin, loginOf } from './own-postgres.ts';

/** A migrated database with its keys. */
export type OpenedDatabase = {
  keys: Keys;
  database: Database;
  /** What the owner is told at the start: that the data is elsewhere, or that documents are missing. */
  notices: string[];
  /** How many documents of the database had no file at the start. */
  missing: number;
  /** Ends the connections, and PostgreSQL when it is ours. */
  close: () => Promise<void>;
};

/** What a command needs. */
export type CommandDatabase = Pick<OpenedDatabase, 'database' | 'close'>;

/** Throws ConfigError unless the database that the configuration names existed before. */
export async function requireInstallation({ dataDir, databaseUrl, jwtSecret }: Config): Promise<void> {
  // A folder without keys is most likely mistyped, and a command must not make new keys.
  if (hasKeys(dataDir) || (databaseUrl && jwtSecret)) return;
  if (databaseUrl) await checkOwnPostgres(databaseUrl);
  throw noSite(dataDir);
}

/**
 * For commands: the database, through the running server's PostgreSQL when there is one. What a server has set up
 * is neither migrated nor claimed, and `authenticator` keeps its password: this folder's keys may not be that
 * server's.
 */
export async function openForCommand(config: Config, log: Logger): Promise<CommandDatabase> {
  if (config.databaseUrl) {
    const login = loginOf(config.databaseUrl);
    if ((await checkLogin(login)).made) return openUnchanged(login, log);
  }
  const installation = readInstallation(config.dataDir);
  if (config.databaseUrl || !installation || installation.restaurando) return openDatabase(config, log);
  const opened = await reachUnmigrated(config, log);
  return openUnchanged(opened.login, log, opened.close);
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
      'este projeto do Supabase ainda não tem as tabelas do site: rode npm run supabase -- push',
    );
  return openUnchanged(login, log);
}

/** The owner's pools alone, without migrating; `end` ends what serves them. */
function openUnchanged(
  login: pg.ClientConfig,
  log: Logger,
  end: () => Promise<void> = async () => {},
): CommandDatabase {
  const database = openPools({ owner: login, callers: login, onError: logBroken(log) });
  return { database, close: () => database.close().then(end) };
}

/**
 * Opens the database that the configuration names, and throws what `openUnmigrated` and `migrate` throw: compares,
 * migrates and takes it for this start, then opens the pools; callers are served by the login `authenticator` where it
 * may log in and is no other site's. `signal` ends that, PostgreSQL too when it is ours: it throws once nothing is left
 * running. `tell` hears of an update before it begins.
 */
export async function openDatabase(
  config: Config,
  log: Logger,
  signal?: AbortSignal,
  tell: (line: string) => void = () => {},
): Promise<OpenedDatabase> {
  const opened = await openUnmigrated(config, log, signal);
  const ends = [opened.close];
  let closing = Promise.resolve();
  const close = () => {
    const open = ends.splice(0);
    closing = closing.then(async () => {
      for (const end of open) await end();
    });
    return closing;
  };
  const interrupt = () => void close(); // whatever waits for an answer of PostgreSQL rejects
  signal?.addEventListener('abort', interrupt);
  try {
    signal?.throwIfAborted();
    const { login, embedded } = opened;
    const announced = embedded ? null : await announceServer(login);
    if (announced) ends.unshift(announced.end);
    const { keys, notices, missing, ours } = await withClient(login, async (owner) => {
      const prepared = await prepare(owner, opened, config, announced?.others ?? false, log, tell);
      const { keys, id } = prepared;
      return { ...prepared, ours: await giveAuthenticator(owner, keys.authenticatorPassword, id) };
    });
    await announced?.settle();
    const callers = { ...login, user: 'authenticator', password: keys.authenticatorPassword };
    const separate = ours && (await canLogIn(callers));
    if (!separate)
      log.warn('authenticator may not log in here: callers are served by the login of DATABASE_URL');
    const database = openPools({
      owner: login,
      callers: separate ? callers : login,
      onError: logBroken(log),
    });
    ends.unshift(database.close);
    signal?.throwIfAborted();
    return { keys, database, notices, missing, close };
  } catch (error) {
    await close();
    if (opened.embedded && isDamage(error))
      throw notOpened(resolve(config.dataDir, opened.place), (error as Error).message);
    throw error;
  } finally {
    signal?.removeEventListener('abort', interrupt);
  }
}

/** Migrates what is compared first and claimed afterwards; returns its keys and id, and what the owner is told. */
async function prepare(
  owner: pg.Client,
  { installation, place, id, owned, embedded }: Unmigrated,
  config: Config,
  live: boolean,
  log: Logger,
  tell: (line: string) => void,
): Promise<{ keys: Keys; id: string; notices: string[]; missing: number }> {
  const { dataDir } = config;
  if (owned && embedded) await refuseEmptyFiles(owner, resolve(dataDir, place));
  const found = { dataDir, installation, inside: place === USUAL_PLACE, live };
  const isNew = !hasKeys(dataDir) && !config.jwtSecret; // keys are made only when nothing is refused
  const secret = isNew ? null : fingerprintOf(config.jwtSecret ?? loadKeys(dataDir, config).jwt);
  refuseOvertaken(config, installation);
  await refuseOtherSite(owner, { ...found, secret });
  const different = (await readRow(owner)) ? await refuseOtherDocuments(owner, dataDir) : null;
  const backup = await backupBeforeUpdate(owner, config, installation, tell);
  await migrate(owner);
  const keys = loadKeys(dataDir, config);
  const claimed = await claim(owner, { ...found, secret: fingerprintOf(keys.jwt), id, place });
  const notices = backup ? [backup] : [];
  if (isAbsolute(place))
    notices.push(
      `PostgreSQL guarda os dados em ${place}: a conta que o executa não alcança a pasta do projeto.`,
    );
  if (different && different.missing + different.unknown > 0) {
    log.error(different, 'documents and database differ');
    if (different.missing > 0)
      notices.push(`Faltam ${different.missing} documentos na pasta de dados; o resto serve como sempre.`);
  }
  return { keys, id: claimed.id, notices, missing: different?.missing ?? 0 };
}

/**
 * Gives the login of callers its password. Logins belong to a whole PostgreSQL: one that
 * another site has there is left alone, and false is returned.
 */
async function giveAuthenticator(owner: pg.Client, password: string, id: string): Promise<boolean> {
  const mine = `construindo-campeoes ${id}`;
  const { rows } = await owner.query<{ site: string | null }>(
    `select shobj_description('authenticator'::regrole, 'pg_authid') as site`,
  );
  const site = rows[0]?.site ?? mine;
  if (site !== mine) return false;
  await owner.query(`alter role authenticator login password ${pg.escapeLiteral(password)}`);
  await owner.query(`comment on role authenticator is ${pg.escapeLiteral(mine)}`);
  return true;
}

function logBroken(log: Logger) {
  return (error: Error) =>
    log.warn({ code: (error as { code?: string }).code }, 'a database connection broke');
}

function canLogIn(login: pg.ClientConfig): Promise<boolean> {
  return withClient({ ...login, connectionTimeoutMillis: 5_000 }, async () => true).catch(() => false);
}
