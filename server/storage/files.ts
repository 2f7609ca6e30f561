import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { reserveSpace } from '../core/disk-space.ts';
import { ApiError, isPgError } from '../core/errors.ts';
import { syncFolderAsync } from '../core/platform.ts';
import { isUuid } from '../core/tokens.ts';
import { refuse } from './answers.ts';

/** A file in the documents folder; `version` is its name, chosen by the server. */
export type StoredFile = { version: string; size: number; sha256: string };

/** What the name of a file ends with until it is whole. */
const PARTIAL = '.part';

/** The most of an upload that waits in memory while what came before is being written: small chunks are written together. */
const WAITING_BYTES = 128 * 1024;

/**
 * Stores `bytes` and then has `record` write their row: when this resolves a power cut loses neither, when it
 * throws nothing is left, but a leftover where the row may have been written. `check` gets the whole file and throws
 * to refuse it. Throws 413 above `maxBytes`, 507 when they do not fit on the disk.
 */
export async function storeFile<T>(
  folder: string,
  bytes: AsyncIterable<Uint8Array>,
  maxBytes: number,
  check: (file: FileHandle, size: number) => Promise<void>,
  record: (file: StoredFile) => Promise<T>,
): Promise<T> {
  const release = await reserveSpace(folder, maxBytes);
  if (!release) throw refuse('noSpace');
  const version = randomUUID();
  const path = join(folder, version);
  let mayHaveRow = false;
  try {
    const written = await writeFile(path, bytes, maxBytes, check);
    return await record({ version, ...written }).catch((error: unknown) => {
      mayHaveRow = !isRefusal(error);
      throw error;
    });
  } catch (error) {
    await rm(path + PARTIAL, { force: true });
    if (!mayHaveRow) await rm(path, { force: true });
    throw error;
  } finally {
    release();
  }
}

/** Writes a new file, which is checked and gets its name while it is being synced. All that is done when this settles. */
async function writeFile(
  path: string,
  bytes: AsyncIterable<Uint8Array>,
  maxBytes: number,
  check: (file: FileHandle, size: number) => Promise<void>,
): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256');
  let size = 0;
  const counted = async function* () {
    for await (const chunk of bytes) {
      size += chunk.byteLength;
      if (size > maxBytes) throw refuse('tooLarge');
      hash.update(chunk);
      yield chunk;
    }
  };
  const name = async () => {
    await rename(path + PARTIAL, path);
    await syncFolderAsync(dirname(path));
  };
  const file = await open(path + PARTIAL, 'wx+', 0o600);
  try {
    const together = (chunks: { chunk: Uint8Array }[]) => Buffer.concat(chunks.map(({ chunk }) => chunk));
    const disk = new Writable({
      highWaterMark: WAITING_BYTES,
      writev: (chunks, done) => void file.writeFile(together(chunks)).then(() => done(), done), // after what was written before
    });
    await pipeline(counted, disk);
    const ends = await Promise.allSettled([file.datasync(), name(), check(file, size)]);
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
    return { size, sha256: hash.digest('hex') };
  } finally {
    await file.close();
  }
}

/** True when the row was certainly not written; otherwise the connection broke, perhaps during the commit. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError || (isPgError(error) && !/^(08|40003|57P|58|XX)/.test(error.code));
}

/** True when the folder holds a document, whole or not. */
export function hasDocuments(folder: string): boolean {
  return existsSync(folder) && readdirSync(folder).some((name) => isUuid(name.replace(PARTIAL, '')));
}

/**
 * So many documents are erased in one transaction, whose files go after it: what a kill leaves of them in between
 * are leftovers, and too few for another site's folder (`refuseOtherDocuments`).
 */
export const ERASED_AT_ONCE = 50;

/** Removes the files of rows that are gone; one may be missing. */
export async function removeFiles(
  folder: string,
  rows: readonly { version: string | null }[],
): Promise<void> {
  for (const { version } of rows) if (isUuid(version)) await rm(join(folder, version), { force: true });
}
