import { isWhole, jpegSegments } from './whole-photo.ts';

/** What the first bytes of a file show without decoding it; file names are ignored. */

/** How many leading bytes `pictureHeader` may need; cameras write large metadata before the size. */
export const HEADER_BYTES = 512 * 1024;

/** Above this a picture is not decoded: it would not fit in a phone's memory. Source: docs/odd-inputs.md §11. */
export const MAX_PIXELS = 60_000_000;

/** A stored picture with more pixels is refused, and not drawn at the desk: decoded it would take 160 MB. */
export const STORED_MAX_PIXELS = 40_000_000;

/** Kinds that are not accepted and have their own message or conversion. */
export type ForeignKind = 'heic' | 'avif' | 'webp' | 'gif' | 'docx';

/** The kind of a file that is not accepted, or null when it is unknown. */
export function foreignKindOf(bytes: Uint8Array): ForeignKind | null {
  if (text(bytes, 4, 4) === 'ftyp') {
    const brand = text(bytes, 8, 4);
    if (/^avi[fs]$/.test(brand)) return 'avif';
    // mif1 and msf1 are the general brands of HEIF; the kinds it holds follow.
    if (/^(he(ic|ix|im|is|vc|vx)|mif1|msf1)$/.test(brand))
      return text(bytes, 16, 24).includes('avif') ? 'avif' : 'heic';
    return null;
  }
  if (text(bytes, 0, 4) === 'RIFF' && text(bytes, 8, 4) === 'WEBP') return 'webp';
  if (text(bytes, 0, 4) === 'GIF8') return 'gif';
  if (text(bytes, 0, 4) === 'PK\x03\x04' && /word\/|\[Content_Types\]/.test(text(bytes, 0, 4096)))
    return 'docx';
  return null;
}

/** Size in pixels as stored, and the EXIF orientation: 1 upright, 3 upside down, 6 and 8 a quarter turn; 2, 4, 5, 7 mirrored. */
export type PictureHeader = { width: number; height: number; orientation: number };

/** The header of a JPEG or PNG, or null when it is neither or ends before its size. */
export function pictureHeader(bytes: Uint8Array): PictureHeader | null {
  return text(bytes, 1, 3) === 'PNG' ? pngHeader(bytes) : jpegHeader(bytes);
}

/** What is wrong with a JPEG or PNG: nobody can open it, or it has too many pixels to be stored; null: nothing. Decodes nothing. */
export function pictureFault(bytes: Uint8Array): 'broken' | 'vast' | null {
  const header = pictureHeader(bytes);
  if (!header || !isWhole(bytes)) return 'broken';
  return header.width * header.height > STORED_MAX_PIXELS ? 'vast' : null;
}

/** Width and height as people see them. */
export function uprightSize({ width, height, orientation }: PictureHeader): {
  width: number;
  height: number;
} {
  return orientation >= 5 ? { width: height, height: width } : { width, height };
}

function pngHeader(bytes: Uint8Array): PictureHeader | null {
  if (bytes.length < 24 || text(bytes, 12, 4) !== 'IHDR') return null;
  const view = viewOf(bytes);
  return sized(view.getUint32(16), view.getUint32(20), 1);
}

function jpegHeader(bytes: Uint8Array): PictureHeader | null {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return null;
  const view = viewOf(bytes);
  let orientation = 1;
  for (const { marker, start, end } of jpegSegments(bytes)) {
    if (marker === 0xe1 && text(bytes, start + 4, 4) === 'Exif')
      orientation = exifOrientation(bytes.subarray(start + 10, end)) ?? orientation;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame && start + 9 <= bytes.length)
      return sized(view.getUint16(start + 7), view.getUint16(start + 5), orientation);
  }
  return null;
}

function sized(width: number, height: number, orientation: number): PictureHeader | null {
  return width > 0 && height > 0 ? { width, height, orientation } : null;
}

/** The orientation that a TIFF block of EXIF names, or null. */
function exifOrientation(tiff: Uint8Array): number | null {
  if (tiff.length < 14) return null;
  const view = viewOf(tiff);
  const little = text(tiff, 0, 2) === 'II';
  const directory = view.getUint32(4, little);
  if (directory + 2 > tiff.length) return null;
  const entries = view.getUint16(directory, little);
  for (let i = 0; i < entries; i += 1) {
    const entry = directory + 2 + i * 12;
    if (entry + 12 > tiff.length) return null;
    if (view.getUint16(entry, little) !== 0x0112) continue;
    const orientation = view.getUint16(entry + 8, little);
    return orientation >= 1 && orientation <= 8 ? orientation : null;
  }
  return null;
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

function text(bytes: Uint8Array, from: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(from, from + length));
}
