/** Whether a PDF can be opened, read from its trailer. */

/** `encrypted`: with a user's or only an owner's password; `cut`: the file is incomplete; `open` otherwise. */
export type PdfState = 'open' | 'encrypted' | 'cut';

/** The state of a whole PDF. Reads the trailer that `startxref` points to, or the last one in the file when that address is wrong. */
export function pdfState(bytes: Uint8Array): PdfState {
  const end = latin(bytes, bytes.length - 2048, bytes.length);
  if (!end.includes('%%EOF')) return 'cut';
  const pointed = Number(/.*startxref\s+(\d+)/s.exec(end)?.[1] ?? 0);
  return hasEncryption(trailerAt(bytes, pointed)) || hasEncryption(lastTrailer(bytes)) ? 'encrypted' : 'open';
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
