import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { refuse } from './answers.ts';

/** Written at once, and the most that an upload holds in memory; many small chunks are written sooner: each costs far more than a byte. */
const WRITE_BYTES = 128 * 1024;
const CHUNKS_MAX = 256;

/**
 * Writes a new file, and syncs it while what `whole` began with all of it goes on. All that is done when this settles.
 * Throws what one of it throws, and 413 above `maxBytes`.
 */
export async function writeFile(
  path: string,
  bytes: AsyncIterable<Uint8Array>,
  maxBytes: number,
  whole: (file: FileHandle, size: number) => readonly Promise<void>[],
): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256');
  const file = await open(path, 'wx+', 0o600);
  let [size, held] = [0, 0];
  let chunks: Uint8Array[] = [];
  const write = async () => {
    const together = Buffer.concat(chunks);
    held = 0;
    chunks = [];
    await file.writeFile(together); // after what was written before
  };
  try {
    for await (const chunk of bytes) {
      size += chunk.byteLength;
      if (size > maxBytes) throw refuse('tooLarge');
      hash.update(chunk);
      held += chunk.byteLength;
      if (chunks.push(chunk) >= CHUNKS_MAX || held >= WRITE_BYTES) await write();
    }
    await write();
    const ends = await Promise.allSettled([file.datasync(), ...whole(file, size)]);
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
    return { size, sha256: hash.digest('hex') };
  } finally {
    await file.close();
  }
}
