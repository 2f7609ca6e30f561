import type pg from 'pg';
import type { SqlFile } from '../../core/sources.ts';
import { hasTable } from '../copy/client.ts';
import { type Applied, HASHES, hashOf, isProductFile } from './migrations.ts';

/** Where a home of the data writes down which migrations it has. */
export type Ledger = {
  /** Whether it applies the migration of this name. */
  applies: (name: string) => boolean;
  /** SQL that makes its table where it is missing. */
  make: string;
  read: (client: pg.ClientBase) => Promise<Applied>;
  add: (client: pg.ClientBase, file: SqlFile) => Promise<unknown>;
  remove: (client: pg.ClientBase, names: readonly string[]) => Promise<unknown>;
};

/** Our own server's. */
export const OWN_LEDGER: Ledger = {
  applies: () => true,
  make: `
    create schema if not exists servidor;
    revoke all on schema servidor from public;
    create table if not exists servidor.migracoes (
      nome text primary key,
      impressao text not null, -- SHA-256 of the file's text
      aplicada_em timestamptz not null default now())`,
  read: async (client) => {
    if (!(await hasTable(client, 'servidor.migracoes'))) return new Map();
    const { rows } = await client.query<{ nome: string; impressao: string | null }>(
      `select nome, to_jsonb(m) ->> 'impressao' as impressao from servidor.migracoes m`,
    );
    return new Map(rows.map(({ nome, impressao }) => [nome, impressao]));
  },
  add: (client, { name, sql }) =>
    client.query('insert into servidor.migracoes (nome, impressao) values ($1, $2)', [name, hashOf(sql)]),
  remove: (client, names) => client.query('delete from servidor.migracoes where nome = any ($1)', [names]),
};

/** A project's of Supabase: the table of its CLI, so that `db push` finds nothing to do. */
export const PROJECT_LEDGER: Ledger = {
  applies: isProductFile,
  make: `
    create schema if not exists supabase_migrations;
    create table if not exists supabase_migrations.schema_migrations (version text primary key, statements text[], name text)`,
  read: async (client) => {
    if (!(await hasTable(client, 'supabase_migrations.schema_migrations'))) return new Map();
    const { rows } = await client.query<{ file: string }>(
      `select concat(version, '_', to_jsonb(m) ->> 'name', '.sql') as file from supabase_migrations.schema_migrations m order by version`,
    );
    return new Map(rows.map(({ file }) => [file, HASHES.get(file) ?? null]));
  },
  add: (client, { name, sql }) =>
    client.query(
      'insert into supabase_migrations.schema_migrations (version, name, statements) values ($1, $2, $3)',
      [name.slice(0, 14), name.slice(15, -'.sql'.length), [sql]],
    ),
  remove: (client, names) =>
    client.query('delete from supabase_migrations.schema_migrations where version = any ($1)', [
      names.map((name) => name.slice(0, 14)),
    ]),
};
