import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { refuse } from './answers.ts';

/** Size of one write: large enough to be fast. */
const WRITE_BYTES = 512 * 1024;
/** While all uploads together hold more than this in memory, each writes smaller pieces. */
const BUFFERED_MAX = 16 * 1024 * 1024;
const CROWDED_WRITE_BYTES = 64 * 1024;
/** More chunks than this are joined: of a client that sends single bytes each chunk would cost a hundred times its size. */
const CHUNKS_MAX = 256;

/** Bytes that uploads hold in memory and have not begun to write. */
let buffered = 0;

/**
 * Writes a new file, which is created with the first bytes; tells how many are `written`, and syncs it while what
 * `whole` began with all of them goes on. All that is done when this settles. Throws what one of it throws, and 413
 * above `maxBytes`.
 */
export async function writeFile(
  path: string,
  bytes: AsyncIterable<Uint8Array>,
  maxBytes: number,
  written: (bytes: number) => void,
  whole: (file: FileHandle, size: number) => readonly Promise<void>[],
): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256');
  let size = 0;
  let chunks: Uint8Array[] = [];
  let held = 0;
  let file: FileHandle | undefined;
  let writing: Promise<void> = Promise.resolve();
  const hold = (more: number) => {
    held += more;
    buffered += more;
  };
  /** Starts writing what is held after the last write, without waiting for the end: the next bytes arrive meanwhile. */
  const flush = async () => {
    await writing;
    file ??= await open(path, 'wx+', 0o600);
    const count = held;
    writing = writeAll(file, chunks, count).then(() => written(count));
    writing.catch(() => {}); // thrown by the next await of it
    chunks = [];
    hold(-count);
  };
  try {
    for await (const chunk of bytes) {
      size += chunk.byteLength;
      if (size > maxBytes) throw refuse('tooLarge');
      hash.update(chunk);
      if (chunks.push(chunk) > CHUNKS_MAX) chunks = [Buffer.concat(chunks)];
      hold(chunk.byteLength);
      if (held >= (buffered > BUFFERED_MAX ? CROWDED_WRITE_BYTES : WRITE_BYTES)) await flush();
    }
    await flush();
    await writing;
    const ends = file ? await Promise.allSettled([file.datasync(), ...whole(file, size)]) : [];
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
    return { size, sha256: hash.digest('hex') };
  } finally {
    hold(-held);
    await writing.catch(() => {}); // never close under it
    await file?.close();
  }
}

async function writeAll(file: FileHandle, chunks: Uint8Array[], bytes: number): Promise<void> {
  const { bytesWritten } = await file.writev(chunks);
  if (bytesWritten < bytes) await file.writeFile(Buffer.concat(chunks).subarray(bytesWritten)); // a short write, as on a nearly full disk
}
