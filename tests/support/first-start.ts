import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { inject } from 'vitest';
import { copyFolder } from '../../kit/server.ts';
import { readConfig } from '../../server/core/config.ts';
import { openDatabase } from '../../server/site-data/open/open-database.ts';

let first: Promise<string> | null = null;

/** Makes `dataDir`, which must be missing or empty, what a first start leaves there: one start for each worker, then copies. For tests of what comes after. */
export async function copyFirstStart(dataDir: string): Promise<void> {
  first ??= startOnce();
  copyFolder(await first, dataDir);
}

async function startOnce(): Promise<string> {
  const dataDir = join(inject('scratch'), `first-start-${process.pid}`);
  const stored = `${dataDir}-guardado`; // a copy beside the folder that its row names is refused
  if (existsSync(stored)) return stored; // another test file of this worker made it
  const { close } = await openDatabase(readConfig({ DATA_DIR: dataDir }), pino({ level: 'silent' }));
  await close();
  renameSync(dataDir, stored);
  return stored;
}
