import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { syncFolder } from '../../core/platform.ts';
import type { ListedDocument } from './document-list.ts';
import type { Manifest, TablePart } from './manifest.ts';
import { writePart } from './part-file.ts';
import { copyOut, NOT_COPIED, readSequences, readTables, SAME_TEXT, type Table } from './tables.ts';

/** Everything that one moment of the database says: the table files of a copy, and what is listed beside them. */
export type Snapshot = Pick<
  Manifest,
  'postgresql' | 'momento' | 'migracoes' | 'tabelas' | 'sequencias' | 'auditoria'
> & {
  /** None of them copied yet. */
  documents: ListedDocument[];
};

/** How the rows of a site are read, each in the transaction of the snapshot. */
export type Rows = {
  migrations: (client: pg.ClientBase) => Promise<Manifest['migracoes']>;
  documents: (client: pg.ClientBase) => Promise<ListedDocument[]>;
  /** Tables that are read by a query, before the others. */
  queried: readonly (Table & { query: string })[];
  /** The tables and sequences that are read as they are. */
  owns: (nome: string) => boolean;
};

/** Of our own server. */
export const OWN_ROWS: Rows = {
  migrations: readMigrations,
  documents: readDocuments,
  queried: [],
  owns: () => true,
};

/** Retention holds it while it purges erased rows, which an open snapshot would leave in PostgreSQL's files. */
const RETENTION = `hashtext('construindo-campeoes retention')`;

/**
 * Copies every table into `<folder>/tabelas`, as text, in one snapshot: rows that arrive
 * meanwhile are in none of them. `client` must not pipeline.
 */
export async function takeSnapshot(
  client: pg.Client,
  folder: string,
  rows: Rows = OWN_ROWS,
): Promise<Snapshot> {
  await mkdir(join(folder, 'tabelas'), { mode: 0o700 });
  await client.query(`select pg_advisory_lock(${RETENTION})`);
  try {
    await client.query('begin isolation level repeatable read read only');
    await client.query(SAME_TEXT);
    const said = { ...(await readSaid(client)), migracoes: await rows.migrations(client) };
    const documents = await rows.documents(client);
    const tabelas: TablePart[] = [];
    for (const { query, ...table } of rows.queried)
      tabelas.push(await writeTable(client, table, folder, query));
    for (const table of await readTables(client))
      if (rows.owns(table.nome) && !NOT_COPIED.has(table.nome))
        tabelas.push(await writeTable(client, table, folder));
    const sequencias = (await readSequences(client)).filter(({ nome }) => rows.owns(nome));
    await client.query('commit');
    syncFolder(join(folder, 'tabelas'));
    return { ...said, tabelas, sequencias, documents };
  } catch (error) {
    // A COPY whose reader has failed is never read to its end, and would hold up every answer after it.
    client.connection.stream.destroy();
    throw error;
  } finally {
    await client.query(`select pg_advisory_unlock(${RETENTION})`).catch(() => {}); // it ends with its connection
  }
}

/** Writes the part of one table below `folder`. */
export async function writeTable(
  client: pg.Client,
  table: Table,
  folder: string,
  query?: string,
): Promise<TablePart> {
  const arquivo = `tabelas/${table.nome}.copy`;
  const out = copyOut(client, table, query);
  const stored = await writePart(join(folder, arquivo), out.bytes, null);
  return { tabela: table.nome, colunas: table.colunas, arquivo, linhas: out.rows(), ...stored };
}

async function readMigrations(client: pg.ClientBase): Promise<Manifest['migracoes']> {
  const { rows } = await client.query<Manifest['migracoes'][number]>(
    'select nome, impressao from servidor.migracoes order by nome',
  );
  return rows;
}

async function readSaid(
  client: pg.ClientBase,
): Promise<Pick<Manifest, 'postgresql' | 'momento' | 'auditoria'>> {
  const { rows } = await client.query<{ postgresql: string; momento: string }>(
    `select current_setting('server_version') as postgresql,
       to_char(now(), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as momento`,
  );
  const [said, auditoria] = [rows[0], await readAuditEnd(client)];
  if (!said || !auditoria) throw new Error('o banco não tem a ponta do registro de acessos');
  return { ...said, auditoria };
}

/** The end of the audit chain, as a manifest says it. */
export async function readAuditEnd(client: pg.ClientBase): Promise<Manifest['auditoria'] | undefined> {
  const { rows } = await client.query<Manifest['auditoria']>(
    `select ultimo::text, encode(ultimo_elo, 'hex') as elo,
       (select count(*)::integer from private.falhas_da_auditoria()) as falhas
     from private.auditoria_pontas`,
  );
  return rows[0];
}

/** A `ListedDocument`, from a row that has the columns of storage.objects. */
export const LISTED = `version as versao, private.envio_do_documento(name)::text as envio,
  to_char(created_at, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as criado_em,
  json_build_object('bytes', coalesce((metadata ->> 'size')::bigint, 0), 'sha256', btrim(metadata ->> 'eTag', '"')) as claro,
  null as guardado`;

async function readDocuments(client: pg.ClientBase): Promise<Snapshot['documents']> {
  const { rows } = await client.query<ListedDocument>(
    `select ${LISTED} from storage.objects where version is not null order by created_at, version`,
  );
  return rows;
}
