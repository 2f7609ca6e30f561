// `npm start`: from a fresh clone to a running site.

import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, load, ROOT } from './ensure.mjs';
import { begin } from './fail.mjs';
import { readEnvironmentFile } from './install/environment-file.mjs';

await begin(async () => {
  readEnvironmentFile();
  await ensureInstalled(['dependencies']);
  await ensureBuilt();
  const { start } = await load('server/main.ts');
  await start(process.env, join(ROOT, 'dist/site'), join(ROOT, 'scripts/nightly.mjs'));
  process.exit(0);
});
