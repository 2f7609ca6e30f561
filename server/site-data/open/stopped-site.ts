import { existsSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
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
import { ownerOf } from '../../postgres/new-cluster.ts';
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
  const place = embeddedPlace(requireSite(config)) ?? USUAL_PLACE;
  refuseRootOfAnother(dataDir);
  const releases: (() => void)[] = [];
  let announced: Announced | null = null;
  try {
    releases.push(ownDataDir(dataDir));
    const elsewhere = dirname(resolve(dataDir, place));
    if (isAbsolute(place) && existsSync(elsewhere)) releases.push(ownDataDir(elsewhere));
    announced = databaseUrl ? await announceAlone(loginOf(databaseUrl)) : null;
    return await work();
  } finally {
    await announced?.end();
    for (const release of releases) release();
  }
}

const END_SESSIONS = `if to_regclass('auth.sessions') is not null then delete from auth.sessions where id is not null; end if;`;

/** Renews the keys of a stopped site, also when keys.json is lost: sessions end, links die, nothing else. Run it `whileStopped`. */
export async function rotateKeys(config: Config): Promise<void> {
  const { dataDir, databaseUrl } = config;
  const installation = requireSite(config);
  await renewKeys(dataDir, async (password) => {
    if (databaseUrl)
      return withClient(
        loginOf(databaseUrl),
        async (client) => void (await client.query(`do $trocar$ begin ${END_SESSIONS} end $trocar$`)),
      );
    const folder = resolve(dataDir, embeddedPlace(installation) ?? USUAL_PLACE);
    if (!existsSync(join(folder, 'PG_VERSION')))
      throw new Refused(`Não há um banco de dados em ${folder}. As chaves não foram trocadas.`);
    await stopLeftover(folder);
    const alter = `alter role ${ownerOf(folder)} password ${pg.escapeLiteral(password)};`;
    await runInSingleUserMode(folder, `do $trocar$ begin ${alter} ${END_SESSIONS} end $trocar$`, {
      binaries: runnableBinaries(config),
    });
  });
  if (!installation) return;
  const now = { ...installation, segredo: fingerprintOf(loadKeys(dataDir, config).jwt) };
  writeInstallation(dataDir, now);
}
