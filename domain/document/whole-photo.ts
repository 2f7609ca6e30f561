/** The parts of a JPEG or PNG, and whether all of them are there. Apart from the rest of a photo, which the form's page has no use for. */

/** Whether a JPEG or PNG is complete, not cut short in transfer. */
export function isWhole(bytes: Uint8Array): boolean {
  if (bytes[0] !== 0x89) return endOfJpeg(bytes) !== null;
  return [...pngChunks(bytes)].at(-1)?.type === 'IEND';
}

/** More than any camera or program writes in 5 MB, so that a hostile file ends soon. */
const MARKS_MAX = 20_000;

/** One chunk of a PNG with its length and checksum: its type, where it starts and ends. */
export type PngChunk = { type: string; start: number; end: number };

/** The chunks of a PNG up to IEND; stops before one that is cut short. */
export function* pngChunks(bytes: Uint8Array): Generator<PngChunk> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let start = 8;
  for (let chunks = 0; chunks < MARKS_MAX && start + 12 <= bytes.length; chunks += 1) {
    const end = start + 12 + view.getUint32(start);
    if (end > bytes.length) return;
    const type = String.fromCharCode(...bytes.subarray(start + 4, start + 8));
    yield { type, start, end };
    if (type === 'IEND') return;
    start = end;
  }
}

/** Offset after the end marker of the first picture, or null without one. A second picture, with the place in it, may follow. */
export function endOfJpeg(bytes: Uint8Array): number | null {
  const scan = [...jpegSegments(bytes)].at(-1);
  if (scan?.marker !== 0xda) return null;
  // Within a picture's data 0xff is followed by 0, a restart mark, or the header of its next scan.
  for (let at = bytes.indexOf(0xff, scan.end); at >= 0; at = bytes.indexOf(0xff, at + 1))
    if (bytes[at + 1] === 0xd9) return at + 2;
  return null;
}

/** One piece of a JPEG up to the picture's data: its marker, where it starts (at the 0xff) and ends. */
export type JpegSegment = { marker: number; start: number; end: number };

/**
 * The segments of a JPEG, the first scan's header last; stops where the bytes are no valid JPEG. Bytes that
 * belong to none, and segments that hold nothing, are left out: whoever draws it skips them too.
 */
export function* jpegSegments(bytes: Uint8Array): Generator<JpegSegment> {
  let at = bytes.indexOf(0xff, 2);
  for (let marks = 0; marks < MARKS_MAX && at >= 0 && at + 4 <= bytes.length; marks += 1) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xd9) return; // the end before any picture
    const length = (bytes[at + 2] ?? 0) * 256 + (bytes[at + 3] ?? 0);
    // 0xff: a fill byte; 0 and 1: no mark; 0xd0 to 0xd8: marks without a length
    const holds = marker > 1 && marker !== 0xff && !(marker >= 0xd0 && marker <= 0xd8) && length >= 2;
    if (holds) yield { marker, start: at, end: at + 2 + length };
    if (marker === 0xda) return;
    at = bytes.indexOf(0xff, at + (holds ? 2 + length : 1));
  }
}
