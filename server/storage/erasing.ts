import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDurably } from '../core/durable-file.ts';
import { isUuid } from '../core/tokens.ts';
import { removeFile } from './files.ts';

/** Beginning of a journal's name in the folder of documents; each of its lines is a version. */
const JOURNAL = 'apagando-';

type Erased = { version: string | null };

/**
 * Runs `work`, which deletes rows of documents in a transaction, and then removes their files. `work` calls
 * `journal` with the rows before it commits; that file stays on the disk until theirs are removed. After a
 * kill in between, the next start finds there that these files are leftovers, and not those of another site,
 * which it would refuse.
 */
export async function eraseDocuments<Row extends Erased>(
  folder: string,
  work: (journal: (rows: readonly Row[]) => void) => Promise<Row[]>,
): Promise<Row[]> {
  const file = join(folder, JOURNAL + randomUUID());
  try {
    const rows = await work((erased) => writeJournal(file, erased));
    for (const { version } of rows) await removeFile(folder, version);
    return rows;
  } finally {
    await rm(file, { force: true });
  }
}

function writeJournal(file: string, rows: readonly Erased[]): void {
  if (rows.length < 2) return;
  try {
    writeDurably(file, `${rows.map(({ version }) => version).join('\n')}\n`);
  } catch {} // a full disk: erasing is what helps
}

/** The journals that a kill left behind, each with the versions that it lists. */
export function unfinishedErasures(folder: string): { file: string; versions: string[] }[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.startsWith(JOURNAL))
    .map((name) => join(folder, name))
    .map((file) => ({ file, versions: readFileSync(file, 'utf8').split('\n').filter(isUuid) }));
}
