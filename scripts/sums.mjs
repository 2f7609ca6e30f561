// How large the project is, beside what is asked of it: `npm test` prints it at its end. A rise fails nothing.

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** @typedef {{ what: string, now: number, asked: number }} Sum */

const TEST = /\.test\.tsx?$/;
/** Written by people, in lines: no picture, PDF or font. */
const SOURCE = /\.(tsx?|mjs|css|sql|json)$/;

/**
 * The sums of the project in `root`; what is not there counts 0. Lines, where `what` says nothing else.
 * @param {string} root
 * @returns {Sum[]}
 */
export function sumsOf(root) {
  /** @param {string[]} places */
  const files = (...places) => places.flatMap((place) => filesAt(join(root, place)));
  const product = files('app', 'server', 'domain', 'content', 'supabase/schemas', 'scripts');
  const tests = files('tests', 'e2e', 'kit');
  const code = product.filter((file) => !TEST.test(file));
  const besides = product.filter((file) => TEST.test(file));
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return [
    { what: 'product', now: count(code, /\n/g), asked: 44_000 },
    {
      what: 'of it CSS',
      now: count(
        code.filter((file) => file.endsWith('.css')),
        /\n/g,
      ),
      asked: 4_900,
    },
    { what: 'prove and bench', now: count(files('prove', 'bench'), /\n/g), asked: 8_000 },
    { what: 'tests of all kinds', now: count([...tests, ...besides], /\n/g), asked: 31_000 },
    { what: 'words of DECISIONS', now: count(files('DECISIONS.md'), /\S+/g), asked: 6_500 },
    {
      what: 'words of security and threats',
      now: count(files('docs/security.md'), /\S+/g),
      asked: 6_000,
    },
    { what: 'npm scripts', now: Object.keys(scripts ?? {}).length, asked: 22 },
  ];
}

/**
 * One line each: what, how much there is, how much is asked.
 * @param {readonly Sum[]} sums
 * @returns {string}
 */
export function sumLines(sums) {
  const number = (/** @type {number} */ of) => of.toLocaleString('en-US').padStart(7);
  return sums
    .map(({ what, now, asked }) => `  ${what.padEnd(30)}${number(now)}  asked ≤${number(asked)}`)
    .join('\n');
}

/**
 * The file, or the sources below the folder.
 * @param {string} place
 * @returns {string[]}
 */
function filesAt(place) {
  if (!existsSync(place)) return [];
  if (statSync(place).isFile()) return [place];
  return readdirSync(place, { recursive: true, encoding: 'utf8' })
    .filter((file) => SOURCE.test(file))
    .map((file) => join(place, file));
}

/**
 * How often `what` stands in the files.
 * @param {readonly string[]} files
 * @param {RegExp} what
 */
function count(files, what) {
  return files.reduce((sum, file) => sum + (readFileSync(file, 'utf8').match(what)?.length ?? 0), 0);
}
