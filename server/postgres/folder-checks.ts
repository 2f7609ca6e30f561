import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type pg from 'pg';
import { isPgError } from '../core/errors.ts';
import { readInstallation } from '../core/installation.ts';
import { named, Refused } from '../core/refused.ts';

/** The databases that initdb makes: template1, template0 and postgres, which is ours. */
const DATABASES = ['base/1', 'base/4', 'base/5'];

/** What initdb makes, and no PostgreSQL goes on without: a copy that skips empty folders lacks some. */
const FOLDERS = [
  ...['commit_ts', 'dynshmem', 'notify', 'replslot', 'serial', 'snapshots', 'stat', 'stat_tmp'],
  ...['subtrans', 'tblspc', 'twophase', 'wal', 'xact', 'logical/mappings', 'logical/snapshots'],
  ...['multixact/members', 'multixact/offsets'],
].map((name) => `pg_${name}`);
const FILES = [
  ...['PG_VERSION', 'postgresql.conf', 'pg_hba.conf', 'global/pg_control', 'global/pg_filenode.map'],
  ...DATABASES.flatMap((folder) => [`${folder}/PG_VERSION`, `${folder}/pg_filenode.map`]),
];

/**
 * Throws Refused, with nothing started or changed, when `folder` holds a part of a database, as half
 * a copy does. A missing or empty one passes: its database is still to be made. What cannot be seen
 * from outside is found by `refuseEmptyFiles`.
 */
export function refuseHalf(folder: string): void {
  const lack = lackOf(folder);
  if (lack)
    throw new Refused(
      `A pasta ${folder} tem uma parte de um banco de dados (${lack}), e nada nela foi mudado. ` +
        'Traga a pasta inteira para o lugar dela, ou volte uma cópia de segurança numa DATA_DIR nova (npm run restore).',
    );
}

/**
 * Throws Refused, with nothing changed, when the database in `folder` is of another major version than
 * `binaries`, which POSTGRES_BIN may have named. Call it before `refuseHalf`, which expects the files of our version.
 */
export function refuseOtherMajor(folder: string, binaries: string): void {
  const file = join(folder, 'PG_VERSION');
  const ofData = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
  if (ofData === '') return;
  const versionText = execFileSync(join(binaries, 'bin/postgres'), ['--version'], { encoding: 'utf8' });
  const ours = /PostgreSQL\) (\d+)/.exec(versionText)?.[1] ?? '';
  if (ofData !== ours)
    throw new Refused(
      `O banco em ${folder} é do PostgreSQL ${ofData}, e o que o site executa é o ${ours}. Nada foi mudado. ` +
        `Confira POSTGRES_BIN no .env: ali cabe a pasta bin de um PostgreSQL ${ofData}. Se o site foi atualizado, com a versão anterior${named(readInstallation(dirname(folder))?.versao ?? null)} rode npm run backup -- --to PASTA; com esta, e DATA_DIR numa pasta nova, npm run restore -- a cópia que saiu.`,
    );
}

/** What is missing or empty, in words; null when nothing is, or when this account may not look. */
function lackOf(folder: string): string | null {
  try {
    if (!existsSync(folder) || readdirSync(folder).length === 0) return null;
    const missing =
      FILES.find((name) => !statSync(join(folder, name), { throwIfNoEntry: false })?.size) ??
      FOLDERS.find((name) => !existsSync(join(folder, name)));
    return missing ? `falta ${missing}` : null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EACCES') return null;
    throw error;
  }
}

/**
 * Throws Refused when a table or index of the running database has no file in `folder`, or an index nothing in it, as in
 * half a copy: queries would fail one day.
 */
export async function refuseEmptyFiles(owner: pg.ClientBase, folder: string): Promise<void> {
  const { rows } = await owner.query<{ path: string; empty: boolean }>(
    `select pg_relation_filepath(oid) as path, relkind = 'i' and pg_relation_size(oid) = 0 as empty
     from pg_class where relpersistence = 'p' and relkind in ('r', 't', 'i')`,
  );
  const lacking = rows.find(({ path, empty }) => empty || !existsSync(join(folder, path)));
  if (lacking) throw notOpened(folder, `não há nada em ${lacking.path}`);
}

/** True for PostgreSQL's errors about missing or damaged files, which no retry changes. */
export const isDamage = (error: unknown) => isPgError(error) && /^(XX|58P)/.test(error.code);

/** The refusal of a database that PostgreSQL itself cannot open; quotes its `reason`. */
export function notOpened(folder: string, reason: string): Refused {
  if (/permission denied|ownership|invalid permissions/i.test(reason))
    return new Refused(
      `A conta que executa o PostgreSQL não pode usar os arquivos de ${folder} (${reason}). Nada foi apagado. ` +
        'Dê a pasta a ela (chown -R; construindo-campeoes, quando o site é iniciado como root) e inicie de novo.',
    );
  return new Refused(
    `O PostgreSQL não abre o banco de ${folder} (${reason}). Nada foi apagado. ` +
      'Se a pasta veio de uma cópia, ela não está inteira: traga-a inteira, ou volte uma cópia de segurança numa DATA_DIR nova (npm run restore).',
  );
}
