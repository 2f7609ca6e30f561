import { pdfStart } from './document.ts';

/** Where a PDF begins and ends, and whether it can be opened, read from its trailer. */

const END = '%%EOF';

/** `encrypted`: with a user's or only an owner's password; `cut`: the file is incomplete; `open` otherwise. */
export type PdfState = 'open' | 'encrypted' | 'cut';

/** The state of a whole PDF. Reads the trailer that `startxref` points to, or the last one in the file when that address is wrong. */
export function pdfState(bytes: Uint8Array): PdfState {
  const end = latin(bytes, bytes.length - 2048, bytes.length);
  if (!end.includes(END)) return 'cut';
  const pointed = Number(/.*startxref\s+(\d+)/s.exec(end)?.[1] ?? 0);
  return hasEncryption(trailerAt(bytes, pointed)) || hasEncryption(lastTrailer(bytes)) ? 'encrypted' : 'open';
}

/**
 * A PDF without the bytes before its beginning, and without those behind its end where they are no part of
 * one; the same array when there are none. What was added to a file on its way is taken off it again.
 */
export function withoutStray(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const start = pdfStart(bytes) ?? 0;
  const end = endOf(bytes);
  return start === 0 && end === bytes.length ? bytes : bytes.slice(start, end);
}

/** Readers find the end in the last bytes; farther from there it counts where no object follows. */
function endOf(bytes: Uint8Array): number {
  if (latin(bytes, bytes.length - 1024, bytes.length).includes(END)) return bytes.length;
  let at = bytes.lastIndexOf(0x25);
  while (at > 0 && latin(bytes, at, at + END.length) !== END) at = bytes.lastIndexOf(0x25, at - 1);
  if (at <= 0 || indexOf(bytes, 'obj', at) >= 0) return bytes.length;
  const newline = /^\r?\n?/.exec(latin(bytes, at + END.length, at + END.length + 2))?.[0] ?? '';
  return at + END.length + newline.length;
}

/** The dictionary of a table (`xref … trailer <<…>>`) or of a stream (`5 0 obj <<…>> stream`). */
function trailerAt(bytes: Uint8Array, at: number): string {
  const found = latin(bytes, at, at + 64);
  if (/^\s*\d+\s+\d+\s+obj/.test(found)) return latin(bytes, at, at + 4096).split('stream')[0] ?? '';
  if (!/^\s*xref/.test(found)) return '';
  const from = indexOf(bytes, 'trailer', at);
  return from < 0 ? '' : dictionary(bytes, from);
}

function lastTrailer(bytes: Uint8Array): string {
  for (let at = bytes.lastIndexOf(0x74); at >= 0; at = at > 0 ? bytes.lastIndexOf(0x74, at - 1) : -1)
    if (latin(bytes, at, at + 7) === 'trailer') return dictionary(bytes, at);
  return '';
}

const dictionary = (bytes: Uint8Array, at: number) => latin(bytes, at, at + 4096).split('startxref')[0] ?? '';

const hasEncryption = (trailer: string) => /\/Encrypt\s*(\d+\s+\d+\s+R|<<)/.test(trailer);

function indexOf(bytes: Uint8Array, word: string, from: number): number {
  const first = word.charCodeAt(0);
  for (let at = bytes.indexOf(first, from); at >= 0; at = bytes.indexOf(first, at + 1))
    if (latin(bytes, at, at + word.length) === word) return at;
  return -1;
}

function latin(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(Math.max(0, from), Math.max(0, to)));
}
