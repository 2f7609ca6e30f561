import { createHash } from 'node:crypto';
import type pg from 'pg';
import { named, Refused } from '../../core/refused.ts';
import { VERSION } from '../../core/version.ts';
import { hasTable } from '../copy/client.ts';
import { readRow } from './installation.ts';

const platform = import.meta.glob<string>('../../platform/*.sql', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const migrations = import.meta.glob<string>('../../../supabase/migrations/*.sql', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** What Supabase brings itself, then the product's migrations; each in the order of its name. */
export const MIGRATIONS: readonly { name: string; sql: string }[] = [
  ...inOrder(platform),
  ...inOrder(migrations),
];

/** Each migration's hash, by its name. */
export const HASHES: ReadonlyMap<string, string> = new Map(
  MIGRATIONS.map(({ name, sql }) => [name, hashOf(sql)]),
);

/** What was applied does not fit this version; what the start prints then. The data is whole, and no sentence may say to part with it. */
export class OtherVersion extends Refused {
  override name = 'OtherVersion';
}

/** A migration failed, and none was kept. */
export class MigrationFailed extends Refused {
  override name = 'MigrationFailed';

  /** `before` is the version that served this database last, null where nobody knows. */
  constructor(file: string, cause: unknown, before: string | null) {
    const { code } = cause as { code?: string };
    super(
      isCut(code)
        ? `A migração ${file} foi interrompida, porque o PostgreSQL parou de responder, e nada mudou. Inicie de novo.`
        : `A migração ${file} não pôde ser aplicada (PostgreSQL ${code}), e nada mudou. ` +
            `Inicie com a versão anterior do site${named(before)}, que continua a servir, e peça ajuda com este nome.`,
      { cause },
    );
  }
}

/** Whether an error's code says that the connection has ended; one that it ends by itself has none. */
const isCut = (code: string | undefined) => !code || /^(08|57P|E)/.test(code);

/**
 * Applies the migrations that are missing, or of those only the ones named in `only` (for a
 * backup of an older version), all in one transaction. Several servers may start at once: one
 * migrates, the others wait. Throws OtherVersion, before it changes
 * anything, when a migration was applied that is not here or whose text was another one;
 * MigrationFailed at the first that PostgreSQL refuses or does not finish.
 */
export async function migrate(client: pg.ClientBase, only?: ReadonlySet<string>): Promise<void> {
  await client.query(`select pg_advisory_lock(hashtext('construindo-campeoes migrations'))`);
  try {
    const missing = await missingMigrations(client);
    await client.query(`
      create schema if not exists servidor;
      revoke all on schema servidor from public;
      create table if not exists servidor.migracoes (
        nome text primary key,
        impressao text not null, -- SHA-256 of the file's text
        aplicada_em timestamptz not null default now())`);
    await applyAll(
      client,
      missing.filter(({ name }) => !only || only.has(name)),
    );
  } finally {
    // over a connection that was cut the lock is gone already
    await client
      .query(`select pg_advisory_unlock(hashtext('construindo-campeoes migrations'))`)
      .catch(() => {});
  }
}

/** Those that a database lacks, in order. Throws OtherVersion. */
export async function missingMigrations(client: pg.ClientBase): Promise<typeof MIGRATIONS> {
  const applied = await readApplied(client);
  const unknown = [...applied.keys()].filter((name) => !MIGRATIONS.some((known) => known.name === name));
  const newer = unknown.find(isNewer);
  if (newer)
    throw new OtherVersion(
      `Este banco de dados já é de uma versão mais nova do site (tem a migração ${newer}), e nada nele foi mudado. ` +
        `Traga essa versão${named(await servedBy(client))} e inicie de novo, ou volte a cópia de antes de atualizar, como docs/operar.md diz em Atualizar.`,
    );
  if (unknown.length > 0)
    throw new OtherVersion(
      `Este banco de dados tem uma migração que esta versão do site não conhece (${unknown[0]}), e nada nele foi mudado. ` +
        `Os dados estão inteiros: inicie com a versão que fez o banco${named(await servedBy(client))}.`,
    );
  const changed = MIGRATIONS.find(({ name, sql }) => applied.has(name) && applied.get(name) !== hashOf(sql));
  if (changed)
    throw new OtherVersion(
      `A migração ${changed.name}, que este banco já tem, está com outro texto nesta pasta do site, e nada no banco foi mudado. ` +
        `Os dados estão inteiros: traga de novo os arquivos desta versão${named(VERSION)}, ou inicie com a que fez o banco.`,
    );
  return MIGRATIONS.filter(({ name }) => !applied.has(name));
}

/** The version that served this database last; null where nobody knows. */
async function servedBy(client: pg.ClientBase): Promise<string | null> {
  return (await readRow(client))?.versao ?? null;
}

/** Whether a name comes after all of ours of its kind: the product's, or what mirrors Supabase. */
function isNewer(name: string): boolean {
  const kind = /^\d{14}_/.test(name) ? /^\d{14}_/ : /^\d{4}_/;
  return kind.test(name) && MIGRATIONS.every((known) => !kind.test(known.name) || known.name < name);
}

/** True when a database has exactly this version's migrations; each of `applied` is a name and its hash, with a space between. */
export function hasAllMigrations(applied: readonly string[]): boolean {
  return (
    HASHES.size === applied.length &&
    applied.map((each) => each.split(' ')).every(([name = '', hash]) => HASHES.get(name) === hash)
  );
}

/** Name and hash of what was applied; the hash is null where an earlier version recorded none. */
async function readApplied(client: pg.ClientBase): Promise<Map<string, string | null>> {
  if (!(await hasTable(client, 'servidor.migracoes'))) return new Map();
  const applied = await client.query<{ nome: string; impressao: string | null }>(
    `select nome, to_jsonb(m) ->> 'impressao' as impressao from servidor.migracoes m`,
  );
  return new Map(applied.rows.map(({ nome, impressao }) => [nome, impressao]));
}

/** The same whichever line ends a checkout writes. */
export function hashOf(sql: string): string {
  return createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex');
}

/** All or none, so that the version before still serves when one fails. */
async function applyAll(
  client: pg.ClientBase,
  missing: readonly { name: string; sql: string }[],
): Promise<void> {
  await client.query('begin');
  for (const { name, sql } of missing) {
    try {
      await client.query(sql);
      await client.query('insert into servidor.migracoes (nome, impressao) values ($1, $2)', [
        name,
        hashOf(sql),
      ]);
    } catch (error) {
      await client.query('rollback').catch(() => {}); // a cut connection has rolled back
      throw new MigrationFailed(name, error, await servedBy(client).catch(() => null));
    }
  }
  await client.query('commit');
}

function inOrder(files: Record<string, string>): { name: string; sql: string }[] {
  return Object.entries(files)
    .map(([path, sql]) => ({ name: path.replace(/^.*\//, ''), sql }))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}
