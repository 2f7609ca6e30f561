import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from, to } from 'pg-copy-streams';
import { CopyDamaged, type Manifest, type TablePart } from './manifest.ts';
import { counting, type Stored, sameContents } from './part-file.ts';
import type { Progress } from './progress.ts';

/** Where the product has tables. */
const SCHEMAS = ['public', 'private', 'auth', 'storage', 'servidor'];
/** The only one in `public`, where others may have theirs. */
const OF_PUBLIC = 'inscricoes_projeto';

/**
 * Tables that no copy holds: the applied migrations (the manifest lists them), the installation's identity
 * (the restored site writes its own), throttles and counters of attempts, addresses and the key that hashes
 * them, the state of the retention brake, and sessions (everybody signs in again).
 */
export const NOT_COPIED: ReadonlySet<string> = new Set(
  [
    'servidor.migracoes servidor.limites servidor.enderecos_conhecidos servidor.instalacao private.freio private.origens',
    'private.chegadas private.chave_dos_enderecos private.tentativas private.tentativas_da_equipe auth.sessions auth.refresh_tokens',
  ].flatMap((names) => names.split(' ')),
);

/** A table of the catalogue; `nome` is `schema.table`, `colunas` those that are not generated. */
export type Table = { nome: string; colunas: string[] };

/** How `loadTables` gets the rows of a table. */
export type OpenTable = (part: TablePart) => Promise<AsyncIterable<Uint8Array>>;

/** Every table of the product's schemas, each after those that it refers to. */
export async function readTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `with recursive tabelas as (
       select c.oid, n.nspname || '.' || c.relname as nome from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind = 'r' and n.nspname = any ($1) and (n.nspname <> 'public' or c.relname = $2)
         and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e') -- of an extension
     ), niveis (oid, nivel) as (
       select oid, 0 from tabelas
       union select f.conrelid, v.nivel + 1 from niveis v join pg_constraint f on f.confrelid = v.oid
       where f.contype = 'f' and f.conrelid <> f.confrelid
     )
     select nome, array(
       select a.attname::text from pg_attribute a
       where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       order by a.attnum) as colunas
     from tabelas t order by (select max(v.nivel) from niveis v where v.oid = t.oid), nome`,
    [SCHEMAS, OF_PUBLIC],
  );
  return rows;
}

/** Sequences with what they gave last; `usada` false: `ultimo` is what they give next. */
export async function readSequences(client: pg.ClientBase) {
  const { rows } = await client.query<{ nome: string }>(
    `select n.nspname || '.' || c.relname as nome from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'S' and n.nspname = any ($1) order by 1`,
    [SCHEMAS],
  );
  const sequences: { nome: string; ultimo: string; usada: boolean }[] = [];
  for (const { nome } of rows) {
    const { rows: found } = await client.query<{ ultimo: string; usada: boolean }>(
      `select last_value::text as ultimo, is_called as usada from ${quoted(nome)}`,
    );
    sequences.push({ nome, ...(found[0] as { ultimo: string; usada: boolean }) });
  }
  return sequences;
}

/** Settings of a transaction in which every PostgreSQL writes the same rows as the same text, and reads a table from its beginning. */
export const SAME_TEXT = `
  set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres'; set local timezone = 'UTC';
  set local extra_float_digits = 1; set local bytea_output = 'hex'; set local client_encoding = 'UTF8';
  set local synchronize_seqscans = off; set local statement_timeout = 0; set local lock_timeout = 0;
  set local idle_in_transaction_session_timeout = 0; set local row_security = off`;

/** The rows of a table as text, or of a `query` that gives its columns; `rows` says how many, at their end. */
export function copyOut(client: pg.Client, { nome, colunas }: Table, query?: string) {
  const what = query === undefined ? `${quoted(nome)} (${columns(colunas)})` : `(${query})`;
  const stream = client.query(to(`copy ${what} to stdout`));
  stream.on('error', (error) => stream.destroy(error)); // thrown to whoever reads, also who begins later
  return { bytes: stream as Readable as AsyncIterable<Uint8Array>, rows: () => stream.rowCount };
}

/** Adds rows, as `copyOut` gives them. */
export async function copyIn(
  client: pg.Client,
  { nome, colunas }: Table,
  bytes: AsyncIterable<Uint8Array>,
): Promise<void> {
  await pipeline(bytes, client.query(from(`copy ${quoted(nome)} (${columns(colunas)}) from stdin`)));
}

/** What a table holds, as a part of a copy says it. */
export async function contentsOfTable(
  client: pg.Client,
  table: Table,
): Promise<{ linhas: number } & Pick<Stored, 'claro'>> {
  const out = copyOut(client, table);
  const read = counting(out.bytes);
  for await (const _ of read.bytes); // only counted
  return { linhas: out.rows(), claro: read.contents() };
}

/**
 * Brings the rows of a copy into empty tables, then reads each table again and compares it with the manifest. Throws CopyDamaged, and the caller's
 * transaction must roll back, when a table is not in the copy or its rows do not fit in here.
 */
export async function loadTables(
  client: pg.Client,
  tables: readonly Table[],
  { manifest, openTable }: { manifest: Manifest; openTable: OpenTable },
  progress: Progress,
): Promise<void> {
  const wanted = tables.map((table) => partOf(table, manifest));
  const rows = wanted.reduce((sum, { linhas }) => sum + linhas, 0);
  const loading = progress.step('Trazendo as tabelas', rows, 'linhas');
  for (const part of wanted) {
    const there = { nome: part.tabela, colunas: part.colunas };
    await takenBy(part, async () => copyIn(client, there, await openTable(part)));
    loading.more(part.linhas);
  }
  const comparing = progress.step('Conferindo as tabelas', rows, 'linhas');
  for (const part of wanted) {
    const found = await contentsOfTable(client, { nome: part.tabela, colunas: part.colunas });
    if (found.linhas !== part.linhas || !sameContents(found.claro, part.claro))
      throw damaged(part.arquivo, 'o banco leu outra coisa');
    comparing.more(part.linhas);
  }
}

function partOf(table: Table, manifest: Manifest): TablePart {
  const part = manifest.tabelas.find(({ tabela }) => tabela === table.nome);
  if (!part) throw damaged(`tabelas/${table.nome}.copy`, 'não está na cópia');
  const columns = new Set(table.colunas);
  if (part.colunas.length !== columns.size || part.colunas.some((name) => !columns.has(name)))
    throw damaged(part.arquivo, 'tem outras colunas');
  return part;
}

/** Does what the rows of a part may be refused by. */
async function takenBy({ arquivo }: TablePart, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === undefined || !/^(22|23)/.test(code)) throw error;
    throw damaged(arquivo, `PostgreSQL ${code}`);
  }
}

/** The error for a part whose hash is right but whose contents are not. */
export function damaged(part: string, why: string): CopyDamaged {
  return new CopyDamaged('', [`${part} (${why})`]);
}

export function quoted(nome: string): string {
  return nome.split('.').map(pg.escapeIdentifier).join('.');
}

function columns(colunas: readonly string[]): string {
  return colunas.map(pg.escapeIdentifier).join(', ');
}
