/** Reads `length` bytes from offset `from`, fewer at the end of the file. */
export type ReadAt = (from: number, length: number) => Promise<Uint8Array>;

const WINDOW_BYTES = 64 * 1024;

/** `read` with the last piece in memory, so that small steps cost few reads; gives views, not copies. */
export function windowOf(read: ReadAt): ReadAt {
  let start = 0;
  let loaded: Uint8Array = new Uint8Array();
  let atEnd = false;
  return async (from, length) => {
    if (from < start || (from + length > start + loaded.length && !atEnd)) {
      const wanted = Math.max(length, WINDOW_BYTES);
      loaded = await read(from, wanted);
      atEnd = loaded.length < wanted;
      start = from;
    }
    return loaded.subarray(from - start, from - start + length);
  };
}

/** Whether `pattern` stands at or after `from`. Looks at the end of the file first, where it usually is. */
export async function holds(pattern: Uint8Array, from: number, size: number, read: ReadAt): Promise<boolean> {
  const tail = Math.max(from, size - WINDOW_BYTES);
  if (includes(await read(tail, WINDOW_BYTES), pattern)) return true;
  const step = WINDOW_BYTES - pattern.length;
  for (let at = from; at < tail; at += step) if (includes(await read(at, WINDOW_BYTES), pattern)) return true;
  return false;
}

function includes(bytes: Uint8Array, pattern: Uint8Array): boolean {
  const [first = 0] = pattern;
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1))
    if (pattern.every((byte, offset) => bytes[at + offset] === byte)) return true;
  return false;
}

/** Bytes as text, a character each. Widened first: the decoder of Latin letters takes six times as long. */
export const latin = (bytes: Uint8Array): string => WIDE.decode(new Uint16Array(bytes));

const WIDE = new TextDecoder('utf-16le');
