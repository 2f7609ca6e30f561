import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ReadableStream } from 'node:stream/web';
import { SIGNATURE_BYTES } from '../../domain/document/document.ts';
import { reserveSpace } from '../core/disk-space.ts';
import { ApiError, isPgError } from '../core/errors.ts';
import { syncFolderAsync } from '../core/platform.ts';
import { isUuid } from '../core/tokens.ts';
import { refuse } from './answers.ts';
import { writeFile } from './write-file.ts';

/** A file in the documents folder; `version` is its name, chosen by the server. */
export type StoredFile = { version: string; size: number; sha256: string };

/** What the name of a file ends with until it is whole. */
export const PARTIAL = '.part';
const CHUNK_BYTES = 64 * 1024;

const inProgress = new Set<string>();

/** True while a version is being stored and has no row yet: it is no leftover. */
export const isInProgress = (version: string): boolean => inProgress.has(version);

/**
 * Stores `bytes` and then has `record` write their row: when this resolves a power cut loses neither, when it
 * throws nothing is left, but a leftover where the row may have been written. `accept` gets the first bytes and throws to refuse them, `check` the whole file as it
 * was written. `announced` is how many bytes may come, for which disk space is reserved before the first is
 * written. Throws 413 above `maxBytes`, 507 without space.
 */
export async function storeFile<T>(
  folder: string,
  bytes: AsyncIterable<Uint8Array>,
  {
    maxBytes,
    announced = maxBytes,
    accept,
    check = async () => {},
  }: {
    maxBytes: number;
    announced?: number;
    accept: (firstBytes: Uint8Array) => void;
    check?: (file: FileHandle, size: number) => Promise<void>;
  },
  record: (file: StoredFile) => Promise<T>,
): Promise<T> {
  const release = await reserveSpace(folder, announced);
  if (!release) throw refuse('noSpace');
  const version = randomUUID();
  const partial = join(folder, version + PARTIAL);
  const named = async () => {
    await rename(partial, join(folder, version));
    await syncFolderAsync(folder);
  };
  let mayHaveRow = false;
  inProgress.add(version);
  try {
    const file = await writeFile(partial, checked(bytes, accept), maxBytes, (file, size) => [
      named(),
      check(file, size),
    ]);
    return await record({ version, ...file }).catch((error: unknown) => {
      mayHaveRow = !isRefusal(error);
      throw error;
    });
  } catch (error) {
    await rm(partial, { force: true });
    if (!mayHaveRow) await removeFile(folder, version);
    throw error;
  } finally {
    inProgress.delete(version);
    release();
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

/** Size in bytes; null when there is no such file. */
export async function fileSize(folder: string, version: string | null): Promise<number | null> {
  if (!isUuid(version)) return null;
  return stat(join(folder, version)).then(
    ({ size }) => size,
    () => null,
  );
}

/** The bytes of a file, read on demand; it is opened by the first read. */
export function readFile(folder: string, version: string): globalThis.ReadableStream<Uint8Array> {
  return ReadableStream.from(chunksOf(join(folder, version))) as globalThis.ReadableStream;
}

async function* chunksOf(path: string): AsyncGenerator<Uint8Array> {
  const file = await open(path, 'r');
  try {
    for (;;) {
      const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(CHUNK_BYTES), 0, CHUNK_BYTES);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

/**
 * So many documents are erased in one transaction, whose files go after it: what a kill leaves of them in between
 * are leftovers, and too few for another site's folder (`refuseOtherDocuments`).
 */
export const ERASED_AT_ONCE = 50;

/** Removes the files of rows that are gone. */
export async function removeFiles(
  folder: string,
  rows: readonly { version: string | null }[],
): Promise<void> {
  for (const { version } of rows) await removeFile(folder, version);
}

/** Removes a file; does nothing when it is missing. */
async function removeFile(folder: string, version: string | null): Promise<void> {
  if (isUuid(version)) await rm(join(folder, version), { force: true });
}

/** Passes the bytes on once `accept` has accepted the first ones. */
async function* checked(
  bytes: AsyncIterable<Uint8Array>,
  accept: (firstBytes: Uint8Array) => void,
): AsyncGenerator<Uint8Array> {
  let first: Uint8Array | null = new Uint8Array();
  for await (const chunk of bytes) {
    if (first) {
      first = Buffer.concat([first, chunk]);
      if (first.length < SIGNATURE_BYTES) continue;
      accept(first);
      yield first;
      first = null;
    } else yield chunk;
  }
  if (!first) return;
  accept(first);
  yield first;
}
