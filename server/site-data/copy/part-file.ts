import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, writeFile } from 'node:fs/promises';
import { encrypting } from './encryption.ts';

/** Bytes by their number and SHA-256 (64 hexadecimal letters). */
export type Contents = { bytes: number; sha256: string };

/** What a file holds: `claro` as it is read, `guardado` as it lies on the disk; the same unless it is encrypted. */
export type Stored = { claro: Contents; guardado: Contents };

const CHUNK_BYTES = 256 * 1024;

/**
 * Writes a new file (mode 0600), encrypted for `recipient` when there is one. It is on the disk
 * once `syncPart` resolves. Throws what the disk says.
 */
export async function writePart(
  path: string,
  bytes: AsyncIterable<Uint8Array>,
  recipient: string | null,
): Promise<Stored> {
  const plain = counting(bytes);
  const stored = recipient ? counting(await encrypting(plain.bytes, recipient)) : plain;
  await writeFile(path, stored.bytes, { flag: 'wx', mode: 0o600 });
  return { claro: plain.contents(), guardado: stored.contents() };
}

/** `writePart`, on the disk when it resolves. */
export async function writePartDurably(
  path: string,
  bytes: AsyncIterable<Uint8Array>,
  recipient: string | null,
): Promise<Stored> {
  const stored = await writePart(path, bytes, recipient);
  await syncPart(path);
  return stored;
}

/** The bytes of a file, in chunks. */
export function readPart(path: string): AsyncIterable<Uint8Array> {
  return createReadStream(path, { highWaterMark: CHUNK_BYTES });
}

/**
 * `readPart` into one reused buffer, so that gigabytes leave no garbage: finish with each chunk before asking
 * for the next.
 */
export async function* readThrough(path: string): AsyncGenerator<Uint8Array> {
  const file = await open(path, 'r');
  try {
    const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, CHUNK_BYTES);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

/** The lines of a text, each byte of it as one letter, so that none is cut in two. */
export async function* linesIn(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let begun = '';
  for await (const chunk of bytes) {
    const [first = '', ...more] = Buffer.from(chunk).toString('latin1').split('\n');
    const lines = [begun + first, ...more];
    begun = lines.pop() ?? '';
    yield* lines;
  }
}

/** Null when there is no such file, or it cannot be read. */
export async function contentsOf(path: string): Promise<Contents | null> {
  const read = counting(readThrough(path));
  try {
    for await (const _ of read.bytes); // only counted
  } catch {
    return null;
  }
  return read.contents();
}

export function sameContents(one: Contents | null, other: Contents): boolean {
  return one?.bytes === other.bytes && one.sha256 === other.sha256;
}

/** Passes bytes on; `contents` says what went through, at their end. */
export function counting(bytes: AsyncIterable<Uint8Array>): {
  bytes: AsyncIterable<Uint8Array>;
  contents: () => Contents;
} {
  const hash = createHash('sha256');
  let count = 0;
  const passed = async function* () {
    for await (const chunk of bytes) {
      hash.update(chunk);
      count += chunk.byteLength;
      yield chunk;
    }
  };
  let contents: Contents | undefined;
  return {
    bytes: passed(),
    contents: () => {
      contents ??= { bytes: count, sha256: hash.digest('hex') };
      return contents;
    },
  };
}

/** Has a file that was written on the disk when it resolves. */
export async function syncPart(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.datasync();
  } finally {
    await file.close();
  }
}
