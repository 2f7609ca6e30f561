import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isUuid } from '../../core/tokens.ts';
import { DOCUMENT_LIST } from './manifest.ts';
import type { Contents } from './part-file.ts';

/**
 * Why a document is in a copy without its bytes: it was erased while the copy was made, the
 * site had lost its file, or its file was not what the family sent. The last two no list says:
 * the copies' folder has lost it, or has other bytes, which are withheld.
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

/** From now on nobody takes the document's bytes out of the copy. */
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
