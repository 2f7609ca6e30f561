import { basename, dirname, join } from 'node:path';
import { Refused } from '../../core/refused.ts';
import type { Copy } from '../copy/copies-folder.ts';
import { type ListedDocument, readDocumentList } from '../copy/document-list.ts';
import { documentName, withholdDamaged } from '../copy/documents.ts';
import { decrypting } from '../copy/encryption.ts';
import { type Erasure, hasErasureList, readErasures, stateOf } from '../copy/erasure-list.ts';
import { erasedAt, union } from '../copy/erasures.ts';
import { CopyDamaged, type Manifest, partsOf } from '../copy/manifest.ts';
import { contentsOf, linesIn, readPart, sameContents } from '../copy/part-file.ts';
import { type Progress, SILENT } from '../copy/progress.ts';
import type { OpenTable } from '../copy/tables.ts';

/** What is missing in a copy or was changed. */
export type Checked = {
  /** File names of damaged parts, without which nothing is restored. */
  damaged: string[];
  /**
   * The copy's documents, none when their list is damaged. Those whose bytes are missing or damaged are
   * withheld.
   */
  documents: ListedDocument[];
  /** File names of the withheld documents that were not erased since. */
  lost: string[];
};

/** Reads every part of a copy and every document that it lists, and compares bytes and hash with the manifest. */
export async function checkCopy(
  path: string,
  manifest: Manifest,
  erasures: readonly Erasure[],
  progress: Progress = SILENT,
): Promise<Checked> {
  const damaged: string[] = [];
  const parts = partsOf(manifest);
  const step = progress.step('Conferindo a cópia', parts.length + manifest.documentos.linhas, 'arquivos');
  for (const { arquivo, guardado } of parts) {
    if (!sameContents(await contentsOf(join(path, arquivo)), guardado)) damaged.push(arquivo);
    step.more();
  }
  if (damaged.includes(manifest.documentos.arquivo)) return { damaged, documents: [], lost: [] };
  const documents = await readDocumentList(path);
  const times = erasedAt(erasures);
  const withheld = await withholdDamaged(documents, dirname(path), manifest.destinatario, step);
  const lost = withheld
    .filter(({ envio, criado_em }) => envio === null || (times.get(envio) ?? '') < criado_em)
    .map(({ versao }) => `documents/${documentName(versao, manifest.destinatario)}`);
  return { damaged, documents, lost };
}

/** The documents of `checkCopy`; throws CopyDamaged with the names of the parts that are damaged. */
export async function requireWhole(
  path: string,
  manifest: Manifest,
  erasures: readonly Erasure[],
  progress: Progress = SILENT,
): Promise<ListedDocument[]> {
  const { damaged, documents } = await checkCopy(path, manifest, erasures, progress);
  if (damaged.length > 0) throw new CopyDamaged(basename(path), damaged);
  return documents;
}

/**
 * What was erased, as the lists beside the copy and in the data folder say, where an owner may put a newer one.
 * Throws Refused when there is none beside the copy, when it is shorter or another than the one that the copy was
 * made with, and when one of its lines was changed; with `without` it takes what there is, as of the data folder's always.
 */
export function erasuresFor(
  path: string,
  { apagamentos }: Manifest,
  { dataDir, without }: { dataDir: string; without: boolean },
): Erasure[] {
  const folder = dirname(path);
  if (!hasErasureList(folder) && !without)
    throw new Refused(
      `Falta apagamentos.jsonl, a lista do que foi apagado, em ${folder}: sem ela voltaria o que as famílias pediram que se apagasse. ` +
        'Nada foi mudado. Traga a que estava com as cópias; se ela não existe mais, diga --sem-lista e apague de novo à mão.',
    );
  const own = readErasures(dataDir, 'damaged');
  if (without) return union([readErasures(folder, 'damaged'), own]);
  if (stateOf(folder, apagamentos.linhas)?.sha256 !== apagamentos.sha256)
    throw new Refused(
      `A lista do que foi apagado, ${join(folder, 'apagamentos.jsonl')}, é mais curta que a da cópia, ou é outra. ` +
        'Nada foi mudado. Traga a mais nova que houver.',
    );
  return union([readErasures(folder), own]);
}

/** Opens the plain bytes of a copy's tables and documents; `identity` is needed for an encrypted copy. */
export async function openPart(path: string, identity: string | null): Promise<AsyncIterable<Uint8Array>> {
  return identity === null ? readPart(path) : decrypting(readPart(path), identity);
}

/** How `load` reads the tables of a copy. */
export function tablesOf({ path, identity }: { path: string; identity: string | null }): OpenTable {
  return ({ arquivo }) => openPart(join(path, arquivo), identity);
}

/**
 * The columns of a copy's table, row by row: in the text of a COPY each line is a row, with tabs between its columns.
 * A column that the table did not have is undefined.
 */
export async function* readRows(
  copy: Pick<Copy, 'path' | 'manifest'> & { identity: string | null },
  table: string,
  columns: readonly string[],
): AsyncGenerator<(string | undefined)[]> {
  const part = copy.manifest.tabelas.find(({ tabela }) => tabela === table);
  if (!part) return;
  const at = columns.map((column) => part.colunas.indexOf(column));
  for await (const line of linesIn(await tablesOf(copy)(part))) {
    const values = line.split('\t');
    yield at.map((place) => values[place]);
  }
}
