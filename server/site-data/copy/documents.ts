import { rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from '../../core/platform.ts';
import type { Query } from './client.ts';
import { type Absence, type ListedDocument, withhold } from './document-list.ts';
import { suffixOf } from './encryption.ts';
import { contentsOf, readPart, type Stored, sameContents, writePart } from './part-file.ts';
import type { Step } from './progress.ts';

/** What the name of a document ends with until it is whole. */
export const PARTIAL = '.part';
const AT_ONCE = 4;

/**
 * Reads a document from the site: its bytes, or why there are none. With `held` the folder of copies has the
 * bytes already, so that only a loss at the site needs to be reported; null for nothing to report.
 */
export type ReadDocument = (
  document: ListedDocument,
  held: boolean,
) => Promise<AsyncIterable<Uint8Array> | Absence | null>;

/** How the documents of our own server are read, from their folder. */
export const filesIn =
  (folder: string): ReadDocument =>
  async ({ versao, claro }) => {
    const source = join(folder, versao);
    const there = await sizeOf(source);
    if (there === null) return 'sumiu';
    return there === claro.bytes ? readPart(source) : 'diferente';
  };

/** The folder of the documents of all copies in a folder, and the name of one in it. */
export const documentsIn = (folder: string) => join(folder, 'documents');
export const documentName = (versao: string, recipient: string | null) => versao + suffixOf(recipient);

/** The version whose document a file of that folder is, partial ones too; null for somebody else's file. */
export function versionOf(name: string): string | null {
  return (
    /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(\.[0-9a-f]{8}\.age)?(\.part)?$/.exec(name)?.[1] ?? null
  );
}

/** How `copyDocuments` works. */
type Copying = {
  read: ReadDocument;
  folder: string;
  recipient: string | null;
  /** What earlier copies list, by name. */
  stored: ReadonlyMap<string, Stored>;
  /** Counts the documents of a restore, which blames the copy for bytes that are not what the family sent. */
  restoring?: Step;
};

/**
 * Copies the documents that `<folder>/documents` does not have yet, and records in each how it is stored
 * (`guardado`) and, where that is known only after reading it, its contents (`claro`). One that cannot be
 * copied says why (`falta`) and stops nothing.
 */
export async function copyDocuments(documents: readonly ListedDocument[], how: Copying): Promise<void> {
  await severalAtOnce(documents, async (document) => {
    Object.assign(document, await copyOne(document, how));
    how.restoring?.more();
  });
  syncFolder(documentsIn(how.folder));
}

/** Marks the documents that could not be copied because they were erased meanwhile. */
export async function noteErased(query: Query, documents: readonly ListedDocument[]): Promise<void> {
  const lost = documents.filter(({ falta }) => falta);
  const there = await versionsThere(
    query,
    lost.map(({ versao }) => versao),
  );
  for (const document of lost) if (!there.has(document.versao)) withhold(document, 'apagado');
}

/** Which of these versions of documents the database has. */
export async function versionsThere(query: Query, versions: readonly string[]): Promise<Set<string>> {
  if (versions.length === 0) return new Set();
  const { rows } = await query<{ version: string }>(
    'select version from storage.objects where version = any ($1)',
    [versions],
  );
  return new Set(rows.map(({ version }) => version));
}

async function copyOne(
  document: ListedDocument,
  { read, folder, recipient, stored, restoring }: Copying,
): Promise<Partial<ListedDocument>> {
  const { versao, claro } = document;
  const path = join(documentsIn(folder), documentName(versao, recipient));
  const asItIs = recipient || claro.sha256 === '' ? undefined : { claro, guardado: claro };
  const known = stored.get(documentName(versao, recipient)) ?? asItIs;
  const held = known !== undefined && (await sizeOf(path)) === known.guardado.bytes;
  const found = await read(document, held);
  if (held) return { ...known, ...(typeof found === 'string' && { falta: found }) };
  if (found === null || typeof found === 'string') return { guardado: null, falta: found ?? 'sumiu' };
  const partial = path + PARTIAL;
  try {
    const part = await writePart(partial, found, recipient);
    if (sameContents(part.claro, { ...claro, sha256: claro.sha256 || part.claro.sha256 })) {
      await rename(partial, path);
      return part;
    }
  } catch (error) {
    const { code, syscall, path: named } = error as NodeJS.ErrnoException;
    const isOfDocument = syscall === 'read' || (syscall === 'open' && named !== partial);
    const isUnopened = restoring && code === undefined; // it cannot be decrypted
    if (!isOfDocument && !isUnopened) throw error; // the disk that is written to
  }
  await rm(partial, { force: true });
  return { guardado: null, falta: restoring ? 'estragado_na_copia' : 'diferente' };
}

/**
 * Reads every document that a copy has in its `folder`, and withholds those that are gone or have
 * other bytes; returns them.
 */
export async function withholdDamaged(
  documents: readonly ListedDocument[],
  folder: string,
  recipient: string | null,
  step: Step,
): Promise<ListedDocument[]> {
  const checked = await severalAtOnce(documents, async (document) => {
    step.more();
    if (document.guardado === null) return null;
    const found = await contentsOf(join(documentsIn(folder), documentName(document.versao, recipient)));
    if (sameContents(found, document.guardado)) return null;
    withhold(document, found ? 'estragado_na_copia' : 'sumiu_da_copia');
    return document;
  });
  return checked.filter((document) => document !== null);
}

/** Runs `work` on each, a few at once, and returns what it returned in the same order; all are awaited when one fails. */
export async function severalAtOnce<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = new Array(items.length);
  let next = 0;
  const worker = async () => {
    while (next < items.length) {
      const at = next++;
      try {
        results[at] = await work(items[at] as T);
      } catch (error) {
        next = items.length; // no further one is begun
        throw error;
      }
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, worker));
  for (const each of ended) if (each.status === 'rejected') throw each.reason;
  return results;
}

async function sizeOf(path: string): Promise<number | null> {
  return stat(path).then(
    ({ size }) => size,
    () => null,
  );
}
