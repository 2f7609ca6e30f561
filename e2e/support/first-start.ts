import { mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { openRun } from '../../kit/test-runs.ts';
import { startServer } from './fixtures.ts';
import { PROJECT } from './hosted.ts';

/** Opens the run, starts a site once and stops it. `startServer` begins with a copy of its data folder, named by FIRST_START. */
// biome-ignore lint/style/noDefaultExport: the runner takes the default one
export default async function makeFirstStart(): Promise<void> {
  const folder = join(await openRun(), 'first-start');
  if (PROJECT) return;
  mkdirSync(folder);
  await (await startServer({}, folder)).stop();
  const stored = `${folder}-guardado`; // a copy beside the folder that its row names is refused
  renameSync(folder, stored);
  process.env.FIRST_START = stored; // the workers inherit it
}
