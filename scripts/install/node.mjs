// The Node.js that the project needs, where the one at hand is older: npm's package of it, of one version and
// hash, in a folder that `npm ci` does not empty. Of the owner's own nothing is changed. Until it runs, there is
// only what Node 18 understands.

import { spawnSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { ROOT, refuseReadOnly } from '../ensure.mjs';
import { run } from './child.mjs';
import { NPM_CI } from './packages.mjs';
import { Refused } from './refused.mjs';

/** @typedef {{ name: string, version: string, integrity: string }} Package of npm, with its file's sha512 */

const STORE = join(ROOT, '.node');
const HERE = process.version.slice(1);
const WINDOWS = process.platform === 'win32';
/** Offline npm says so within seconds, and not after a minute. */
const PATIENCE = ['--prefer-offline', '--fetch-retries=1', '--fetch-retry-mintimeout=1000'];

/**
 * On a Node.js that package.json accepts it does nothing. On an older one it runs this very command again on one that
 * it brings the first time, and ends as that ended. Throws Refused, in one sentence, when none can be had.
 */
export async function ensureNode() {
  const least = read('package.json').engines.node.replace('>=', '');
  if (isEnough(HERE, least)) return;
  const system = `${process.platform}-${process.arch}`;
  const { looked, packages } = read('scripts/install/node.json');
  /** @type {Package | undefined} */
  const packed = packages[system];
  if (!packed) throw tooOld(least, `o npm não tem outro para este sistema (${system}): instale`);
  const folder = join(STORE, `${packed.version}-${system}`);
  const program = join(folder, WINDOWS ? 'bin/node.exe' : 'bin/node');
  if (!existsSync(program)) await bring(packed, folder, program, least);
  process.env.PATH = dirname(program) + delimiter + process.env.PATH;
  process.env.NODE_LOOKED_UP = looked; // server/watch/versions.ts
  const args = [...process.execArgv, ...process.argv.slice(1)];
  process.exit(await run(program, args, { cwd: process.cwd(), stdio: 'inherit' }, { passes: true }));
}

/**
 * Whether a version such as `24.22.3` is at least `24.7`.
 * @param {string} version
 * @param {string} least
 */
export function isEnough(version, least) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [leastMajor = 0, leastMinor = 0] = least.split('.').map(Number);
  return major > leastMajor || (major === leastMajor && minor >= leastMinor);
}

/**
 * Installs the package beside its place, and puts it there whole. npm compares the hash.
 * @param {Package} packed
 * @param {string} folder
 * @param {string} program
 * @param {string} least
 */
async function bring({ name, version, integrity }, folder, program, least) {
  refuseReadOnly();
  console.error(
    `O Node.js daqui é o ${HERE}, e o site precisa do ${least} ou mais novo: trazendo o ${version} para a pasta .node, só para este site (uma vez)…`,
  );
  mkdirSync(STORE, { recursive: true });
  for (const name of readdirSync(STORE)) if (isLeftover(name)) remove(join(STORE, name));
  const making = mkdtempSync(join(STORE, `new-${process.pid}-`));
  try {
    const dependencies = { [name]: version };
    const lock = { '': { dependencies }, [`node_modules/${name}`]: { version, integrity } };
    writeFileSync(join(making, 'package.json'), JSON.stringify({ dependencies }));
    writeFileSync(join(making, 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, packages: lock }));
    const said = join(making, 'said');
    const log = openSync(said, 'w');
    const options = { cwd: making, stdio: ['ignore', log, log], shell: WINDOWS };
    await run('npm', [...NPM_CI, ...PATIENCE, `--prefix=${making}`], /** @type {any} */ (options));
    closeSync(log);
    const made = join(making, 'node_modules', name);
    for (const part of ['include', 'share']) remove(join(made, part)); // a third of it, and no program
    const trial = spawnSync(join(made, program.slice(folder.length)), ['--version']);
    if (String(trial.stdout).trim() === `v${version}`) renameSync(made, folder);
    else throw tooOld(least, `${reason(readFileSync(said, 'utf8'), existsSync(made))}, ou instale`);
  } catch (error) {
    if (!existsSync(program)) throw error; // else another start put it there meanwhile
  } finally {
    remove(making);
  }
}

/**
 * @param {string} said by npm
 * @param {boolean} isThere
 */
function reason(said, isThere) {
  if (/EINTEGRITY/.test(said))
    return 'o que o npm trouxe não é o que este projeto conhece (sha512), e nada dele ficou: rode de novo';
  if (isThere) return 'o que o npm trouxe não roda neste sistema: use um sistema com a glibc';
  return `o npm não trouxe outro (${/code (\w+)/.exec(said)?.[1] ?? 'npm ci'}): confira a rede e rode de novo`;
}

/**
 * @param {string} least
 * @param {string} rest
 */
const tooOld = (least, rest) =>
  new Refused(
    `O Node.js daqui é o ${HERE}, o site precisa do ${least} ou mais novo, e ${rest} o Node.js 24 (nodejs.org).`,
  );

/**
 * Whether a folder is of a start that was killed.
 * @param {string} name
 */
function isLeftover(name) {
  const [, pid] = /^new-(\d+)-/.exec(name) ?? [];
  try {
    return Boolean(pid && !process.kill(Number(pid), 0));
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'ESRCH';
  }
}

/** @param {string} path */
const remove = (path) => rmSync(path, { recursive: true, force: true, maxRetries: 3 });

/** @param {string} file */
const read = (file) => JSON.parse(readFileSync(join(ROOT, file), 'utf8'));
