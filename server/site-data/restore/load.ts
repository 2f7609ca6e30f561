import type pg from 'pg';
import { countRows } from '../copy/client.ts';
import type { ListedDocument } from '../copy/document-list.ts';
import type { Erasure } from '../copy/erasure-list.ts';
import { isByHand } from '../copy/erasures.ts';
import type { Manifest } from '../copy/manifest.ts';
import { type Progress, SILENT } from '../copy/progress.ts';
import { readAuditEnd } from '../copy/snapshot.ts';
import type { OpenTable } from '../copy/tables.ts';
import { damaged, loadTables, NOT_COPIED, quoted, readTables, SAME_TEXT } from '../copy/tables.ts';

/** What a loaded database holds. */
export type Loaded = {
  enrolments: number;
  /** Enrolments and documents of the copy that were erased again. */
  erased: number;
  /** What was brought back instead of being erased again; null when that was not requested. */
  returned: BroughtBack | null;
  /** Documents whose rows are there: those whose bytes belong beside it. */
  documents: ListedDocument[];
  /** Tables of the copy that are not the product's; they stay in the copy. */
  unknown: string[];
};

/** A copy as it is loaded: what it lists, and what reads its tables. */
export type LoadableCopy = {
  manifest: Manifest;
  documents: readonly ListedDocument[];
  openTable: OpenTable;
};

/** What was erased since the copy was made. */
export type ErasuresSince = {
  erasures: readonly Erasure[];
  /** ISO time in microseconds: erasures by hand from then on are undone; null: none. */
  giveBackFrom: string | null;
};

/**
 * Erasures by hand that a restore undid: how many `enrolments`, the `lines` of the erasure list that no
 * longer hold (for these and their later documents), and how many were `absent` from the copy.
 */
export type BroughtBack = { enrolments: number; lines: Erasure[]; absent: number };

/** What differs where the tables of accounts and documents are not the product's own. */
export type LoadTarget = {
  /** The tables that are emptied and loaded. */
  owns: (nome: string) => boolean;
  /** The table that has the copy's documents. */
  objects: string;
  /** Called when nobody else can write any more; what it throws stops the load. */
  beforeEmptying?: () => Promise<void>;
  /** The last thing before everything is committed. */
  beforeCommit?: (loaded: Loaded) => Promise<void>;
};

const OWN_SERVER: LoadTarget = { owns: () => true, objects: 'storage.objects' };

/**
 * Puts a copy into a database that has its migrations, in place of what is there, in one
 * transaction: tables with the triggers of the product off, sequences, then every table read
 * again and compared with the manifest, the audit chain, and what was erased since erased
 * again, or given back. Throws CopyDamaged, with nothing changed, when anything differs.
 */
export async function load(
  client: pg.Client,
  copy: LoadableCopy,
  since: ErasuresSince,
  progress: Progress = SILENT,
  place: LoadTarget = OWN_SERVER,
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
    await loadTables(client, tables, copy, progress);
    progress.step('Conferindo o registro de acessos e o que foi apagado');
    for (const { nome, ultimo, usada } of manifest.sequencias.filter(({ nome }) => place.owns(nome)))
      await client.query('select setval(to_regclass($1), $2, $3) where to_regclass($1) is not null', [
        quoted(nome),
        ultimo,
        usada,
      ]);
    await checkAudit(client, manifest);
    for (const { nome } of tables) await client.query(`alter table ${quoted(nome)} enable trigger user`);
    const lost = copy.documents.filter(({ falta }) => falta === 'apagado').map(({ versao }) => versao);
    const returned = await giveBack(client, since);
    const back = new Set(returned?.lines);
    const again = since.erasures.filter((erasure) => !erasure.devolvida && !back.has(erasure));
    const erased = await eraseAgain(client, again, lost, place.objects);
    const enrolments = await countRows(client, 'public.inscricoes_projeto');
    const versions = await versionsIn(client, place.objects);
    const documents = copy.documents.filter(({ versao }) => versions.has(versao));
    await client.query(`select private.anotar('restaurou', detalhes => $1)`, [
      {
        inscricoes: enrolments,
        documentos: documents.length,
        apagadas: erased,
        ...(returned && { devolvidas: returned.enrolments }),
      },
    ]);
    const known = new Set(tables.map(({ nome }) => nome));
    const unknown = manifest.tabelas.map(({ tabela }) => tabela).filter((nome) => !known.has(nome));
    const loaded = { enrolments, erased, returned, documents, unknown };
    await place.beforeCommit?.(loaded);
    await client.query('commit');
    return loaded;
  } catch (error) {
    await client.query('rollback').catch(() => {}); // the connection is broken: nothing was committed
    throw error;
  }
}

async function checkAudit(client: pg.Client, { auditoria }: Manifest): Promise<void> {
  const found = await readAuditEnd(client);
  const { ultimo, elo, falhas } = auditoria;
  if (found?.ultimo !== ultimo || found.elo !== elo || found.falhas !== falhas)
    throw damaged('o registro de acessos', 'a ponta não confere');
}

/**
 * Gives back what was erased by hand from a moment on and is in the loaded copy, unless another
 * erasing holds for it: `lines` are not erased again, and its rows of private.apagamentos go, or
 * its documents would go with the next clean-up. A document that was sent later goes with its
 * enrolment's erasing, or with one that a restore has repeated after it.
 */
async function giveBack(
  client: pg.ClientBase,
  { erasures, giveBackFrom }: ErasuresSince,
): Promise<BroughtBack | null> {
  if (giveBackFrom === null) return null;
  const wanted = new Set(erasures.filter((each) => isByHand(each) && each.apagado_em >= giveBackFrom));
  const whole = ({ o_que }: Erasure) => o_que === 'inscricao';
  const others = erasures.filter((each) => whole(each) && !each.devolvida && !wanted.has(each));
  const stays = new Set(others.map(({ inscricao }) => inscricao));
  const asked = new Map<string, string>(); // by enrolment, when it was first erased
  for (const { inscricao, apagado_em } of [...wanted].filter(whole))
    if (!stays.has(inscricao) && apagado_em < (asked.get(inscricao) ?? '~')) asked.set(inscricao, apagado_em);
  const { rows } = await client.query<{ id: string; later: string[] }>(
    `select i.id::text as id, array(select d.envio::text from private.documentos_novos d where d.inscricao_id = i.id) as later
     from public.inscricoes_projeto i where i.id = any ($1)`,
    [[...asked.keys()]],
  );
  const from = new Map(
    rows.flatMap(({ id, later }) => later.map((envio) => [envio, asked.get(id) ?? '~'] as const)),
  );
  const there = new Set(rows.map(({ id }) => id));
  const lines = [...wanted].filter((each) =>
    whole(each) ? there.has(each.inscricao) : each.apagado_em >= (from.get(each.inscricao) ?? '~'),
  );
  await client.query(
    `delete from private.apagamentos a using jsonb_to_recordset($1) as l (inscricao uuid, o_que text)
     where a.inscricao_id = l.inscricao and a.o_que = l.o_que`,
    [JSON.stringify(lines)],
  );
  return { enrolments: rows.length, lines, absent: asked.size - rows.length };
}

/**
 * Erases what was erased since the copy was made, as private.apagar_inscricao and retention
 * would (a reason that only a later version knows is none here); and the rows of documents that were removed, unclaimed, while it was made (`lost`).
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
       case when (
           select pg_get_constraintdef(oid) from pg_constraint
           where conrelid = 'private.apagamentos'::regclass and conname = 'apagamentos_motivo_check') like '%' || quote_literal(motivo) || '%'
         then motivo when o_que = 'documento' then 'documento' else 'outro' end,
       apagado_em
     from jsonb_to_recordset($1) as lista (inscricao uuid, o_que text, envio uuid, apagado_em timestamptz, motivo text)
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
    // in this order, because PostgreSQL by itself would run the expensive condition for every document
    `delete from ${objects} o where case
       when o.version = any ($1) or exists (
         select from private.apagamentos a
         where a.envio = private.envio_do_documento(o.name) and o.created_at <= a.apagado_em)
       then not private.documento_em_uso(o.name) else false end`,
    [lost],
  );
  return (enrolments.rowCount ?? 0) + (documents.rowCount ?? 0);
}

async function versionsIn(client: pg.Client, objects: string): Promise<Set<string>> {
  const { rows } = await client.query<{ versions: string[] }>(
    `select array(select version from ${objects} where version is not null) as versions`,
  );
  return new Set(rows[0]?.versions);
}
