import { mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type pg from 'pg';
import { brazilianMoment } from '../../../domain/dates.ts';
import { writeDurably } from '../../core/durable-file.ts';
import { syncFolder } from '../../core/platform.ts';
import { namesIn } from '../copy/copies-folder.ts';
import type { Absence, ListedDocument } from '../copy/document-list.ts';
import { copyDocuments, documentName, documentsIn, versionOf } from '../copy/documents.ts';
import { type Progress, SILENT } from '../copy/progress.ts';
import { openPart } from './check-copy.ts';
import type { WholeCopy } from './whole-copy.ts';

/** A copy whose documents are read, and what opens them. */
export type CopiedDocuments = Pick<WholeCopy, 'path' | 'manifest' | 'identity'>;

/**
 * Writes a copy's documents into the data folder, each compared with the hash of what the
 * family sent; they are on the disk when it returns. Removes first what an unfinished restore
 * wrote. One that is not whole is withheld, and never put in its place.
 */
export async function restoreDocuments(
  documents: readonly ListedDocument[],
  from: CopiedDocuments,
  dataDir: string,
  progress: Progress = SILENT,
): Promise<void> {
  const folder = documentsIn(dataDir);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const name of namesIn(folder)) if (versionOf(name)) await rm(join(folder, name), { force: true });
  const there = documents.filter(({ guardado }) => guardado !== null);
  const restoring = progress.step('Trazendo os documentos', there.length, 'documentos');
  const read = async ({ versao }: ListedDocument) => readCopied(versao, from);
  await copyDocuments(there, { read, folder: dataDir, recipient: null, stored: new Map(), restoring });
  syncFolder(dirname(folder));
}

/**
 * The plain bytes of a copied document. The file is opened by the first read, which throws when that fails.
 */
export async function* readCopied(
  versao: string,
  { path, manifest: { destinatario }, identity }: CopiedDocuments,
): AsyncGenerator<Uint8Array> {
  yield* await openPart(join(documentsIn(dirname(path)), documentName(versao, destinatario)), identity);
}

/** A document that a row names and the copy did not give back. Nothing of what the family wrote: not its file's name. */
export type MissingDocument = {
  /** Of its enrolment; null when none uses it, or it has none. */
  protocolo: string | null;
  /** The uuid at the start of its name; null for another name. */
  envio: string | null;
  /** ISO time of its arrival. */
  criado_em: string;
  falta: Absence;
};

/** Which of a loaded copy's documents have no bytes, with the enrolments that use them; oldest first. `objects` is the table that has them. */
export async function findMissing(
  client: pg.ClientBase,
  documents: readonly ListedDocument[],
  objects: string,
): Promise<MissingDocument[]> {
  const missing = new Map(
    documents.filter(({ guardado }) => guardado === null).map((document) => [document.versao, document]),
  );
  if (missing.size === 0) return [];
  const { rows } = await client.query<{ versao: string } & Pick<MissingDocument, 'protocolo'>>(
    `select o.version as versao, coalesce(i.protocolo, l.protocolo) as protocolo
     from ${objects} o
       left join public.inscricoes_projeto i
         on private.envio_do_documento(private.documento_do_endereco(i.cadastro_unico_url)) = private.envio_do_documento(o.name)
       left join private.documentos_novos d on d.envio = private.envio_do_documento(o.name)
       left join public.inscricoes_projeto l on l.id = d.inscricao_id
     where o.version = any ($1) order by o.created_at, o.version`,
    [[...missing.keys()]],
  );
  return rows.map(({ versao, protocolo }) => {
    const { envio = null, criado_em = '', falta = 'sumiu' } = missing.get(versao) ?? {};
    return { protocolo, envio, criado_em, falta };
  });
}

/** Where a data folder lists the documents that a restore did not bring. */
export const missingList = (dataDir: string) => join(dataDir, 'documentos-que-faltam.txt');

/** Writes `missingList`; nothing when none is missing. */
export function noteMissing(dataDir: string, missing: readonly MissingDocument[]): void {
  if (missing.length === 0) return;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  writeDurably(missingList(dataDir), missing.map((each) => `${missingInWords(each)}\n`).join(''));
}

/** A line of it. */
export function missingInWords({ protocolo, envio, criado_em, falta }: MissingDocument): string {
  return (
    `protocolo ${protocolo ?? '?'}, documento ${envio ?? '?'}, de ${brazilianMoment(new Date(criado_em))}: ` +
    (falta === 'estragado_na_copia'
      ? 'está estragado na cópia, e não foi posto no lugar'
      : 'não está na cópia')
  );
}
