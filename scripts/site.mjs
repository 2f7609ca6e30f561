// Builds the site (dist/site), drawn page by page into HTML.
//
// What the pages need so that text is there after one answer of the network, and
// what the bundler does not do by itself: each page's CSS inside it, no script
// asked for before the page is there, nothing preloaded but the font, every text
// file compressed beforehand.

import { cpSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build as bundle } from 'vite';
import { COMPARE, ContentError, checkContent } from './content.mjs';
import { filesBelow, load, markBuilt, ROOT } from './ensure.mjs';
import { byLayer, stylesOf } from './page-css.mjs';
import { makePhotos } from './photos.mjs';

const SITE = join(ROOT, 'dist/site');
/** What draws the pages, and the frames that it fills: our server draws them anew when facts are published. */
const RENDER = join(ROOT, 'dist/render');
/** The oldest browsers of families (decision 149). Safari 15.4 fails in one thing that 16 does not: fields of classes that are computed. */
const OLDEST = {
  target: ['safari16', 'chrome99', 'firefox102'],
  cssTarget: ['safari15.4', 'chrome99', 'firefox102'],
};
/** What a page needs after signing in. */
const LATER = { '/admin/inscricoes': 'app/admin/SignedIn.tsx' };
/** What pdf.js fetches by name, as it lies in its package. */
const PDF_READER = ['legacy/build/pdf.worker.min.mjs', 'standard_fonts', 'cmaps', 'wasm', 'iccs'];
const PDF_READER_FILES = /\.(?:mjs|ttf|pfb|bcmap|wasm|icc)$/;

/** What is needed together packs better together, and each file that is fetched costs the page's thread. */
const TOGETHER = {
  fields: /domain\/(enrolment\/(fields|privacy|protocol|rules)|dates|rule-settings)\.ts/,
  form: /domain\/(enrolment\/(phone|cpf)|document\/document)\.ts|content\/doubts\.ts|app\/api\/(client|upload-fetch)\.ts|app\/ui\/(FieldProblem|use-ready)\.tsx?|supabase\/postgrest-js/,
  answers: /(content|enrolment)\/guardian\.ts|domain\/(spoken-moment|enrolment\/(masks|answers))\.ts/,
  sending:
    /app\/(document\/InsideAppNote|social-project\/(sending\/(retry-plan|NotSent|SendingNote)|form\/(DocumentField|EnrolmentField|Declaration|autocomplete|use-(document|doubts|masks|family-answers))|parts\/(answers|use-after-pointer-up)))\.tsx?|content\/document\.ts|domain\/enrolment\/doubts\.ts/,
  submit:
    /domain\/(sha256|personal-code|enrolment\/enrolment)\.ts|sending\/(submit-enrolment|failure-text)\.ts|app\/api\/backend\.ts|supabase\/storage-js|iceberg-js|\/zod\//,
  desk: /content\/(desk|print-export|retention)\.|domain\/desk\/(retention|sheet|situations)\./,
  list: /app\/admin\/api\/(calls|named|retention)\.ts/,
  controls: /app\/ui\/(Alert|dialog\/Dialog|fields\/TextField)\.tsx/,
};

const COMPRESSED = /\.(?:html|m?js|css|svg|txt|xml|json|webmanifest|wasm|ttf|pfb)$/;

/** @param {readonly [url: string, key: string] | null} supabase whose static site this becomes (server/static-site.ts); null: our server's */
export async function build(supabase = null) {
  process.env.NODE_ENV = 'production'; // read by React as it is loaded
  await checkContent();
  const project =
    supabase && (await load('server/site-data/open/supabase-project.ts')).readProject(...supabase);
  const { askProject, writeStaticSite } = await load('server/static-site.ts');
  const asked = project && (await askProject(project)); // before anything of the site that is there goes
  const mark = markBuilt(project !== null);
  await makePhotos();
  await bundle({
    root: ROOT,
    mode: 'production',
    logLevel: 'warn',
    build: {
      ...OLDEST,
      rolldownOptions: {
        checks: { pluginTimings: false, bundlerTimings: false }, // the worker is a build inside this one
        // No module of the pages reads a property for what its getter does.
        treeshake: { propertyReadSideEffects: false },
        output: {
          // Forty bits tell two releases of a file apart, and each page names a hundred of them.
          entryFileNames: 'assets/[name]-[hash:7].js',
          chunkFileNames: 'assets/[name]-[hash:7].js',
          assetFileNames: 'assets/[name]-[hash:7][extname]',
          codeSplitting: {
            includeDependenciesRecursively: false,
            groups: Object.entries(TOGETHER).map(([name, test]) => ({ name, test })),
          },
        },
      },
    },
  });
  // What draws the pages here: JSX and the styles that it asks for are nothing that Node runs.
  await bundle({
    root: ROOT,
    logLevel: 'warn',
    ssr: { external: true },
    build: { ssr: 'app/prerender.tsx', outDir: 'dist/render', emptyOutDir: true, copyPublicDir: false },
  });
  if (asked) {
    globalThis.centreFacts = asked.facts; // of the pages
    (await load('content/published.ts')).sayOf(asked.facts);
  }
  await writePages();
  copyPdfReader();
  if (!project) for (const file of filesBelow(SITE)) if (COMPRESSED.test(file)) compress(file);
  if (asked) {
    const { given, photos, notices } = asked;
    const said = writeStaticSite(SITE, project, process.env, given, photos);
    for (const line of [...said, ...notices]) console.log(line);
  }
  mark();
}

async function writePages() {
  const shell = readFileSync(join(SITE, 'index.html'), 'utf8')
    .replace(/\s*<link\b[^>]*rel="(?:stylesheet|modulepreload)"[^>]*>/g, '')
    .replace(/\s*<script\b[^>]*><\/script>/g, '')
    .replace(/>\s+</g, '><');
  // The bundler collects the rules chunk by chunk, in any order: the layers' own is said again, first.
  const [layers] = readFileSync(join(ROOT, 'app/styles/tokens.css'), 'utf8').match(/^@layer [\w, ]+;/m) ?? [];
  if (!layers) throw new Error('app/styles/tokens.css does not say the order of the layers');
  /** @type {import('./page-css.mjs').Manifest} */
  const manifest = JSON.parse(readFileSync(join(SITE, '.vite/manifest.json'), 'utf8'));
  const { PAGES, render, pageOf, publishedFiles } = await load('dist/render/prerender.js');
  /** @type {Record<string, string>} */
  const frames = {};

  for (const [file, address] of Object.entries(PAGES)) {
    const words = await render(address).catch((/** @type {Error} */ error) => {
      if (!(error instanceof TypeError)) throw error;
      throw new ContentError([
        `a página ${address} não pôde ser feita: falta um nome ou valor (${error.message}); ${COMPARE}`,
      ]);
    });
    const { component } = words;
    const sources = Object.keys(manifest).filter((source) => source.endsWith(`/${component}.tsx`));
    if (component && sources.length !== 1) throw new Error(`${sources.length} files of ${component}`);
    const chunks = ['index.html', ...sources].map((source) => manifest[source]);
    const sheets = [...new Set(chunks.flatMap((chunk) => stylesOf(chunk, manifest)))];
    const style =
      layers + byLayer(sheets.map((sheet) => readFileSync(join(SITE, sheet), 'utf8').trim()).join(''));
    if (style.includes('</')) throw new Error('the CSS would end its own style element');
    // The screen's own sheets are here already: a link that is switched off keeps the script from asking for them.
    // Chromium 150 looks ahead in the HTML for what to fetch, and only `media` keeps it from these.
    // React puts what it asks for (ProgressPanel.tsx) behind the last, so that the order of the layers stays.
    const present = sheets
      .map((sheet) => `<link rel="stylesheet" href="/${sheet}" media="not all" disabled>`)
      .join('')
      .replace(/ disabled>$/, ' disabled data-precedence="belt">');
    const scripts = chunks.map(({ file: script }) => `/${script}`);
    const later = manifest[LATER[/** @type {keyof typeof LATER} */ (address)]];
    const start = await startScript(address, scripts, later ? `/${later.file}` : '');
    // Functions as replacements: a `$` in a text stays a `$`.
    frames[file] = shell
      .replace('</head>', () => `<style>${style}</style>${present}</head>`)
      .replace('</body>', () => `<script>${start}</script></body>`);
    mkdirSync(dirname(join(SITE, file)), { recursive: true });
    writeFileSync(join(SITE, file), pageOf(file, frames[file], words, globalThis.centreFacts));
  }
  for (const [file, text] of Object.entries(publishedFiles())) writeFileSync(join(SITE, file), text);
  rmSync(join(SITE, '.vite'), { recursive: true });
  writeFileSync(join(RENDER, 'frames.json'), JSON.stringify(frames));
}

/**
 * app/start-script.ts for one page, minified, as a classic script.
 * @param {string} address
 * @param {string[]} scripts
 * @param {string} later
 * @returns {Promise<string>}
 */
async function startScript(address, scripts, later) {
  const built = await bundle({
    root: ROOT,
    mode: 'production',
    logLevel: 'warn',
    define: {
      PAGE_ADDRESS: JSON.stringify(address),
      PAGE_SCRIPTS: JSON.stringify(scripts),
      LATER_SCRIPT: JSON.stringify(later),
    },
    build: {
      ...OLDEST,
      write: false,
      manifest: false,
      rolldownOptions: { input: join(ROOT, 'app/start-script.ts'), output: { format: 'es' } }, // nothing else on the page could see its names
    },
  });
  if (!('output' in built)) throw new Error('the start script was not bundled');
  const code = built.output[0].code.trim();
  if (code.includes('</')) throw new Error('the start script would end its own script element');
  return code;
}

/** Copies what pdf.js fetches to a folder of its version, so that browsers may keep it for ever. */
function copyPdfReader() {
  const from = join(ROOT, 'node_modules/pdfjs-dist');
  const { version } = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8'));
  for (const name of PDF_READER)
    cpSync(join(from, name), join(SITE, `assets/pdfjs-${version}`, name), {
      recursive: true,
      filter: (file) => statSync(file).isDirectory() || PDF_READER_FILES.test(file),
    });
}

/** @param {string} file */
function compress(file) {
  const bytes = readFileSync(file);
  writeFileSync(`${file}.br`, brotliCompressSync(bytes));
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
}
