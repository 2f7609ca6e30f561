// `npm start`: from a fresh clone to a running site.

import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, load, ROOT } from './ensure.mjs';
import { fail } from './fail.mjs';
import { readEnvironmentFile } from './install/environment-file.mjs';
import { ensureNode } from './install/node.mjs';

try {
  await ensureNode();
  readEnvironmentFile();
  await ensureInstalled(['dependencies']);
  await ensureBuilt();
  const { start } = await load('server/main.ts');
  await start(process.env, join(ROOT, 'dist/site'), join(ROOT, 'scripts/nightly.mjs'));
  process.exit(0);
} catch (error) {
  fail(error);
}
