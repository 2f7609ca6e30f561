import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** A file's bytes, plain and compressed; without `br` and `gz` it is sent plain. */
export type Encodings = {
  body: Uint8Array<ArrayBuffer>;
  br?: Uint8Array<ArrayBuffer>;
  gz?: Uint8Array<ArrayBuffer>;
  /** A text that the build did not pack: `pack` does. */
  unpacked?: boolean;
};

/** A built file: its bytes in each encoding, and its constant headers. */
export type Page = Encodings & {
  /** Weak: of the text, whose bytes differ by encoding and packing. */
  etag: string;
  headers: Record<string, string>;
};

/** Of a file's bytes. */
export const etagOf = (body: Uint8Array): string =>
  `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** As in the build: a tenth of a second a page at most, and a tenth fewer bytes than at once. */
const SMALL = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };

/**
 * Packs what is unpacked as small as the build does: one file at a time, and outside the thread that starts
 * the server. Stops after the present file once `signal` is aborted.
 */
export async function pack(files: ReadonlyMap<string, Encodings>, signal: AbortSignal): Promise<void> {
  for (const file of files.values()) {
    if (signal.aborted) return;
    if (!file.unpacked) continue;
    file.br = new Uint8Array(await brotli(file.body, SMALL));
    file.gz = new Uint8Array(await gzipped(file.body, { level: constants.Z_BEST_COMPRESSION }));
    file.unpacked = false;
  }
}
