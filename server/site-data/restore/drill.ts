import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Config } from '../../core/context.ts';
import { readInstallation } from '../../core/installation.ts';
import { makeDataDir } from '../../core/own-folder.ts';
import { packagedBinaries, USUAL_PLACE } from '../../postgres/account.ts';
import { stopLeftover } from '../../postgres/leftover-processes.ts';
import { namesIn } from '../copy/copies-folder.ts';
import { type Progress, SILENT } from '../copy/progress.ts';
import { interruptible } from '../open/interruptible.ts';
import { restoreToSite } from './restore-site.ts';
import type { Restored } from './restored.ts';
import type { WholeCopy } from './whole-copy.ts';

/** Whether there is a PostgreSQL to drill in: that of POSTGRES_BIN, or the embedded one for this system. */
export function hasEmbedded({ postgresBin }: Pick<Config, 'postgresBin'>): boolean {
  if (postgresBin !== null) return true;
  try {
    return Boolean(packagedBinaries());
  } catch {
    return false;
  }
}

const NAME = /^ensaio-[0-9a-f]{8}$/;

/**
 * Restores a copy into a site of its own below the data folder, without documents, and removes it; the site's
 * own database is not touched. Throws CopyDamaged for what differs.
 */
export async function drill(copy: WholeCopy, config: Config, progress: Progress = SILENT): Promise<Restored> {
  const { dataDir } = config;
  makeDataDir(dataDir);
  for (const name of namesIn(dataDir).filter((each) => NAME.test(each))) await remove(join(dataDir, name)); // of a killed drill
  const folder = join(dataDir, `ensaio-${randomBytes(4).toString('hex')}`);
  return interruptible(
    () => remove(folder),
    () => restoreToSite(copy, { ...config, dataDir: folder, databaseUrl: null }, 'drill', progress),
  );
}

/** Removes such a folder, and what it has elsewhere; a PostgreSQL that a killed drill left running there is ended. */
async function remove(folder: string): Promise<void> {
  const place = resolve(folder, readInstallation(folder)?.banco ?? USUAL_PLACE);
  await stopLeftover(place);
  if (dirname(place) !== folder) rmSync(dirname(place), { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
}
