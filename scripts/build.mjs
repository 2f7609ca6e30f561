// `npm run build`: the site (dist/site), drawn page by page into HTML, and the
// server (dist/server).
//
// What the pages need so that text is there after one answer of the network, and
// what the bundler does not do by itself: all CSS inside the page, the script
// last, nothing preloaded but the font, every text file compressed beforehand.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build as bundle } from 'vite';
import { fail } from './ensure.mjs';
import { makePhotos } from './photos.mjs';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const SITE = join(ROOT, 'dist/site');
const SERVER_ENTRIES = ['server/main.ts', 'server/command.ts'];
const COMPRESSED = /\.(?:html|js|css|svg|txt|json|webmanifest)$/;

export async function build() {
  await makePhotos();
  process.env.NODE_ENV = 'production'; // read by React as it is loaded
  const settings = { root: ROOT, mode: 'production', logLevel: 'warn' };
  await bundle(settings);
  await bundleForNode('dist/prerender', ['app/prerender.tsx']);
  await writePages();
  for (const file of filesBelow(SITE)) if (COMPRESSED.test(file)) compress(file);
  await bundleForNode('dist/server', SERVER_ENTRIES);

  /** Dependencies stay outside: Node finds them in node_modules. */
  async function bundleForNode(outDir, entries) {
    const present = entries.filter((entry) => existsSync(join(ROOT, entry)));
    if (present.length === 0) return;
    await bundle({
      ...settings,
      ssr: { external: true, noExternal: [] },
      build: {
        ssr: true,
        outDir,
        emptyOutDir: true,
        copyPublicDir: false,
        minify: false,
        rolldownOptions: { input: present.map((entry) => join(ROOT, entry)) },
      },
    });
  }
}

async function writePages() {
  const shell = readFileSync(join(SITE, 'index.html'), 'utf8');
  const sheet = theOnly(/<link\b[^>]*rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/g, shell);
  // The bundler collects the rules chunk by chunk, in any order: the layers' own is said again, first.
  const layers = theOnly(/^(@layer [\w, ]+;)/gm, readFileSync(join(ROOT, 'app/styles/tokens.css'), 'utf8'));
  const style = layers + readFileSync(join(SITE, sheet), 'utf8').trim();
  const script = theOnly(/<script\b[^>]*type="module"[^>]*src="([^"]+)"[^>]*><\/script>/g, shell);
  if (style.includes('</')) throw new Error('the CSS would end its own style element');

  const bare = shell
    .replace(/\s*<link\b[^>]*rel="(?:stylesheet|modulepreload)"[^>]*>/g, '')
    .replace(/\s*<script\b[^>]*><\/script>/g, '')
    .replace(/>\s+</g, '><');
  const { PAGES, render } = await import(pathToFileURL(join(ROOT, 'dist/prerender/prerender.js')).href);
  for (const [file, address] of Object.entries(PAGES)) {
    const { head, body } = await render(address);
    // Functions as replacements: a `$` in a text stays a `$`.
    const html = bare
      .replace('<!--head-->', () => head)
      .replace('</head>', () => `<style>${style}</style></head>`)
      .replace('<!--body-->', () => body)
      .replace('</body>', () => `<script type="module" src="${script}"></script></body>`);
    mkdirSync(dirname(join(SITE, file)), { recursive: true });
    writeFileSync(join(SITE, file), html);
  }
  for (const file of filesBelow(SITE)) if (file.endsWith('.css')) rmSync(file);
  rmSync(join(ROOT, 'dist/prerender'), { recursive: true });
}

function theOnly(pattern, text) {
  const found = [...text.matchAll(pattern)].map(([, value]) => value);
  if (found.length !== 1)
    throw new Error(`expected one match of ${pattern} in the page or its tokens, found ${found.length}`);
  return found[0];
}

function compress(file) {
  const bytes = readFileSync(file);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }));
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
}

function filesBelow(folder) {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesBelow(path) : [path];
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await build().catch(fail);
