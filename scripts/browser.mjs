// Finds a browser for tests and measurements.

import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './ensure.mjs';

/** Chromium without a window system: the same engine, a third less work for each page. */
const HEADLESS = { package: 'chromium-headless-shell', paths: ['/usr/bin/chromium-headless-shell'] };
const WHOLE = {
  package: 'chromium',
  paths: ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'],
};

/**
 * Path of an installed Chromium; else installs Debian's when we are root, else
 * Playwright's own, for which it returns null. `headless` prefers the one for tests.
 * @param {{ headless?: boolean }} [options]
 * @returns {string | null}
 */
export function ensureBrowser({ headless = false } = {}) {
  const given = process.env.CHROMIUM;
  if (given && existsSync(given)) return given;
  const wanted = headless ? [HEADLESS, WHOLE] : [WHOLE];
  for (const { package: name, paths } of wanted) {
    const found = paths.find((path) => existsSync(path)) ?? installFromDebian(name, paths);
    if (found) return found;
  }
  console.log('Instalando o Chromium do Playwright para os testes…');
  execFileSync(
    process.execPath,
    [join(ROOT, 'node_modules/playwright-core/cli.js'), 'install', 'chromium-headless-shell'],
    { stdio: 'inherit' },
  );
  return null;
}

/**
 * Installs a package of Debian when we are root; the first of `paths` that is there then.
 * @param {string} name
 * @param {string[]} paths
 */
function installFromDebian(name, paths) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined;
  console.log(`Instalando o ${name} do Debian para os testes…`);
  /** @type {import('node:child_process').SpawnSyncOptions} */
  const quiet = {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  };
  spawnSync('apt-get', ['update', '-qq'], quiet);
  spawnSync('apt-get', ['install', '-y', '-qq', name], quiet);
  return paths.find((path) => existsSync(path));
}
