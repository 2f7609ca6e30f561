import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { classInWords } from '../../domain/timetable.ts';
import { separateEnvironment } from '../../kit/server.ts';
import { readConfig } from '../../server/core/config.ts';
import { versionOf } from '../../server/site-data/copy/documents.ts';
import { NOT_COPIED, quoted, readTables } from '../../server/site-data/copy/tables.ts';
import { withUnmigrated } from '../../server/site-data/open/open-unmigrated.ts';
import { check } from '../kill.ts';

/** Where a site is: its data folder, and its PostgreSQL when that is not the embedded one. */
export type SiteFolder = { folder: string; environment: Record<string, string> };

export type Row = Record<string, unknown>;

/** What a stopped site holds: rows by table, and of each stored document the SHA-256 by its file's name. */
export type Contents = { tables: Map<string, Row[]>; documents: Record<string, string> };

const configOf = ({ folder, environment }: SiteFolder) =>
  readConfig({ ...separateEnvironment(folder), ...environment });

/** Works on the database of a site, running or not, whatever version it is of. */
export function withDatabase<T>(site: SiteFolder, work: (client: pg.Client) => Promise<T>): Promise<T> {
  return withUnmigrated(configOf(site), work);
}

/** Asks it once. */
export function query<T extends object>(site: SiteFolder, sql: string, values: unknown[] = []): Promise<T[]> {
  return withDatabase(site, async (client) => (await client.query<T>(sql, values)).rows);
}

/** Reads everything and migrates nothing. */
export async function contentsOf(site: SiteFolder): Promise<Contents> {
  const { folder } = site;
  const tables = await withDatabase(site, async (client) => {
    const found = new Map<string, Row[]>();
    for (const { nome } of await readTables(client)) {
      const { rows } = await client.query<{ row: Row }>(`select to_jsonb(t) as row from ${quoted(nome)} t`);
      found.set(
        nome,
        rows.map(({ row }) => row),
      );
    }
    nameClasses(found);
    return found;
  });
  return { tables, documents: documentsIn(folder) };
}

/** Of each stored document the SHA-256, by its file's name. */
export function documentsIn(folder: string): Contents['documents'] {
  const stored = join(folder, 'documents');
  const files = readdirSync(stored).filter(versionOf); // beside them lies what says whose they are
  const hash = (name: string) =>
    createHash('sha256')
      .update(readFileSync(join(stored, name)))
      .digest('hex');
  return Object.fromEntries(files.map((name) => [name, hash(name)]).sort());
}

/** Adds the class in words, as the release before stored it, where a row has the id of one. */
function nameClasses(tables: ReadonlyMap<string, Row[]>): void {
  const words = new Map(
    tables.get('private.turmas')?.map(({ id, nome, horario, dias }) => {
      const one = { name: String(nome), time: horario as string | null, days: dias as string | null };
      return [id, classInWords(one)];
    }),
  );
  for (const row of tables.get('private.acompanhamentos') ?? [])
    if ('turma_id' in row) row.turma = words.get(row.turma_id) ?? null;
}

/** As a restore leaves it: what was erased for good by hand is erased again, its documents at once; the folder of copies keeps them. */
export function withoutErased(
  { tables, documents }: Contents,
  erased: readonly { file: string }[],
): Contents {
  const files = erased.map(({ file }) => file);
  const objects = tables.get('storage.objects')?.filter(({ version }) => !files.includes(String(version)));
  return {
    tables: new Map([...tables, ['storage.objects', objects ?? []]]),
    documents: Object.fromEntries(Object.entries(documents).filter(([name]) => !files.includes(name))),
  };
}

/** Tables that may only gain rows, and those that say which start was the last, or the last line of the record, or have ended (decision 164). */
const GAINS = ['private.auditoria', 'private.copias'];
const RENEWED = /^servidor\.(migracoes|instalacao)$|^private\.(auditoria_pontas|links_de_antes)$/;
/** Columns in whose place this release stores the birth date (decision 154), or looks when it reads (decision 164); the last follows `inscricoes_projeto`. */
const DROPPED = ['idade', 'repetida', 'protocolo'].map((name) => `private.acompanhamentos.${name}`);
/** What a copy cannot hold: the line that says that it was made. */
const AFTER_COPY = ['private.copias'];

/** Where the release before had nothing, this one has the number of a request for another telephone (decision 143), and a protocol (189). */
const isFilledIn = (table: string, { acao, de, cadastro_unico_url }: Row, column: string) =>
  column === 'protocolo'
    ? table === 'public.inscricoes_projeto' && cadastro_unico_url === null
    : table === 'private.historico' && column === 'motivo' && acao === 'pedido' && de === 'telefone';

/** Throws unless the history holds the telephone number of each former request for another one. */
export function checkNumbers({ tables }: Contents): void {
  const history = tables.get('private.historico') ?? [];
  const asked = history.filter((row) => isFilledIn('private.historico', row, 'motivo'));
  const numbers = tables.get('private.pedidos')?.map(({ telefone }) => telefone);
  check(
    asked.length > 0 && asked.every(({ motivo }) => typeof motivo === 'string' && numbers?.includes(motivo)),
    'the history has the numbers that families gave before the update',
  );
}

/**
 * Throws unless every row of before, with its columns of then, and every document to the byte is there,
 * and no other; `restored`: from a copy, which leaves some tables out. Returns how many rows were compared.
 */
export function checkSame(before: Contents, after: Contents, restored: boolean): number {
  let compared = 0;
  for (const [table, rows] of before.tables) {
    if (RENEWED.test(table)) continue;
    if (restored && (NOT_COPIED.has(table) || AFTER_COPY.includes(table))) continue;
    const there = after.tables.get(table);
    if (!there && NOT_COPIED.has(table)) continue; // counters: another version counts otherwise
    check(there !== undefined, `${table} is there`);
    const columns = Object.keys(rows[0] ?? {}).filter((name) => !DROPPED.includes(`${table}.${name}`));
    const text = (row: Row) =>
      JSON.stringify(columns.flatMap((name) => (isFilledIn(table, row, name) ? [] : [[name, row[name]]])));
    const found = new Set(there?.map(text));
    const lost = rows.map(text).filter((row) => !found.has(row));
    check(lost.length === 0, `of ${table} every row is as it was (${lost.length} of ${rows.length} are not)`);
    const more = (there?.length ?? 0) - rows.length;
    check(more === 0 || GAINS.includes(table), `${table} has no other rows (${more} more)`);
    compared += rows.length;
  }
  const files = ({ documents }: Contents) => Object.entries(documents).map((file) => file.join(' '));
  const [were, are] = [files(before), files(after)];
  const lost = were.filter((file) => !are.includes(file));
  const more = are.filter((file) => !were.includes(file));
  check(
    lost.length + more.length === 0,
    `each document is the same to the byte (lost: ${lost}; more: ${more})`,
  );
  return compared;
}
