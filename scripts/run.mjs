// `npm run prove -- backup`, `npm run bench -- admin 100000`: bundles programs of prove/ or bench/ and
// runs them from the project's folder, the usual ones when none is named; ends with the exit code of the
// first that fails. Names that it does not know are answered with those that it knows.

import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ensureBrowser } from './browser.mjs';
import { ensureBuilt, ensureInstalled, ROOT } from './ensure.mjs';
import { fail } from './fail.mjs';
import { ensureNode } from './install/node.mjs';
import { ensureSupabaseParts } from './supabase-parts.mjs';
import { openRun } from './test-runs.mjs';

/**
 * `file` stands in prove/ or bench/, exports `run(args, tools)` and returns its exit code; `given` stands before the args.
 * @typedef {{ name: string, file: string, minutes: number, given: string[] }} Program
 */

/**
 * @param {string} name
 * @param {number} minutes
 * @returns {Program}
 */
const program = (name, minutes, file = name) => ({ name, file, minutes, given: [] });

/**
 * A test of the suite, with more of it.
 * @param {string} name
 * @param {number} minutes
 * @returns {Program}
 */
const again = (name, minutes) => ({ name, file: 'again', minutes, given: [name] });

/** The minutes are about those of two quiet processors. */
export const PROGRAMS = {
  prove: [
    program('acknowledged', 2, 'exam/acknowledged'),
    program('retention', 3),
    program('backup', 8),
    program('versions', 1),
    program('update', 4, 'update/update'),
    again('outage', 7),
    program('slow-clients', 1),
    program('same-time', 1),
    program('stolen-session', 12, 'stolen/stolen-session'),
    again('polled', 1),
    again('networks', 2),
    program('to-do', 4, 'desk/to-do'),
    program('fuzz', 10),
    program('exam', 120, 'exam/exam'),
    program('memory', 3, 'pdf/memory'),
    program('proxies', 1),
    program('browsers', 25, 'browsers/browsers'),
    program('spreadsheets', 1),
    program('supabase', 11, 'supabase/prove'),
    program('supabase moving', 4, 'moving/moving'),
    program('supabase retention', 6, 'owner/retention'),
    program('supabase update', 3, 'update/on-supabase'),
    program('supabase open', 0, 'owner/open'), // until Ctrl+C
    program('pictures', 1, 'pictures/pictures'),
    program('guides', 6, 'guides/guides'),
  ],
  bench: [
    program('pages', 10),
    program('form', 5),
    program('server', 5),
    program('admin', 5),
    program('backup', 10),
    program('restore', 3),
    program('profile', 4),
    program('supabase', 15),
    program('bare-server', 0), // by `server` alone
  ],
};

/** Those that run when none is named, in this order. */
export const USUAL = {
  prove: ['acknowledged', 'retention', 'backup', 'versions', 'outage', 'slow-clients', 'same-time'],
  bench: ['pages', 'form', 'server', 'admin'],
};

/** @typedef {keyof typeof PROGRAMS} Folder */

/**
 * A program by its name, of one word or two, and what is behind it; null for none.
 * @param {Folder} folder
 * @param {string[]} words
 */
function programOf(folder, words) {
  for (const length of [2, 1]) {
    const program = PROGRAMS[folder].find(({ name }) => name === words.slice(0, length).join(' '));
    if (program) return { file: program.file, args: [...program.given, ...words.slice(length)] };
  }
  return null;
}

/** @param {Folder} folder */
function list(folder) {
  const lines = PROGRAMS[folder].map(
    ({ name, minutes }) =>
      `  ${USUAL[folder].includes(name) ? '*' : ' '} ${name.padEnd(22)}${String(minutes).padStart(4)} min`,
  );
  return `npm run ${folder} -- NAME, about so long on two quiet processors; * without a name:\n${lines.join('\n')}`;
}

/**
 * @param {string | undefined} given
 * @param {string[]} words
 */
async function main(given, words) {
  const folder = /** @type {Folder} */ (given);
  const named = words.length > 0 ? [words] : USUAL[folder].map((name) => name.split(' '));
  const programs = named.map((each) => programOf(folder, each));
  if (programs.includes(null)) {
    console.log(list(folder));
    process.exit(words.join() === 'list' ? 0 : 2);
  }
  await ensureNode();
  await ensureInstalled();
  await ensureBuilt();
  await openRun({ inMemory: false });
  const { bundleForNode } = await import('./bundle.mjs');
  for (const program of programs) {
    const { file = '', args = [] } = program ?? {};
    const { NODE_ENV } = process.env;
    const outDir = join('dist', folder, file);
    await bundleForNode(outDir, [`${folder}/${file}.ts`]);
    // The bundler sets it; the program and the servers it starts run as `npm start` does.
    if (NODE_ENV === undefined) delete process.env.NODE_ENV;
    process.chdir(ROOT);
    const { run } = await import(pathToFileURL(join(ROOT, outDir, `${basename(file)}.js`)).href);
    const code = await run(args, { ensureBrowser, ensureSupabaseParts });
    if (code !== 0) process.exit(code);
  }
  process.exit(0);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder, ...words] = process.argv.slice(2);
  main(folder, words).catch(fail);
}
