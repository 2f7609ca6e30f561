/** Pictures in the smallest form that has every part a test asks for; they do not decode. */

type Bytes = Uint8Array<ArrayBuffer>;

const ascii = (text: string) => [...text].map((letter) => letter.charCodeAt(0));

const segment = (marker: number, content: readonly number[]) => [
  0xff,
  marker,
  (content.length + 2) >> 8,
  (content.length + 2) & 255,
  ...content,
];

export const GPS = 'GPS 16.6869S 49.2648W';

/** 4000 × 3000; EXIF with a place when there is an orientation. */
export function jpeg({
  orientation,
  little = false,
  extra = [],
  after = [],
}: {
  orientation?: number;
  little?: boolean;
  extra?: readonly number[];
  after?: readonly number[];
}): Bytes {
  const two = (value: number) => (little ? [value & 255, value >> 8] : [value >> 8, value & 255]);
  const four = (value: number) => (little ? [...two(value), 0, 0] : [0, 0, ...two(value)]);
  const entry = [...two(0x0112), ...two(3), ...four(1), ...two(orientation ?? 0), 0, 0];
  const tiff = [...ascii(little ? 'II' : 'MM'), ...two(42), ...four(8), ...two(1), ...entry, ...four(0)];
  const exif = segment(0xe1, [...ascii('Exif'), 0, 0, ...tiff, ...ascii(GPS)]);
  return new Uint8Array([
    0xff,
    0xd8,
    ...segment(0xe0, ascii('JFIF\0')),
    ...(orientation ? exif : []),
    ...extra,
    ...segment(0xe2, ascii('ICC_PROFILE\0')),
    ...segment(0xc0, [8, 3000 >> 8, 3000 & 255, 4000 >> 8, 4000 & 255, 3]),
    ...segment(0xda, [1, 1, 0, 0, 63, 0]),
    ...[0x12, 0xff, 0x00, 0x34, 0xff, 0xd0, 0x56],
    ...[0xff, 0xd9],
    ...after,
  ]);
}

export const comment = segment(0xfe, ascii(GPS));

const chunk = (type: string, content: readonly number[]) => [
  ...[0, 0, content.length >> 8, content.length & 255],
  ...ascii(type),
  ...content,
  ...[0, 0, 0, 0],
];

export function png({
  width = 300,
  height = 200,
  notes = false,
}: {
  width?: number;
  height?: number;
  notes?: boolean;
}): Bytes {
  const four = (value: number) => [0, value >> 16, (value >> 8) & 255, value & 255];
  return new Uint8Array([
    ...[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
    ...chunk('IHDR', [...four(width), ...four(height), 8, 2, 0, 0, 0]),
    ...(notes ? [...chunk('tEXt', ascii(GPS)), ...chunk('eXIf', ascii(GPS))] : []),
    ...chunk('IDAT', [1, 2, 3]),
    ...chunk('IEND', []),
  ]);
}
