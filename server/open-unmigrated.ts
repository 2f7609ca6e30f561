import { mkdirSync } from 'node:fs';
import type pg from 'pg';
import type { Logger } from 'pino';
import { ConfigError } from './config.ts';
import type { Config } from './core/context.ts';
import { loadKeys } from './core/keys.ts';
import { refuseIncomplete } from './incomplete-data.ts';
import { checkLogin, loginOf } from './own-postgres.ts';
import { type Cluster, connectionTo, startCluster } from './postgres/cluster.ts';
import { AlreadyOwned, ownDataDir } from './postgres/ownership.ts';

/** A data folder and a PostgreSQL that answers for it, as it is: nothing is migrated. */
export type Unmigrated = {
  /** The owner's login. */
  login: pg.ClientConfig;
  /** True when the PostgreSQL is ours, so that nothing stands between it and us. */
  embedded: boolean;
  /** For the owner at the start: the data is not in the data folder; null when it is. */
  notice: string | null;
  /** Ends PostgreSQL when this process has started it. */
  close: () => Promise<void>;
};

/**
 * Opens the data that the configuration names: the embedded PostgreSQL, started over the
 * data folder that this process then owns (and started again whenever it ends), or the one of
 * DATABASE_URL. Throws AlreadyOwned when another live process owns the folder, Refused when
 * it is not whole, ConfigError for a wrong setting.
 */
export async function openUnmigrated(config: Config, log: Logger): Promise<Unmigrated> {
  try {
    mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  } catch {
    throw new ConfigError('DATA_DIR', `não foi possível usar ${config.dataDir} como pasta`);
  }
  if (config.databaseUrl) return openOwnPostgres(config.databaseUrl);

  const release = ownDataDir(config.dataDir);
  try {
    refuseIncomplete(config.dataDir);
    const { ownerPassword } = loadKeys(config.dataDir, config);
    let stopping = false;
    let cluster = await startCluster(config.dataDir, ownerPassword);
    const keepAlive = (running: Cluster): void => {
      const startAgain = async () => {
        if (stopping) return;
        log.error('PostgreSQL ended; starting it again');
        cluster = await startCluster(config.dataDir, ownerPassword);
        keepAlive(cluster);
      };
      running.died
        .then(startAgain)
        .catch(({ name }: Error) => log.error({ name }, 'PostgreSQL did not start again'));
    };
    keepAlive(cluster);
    const close = async () => {
      stopping = true;
      await cluster.stop();
      release();
    };
    return { login: cluster.connection, embedded: true, notice: cluster.notice, close };
  } catch (error) {
    release();
    throw error;
  }
}

/** `openUnmigrated`, or the PostgreSQL of the server that owns the folder. */
export async function reachUnmigrated(config: Config, log: Logger): Promise<Unmigrated> {
  try {
    return await openUnmigrated(config, log);
  } catch (error) {
    if (!(error instanceof AlreadyOwned)) throw error;
    const { ownerPassword } = loadKeys(config.dataDir, config);
    const login = connectionTo(config.dataDir, ownerPassword);
    return { login, embedded: true, notice: null, close: async () => {} };
  }
}

async function openOwnPostgres(url: string): Promise<Unmigrated> {
  const login = loginOf(url);
  if ((await checkLogin(login)).supabase)
    throw new ConfigError(
      'DATABASE_URL',
      'este banco é de um projeto do Supabase, que cuida dele; o site fala com o projeto pelo config.json (README)',
    );
  return { login, embedded: false, notice: null, close: async () => {} };
}
