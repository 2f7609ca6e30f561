import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { encrypting } from './encryption.ts';

/** Bytes by their number and SHA-256 (64 hexadecimal letters). */
export type Contents = { bytes: number; sha256: string };

/** What a file holds: `claro` as it is read, `guardado` as it lies on the disk; the same unless it is encrypted. */
export type Stored = { claro: Contents; guardado: Contents };

const CHUNK_BYTES = 256 * 1024;

/**
 * Writes a new file (mode 0600), encrypted for `recipient` when there is one; it is on the disk when this resolves.
 * Throws what the disk says.
 */
export async function writePart(
  path: string,
  bytes: AsyncIterable<Uint8Array>,
  recipient: string | null,
): Promise<Stored> {
  const plain = counting(bytes);
  const stored = recipient ? counting(await encrypting(plain.bytes, recipient)) : plain;
  await writeFile(path, stored.bytes, { flag: 'wx', mode: 0o600, flush: true });
  return { claro: plain.contents(), guardado: stored.contents() };
}

/** The bytes of a file, in chunks. */
export function readPart(path: string): AsyncIterable<Uint8Array> {
  return createReadStream(path, { highWaterMark: CHUNK_BYTES });
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

/** Null when there is no such file, or the disk cannot read it any more. Throws what keeps this account from reading: that is no loss. */
export async function contentsOf(path: string): Promise<Contents | null> {
  const read = counting(readPart(path));
  try {
    for await (const _ of read.bytes); // only counted
  } catch (error) {
    if (/^(ENOENT|ENOTDIR|EIO)$/.test((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
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
