import type pg from 'pg';
import type { OpenTable } from './check-copy.ts';
import type { ListedDocument } from './document-list.ts';
import type { Erasure } from './erasure-list.ts';
import { CopyDamaged, type Manifest } from './manifest.ts';
import { sameContents } from './part-file.ts';
import { contentsOfTable, copyIn, NOT_COPIED, quoted, readTables, SAME_TEXT, type Table } from './tables.ts';

/** What a loaded database holds. */
export type Loaded = {
  enrolments: number;
  /** Enrolments and documents of the copy that were erased again. */
  erased: number;
  /** Documents whose rows are there: those whose bytes belong beside it. */
  documents: ListedDocument[];
  /** Tables of the copy that are not the product's; they stay in the copy. */
  unknown: string[];
};

/** What differs where the tables of accounts and documents are not the product's own. */
export type Place = {
  /** The tables that are emptied and loaded. */
  owns: (nome: string) => boolean;
  /** The table that has the copy's documents. */
  objects: string;
  /** Called when nobody else can write any more; what it throws stops the load. */
  beforeEmptying?: () => Promise<void>;
  /** The last thing before everything is committed. */
  beforeCommit?: (loaded: Loaded) => Promise<void>;
};

const OWN_SERVER: Place = { owns: () => true, objects: 'storage.objects' };

/**
 * Puts a copy into a database that has its migrations, in place of what is there, in one
 * transaction: tables with the triggers of the product off, sequences, then every table read
 * again and compared with the manifest, the audit chain, and what was erased since erased
 * again. Throws CopyDamaged, with nothing changed, when anything differs.
 */
export async function load(
  client: pg.Client,
  copy: { manifest: Manifest; documents: readonly ListedDocument[]; openTable: OpenTable },
  erasures: readonly Erasure[],
  place: Place = OWN_SERVER,
): Promise<Loaded> {
  const { manifest } = copy;
  const all = (await readTables(client)).filter(({ nome }) => place.owns(nome));
  const tables = all.filter(({ nome }) => !NOT_COPIED.has(nome));
  await client.query('begin');
  try {
    await client.query(SAME_TEXT);
    for (const { nome } of tables) await client.query(`alter table ${quoted(nome)} disable trigger user`);
    await place.beforeEmptying?.();
    const emptied = all.filter(({ nome }) => nome !== 'servidor.migracoes');
    await client.query(`truncate ${emptied.map(({ nome }) => quoted(nome)).join(', ')}`);
    for (const table of tables) await loadTable(client, table, copy);
    for (const { nome, ultimo, usada } of manifest.sequencias.filter(({ nome }) => place.owns(nome)))
      await client.query('select setval(to_regclass($1), $2, $3) where to_regclass($1) is not null', [
        quoted(nome),
        ultimo,
        usada,
      ]);
    await checkAudit(client, manifest);
    for (const { nome } of tables) await client.query(`alter table ${quoted(nome)} enable trigger user`);
    const lost = copy.documents.filter(({ falta }) => falta === 'apagado').map(({ versao }) => versao);
    const erased = await eraseAgain(client, erasures, lost, place.objects);
    const { enrolments, versions } = await count(client, place.objects);
    const documents = copy.documents.filter(({ versao }) => versions.has(versao));
    await client.query(`select private.anotar('restaurou', detalhes => $1)`, [
      { inscricoes: enrolments, documentos: documents.length, apagadas: erased },
    ]);
    const known = new Set(tables.map(({ nome }) => nome));
    const unknown = manifest.tabelas.map(({ tabela }) => tabela).filter((nome) => !known.has(nome));
    const loaded = { enrolments, erased, documents, unknown };
    await place.beforeCommit?.(loaded);
    await client.query('commit');
    return loaded;
  } catch (error) {
    await client.query('rollback').catch(() => {}); // the connection is broken: nothing was committed
    throw error;
  }
}

/** It is in the copy as its hash says, and still not what it should be. */
function damaged(part: string, why: string): CopyDamaged {
  return new CopyDamaged('', [`${part} (${why})`]);
}

async function loadTable(
  client: pg.Client,
  table: Table,
  { manifest, openTable }: { manifest: Manifest; openTable: OpenTable },
): Promise<void> {
  const part = manifest.tabelas.find(({ tabela }) => tabela === table.nome);
  if (!part) throw damaged(`tabelas/${table.nome}.copy`, 'não está na cópia');
  const columns = new Set(table.colunas);
  if (part.colunas.length !== columns.size || part.colunas.some((name) => !columns.has(name)))
    throw damaged(part.arquivo, 'tem outras colunas');
  const there = { nome: table.nome, colunas: part.colunas };
  try {
    await copyIn(client, there, await openTable(part));
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === undefined || !/^(22|23)/.test(code)) throw error;
    throw damaged(part.arquivo, `PostgreSQL ${code}`);
  }
  const found = await contentsOfTable(client, there);
  if (found.linhas !== part.linhas || !sameContents(found.claro, part.claro))
    throw damaged(part.arquivo, 'o banco leu outra coisa');
}

async function checkAudit(client: pg.Client, { auditoria }: Manifest): Promise<void> {
  const { rows } = await client.query<Manifest['auditoria']>(
    `select ultimo::text, encode(ultimo_elo, 'hex') as elo,
       (select count(*)::integer from private.falhas_da_auditoria()) as falhas
     from private.auditoria_pontas`,
  );
  const [found] = rows;
  const { ultimo, elo, falhas } = auditoria;
  if (found?.ultimo !== ultimo || found.elo !== elo || found.falhas !== falhas)
    throw damaged('o registro de acessos', 'a ponta não confere');
}

/**
 * Erases what was erased since the copy was made, as private.apagar_inscricao and retention
 * would; and the rows of documents that were removed, unclaimed, while it was made (`lost`).
 */
async function eraseAgain(
  client: pg.Client,
  erasures: readonly Erasure[],
  lost: readonly string[],
  objects: string,
): Promise<number> {
  await client.query(
    `insert into private.apagamentos (inscricao_id, o_que, envio, protocolo, motivo, apagado_em)
     select distinct on (inscricao, o_que) inscricao, o_que, envio, private.protocolo(envio),
       case o_que when 'documento' then 'documento' else 'outro' end, apagado_em
     from jsonb_to_recordset($1) as lista (inscricao uuid, o_que text, envio uuid, apagado_em timestamptz)
     order by inscricao, o_que, apagado_em desc
     on conflict (inscricao_id, o_que) do update set apagado_em = excluded.apagado_em
       where apagamentos.apagado_em < excluded.apagado_em`,
    [JSON.stringify(erasures)],
  );
  const enrolments = await client.query(
    `delete from public.inscricoes_projeto i using private.apagamentos a
     where a.inscricao_id = i.id and a.o_que = 'inscricao'`,
  );
  await client.query(
    `delete from private.documentos_novos d using private.apagamentos a
     where a.inscricao_id = d.envio and a.o_que = 'documento' and d.recebido_em <= a.apagado_em`,
  );
  const documents = await client.query(
    `delete from ${objects} o where not private.documento_em_uso(o.name) and (
       o.version = any ($1) or exists (
         select from private.apagamentos a
         where a.envio = private.envio_do_documento(o.name) and o.created_at <= a.apagado_em))`,
    [lost],
  );
  return (enrolments.rowCount ?? 0) + (documents.rowCount ?? 0);
}

async function count(
  client: pg.Client,
  objects: string,
): Promise<{ enrolments: number; versions: Set<string> }> {
  const { rows } = await client.query<{ enrolments: number; versions: string[] }>(
    `select (select count(*)::integer from public.inscricoes_projeto) as enrolments,
       array(select version from ${objects} where version is not null) as versions`,
  );
  return { enrolments: rows[0]?.enrolments ?? 0, versions: new Set(rows[0]?.versions) };
}
