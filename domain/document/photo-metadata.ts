import { pictureHeader } from './photo-header.ts';
import { endOfJpeg, jpegSegments, pngChunks } from './whole-photo.ts';

/**
 * A JPEG or PNG without its metadata: place, time, device, comments, hidden second
 * pictures. Pixels and the orientation of a JPEG stay as they are. Returns the same
 * array when there is nothing to remove or the file is incomplete.
 */
export function withoutMetadata(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const parts = bytes[0] === 0x89 ? pngParts(bytes) : jpegParts(bytes);
  const size = parts.reduce((sum, part) => sum + part.length, 0);
  if (parts.length === 0 || size === bytes.length) return bytes;
  const result = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    result.set(part, at);
    at += part.length;
  }
  return result;
}

/** PNG chunks of metadata. */
const PNG_NOTES = /^(eXIf|tEXt|zTXt|iTXt|tIME)$/;

/** The parts of a PNG without metadata; empty when it does not reach IEND. */
function pngParts(bytes: Uint8Array): Uint8Array[] {
  const chunks = [...pngChunks(bytes)];
  if (chunks.at(-1)?.type !== 'IEND') return [];
  const others = chunks.filter(({ type }) => !PNG_NOTES.test(type));
  return [bytes.subarray(0, 8), ...others.map(({ start, end }) => bytes.subarray(start, end))];
}

/** The parts of a JPEG without metadata; empty when it does not reach its end. */
function jpegParts(bytes: Uint8Array): Uint8Array[] {
  const end = endOfJpeg(bytes);
  if (end === null) return [];
  const parts = [bytes.subarray(0, 2)];
  let turn = pictureHeader(bytes)?.orientation ?? 1;
  for (const { marker, start, end: stop } of jpegSegments(bytes)) {
    if (marker === 0xe1 && turn > 1) {
      parts.push(orientationSegment(turn));
      turn = 1;
    }
    if (isNote(bytes, marker, start)) continue;
    parts.push(bytes.subarray(start, marker === 0xda ? end : stop));
  }
  return parts;
}

/** Application notes and comments, but not JFIF (APP0), colour profiles (APP2) and Adobe's way of storing colours (APP14). */
function isNote(bytes: Uint8Array, marker: number, start: number): boolean {
  if (marker === 0xfe) return true;
  if (marker === 0xe2) return String.fromCharCode(...bytes.subarray(start + 4, start + 15)) !== 'ICC_PROFILE';
  return marker > 0xe0 && marker <= 0xef && marker !== 0xee;
}

/** EXIF that holds only the orientation. */
function orientationSegment(orientation: number): Uint8Array {
  const exif = [0x45, 0x78, 0x69, 0x66, 0, 0, 0x4d, 0x4d, 0, 0x2a, 0, 0, 0, 8, 0, 1];
  const entry = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0];
  return new Uint8Array([0xff, 0xe1, 0, 2 + exif.length + entry.length, ...exif, ...entry]);
}
