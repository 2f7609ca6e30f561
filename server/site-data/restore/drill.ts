import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { writeDurably } from '../../core/durable-file.ts';
import { withClient } from '../copy/client.ts';
import { namesIn } from '../copy/copies-folder.ts';
import { loadedBytes, requireSpace } from '../copy/disk.ts';
import { type Progress, SILENT } from '../copy/progress.ts';
import { interruptible } from '../open/interruptible.ts';
import { migrate } from '../open/migrate.ts';
import { type LoadableCopy, type Loaded, load, type Since } from './load.ts';
import { findMissing, type MissingDocument } from './restore-documents.ts';
import { removeThrowAway, startThrowAway } from './throw-away-database.ts';

const NAME = /^ensaio-[0-9a-f]{8}$/;
const MARKER = 'ensaio.txt';

/**
 * Loads a copy into a PostgreSQL of its own below the data folder, compares every table, and
 * removes it; the site's own database is not touched. `missing` are documents that would not
 * come back. Throws CopyDamaged for what differs.
 */
export async function drill(
  copy: LoadableCopy,
  since: Since,
  dataDir: string,
  progress: Progress = SILENT,
): Promise<Loaded & { missing: MissingDocument[] }> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
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
      const { login, stop } = await startThrowAway(folder);
      try {
        return await withClient(login, async (client) => {
          await migrate(client, new Set(copy.manifest.migracoes.map(({ nome }) => nome)));
          const loaded = await load(client, copy, since, progress);
          return { ...loaded, missing: await findMissing(client, loaded.documents, 'storage.objects') };
        });
      } finally {
        await stop();
      }
    },
  );
}
