import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import type pg from 'pg';
import { writeDurably } from '../../core/durable-file.ts';
import { choosePlace, postgresAccount, postgresBinaries, USUAL_PLACE } from '../../postgres/account.ts';
import { startCluster } from '../../postgres/cluster.ts';
import { stopLeftover } from '../../postgres/leftover-processes.ts';

/** Nothing of a drill outlives it, so its PostgreSQL skips what a power cut would need. */
const FAST = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', max_connections: '10' };

/** Says in the folder where PostgreSQL's files lie, before there are any. */
const placeFile = (folder: string) => join(folder, 'lugar');

/** True when there is an embedded PostgreSQL for this system. */
export function hasEmbedded(): boolean {
  try {
    postgresBinaries(postgresAccount());
    return true;
  } catch {
    return false;
  }
}

/** Starts an empty PostgreSQL of its own in `folder`, for a drill. `stop` ends it. */
export async function startThrowAway(
  folder: string,
): Promise<{ login: pg.ClientConfig; stop: () => Promise<void> }> {
  const place = choosePlace(folder, randomUUID(), postgresAccount());
  writeDurably(placeFile(folder), place);
  const { connection, stop } = await startCluster(folder, basename(folder), { place, settings: FAST });
  return { login: connection, stop };
}

/** Removes such a folder, and what it has elsewhere; a PostgreSQL that a killed drill left running there is ended. */
export async function removeThrowAway(folder: string): Promise<void> {
  if (existsSync(placeFile(folder))) {
    const place = resolve(folder, readFileSync(placeFile(folder), 'utf8').trim() || USUAL_PLACE);
    await stopLeftover(place);
    if (isAbsolute(place) && dirname(place) !== folder)
      rmSync(dirname(place), { recursive: true, force: true });
  }
  rmSync(folder, { recursive: true, force: true });
}
