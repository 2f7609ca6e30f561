import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { writeDurably } from '../../core/durable-file.ts';
import { namesIn } from '../copy/copies-folder.ts';
import { loadedBytes, requireSpace } from '../copy/disk.ts';
import type { ListedDocument } from '../copy/document-list.ts';
import type { Manifest } from '../copy/manifest.ts';
import { type Progress, SILENT } from '../copy/progress.ts';
import type { OpenTable } from '../copy/tables.ts';
import { type Loaded, load, type Since } from './load.ts';
import { findMissing, type MissingDocument } from './restore-documents.ts';

/** How the server starts an empty PostgreSQL in a folder, and removes the folder with all that it started. */
export type DrillTools = {
  start: (folder: string) => Promise<{ login: pg.ClientConfig; stop: () => Promise<void> }>;
  remove: (folder: string) => Promise<void>;
  migrate: (client: pg.Client, only: ReadonlySet<string>) => Promise<void>;
  /** Runs `work`, then `close`, which a signal meanwhile runs too. */
  interruptible: <T>(close: () => Promise<void>, work: () => Promise<T>) => Promise<T>;
};

const NAME = /^ensaio-[0-9a-f]{8}$/;
const MARKER = 'ensaio.txt';

/**
 * Loads a copy into a PostgreSQL of its own below the data folder, compares every table, and
 * removes it; the site's own database is not touched. `missing` are documents that would not
 * come back. Throws CopyDamaged for what differs.
 */
export async function drill(
  copy: { manifest: Manifest; documents: readonly ListedDocument[]; openTable: OpenTable },
  since: Since,
  dataDir: string,
  { start, remove, migrate, interruptible }: DrillTools,
  progress: Progress = SILENT,
): Promise<Loaded & { missing: MissingDocument[] }> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  for (const name of namesIn(dataDir).filter((each) => NAME.test(each)))
    if (existsSync(join(dataDir, name, MARKER))) await remove(join(dataDir, name)); // of a killed drill
  await requireSpace(dataDir, loadedBytes(copy.manifest)); // the site's own database is on that disk
  const folder = join(dataDir, `ensaio-${randomBytes(4).toString('hex')}`);
  mkdirSync(folder, { mode: 0o700 });
  writeDurably(join(folder, MARKER), 'Banco de um ensaio de cópia de segurança; pode ser apagado.\n');
  return interruptible(
    () => remove(folder),
    async () => {
      progress.step('Preparando um banco à parte');
      const { login, stop } = await start(folder);
      const client = new pg.Client(login);
      client.on('error', () => {}); // the query rejects
      try {
        await client.connect();
        await migrate(client, new Set(copy.manifest.migracoes.map(({ nome }) => nome)));
        const loaded = await load(client, copy, since, progress);
        return { ...loaded, missing: await findMissing(client, loaded.documents, 'storage.objects') };
      } finally {
        await client.end();
        await stop();
      }
    },
  );
}
