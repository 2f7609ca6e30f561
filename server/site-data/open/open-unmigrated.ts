import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { dirname, isAbsolute, resolve } from 'node:path';
import type pg from 'pg';
import pino, { type Logger } from 'pino';
import { ConfigError } from '../../core/config.ts';
import type { Config } from '../../core/context.ts';
import {
  type Installation,
  OWN_POSTGRES,
  readInstallation,
  writeInstallation,
} from '../../core/installation.ts';
import { hasKeys, loadKeys, readKeys } from '../../core/keys.ts';
import { makeDataDir } from '../../core/own-folder.ts';
import { VERSION } from '../../core/sources.ts';
import {
  choosePlace,
  openElsewhere,
  postgresAccount,
  refuseRootOfAnother,
  runnableBinaries,
  USUAL_PLACE,
} from '../../postgres/account.ts';
import { startWithBallast, watchBallast } from '../../postgres/ballast.ts';
import { runningAt, startCluster } from '../../postgres/cluster.ts';
import { AlreadyOwned, liveOwner, ownDataDir } from '../../postgres/ownership.ts';
import { superviseCluster } from '../../postgres/supervise.ts';
import { withClient } from '../copy/client.ts';
import { embeddedPlace, readDataFolder } from './data-folder.ts';
import { interruptible } from './interruptible.ts';
import { checkLogin, loginOf } from './own-postgres.ts';

/** A data folder and a PostgreSQL that answers for it, as it is: nothing is migrated. */
export type Unmigrated = {
  /** The owner's login. */
  login: pg.ClientConfig;
  /** True when the PostgreSQL is ours, so that nothing stands between it and us. */
  embedded: boolean;
  /** What the folder says it is; null for a new one. */
  installation: Installation | null;
  /** The id that a new installation gets, and `banco` of either. */
  id: string;
  place: string;
  /** True when this process is the one that works on the folder, not a running server. */
  owned: boolean;
  /** Ends PostgreSQL when this process has started it. */
  close: () => Promise<void>;
};

/** For commands, which print what they have to say. */
const SILENT = pino({ level: 'silent' });

/**
 * Opens the data that the configuration names: the embedded PostgreSQL, started over the
 * data folder that this process then owns (and started again whenever it ends), or the one of
 * DATABASE_URL. Throws AlreadyOwned when another live process owns the folder, Refused when
 * it is somebody's for other things, not whole or not of this database, ConfigError for a wrong setting. `signal` ends a start
 * of the embedded one, which then throws with nothing left running. `restaurando`: a new folder says so first of all.
 */
export async function openUnmigrated(
  config: Config,
  log: Logger = SILENT,
  signal?: AbortSignal,
  restaurando?: string,
): Promise<Unmigrated> {
  const { dataDir, databaseUrl } = config;
  makeDataDir(dataDir);
  if (liveOwner(dataDir) === null) refuseRootOfAnother(dataDir); // a running site is only asked
  if (databaseUrl) {
    const login = await checkOwnPostgres(databaseUrl);
    const installation = readDataFolder(config);
    const id = installation?.id ?? randomUUID();
    const close = async () => {};
    return { login, embedded: false, installation, id, place: OWN_POSTGRES, owned: true, close };
  }

  const releases = [await startWithBallast(dataDir, async () => ownDataDir(dataDir), log)];
  const release = () => {
    for (const each of releases.splice(0)) each();
  };
  try {
    const installation = readDataFolder(config);
    const id = installation?.id ?? randomUUID();
    const place = embeddedPlace(installation) ?? choosePlace(dataDir, id, postgresAccount());
    if (isAbsolute(place)) releases.push(ownElsewhere(dataDir, place));
    if (restaurando && !installation && !hasKeys(dataDir))
      writeInstallation(dataDir, { id, geracao: 1, versao: VERSION, segredo: '', banco: place, restaurando });
    const { ownerPassword } = loadKeys(dataDir, config);
    const disk = dirname(resolve(dataDir, place));
    const binaries = runnableBinaries(config);
    const start = (ending?: AbortSignal) =>
      startWithBallast(
        disk,
        () => startCluster(dataDir, ownerPassword, { place, binaries, signal: ending }),
        log,
      );
    const cluster = await superviseCluster(start, log, signal);
    const stopBallast = watchBallast(disk, log);
    const close = async () => {
      stopBallast();
      await cluster.stop();
      release();
    };
    return { login: cluster.connection, embedded: true, installation, id, place, owned: true, close };
  } catch (error) {
    release();
    throw error;
  }
}

/** `openUnmigrated`, or the PostgreSQL of the server that owns the folder. */
export async function reachUnmigrated(config: Config, log: Logger = SILENT): Promise<Unmigrated> {
  try {
    return await openUnmigrated(config, log);
  } catch (error) {
    if (!(error instanceof AlreadyOwned)) throw error;
    const { dataDir } = config;
    const { ownerPassword } = readKeys(dataDir, config);
    const installation = readInstallation(dataDir);
    const place = embeddedPlace(installation) ?? USUAL_PLACE;
    const login = runningAt(resolve(dataDir, place), ownerPassword);
    const id = installation?.id ?? randomUUID();
    return { login, embedded: true, installation, id, place, owned: false, close: async () => {} };
  }
}

/** Runs `work` on what `reachUnmigrated` opens, and closes it; a signal meanwhile closes it too. */
export async function withUnmigrated<T>(
  config: Config,
  work: (client: pg.Client, opened: Unmigrated) => Promise<T>,
  reach = reachUnmigrated,
): Promise<T> {
  const opened = await reach(config);
  return interruptible(opened.close, () => withClient(opened.login, (client) => work(client, opened)));
}

/** A folder elsewhere has an owner of its own: two data folders may name it. */
function ownElsewhere(dataDir: string, place: string): () => void {
  const folder = dirname(resolve(dataDir, place));
  openElsewhere();
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return ownDataDir(folder);
}

/** How to log in there; throws ConfigError for a database that no server of ours may use. */
export async function checkOwnPostgres(url: string): Promise<pg.ClientConfig> {
  const login = loginOf(url);
  if ((await checkLogin(login)).supabase)
    throw new ConfigError(
      'DATABASE_URL',
      'este banco é de um projeto do Supabase, onde isto não roda: as páginas se montam com npm run build -- --from-project e se publicam, e as contas são do painel (docs/supabase.md)',
    );
  return login;
}
