import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DOCUMENT_BUCKET, SIGNATURE_BYTES } from '../../domain/document.ts';
import type { Database, Transaction } from '../core/database.ts';
import type { House } from '../core/house.ts';
import { isUuid } from '../core/tokens.ts';
import { refuse } from './answers.ts';

/** Bytes on disk under their final name, `version`, which the server chose. */
export type KeptFile = { version: string; size: number; sha256: string };

/** Left free on the documents' disk: the database and the log need room when families fill the rest. */
const RESERVE_BYTES = 200 * 1024 * 1024;

/** Nothing of a running upload is older than this. */
const DEBRIS_AFTER_MS = 3_600_000;
const UNCLAIMED_AFTER_HOURS = 24;
const BATCH = 200;

const PARTIAL = '.part';
const CHUNK_BYTES = 64 * 1024;
/** Written at once: fewer, larger writes are faster, and eight uploads still hold little. */
const WRITE_BYTES = 512 * 1024;

/** Versions whose rows are on their way: no sweep takes them, whatever the clock says. */
const onTheirWay = new Set<string>();

/**
 * Keeps `bytes` for good, then lets `record` write down that they exist: when this
 * resolves a power cut loses neither, and when it throws nothing stays. `accept`
 * sees the first bytes and throws what is wrong with them. Throws 413 above `maxBytes`.
 */
export async function keep<T>(
  folder: string,
  bytes: AsyncIterable<Uint8Array>,
  { maxBytes, accept }: { maxBytes: number; accept: (firstBytes: Uint8Array) => void },
  record: (file: KeptFile) => Promise<T>,
): Promise<T> {
  await prepare(folder, maxBytes);
  const version = randomUUID();
  const partial = join(folder, version + PARTIAL);
  onTheirWay.add(version);
  try {
    const written = await write(partial, judged(bytes, accept), maxBytes);
    await rename(partial, join(folder, version));
    await syncFolder(folder);
    return await record({ version, ...written });
  } catch (error) {
    await rm(partial, { force: true });
    if (!(error instanceof Unsure)) await removeFile(folder, version);
    throw error instanceof Unsure ? error.cause : error;
  } finally {
    onTheirWay.delete(version);
  }
}

/** Thrown by a `record` that cannot tell whether it succeeded: the bytes stay until a sweep finds them without a row. */
export class Unsure extends Error {}

/** Size in bytes; null when there is no such file. */
export async function fileSize(folder: string, version: string | null): Promise<number | null> {
  if (!isUuid(version)) return null;
  return stat(join(folder, version)).then(
    ({ size }) => size,
    () => null,
  );
}

/** Bytes `from` to `to`, both included, read as they are wanted; the file is opened by the first read. */
export function readFile(
  folder: string,
  version: string,
  from: number,
  to: number,
): ReadableStream<Uint8Array> {
  let file: FileHandle | undefined;
  let at = from;
  const close = () => file?.close();
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        file ??= await open(join(folder, version), 'r');
        const wanted = Math.min(CHUNK_BYTES, to - at + 1);
        const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(wanted), 0, wanted, at);
        at += bytesRead;
        if (bytesRead > 0) controller.enqueue(buffer.subarray(0, bytesRead));
        if (bytesRead > 0 && at <= to) return;
        await close();
        controller.close();
      },
      cancel: close,
    },
    { highWaterMark: 0 },
  );
}

/** Removes the bytes; nothing when they are gone already. */
export async function removeFile(folder: string, version: string | null): Promise<void> {
  if (isUuid(version)) await rm(join(folder, version), { force: true });
}

/** Removes what crashes left behind: files of broken uploads, and files without a row, once they are an hour old. */
export async function sweepDebris(folder: string, database: Pick<Database, 'query'>): Promise<void> {
  const old: string[] = [];
  for (const name of await readdir(folder).catch(() => [])) {
    const version = name.replace(PARTIAL, '');
    if (!isUuid(version) || onTheirWay.has(version)) continue;
    const { mtimeMs } = await stat(join(folder, name)).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
    if (mtimeMs < Date.now() - DEBRIS_AFTER_MS) old.push(name);
  }
  const { rows } = await database.query<{ name: string }>(
    `select old.name from unnest($1::text[]) as old (name)
     where not exists (select from storage.objects o where o.version = old.name)`,
    [old],
  );
  for (const { name } of rows) await rm(join(folder, name), { force: true });
}

type UnclaimedOptions = { hours?: number; note?: (tx: Transaction, removed: number) => Promise<unknown> };

/**
 * Removes the documents that were erased, and those that no enrolment claimed
 * within `hours`; gives how many. The row goes first, so that a crash leaves only
 * debris; `note` goes with the rows of each batch. The lock makes an enrolment that is
 * just arriving wait and then miss its document, or this one step over it.
 */
export async function removeUnclaimed(
  house: Pick<House, 'database' | 'documentsDir' | 'log'>,
  { hours = UNCLAIMED_AFTER_HOURS, note }: UnclaimedOptions = {},
): Promise<number> {
  for (let count = 0; ; ) {
    const batch = await house.database.asOwner(async (tx) => {
      const { rows } = await tx.query<{ id: string }>(
        `select id from storage.objects
         where bucket_id = $1 and name in (select private.documentos_a_remover($2))
           and not row_security_active('public.inscricoes_projeto') -- an owner who cannot see enrolments takes none away
         order by created_at limit ${BATCH} for update skip locked`,
        [DOCUMENT_BUCKET, hours],
      );
      // A second statement sees the enrolments that came before the lock was had.
      const removed = await tx.query<{ version: string }>(
        `delete from storage.objects where id = any($1) and not private.documento_em_uso(name) returning version`,
        [rows.map(({ id }) => id)],
      );
      if (removed.rows.length > 0) await note?.(tx, removed.rows.length);
      return removed.rows;
    });
    if (batch.length === 0) return count;
    for (const { version } of batch) await removeFile(house.documentsDir, version);
    count += batch.length;
    house.log.info({ removed: batch.length }, 'unclaimed documents removed');
  }
}

async function prepare(folder: string, maxBytes: number): Promise<void> {
  const made = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (made) await syncFolder(dirname(made));
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < RESERVE_BYTES + maxBytes) throw refuse('noSpace');
}

/** Passes the bytes on once `accept` has let the first ones pass. */
async function* judged(
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

/** Writes and fsyncs a new file, which exists only once there are bytes for it. */
async function write(
  path: string,
  bytes: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256');
  let size = 0;
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  let file: FileHandle | undefined;
  let writing: Promise<void> = Promise.resolve();
  /** Begins to write what is held once the last write is over, so that the next bytes come meanwhile. */
  const flush = async () => {
    await writing;
    file ??= await open(path, 'wx', 0o600);
    writing = writeAll(file, held, heldBytes);
    writing.catch(() => {}); // whoever waits for it next is told
    [held, heldBytes] = [[], 0];
  };
  try {
    for await (const chunk of bytes) {
      size += chunk.byteLength;
      if (size > maxBytes) throw refuse('tooLarge');
      hash.update(chunk);
      held.push(chunk);
      heldBytes += chunk.byteLength;
      if (heldBytes >= WRITE_BYTES) await flush();
    }
    await flush();
    await writing;
    await file?.datasync();
  } finally {
    await writing.catch(() => {}); // never close under a write
    await file?.close();
  }
  return { size, sha256: hash.digest('hex') };
}

async function writeAll(file: FileHandle, chunks: Uint8Array[], bytes: number): Promise<void> {
  const { bytesWritten } = await file.writev(chunks);
  if (bytesWritten < bytes) await file.writeFile(Buffer.concat(chunks).subarray(bytesWritten)); // cut short, as a filling disk may
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
