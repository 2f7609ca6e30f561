import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from '../core/platform.ts';

/** Temporary names of files, which end with the number of the process that writes them. */
const TEMPORARY = /^(?:owner(?:\.dead)?|\.pw|instalacao|pasta-das-copias|[a-z-]+\.json[a-z.]*)[.-](\d+)$/;

/**
 * Removes the temporary files in `folder` of processes that were killed while writing; in 1.0.0 one held the
 * password for initdb. Call it as the owner of the data folder, before writing anything: then a file with our
 * own process number is an older process's.
 */
export function removeStaleTemporaryFiles(folder: string): void {
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const [, number] = TEMPORARY.exec(name) ?? [];
    if (number === undefined) continue;
    if (Number(number) === process.pid || !isAlive(Number(number)))
      rmSync(join(folder, name), { force: true });
  }
}
