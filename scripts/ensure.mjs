// Makes a fresh clone usable with Node alone: installs from the lock when it
// changed, builds when a source changed.

import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import module from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { run } from './install/child.mjs';
import { makeLinks, missingLinks, missingPackages, NPM_CI } from './install/packages.mjs';
import { Refused } from './install/refused.mjs';

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/** What the site is built from; public/fotos is left out: the build makes it from fotos/, and git knows it not. */
const SOURCES = [
  'app',
  'content',
  'domain',
  'fotos',
  'public',
  'scripts',
  'index.html',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
];

/** From which package.json and lock node_modules came. */
const INSTALLED = join(ROOT, 'node_modules/.construindo-campeoes');

/**
 * Runs `npm ci` unless node_modules came from this very lock and is whole. Of what is built already the
 * packages for development may be gone.
 * @param {('dependencies' | 'devDependencies')[]} [kinds]
 */
export async function ensureInstalled(kinds) {
  const wanted = hashOf(['package.json', 'package-lock.json']);
  const missing = () => missingPackages(ROOT, { kinds });
  const isDone = existsSync(INSTALLED) && readFileSync(INSTALLED, 'utf8') === wanted;
  const installs = !isDone || missing().length > 0;
  if (installs) await install();
  const links = missingLinks(ROOT);
  if (links.length > 0) refuseReadOnly();
  makeLinks(links);
  const lack = missing();
  if (lack.length > 0)
    throw new Refused(
      `npm ci terminou, e falta o que ele devia ter instalado (${lack.join(', ')}): veja as linhas acima, a rede e npm config list, e rode de novo.`,
    );
  if (installs) writeFileSync(INSTALLED, wanted);
}

async function install() {
  refuseReadOnly();
  if (lstatSync(join(ROOT, 'node_modules'), { throwIfNoEntry: false })?.isSymbolicLink())
    throw new Error('node_modules é um atalho para outra pasta: npm ci apagaria o que há nela');
  console.log('Instalando as dependências (só na primeira vez)…');
  const code = await run('npm', NPM_CI, {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (code !== 0) throw new Error('npm ci não terminou: veja as linhas acima');
}

/** Throws Refused where this account may not write what is to be installed or built: a service runs what its owner built. */
export function refuseReadOnly() {
  try {
    accessSync(ROOT, constants.W_OK);
  } catch {
    throw new Refused(
      `O código em ${ROOT} não está montado, ou mudou depois, e esta conta não escreve nele. Monte-o com a conta dona da pasta (cd ${ROOT} && npm run build) e inicie de novo.`,
    );
  }
}

const MARK = join(ROOT, 'dist/.construindo-campeoes');
/** Behind the mark of a build whose site is a Supabase project's, which our server does not serve. */
const STATIC = ' supabase';

/** True when the site came from these very sources, whichever it is. */
export const isBuilt = () => existsSync(MARK) && readFileSync(MARK, 'utf8').startsWith(hashOf(SOURCES));

/** Builds our server's site unless it came from these very sources. */
export async function ensureBuilt() {
  const done = () => isBuilt() && !readFileSync(MARK, 'utf8').endsWith(STATIC);
  if (done()) return;
  refuseReadOnly();
  const release = await alone('build');
  try {
    if (done()) return; // another process built it meanwhile
    console.log('Montando o site…');
    // A process of its own: NODE_ENV and the bundler's memory end with it.
    const code = await run(process.execPath, [join(ROOT, 'scripts/build.mjs')], {
      cwd: ROOT,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, NODE_ENV: 'production' },
    });
    if (code !== 0) throw new Refused('o site não pôde ser montado: veja as linhas acima');
  } finally {
    release();
  }
}

/**
 * For commands that change nothing: throws Refused unless a site is built and what it needs is installed.
 * Prints a line when the sources have changed since.
 * @param {boolean} isCurrent
 */
export function noteBuilt(isCurrent) {
  if (!existsSync(MARK) || !existsSync(INSTALLED))
    throw new Refused(
      'O site desta pasta ainda não foi montado, e conferir não monta nada. Rode npm start antes (no Supabase, npm run build -- --from-project).',
    );
  if (!isCurrent)
    console.log(
      '– O código desta pasta mudou depois de montado, e o site no ar ainda é o de antes: pare-o e inicie de novo.',
    );
}

/**
 * Removes the mark of a finished build. The returned function writes it again, with the hash of the present
 * sources.
 * @param {boolean} isStatic the site is one for a static host
 */
export function markBuilt(isStatic) {
  const sources = hashOf(SOURCES);
  rmSync(MARK, { force: true });
  return () => writeFileSync(MARK, isStatic ? sources + STATIC : sources);
}

/**
 * Waits until no other live process holds the lock of this name, takes it and returns its release.
 * @param {string} work
 */
async function alone(work) {
  const lock = join(ROOT, `node_modules/.construindo-campeoes-${work}`);
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' });
      return () => rmSync(lock, { force: true });
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
    }
    try {
      process.kill(Number(readFileSync(lock, 'utf8')), 0);
      await pause(100);
    } catch {
      rmSync(lock, { force: true }); // its holder has ended
    }
  }
}

/**
 * A module of ours in TypeScript, which Node runs as it is, by its path from the project's folder. What Node made
 * of it is kept for the next start, where this account may write.
 * @param {string} path
 */
export function load(path) {
  module.enableCompileCache(join(ROOT, 'node_modules/.compiled'));
  return import(pathToFileURL(join(ROOT, path)).href);
}

/**
 * Tests are left out: nothing is built from them.
 * @param {string[]} paths
 */
function hashOf(paths) {
  const hash = createHash('sha256');
  for (const file of paths.flatMap((path) => filesBelow(join(ROOT, path))))
    if (!/\.test\.tsx?$/.test(file))
      hash.update(file.slice(ROOT.length)).update('\0').update(readFileSync(file));
  return hash.digest('hex');
}

const MADE = join(ROOT, 'public/fotos');

/**
 * @param {string} path
 * @returns {string[]}
 */
export function filesBelow(path) {
  if (!existsSync(path) || path === MADE) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesBelow(join(path, name)));
}
