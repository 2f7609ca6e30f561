import type pg from 'pg';
import { countRows } from '../copy/client.ts';
import type { ListedDocument } from '../copy/document-list.ts';
import type { Manifest } from '../copy/manifest.ts';
import { type Progress, SILENT } from '../copy/progress.ts';
import { readAuditEnd } from '../copy/snapshot.ts';
import { damaged, loadTables, NOT_COPIED, quoted, readTables, SAME_TEXT } from '../copy/tables.ts';
import { bringUp } from '../open/migrate.ts';
import { tablesOf } from './check-copy.ts';
import { type Repeated, repeatErasures } from './repeat-erasures.ts';
import type { WholeCopy } from './whole-copy.ts';

/** What a loaded database holds. */
export type Loaded = Repeated & {
  enrolments: number;
  /** Documents whose rows are there: those whose bytes belong beside it. */
  documents: ListedDocument[];
};

/** What differs where the tables of accounts and documents are not the product's own. */
export type LoadTarget = {
  /** The tables that are emptied and loaded. */
  owns: (nome: string) => boolean;
  /** The table that has the copy's documents. */
  objects: string;
  /** Brings the loaded tables to this version, with its code. */
  bringUp?: (client: pg.Client) => Promise<void>;
  /** Called when nobody else can write any more; what it throws stops the load. */
  beforeEmptying?: () => Promise<void>;
  /** The last thing before everything is committed. */
  beforeCommit?: (loaded: Loaded) => Promise<void>;
};

/** Our own server's database. */
export const OWN_SERVER: LoadTarget = { owns: () => true, objects: 'storage.objects', bringUp };

/**
 * Puts a copy into a database that has its tables, in place of what is there, in one
 * transaction: tables with the triggers of the product off, every table read again and compared with the
 * manifest, sequences, what this version changes about them, the audit chain, and what was erased since erased
 * again. Throws CopyDamaged, with nothing changed, when anything differs.
 */
export async function load(
  client: pg.Client,
  copy: WholeCopy,
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
    await loadTables(client, tables, { manifest, openTable: tablesOf(copy) }, progress);
    progress.step('Conferindo o registro de acessos e o que foi apagado');
    const sequences = manifest.sequencias.filter(({ nome }) => place.owns(nome));
    await client.query(
      `select setval(to_regclass(nome), ultimo, usada) from jsonb_to_recordset($1) as s (nome text, ultimo bigint, usada boolean)
       where to_regclass(nome) is not null`,
      [JSON.stringify(sequences)],
    );
    for (const { nome } of tables) await client.query(`alter table ${quoted(nome)} enable trigger user`);
    await place.bringUp?.(client);
    await checkAudit(client, manifest);
    const lost = copy.documents.filter(({ falta }) => falta === 'apagado').map(({ versao }) => versao);
    const repeated = await repeatErasures(client, manifest.momento, copy, lost, place.objects);
    const enrolments = await countRows(client, 'public.inscricoes_projeto');
    const { rows } = await client.query<{ version: string }>(`select version from ${place.objects}`);
    const versions = new Set(rows.map(({ version }) => version));
    const documents = copy.documents.filter(({ versao }) => versions.has(versao));
    await client.query(`select private.anotar('restaurou', detalhes => $1)`, [
      { inscricoes: enrolments, documentos: documents.length, apagadas: repeated.erased },
    ]);
    const loaded = { ...repeated, enrolments, documents };
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
