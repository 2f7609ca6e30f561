// TypeScript that runs in Node is bundled by vite, as the server is.

import { join } from 'node:path';
import { build } from 'vite';
import { ROOT } from './ensure.mjs';

/**
 * Bundles each entry to `<outDir>/<its name>.js`, after emptying the folder.
 * Dependencies stay outside: Node finds them in node_modules.
 * @param {string} outDir
 * @param {string[]} entries
 */
export async function bundleForNode(outDir, entries) {
  await build({
    root: ROOT,
    mode: 'production',
    logLevel: 'warn',
    ssr: { external: true, noExternal: [] },
    build: {
      ssr: true,
      target: 'es2022',
      outDir,
      emptyOutDir: true,
      copyPublicDir: false,
      minify: false,
      manifest: false,
      rolldownOptions: { input: entries.map((entry) => join(ROOT, entry)) },
    },
  });
}
