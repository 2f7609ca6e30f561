// `node scripts/run.mjs bench/pages.ts …`: bundles one program of bench/ or prove/,
// runs it from the project's folder and ends with the exit code it returns.

import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBrowser } from './browser.mjs';
import { ensureBuilt, ensureInstalled, ROOT } from './ensure.mjs';
import { fail } from './fail.mjs';
import { ensureSupabaseParts } from './supabase-parts.mjs';

try {
  await ensureInstalled();
  await ensureBuilt();
  const [entry = '', ...args] = process.argv.slice(2);
  const outDir = join('dist', entry.replace(/\.ts$/, ''));
  const { NODE_ENV } = process.env;
  const { bundleForNode } = await import('./bundle.mjs');
  await bundleForNode(outDir, [entry]);
  // The bundler sets it; the program and the servers it starts run as `npm start` does.
  if (NODE_ENV === undefined) delete process.env.NODE_ENV;
  process.chdir(ROOT);
  const name = basename(entry).replace(/\.ts$/, '.js');
  const { run } = await import(pathToFileURL(join(ROOT, outDir, name)).href);
  process.exit(await run(args, { ensureBrowser, ensureSupabaseParts }));
} catch (error) {
  fail(error);
}
