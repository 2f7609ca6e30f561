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
  const { rows: tables } = await client.query<Table>(
    `select n.nspname || '.' || c.relname as nome, array(
       select a.attname::text from pg_attribute a
       where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       order by a.attnum) as colunas
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname = any ($1) and (n.nspname <> 'public' or c.relname = $2)
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e') -- of an extension
     order by 1`,
    [SCHEMAS, OF_PUBLIC],
  );
  const { rows: references } = await client.query<{ de: string; para: string }>(`
    select distinct de.nspname || '.' || d.relname as de, para.nspname || '.' || p.relname as para
    from pg_constraint f
      join pg_class d on d.oid = f.conrelid join pg_namespace de on de.oid = d.relnamespace
      join pg_class p on p.oid = f.confrelid join pg_namespace para on para.oid = p.relnamespace
    where f.contype = 'f' and f.conrelid <> f.confrelid`);
  const ordered: Table[] = [];
  for (let left = tables; left.length > 0; ) {
    const waiting = new Set(left.map(({ nome }) => nome));
    const waits = ({ nome }: Table) => references.some(({ de, para }) => de === nome && waiting.has(para));
    const next = left.filter((table) => !waits(table));
    if (next.length === 0) throw new Error(`tables refer to each other in a circle: ${[...waiting]}`);
    ordered.push(...next);
    left = left.filter(waits);
  }
  return ordered;
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

/**
 * Drops the indexes of a table that are no keys, and returns the statements that make them
 * again: from all rows at once they take a fraction of the time that they take row by row.
 */
async function dropIndexes(client: pg.ClientBase, { nome }: Table): Promise<string[]> {
  const { rows } = await client.query<{ index: string; definition: string }>(
    `select i.indexrelid::regclass::text as index, pg_get_indexdef(i.indexrelid) as definition
     from pg_index i where i.indrelid = to_regclass($1)
       and not exists (select from pg_constraint c where c.conindid = i.indexrelid)
     order by i.indexrelid`,
    [quoted(nome)],
  );
  for (const { index } of rows) await client.query(`drop index ${index}`);
  return rows.map(({ definition }) => definition);
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
 * Brings the rows of a copy into empty tables, makes their indexes from all rows at once, then
 * reads each table again and compares it with the manifest. Throws CopyDamaged, and the caller's
 * transaction must roll back, when a table is not in the copy or its rows do not fit in here.
 */
export async function loadTables(
  client: pg.Client,
  tables: readonly Table[],
  { manifest, openTable }: { manifest: Manifest; openTable: OpenTable },
  progress: Progress,
): Promise<void> {
  const wanted = tables.map((table) => ({ table, part: partOf(table, manifest), indexes: [] as string[] }));
  const rows = wanted.reduce((sum, { part }) => sum + part.linhas, 0);
  const loading = progress.step('Trazendo as tabelas', rows, 'linhas');
  for (const each of wanted) {
    each.indexes = await dropIndexes(client, each.table);
    const there = { nome: each.table.nome, colunas: each.part.colunas };
    await takenBy(each.part, async () => copyIn(client, there, await openTable(each.part)));
    loading.more(each.part.linhas);
  }
  const count = wanted.reduce((sum, { indexes }) => sum + indexes.length, 0);
  const indexing = progress.step('Refazendo os índices', count, 'índices');
  for (const { part, indexes } of wanted)
    for (const index of indexes) {
      await takenBy(part, () => client.query(index));
      indexing.more();
    }
  const comparing = progress.step('Conferindo as tabelas', rows, 'linhas');
  for (const { table, part } of wanted) {
    const found = await contentsOfTable(client, { nome: table.nome, colunas: part.colunas });
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
