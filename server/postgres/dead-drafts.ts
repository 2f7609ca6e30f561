import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from './ownership.ts';

/** Names of files until they are whole, or while they are needed, with the number of the process that writes them. */
const DRAFT = /^(?:owner(?:\.dead)?|\.pw|instalacao|pasta-das-copias|[a-z-]+\.json[a-z.]*)[.-](\d+)$/;

/**
 * Removes what processes that were killed while writing left in `folder`; in 1.0.0 one of them was the
 * password for initdb. Call it as the owner of the data folder, before writing: a draft of our own number
 * is then an older process's.
 */
export function removeDeadDrafts(folder: string): void {
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const [, number] = DRAFT.exec(name) ?? [];
    if (number === undefined) continue;
    if (Number(number) === process.pid || !isAlive(Number(number)))
      rmSync(join(folder, name), { force: true });
  }
}
