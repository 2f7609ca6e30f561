import { mkdirSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFolder } from '../core/durable-file.ts';
import { Refused } from '../core/refused.ts';
import { openPart } from './check-copy.ts';
import { namesIn } from './copies-folder.ts';
import type { ListedDocument } from './document-list.ts';
import { documentName, documentsIn, severalAtOnce, versionOf } from './documents.ts';
import { sameContents, writePart } from './part-file.ts';

const BATCH = 64;

/**
 * Writes a copy's documents into the data folder, each compared with the hash of what the
 * family sent; they are on the disk when it returns. Removes first what an unfinished restore
 * wrote. Throws Refused for a document that is not whole.
 */
export async function restoreDocuments(
  documents: readonly ListedDocument[],
  from: { folder: string; recipient: string | null; identity: string | null },
  dataDir: string,
): Promise<void> {
  const folder = documentsIn(dataDir);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const name of namesIn(folder)) if (versionOf(name)) await rm(join(folder, name), { force: true });
  const there = documents.filter(({ guardado }) => guardado !== null);
  for (let at = 0; at < there.length; at += BATCH) {
    const written = await severalAtOnce(there.slice(at, at + BATCH), async ({ versao, claro }) => {
      const name = documentName(versao, from.recipient);
      const path = join(folder, versao);
      const bytes = await openPart(join(documentsIn(from.folder), name), from.identity);
      const { sync, ...found } = await writePart(`${path}.part`, bytes, null);
      await sync();
      if (!sameContents(found.claro, claro))
        throw new Refused(
          `O documento documents/${name} da cópia está estragado. O site não foi servido; use outra cópia.`,
        );
      return path;
    });
    for (const path of written) await rename(`${path}.part`, path);
  }
  syncFolder(folder);
  syncFolder(dirname(folder));
}
