import type { DocumentKind } from './document.ts';
import { STORED_MAX_PIXELS } from './photo-header.ts';
import { holds, latin, type ReadAt, windowOf } from './read-at.ts';

/** Size in pixels, as stored. */
type PictureSize = { width: number; height: number };

/** What is wrong with a picture: nobody can open it, or it has too many pixels. */
export type PictureFault = 'broken' | 'vast';

/** More segments or stray bytes than any camera writes, so that a hostile file ends soon. */
const SEGMENTS_MAX = 1_000;
const STRAY_MAX = 4_096;

const END_OF_JPEG = new Uint8Array([0xff, 0xd9]);
const END_OF_PNG = new Uint8Array([0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82]);

/**
 * What is wrong with a picture of `size` bytes, read in pieces and without decoding it.
 * Lenient where real phones and scanners are odd. Never throws but what `read` throws.
 */
export async function pictureFault(
  kind: Exclude<DocumentKind, 'pdf'>,
  size: number,
  read: ReadAt,
): Promise<PictureFault | null> {
  const bytes = windowOf(read);
  const picture = await (kind === 'jpg' ? jpegSize(size, bytes) : pngSize(size, bytes));
  if (!picture) return 'broken';
  return picture.width * picture.height > STORED_MAX_PIXELS ? 'vast' : null;
}

/**
 * The size of a whole JPEG; null for one that names no size, holds no picture or does not
 * reach its end. Whatever may follow its end: phones append a second picture or a film.
 */
async function jpegSize(size: number, read: ReadAt): Promise<PictureSize | null> {
  let found: PictureSize | null = null;
  let at = 2;
  for (let segments = 0; segments < SEGMENTS_MAX && at + 4 <= size; segments += 1) {
    const head = await read(at, STRAY_MAX);
    const marker = head.findIndex(
      (byte, here) => byte === 0xff && ![0, 0xff, undefined].includes(head[here + 1]),
    );
    if (marker < 0) return null;
    const [, code = 0, high = 0, low = 0, , tall = 0, height = 0, wide = 0, width = 0] =
      head.subarray(marker);
    if (code === 0xd9) return null; // the end before any picture
    at += marker + 2;
    if (code === 0x01 || (code >= 0xd0 && code <= 0xd8)) continue; // without a length
    const isFrame = code >= 0xc0 && code <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(code);
    if (isFrame) found = { width: wide * 256 + width, height: tall * 256 + height };
    at += high * 256 + low;
    if (code !== 0xda) continue;
    const complete =
      found && found.width > 0 && found.height > 0 && (await holds(END_OF_JPEG, at, size, read));
    return complete ? found : null;
  }
  return null;
}

/** The size of a whole PNG; null for one without a header, without pixels or without its end. */
async function pngSize(size: number, read: ReadAt): Promise<PictureSize | null> {
  const head = await read(0, 33);
  if (head.length < 33 || latin(head.subarray(12, 16)) !== 'IHDR') return null;
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const picture = { width: view.getUint32(16), height: view.getUint32(20) };
  if (picture.width === 0 || picture.height === 0) return null;
  return (await holds(END_OF_PNG, 33, size, read)) ? picture : null;
}
