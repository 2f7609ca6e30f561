/** The smallest whole documents: made by hand, so that tests and proofs need no library. Plainly artificial. */

/** A PDF of one empty page as text; `catalogue` and `trailer` are added to these dictionaries, `size` is its length when it is larger. */
export function pdfOf({ catalogue = '', trailer = '', size = 0 } = {}): string {
  const objects = [
    `1 0 obj\n<</Type/Catalog/Pages 2 0 R${catalogue}>>\nendobj\n`,
    '2 0 obj\n<</Type/Pages/Kids[3 0 R]/Count 1>>\nendobj\n',
    '3 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>\nendobj\n',
    '4 0 obj\n<</Filter/Standard/V 1/R 2/P -4/O<00>/U<00>>>\nendobj\n', // for a trailer that names it
  ];
  let text = '%PDF-1.4\n';
  const places = objects.map((object) => {
    const at = text.length;
    text += object;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const end = (table: number) =>
    `xref\n0 5\n0000000000 65535 f \n${places.join('')}trailer\n<</Size 5/Root 1 0 R${trailer}>>\nstartxref\n${String(table).padStart(7, '0')}\n%%EOF\n`;
  const padding = Math.max(0, size - text.length - end(0).length);
  return text + ' '.repeat(padding) + end(text.length + padding);
}

/** A JPEG of one grey tone that says it has `width` × `height` pixels; browsers draw it where they are 8 × 8. */
export function jpegOf(width = 8, height = 8): Uint8Array<ArrayBuffer> {
  const [tall, wide] = [height, width].map((side) => [side >> 8, side & 255]);
  const segment = (marker: number, ...body: number[]) => [0xff, marker, 0, body.length + 2, ...body];
  const lengths = [0, 1, ...Array(14).fill(0)];
  return new Uint8Array([
    ...[0xff, 0xd8],
    ...segment(0xe0, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0),
    ...segment(0xdb, 0, ...Array(64).fill(16)),
    ...segment(0xc0, 8, ...(tall ?? []), ...(wide ?? []), 1, 1, 0x11, 0),
    ...segment(0xc4, 0, ...lengths, 0),
    ...segment(0xc4, 0x10, ...lengths, 0),
    ...segment(0xda, 1, 1, 0, 0, 63, 0),
    ...[0x0f, 0xff, 0xd9],
  ]);
}

/** A JPEG with a segment of no length and up to three stray bytes before and behind it, as some cameras and editors leave them; browsers draw it all the same. */
export function withStray(jpeg: Uint8Array): Buffer {
  const second = 4 + (jpeg[4] ?? 0) * 256 + (jpeg[5] ?? 0); // behind the first segment
  const stray = new Uint8Array([0, 0x0d, 0x0a, 0xff, 0xe5, 0, 0, 0x20]);
  return Buffer.concat([jpeg.subarray(0, second), stray, jpeg.subarray(second)]);
}

/** A PNG that says it has `width` × `height` pixels, without valid data. */
export function pngOf(width = 8, height = 8): Uint8Array<ArrayBuffer> {
  const four = (value: number) => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255);
  return new Uint8Array([
    ...[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
    ...[...four(13), 0x49, 0x48, 0x44, 0x52, ...four(width), ...four(height), 8, 0, 0, 0, 0, ...four(0)],
    ...[...four(0), 0x49, 0x44, 0x41, 0x54, ...four(0)],
    ...[...four(0), 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82],
  ]);
}
