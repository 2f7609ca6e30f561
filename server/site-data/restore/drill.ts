import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import type pg from 'pg';
import { ConfigError } from '../../core/config.ts';
import type { Config } from '../../core/context.ts';
import { writeDurably } from '../../core/durable-file.ts';
import { makeDataDir } from '../../core/own-folder.ts';
import { choosePlace, postgresAccount, runnableBinaries, USUAL_PLACE } from '../../postgres/account.ts';
import { startCluster } from '../../postgres/cluster.ts';
import { stopLeftover } from '../../postgres/leftover-processes.ts';
import { withClient } from '../copy/client.ts';
import { namesIn } from '../copy/copies-folder.ts';
import { loadedBytes, requireSpace } from '../copy/disk.ts';
import { type Progress, SILENT } from '../copy/progress.ts';
import { interruptible } from '../open/interruptible.ts';
import { makeTables } from '../open/migrate.ts';
import { type LoadableCopy, type Loaded, load } from './load.ts';
import type { ErasuresSince } from './repeat-erasures.ts';
import { findMissing, type MissingDocument } from './restore-documents.ts';

const NAME = /^ensaio-[0-9a-f]{8}$/;
const MARKER = 'ensaio.txt';

/**
 * Loads a copy into a PostgreSQL of its own below the data folder, compares every table, and
 * removes it; the site's own database is not touched. `missing` are documents that would not
 * come back. Throws CopyDamaged for what differs.
 */
export async function drill(
  copy: LoadableCopy,
  since: ErasuresSince,
  config: Pick<Config, 'dataDir' | 'postgresBin'>,
  progress: Progress = SILENT,
): Promise<Loaded & { missing: MissingDocument[] }> {
  const { dataDir } = config;
  makeDataDir(dataDir);
  for (const name of namesIn(dataDir).filter((each) => NAME.test(each)))
    if (existsSync(join(dataDir, name, MARKER))) await removeThrowAway(join(dataDir, name)); // of a killed drill
  await requireSpace(dataDir, loadedBytes(copy.manifest)); // the site's own database is on that disk
  const folder = join(dataDir, `ensaio-${randomBytes(4).toString('hex')}`);
  mkdirSync(folder, { mode: 0o700 });
  writeDurably(join(folder, MARKER), 'Banco de um ensaio de cópia de segurança; pode ser apagado.\n');
  return interruptible(
    () => removeThrowAway(folder),
    async () => {
      progress.step('Preparando um banco à parte');
      const { login, stop } = await startThrowAway(folder, runnableBinaries(config));
      try {
        return await withClient(login, async (client) => {
          await makeTables(
            client,
            copy.manifest.migracoes.map(({ nome }) => nome),
          );
          const loaded = await load(client, copy, since, progress);
          return { ...loaded, missing: await findMissing(client, loaded.documents, 'storage.objects') };
        });
      } finally {
        await stop();
      }
    },
  );
}

/** Nothing of a drill outlives it, so its PostgreSQL skips what a power cut would need. */
const FAST = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', max_connections: '10' };

/** Says in the folder where PostgreSQL's files lie, before there are any. */
const placeFile = (folder: string) => join(folder, 'lugar');

/** True when there is a PostgreSQL to run here: the embedded one for this system, or that of POSTGRES_BIN. */
export function hasEmbedded(config: Pick<Config, 'postgresBin'>): boolean {
  try {
    runnableBinaries(config);
    return true;
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    return false;
  }
}

/** Starts an empty PostgreSQL of its own in `folder`, for a drill. `stop` ends it. */
async function startThrowAway(
  folder: string,
  binaries: string,
): Promise<{ login: pg.ClientConfig; stop: () => Promise<void> }> {
  const place = choosePlace(folder, randomUUID(), postgresAccount());
  writeDurably(placeFile(folder), place);
  const { connection, stop } = await startCluster(folder, basename(folder), {
    place,
    binaries,
    settings: FAST,
  });
  return { login: connection, stop };
}

/** Removes such a folder, and what it has elsewhere; a PostgreSQL that a killed drill left running there is ended. */
async function removeThrowAway(folder: string): Promise<void> {
  if (existsSync(placeFile(folder))) {
    const place = resolve(folder, readFileSync(placeFile(folder), 'utf8').trim() || USUAL_PLACE);
    await stopLeftover(place);
    if (isAbsolute(place) && dirname(place) !== folder)
      rmSync(dirname(place), { recursive: true, force: true });
  }
  rmSync(folder, { recursive: true, force: true });
}
