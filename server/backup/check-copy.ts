import { basename, dirname, join } from 'node:path';
import { Refused } from '../core/refused.ts';
import { documentsOf } from './copies-folder.ts';
import type { ListedDocument } from './document-list.ts';
import { checkDocuments, documentName, severalAtOnce, sizeOf } from './documents.ts';
import { decrypting } from './encryption.ts';
import { type Erasure, hasErasureList, readErasures, readGoodErasures, stateOf } from './erasure-list.ts';
import { erasedAt, union } from './erasures.ts';
import { CopyDamaged, type Manifest, partsOf, type TablePart } from './manifest.ts';
import { contentsOf, counting, readPart, sameContents } from './part-file.ts';

/** Parts that are missing or were changed, by their file's name; `documents` is the list, when it is whole. */
export type Checked = { damaged: string[]; documents: ListedDocument[] };

/**
 * Reads every part of a copy and every document that it lists, and compares bytes and hash
 * with the manifest. A document that was erased since may be missing.
 */
export async function checkCopy(
  path: string,
  manifest: Manifest,
  erasures: readonly Erasure[],
): Promise<Checked> {
  const damaged: string[] = [];
  for (const { arquivo, guardado } of partsOf(manifest))
    if (!sameContents(await contentsOf(join(path, arquivo)), guardado)) damaged.push(arquivo);
  if (damaged.includes(manifest.documentos.arquivo)) return { damaged, documents: [] };
  const documents = await documentsOf({ path });
  const times = erasedAt(erasures);
  for (const { document, whole } of await checkDocuments(documents, dirname(path), manifest.destinatario)) {
    const { envio, criado_em, versao } = document;
    if (whole || (envio !== null && (times.get(envio) ?? '') >= criado_em)) continue;
    damaged.push(`documents/${documentName(versao, manifest.destinatario)}`);
  }
  return { damaged, documents };
}

/** `checkCopy`; throws CopyDamaged with the names of what is damaged. */
export async function requireWhole(
  path: string,
  manifest: Manifest,
  erasures: readonly Erasure[],
): Promise<ListedDocument[]> {
  const { damaged, documents } = await checkCopy(path, manifest, erasures);
  if (damaged.length > 0) throw new CopyDamaged(basename(path), damaged);
  return documents;
}

/**
 * What was erased, as the lists beside the copy and in the data folder say. Throws Refused
 * when there is none beside the copy, when it is shorter or another than the one that the copy
 * was made with, and when one of its lines was changed; with `without` it takes what there is.
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
  if (without) return union([readGoodErasures(folder), readGoodErasures(dataDir)]); // what there is, damaged or not
  if (hasErasureList(folder) && stateOf(folder, apagamentos.linhas)?.sha256 !== apagamentos.sha256)
    throw new Refused(
      `A lista do que foi apagado, ${join(folder, 'apagamentos.jsonl')}, é mais curta que a da cópia, ou é outra. ` +
        'Nada foi mudado. Traga a mais nova que houver.',
    );
  return union([readErasures(folder), readErasures(dataDir)]);
}

/** Opens the plain bytes of a copy's tables and documents; `identity` is needed for an encrypted copy. */
export async function openPart(path: string, identity: string | null): Promise<AsyncIterable<Uint8Array>> {
  return identity === null ? readPart(path) : decrypting(readPart(path), identity);
}

/** Names of the encrypted documents that are not, decrypted, what the family sent. */
export async function checkDecrypted(
  path: string,
  { destinatario }: Manifest,
  documents: readonly ListedDocument[],
  identity: string,
): Promise<string[]> {
  const damaged = await severalAtOnce(documents, async ({ versao, claro, guardado }) => {
    const name = `documents/${documentName(versao, destinatario)}`;
    const file = join(dirname(path), name);
    if (guardado === null || (await sizeOf(file)) === null) return null; // told, or erased since
    const read = counting(await openPart(file, identity));
    for await (const _ of read.bytes); // only counted
    return sameContents(read.contents(), claro) ? null : name;
  });
  return damaged.filter((name) => name !== null);
}

/** How `load` gets the rows of a table. */
export type OpenTable = (part: TablePart) => Promise<AsyncIterable<Uint8Array>>;
