import { holds, latin, type ReadAt } from './read-at.ts';

/** Size in pixels, as stored. */
export type PictureSize = { width: number; height: number };

/** More segments or stray bytes than any camera writes, so that a hostile file ends soon. */
const SEGMENTS_MAX = 1_000;
const STRAY_MAX = 4_096;

const END_OF_JPEG = new Uint8Array([0xff, 0xd9]);
const END_OF_PNG = new Uint8Array([0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82]);

/**
 * The size of a whole JPEG; null for one that names no size, holds no picture or does not
 * reach its end. Whatever may follow its end: phones append a second picture or a film.
 */
export async function jpegSize(size: number, read: ReadAt): Promise<PictureSize | null> {
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
export async function pngSize(size: number, read: ReadAt): Promise<PictureSize | null> {
  const head = await read(0, 33);
  if (head.length < 33 || latin(head.subarray(12, 16)) !== 'IHDR') return null;
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const picture = { width: view.getUint32(16), height: view.getUint32(20) };
  if (picture.width === 0 || picture.height === 0) return null;
  return (await holds(END_OF_PNG, 33, size, read)) ? picture : null;
}
