import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isUuid } from '../../core/tokens.ts';
import { DOCUMENT_LIST } from './manifest.ts';
import type { Contents } from './part-file.ts';

/**
 * Why a copy lacks a document's bytes. Written in its list: the document was erased while the copy was made
 * (`apagado`), the site had lost its file (`sumiu`), or the file was not what the family sent (`diferente`).
 * Found when the copy is read: the folder of copies has lost it (`sumiu_da_copia`), or has other bytes, which
 * are withheld (`estragado_na_copia`).
 */
export type Absence = 'apagado' | 'sumiu' | 'diferente' | 'sumiu_da_copia' | 'estragado_na_copia';

/** A document of a copy, one line of documentos.jsonl; it holds no personal data. */
export type ListedDocument = {
  versao: string;
  /** The uuid at the start of its name, which identifies the enrolment; null for another name. */
  envio: string | null;
  /** ISO time. */
  criado_em: string;
  claro: Contents;
  /** Null when the copy does not have it. */
  guardado: Contents | null;
  falta?: Absence;
};

/** Marks a document as not to be restored, and says why. */
export function withhold(document: ListedDocument, falta: Absence): void {
  Object.assign(document, { guardado: null, falta });
}

/** The documents that the copy in `folder` lists. Throws when its list cannot be read as one. */
export async function readDocumentList(folder: string): Promise<ListedDocument[]> {
  const lines = (await readFile(join(folder, DOCUMENT_LIST), 'utf8')).split('\n').filter(Boolean);
  return lines.map((line) => {
    const read = JSON.parse(line) as ListedDocument;
    if (!isUuid(read.versao)) throw new Error('no list of documents');
    return read;
  });
}
