import { createHash } from 'node:crypto';
import type pg from 'pg';

const platform = import.meta.glob<string>('./platform/*.sql', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const migrations = import.meta.glob<string>('../supabase/migrations/*.sql', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** What Supabase brings itself, then the product's migrations; each in the order of its name. */
export const MIGRATIONS: readonly { name: string; sql: string }[] = [
  ...inOrder(platform),
  ...inOrder(migrations),
];

/** Fingerprint of all migrations, for whoever keeps a migrated database to copy from. */
export const MIGRATIONS_HASH = createHash('sha256')
  .update(JSON.stringify(MIGRATIONS))
  .digest('hex')
  .slice(0, 16);

/**
 * Applies, once each and each in its own transaction, the migrations that this
 * database has not had. Several servers may start at once: one migrates, the
 * others wait.
 */
export async function migrate(client: pg.ClientBase): Promise<void> {
  await client.query(`select pg_advisory_lock(hashtext('construindo-campeoes migrations'))`);
  try {
    await client.query(`
      create schema if not exists servidor;
      revoke all on schema servidor from public;
      create table if not exists servidor.migracoes (nome text primary key, aplicada_em timestamptz not null default now())`);
    const { rows } = await client.query<{ nome: string }>('select nome from servidor.migracoes');
    const applied = new Set(rows.map(({ nome }) => nome));
    for (const { name, sql } of MIGRATIONS) {
      if (!applied.has(name)) await apply(client, name, sql);
    }
  } finally {
    await client.query(`select pg_advisory_unlock(hashtext('construindo-campeoes migrations'))`);
  }
}

async function apply(client: pg.ClientBase, name: string, sql: string): Promise<void> {
  await client.query('begin');
  try {
    await client.query(sql);
    await client.query('insert into servidor.migracoes (nome) values ($1)', [name]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

function inOrder(files: Record<string, string>): { name: string; sql: string }[] {
  return Object.entries(files)
    .map(([path, sql]) => ({ name: path.replace(/^.*\//, ''), sql }))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}
