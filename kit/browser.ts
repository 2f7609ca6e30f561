// Finds a browser for tests and measurements.

import { type SpawnSyncOptions, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Chromium without a window system: the same engine, a third less work for each page. */
const HEADLESS = { package: 'chromium-headless-shell', programs: ['chromium-headless-shell'] };
const WHOLE = { package: 'chromium', programs: ['chromium', 'chromium-browser', 'google-chrome'] };

/** There is none, and none could be installed. */
class NoBrowser extends Error {
  override name = 'NoBrowser';
}

/**
 * Path of an installed Chromium; else installs Debian's when we are root, else
 * Playwright's own, for which it returns null. `headless` prefers the one for tests.
 * Throws NoBrowser, which says what to install, when that fails too.
 */
export function ensureBrowser({ headless = false } = {}): string | null {
  const given = process.env.CHROMIUM;
  if (given && existsSync(given)) return given;
  const wanted = headless ? [HEADLESS, WHOLE] : [WHOLE];
  for (const { package: name, programs } of wanted) {
    const found = installed(programs) ?? installFromDebian(name, programs);
    if (found) return found;
  }
  console.log('Instalando o Chromium do Playwright para os testes…');
  const cli = join(import.meta.dirname, '../node_modules/playwright-core/cli.js');
  const done = spawnSync(process.execPath, [cli, 'install', 'chromium-headless-shell'], { stdio: 'inherit' });
  if (done.status !== 0)
    throw new NoBrowser(
      'Falta o Chromium, de que só os testes precisam, e ele não pôde ser instalado (veja as linhas acima). Instale-o e ' +
        'rode de novo: no Debian, sudo apt-get install chromium-headless-shell; em outro sistema, o Chromium ou o Chrome ' +
        'dele e, se não estiver no PATH, diga onde: CHROMIUM=/caminho/do/programa npm test.',
    );
  return null;
}

/** The first of `programs` on the PATH. */
function installed(programs: string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return programs
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((path) => existsSync(path));
}

/** Installs a package of Debian when we are root; the first of `programs` that is there then. */
function installFromDebian(name: string, programs: string[]): string | undefined {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined;
  console.log(`Instalando o ${name} do Debian para os testes…`);
  const quiet: SpawnSyncOptions = {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  };
  spawnSync('apt-get', ['update', '-qq'], quiet);
  spawnSync('apt-get', ['install', '-y', '-qq', name], quiet);
  return installed(programs);
}
