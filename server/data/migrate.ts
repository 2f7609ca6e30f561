import { createHash } from 'node:crypto';
import type pg from 'pg';
import { Refused } from '../core/refused.ts';

const platform = import.meta.glob<string>('../platform/*.sql', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const migrations = import.meta.glob<string>('../../supabase/migrations/*.sql', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** What Supabase brings itself, then the product's migrations; each in the order of its name. */
export const MIGRATIONS: readonly { name: string; sql: string }[] = [
  ...inOrder(platform),
  ...inOrder(migrations),
];

/** The database has migrations that this version does not; what the start prints then. */
export class OtherVersion extends Refused {
  override name = 'OtherVersion';

  constructor() {
    super(
      'Este banco de dados foi feito por outra versão do site, e nada nele foi mudado. ' +
        'Inicie com a versão que o fez, ou use outra pasta (DATA_DIR) ou outro banco (DATABASE_URL).',
    );
  }
}

/** A migration failed, and none was kept. */
export class MigrationFailed extends Refused {
  override name = 'MigrationFailed';

  constructor(file: string, cause: unknown) {
    const { code } = cause as { code?: string };
    super(
      `A migração ${file} não pôde ser aplicada${code ? ` (PostgreSQL ${code})` : ''}, e nada mudou. ` +
        'Inicie com a versão anterior do site, que continua a servir, e peça ajuda com este nome.',
      { cause },
    );
  }
}

/**
 * Applies the migrations that are missing, or of those only the ones named in `only` (for a
 * backup of an older version), all in one transaction. Several servers may start at once: one
 * migrates, the others wait. Throws OtherVersion, before it changes
 * anything, when a migration was applied that is not here or whose text was another one;
 * MigrationFailed at the first that PostgreSQL refuses.
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
    await client.query(`select pg_advisory_unlock(hashtext('construindo-campeoes migrations'))`);
  }
}

/** Those that a database lacks, in order. Throws OtherVersion. */
export async function missingMigrations(client: pg.ClientBase): Promise<typeof MIGRATIONS> {
  const applied = await readApplied(client);
  for (const [name, hash] of applied) {
    if (!MIGRATIONS.some((known) => known.name === name && hashOf(known.sql) === hash))
      throw new OtherVersion();
  }
  return MIGRATIONS.filter(({ name }) => !applied.has(name));
}

/** True when a database has exactly this version's migrations; each of `applied` is a name and its hash, with a space between. */
export function hasAllMigrations(applied: readonly string[]): boolean {
  ours ??= new Set(MIGRATIONS.map(({ name, sql }) => `${name} ${hashOf(sql)}`));
  return ours.size === applied.length && applied.every((each) => ours?.has(each));
}

let ours: ReadonlySet<string> | null = null; // they do not change while the server runs

/** Name and hash of what was applied; the hash is null where an earlier version recorded none. */
async function readApplied(client: pg.ClientBase): Promise<Map<string, string | null>> {
  const { rows } = await client.query<{ made: boolean }>(
    `select to_regclass('servidor.migracoes') is not null as made`,
  );
  if (!rows[0]?.made) return new Map();
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
      await client.query('rollback');
      throw new MigrationFailed(name, error);
    }
  }
  await client.query('commit');
}

function inOrder(files: Record<string, string>): { name: string; sql: string }[] {
  return Object.entries(files)
    .map(([path, sql]) => ({ name: path.replace(/^.*\//, ''), sql }))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}
