import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { writeDurably } from '../core/durable-file.ts';
import type { OpenTable } from './check-copy.ts';
import { namesIn } from './copies-folder.ts';
import type { ListedDocument } from './document-list.ts';
import type { Erasure } from './erasure-list.ts';
import { type Loaded, load } from './load.ts';
import type { Manifest } from './manifest.ts';

/** An empty PostgreSQL of the drill's own, in a folder; `close` ends it and removes what it has elsewhere. */
export type ThrowAway = { login: pg.ClientConfig; close: () => Promise<void> };

export type DrillTools = {
  openThrowAway: (folder: string) => Promise<ThrowAway>;
  migrate: (client: pg.Client, only: ReadonlySet<string>) => Promise<void>;
};

const NAME = /^ensaio-[0-9a-f]{8}$/;
const MARKER = 'ensaio.txt';

/**
 * Loads a copy into a PostgreSQL of its own below the data folder, compares every table, and
 * removes it; the site's own database is not touched. Throws CopyDamaged for what differs.
 */
export async function drill(
  copy: { manifest: Manifest; documents: readonly ListedDocument[]; openTable: OpenTable },
  erasures: readonly Erasure[],
  dataDir: string,
  { openThrowAway, migrate }: DrillTools,
): Promise<Loaded> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  await removeDrills(dataDir, openThrowAway);
  const folder = join(dataDir, `ensaio-${randomBytes(4).toString('hex')}`);
  mkdirSync(folder, { mode: 0o700 });
  try {
    writeDurably(join(folder, MARKER), 'Banco de um ensaio de cópia de segurança; pode ser apagado.\n');
    const opened = await openThrowAway(folder);
    try {
      const client = new pg.Client(opened.login);
      client.on('error', () => {}); // the query rejects
      await client.connect();
      try {
        await migrate(client, new Set(copy.manifest.migracoes.map(({ nome }) => nome)));
        return await load(client, copy, erasures);
      } finally {
        await client.end();
      }
    } finally {
      await opened.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Removes what killed drills left, their PostgreSQL too when it still runs. */
export async function removeDrills(
  dataDir: string,
  openThrowAway: DrillTools['openThrowAway'],
): Promise<void> {
  for (const name of namesIn(dataDir).filter((each) => NAME.test(each))) {
    const folder = join(dataDir, name);
    if (!existsSync(join(folder, MARKER))) continue;
    if (existsSync(join(folder, 'postgresql/postmaster.pid')))
      await openThrowAway(folder).then(
        ({ close }) => close(),
        () => {}, // it was cut off before it was whole
      );
    await rm(folder, { recursive: true, force: true });
  }
}
