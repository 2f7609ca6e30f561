import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import pg from 'pg';
import type { Config } from '../../core/context.ts';
import {
  fingerprintOf,
  type Installation,
  readInstallation,
  writeInstallation,
} from '../../core/installation.ts';
import { hasKeys, loadKeys, renewKeys } from '../../core/keys.ts';
import { Refused } from '../../core/refused.ts';
import { refuseRootOfAnother, runnableBinaries, USUAL_PLACE } from '../../postgres/account.ts';
import { stopLeftover } from '../../postgres/leftover-processes.ts';
import { OWNER } from '../../postgres/new-cluster.ts';
import { ownDataDir } from '../../postgres/ownership.ts';
import { runInSingleUserMode } from '../../postgres/single-user.ts';
import { withClient } from '../copy/client.ts';
import { embeddedPlace, noSite } from './data-folder.ts';
import { type Announced, announceAlone } from './live-server.ts';
import { loginOf } from './own-postgres.ts';

/** Throws ConfigError unless a server has been started over the data folder; Refused in the middle of a restore. */
export function requireSite({ dataDir }: Config): Installation | null {
  const installation = readInstallation(dataDir);
  if (!installation && !hasKeys(dataDir) && !existsSync(join(dataDir, USUAL_PLACE))) throw noSite(dataDir);
  if (installation?.restaurando)
    throw new Refused(
      `A volta de uma cópia para ${dataDir} não terminou. Nada foi mudado. Rode o mesmo npm run restore de novo antes.`,
    );
  return installation;
}

/** Runs `work` while no server may start over the data folder; throws AlreadyOwned or Refused when one runs. */
export async function whileStopped<T>(config: Config, work: () => Promise<T>): Promise<T> {
  const { dataDir, databaseUrl } = config;
  const folder = databaseFolder(config);
  refuseRootOfAnother(dataDir);
  const releases: (() => void)[] = [];
  let announced: Announced | null = null;
  try {
    releases.push(ownDataDir(dataDir));
    if (dirname(folder) !== dataDir && existsSync(dirname(folder)))
      releases.push(ownDataDir(dirname(folder)));
    announced = databaseUrl ? await announceAlone(loginOf(databaseUrl)) : null;
    return await work();
  } finally {
    await announced?.end();
    for (const release of releases) release();
  }
}

/** Where the embedded PostgreSQL of the site has its files, or would have them. */
const databaseFolder = (config: Config) =>
  resolve(config.dataDir, embeddedPlace(requireSite(config)) ?? USUAL_PLACE);

/** Renews the keys of a stopped site, also when keys.json is lost: sessions end, links die, nothing else. Run it `whileStopped`. */
export async function rotateKeys(config: Config): Promise<void> {
  const { dataDir } = config;
  const installation = requireSite(config);
  await renewKeys(dataDir, (password) => endSessions(config, databaseFolder(config), password));
  if (!installation) return;
  const secret = fingerprintOf(loadKeys(dataDir, config).jwt);
  writeInstallation(dataDir, { ...installation, segredo: secret });
}

const END_SESSIONS = 'delete from auth.sessions where id is not null';

/** Ends all sessions, and gives the owner of the embedded PostgreSQL in `folder` its new password. */
async function endSessions(config: Config, folder: string, password: string): Promise<void> {
  if (config.databaseUrl)
    return withClient(loginOf(config.databaseUrl), async (client) => void (await client.query(END_SESSIONS)));
  if (!existsSync(join(folder, 'PG_VERSION')))
    throw new Refused(`Não há um banco de dados em ${folder}. As chaves não foram trocadas.`);
  await stopLeftover(folder);
  const alter = `alter role ${OWNER} password ${pg.escapeLiteral(password)}`;
  await runInSingleUserMode(folder, `do $trocar$ begin ${alter}; ${END_SESSIONS}; end $trocar$`, {
    binaries: runnableBinaries(config),
  });
}
