import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';

/** A file's bytes, plain and compressed; without `br` and `gz` it is sent plain. */
export type Encodings = {
  body: Uint8Array<ArrayBuffer>;
  br?: Uint8Array<ArrayBuffer>;
  gz?: Uint8Array<ArrayBuffer>;
  /** Packed for a quick start: `packAgain` makes it smaller. */
  quick?: boolean;
};

/** Brotli: a few milliseconds a page, for a start that waits for nothing. */
const QUICK = 5;
/** As in the build: a tenth of a second a page, and a tenth fewer bytes. */
const SMALL = 11;

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** A text and its compressed bytes, at once and somewhat larger than they could be. */
export function packedQuickly(text: string): Encodings {
  return {
    body: new Uint8Array(Buffer.from(text)),
    br: new Uint8Array(brotliCompressSync(text, options(QUICK))),
    gz: new Uint8Array(gzipSync(text)),
    quick: true,
  };
}

/**
 * Packs again, as small as the build does, what was packed for a quick start: one file at a
 * time and outside the thread that answers. Each is exchanged whole, so every answer comes
 * from one packing or the other. Ends with the file in work once `signal` says so.
 */
export async function packAgain<File extends Encodings>(
  files: Map<string, File>,
  signal: AbortSignal,
): Promise<void> {
  for (const [path, file] of files) {
    if (signal.aborted) return;
    if (!file.quick) continue;
    const br = new Uint8Array(await brotli(file.body, options(SMALL)));
    const gz = new Uint8Array(await gzipped(file.body, { level: constants.Z_BEST_COMPRESSION }));
    files.set(path, { ...file, br, gz, quick: false });
  }
}

const options = (quality: number) => ({ params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
