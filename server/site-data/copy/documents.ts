import { access, constants, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { syncFolder } from '../../core/durable-file.ts';
import { type ListedDocument, withhold } from './document-list.ts';
import { suffixOf } from './encryption.ts';
import { type Contents, contentsOf, readThrough, sameContents, writePart } from './part-file.ts';
import type { Step } from './progress.ts';

/** What the name of a document ends with until it is whole. */
const PARTIAL = '.part';
/** Written before any is waited for: the disk then takes them together, and nobody waits long for it meanwhile. */
const BATCH = 16;
const AT_ONCE = 4;

type Copied = Pick<ListedDocument, 'guardado' | 'falta'>;

/** The folder of the documents of all copies in a folder, and the name of one in it. */
export const documentsIn = (folder: string) => join(folder, 'documents');
export const documentName = (versao: string, recipient: string | null) => versao + suffixOf(recipient);

/** The version whose document a file of that folder is, partial ones too; null for somebody else's file. */
export function versionOf(name: string): string | null {
  return (
    /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(\.[0-9a-f]{8}\.age)?(\.part)?$/.exec(name)?.[1] ?? null
  );
}

export function isPartial(name: string): boolean {
  return name.endsWith(PARTIAL);
}

/**
 * Copies the documents that `<folder>/documents` does not have yet, and notes in each how it is
 * stored (`guardado`). One that cannot be copied says why (`falta`) and stops nothing. `stored` are the bytes of
 * those that earlier copies list.
 */
export async function copyDocuments(
  documents: readonly ListedDocument[],
  options: { from: string; folder: string; recipient: string | null; stored: ReadonlyMap<string, Contents> },
): Promise<void> {
  let finished = Promise.resolve(0); // the disk takes a batch while the next one is written
  let began = performance.now();
  for (let at = 0; at < documents.length; at += BATCH) {
    const finish = await copyBatch(documents.slice(at, at + BATCH), options);
    const busy = await finished;
    // Two thirds of the disk’s time are the families’: their enrolments wait for it too. Encrypting takes longer than that.
    const rest = options.recipient ? 0 : began + 3 * busy - performance.now();
    if (rest > 0) await pause(rest);
    began = performance.now();
    finished = finish();
    finished.catch(() => {}); // thrown by the next await of it
  }
  await finished;
  syncFolder(documentsIn(options.folder));
}

/** Says of those that could not be copied which were erased meanwhile. */
export async function noteErased(client: pg.ClientBase, documents: readonly ListedDocument[]): Promise<void> {
  const lost = documents.filter(({ falta }) => falta);
  if (lost.length > 0) {
    const { rows } = await client.query<{ version: string }>(
      'select version from storage.objects where version = any ($1)',
      [lost.map(({ versao }) => versao)],
    );
    const there = new Set(rows.map(({ version }) => version));
    for (const document of lost)
      if (!there.has(document.versao)) Object.assign(document, { falta: 'apagado', guardado: null });
  }
}

/** Returns what brings the batch to the disk and gives it its names, in so many milliseconds. */
async function copyBatch(
  batch: readonly ListedDocument[],
  { from, folder, recipient, stored }: Parameters<typeof copyDocuments>[1],
): Promise<() => Promise<number>> {
  const written: { partial: string; path: string; sync: () => Promise<void> }[] = [];
  const copyOne = async ({ versao, claro }: ListedDocument): Promise<Copied> => {
    const [source, path] = [join(from, versao), join(documentsIn(folder), documentName(versao, recipient))];
    const [there, here] = await Promise.all([sizeOf(source), sizeOf(path)]);
    const falta = there === null ? 'sumiu' : there === claro.bytes ? undefined : 'diferente';
    const known = recipient ? stored.get(documentName(versao, recipient)) : claro;
    if (here !== null && known?.bytes === here) return { guardado: known, ...(falta && { falta }) };
    if (falta) return { guardado: null, falta };
    const partial = path + PARTIAL;
    try {
      const { sync, ...found } = await writePart(partial, readThrough(source), recipient);
      if (sameContents(found.claro, claro)) {
        written.push({ partial, path, sync });
        return { guardado: found.guardado };
      }
      await sync();
    } catch (error) {
      const { syscall, path: named } = error as NodeJS.ErrnoException;
      if (syscall !== 'read' && named !== source) throw error; // the disk of the copies, not this document
    }
    await rm(partial, { force: true });
    return { guardado: null, falta: 'diferente' };
  };
  await severalAtOnce(batch, async (document) => Object.assign(document, await copyOne(document)));
  return async () => {
    const began = performance.now();
    await Promise.all(written.map(({ sync }) => sync()));
    for (const { partial, path } of written) await rename(partial, path);
    return performance.now() - began;
  };
}

/**
 * Reads every document that a copy has in its `folder`, and withholds those that are gone or have
 * other bytes; returns them. Throws what keeps this account from reading at all: that is no loss.
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
    const path = join(documentsIn(folder), documentName(document.versao, recipient));
    const found = await contentsOf(path);
    if (sameContents(found, document.guardado)) return null;
    const there = found !== null || (await isThere(path));
    withhold(document, there ? 'estragado_na_copia' : 'sumiu_da_copia');
    return document;
  });
  return checked.filter((document) => document !== null);
}

async function isThere(path: string): Promise<boolean> {
  try {
    await access(path, constants.R_OK);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EIO') return true; // the disk cannot read it any more
    if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error;
    return false;
  }
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

export async function sizeOf(path: string): Promise<number | null> {
  return stat(path).then(
    ({ size }) => size,
    () => null,
  );
}
