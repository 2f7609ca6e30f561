import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { pdfOf } from '../../kit/document-bytes.ts';

/** Files as people send them, made on the spot; all of them plainly artificial. */
export type DocumentFile = { name: string; mimeType: string; buffer: Buffer };

/** A proof of the Cadastro Único as the centre gets it. */
export const nisPdf: DocumentFile = {
  name: 'nis.pdf',
  mimeType: 'application/pdf',
  buffer: readFileSync('e2e/support/files/nis.pdf'),
};

export const jpegFile = (buffer: Buffer, name = 'foto.jpg'): DocumentFile => ({
  name,
  mimeType: 'image/jpeg',
  buffer,
});

/** An A4 page as a phone of 12 megapixels sees it when it fills the picture: 7 pt letters are 34 pixels high, and the red corner is the page's upper left. */
function page(width: number, height: number): string {
  const pt = height / 842;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="#f4f2ec"/>
    <rect width="${40 * pt}" height="${40 * pt}" fill="#d01010"/>
    <g font-family="DejaVu Sans, sans-serif" fill="#222">
      <text x="${60 * pt}" y="${70 * pt}" font-size="${14 * pt}">Folha Resumo - Cadastro Único (exemplo)</text>
      <text x="${60 * pt}" y="${120 * pt}" font-size="${7 * pt}">Nome: PESSOA DE TESTE DA SILVA</text>
      <text x="${60 * pt}" y="${140 * pt}" font-size="${7 * pt}">NIS 123.45678.90-1</text>
    </g></svg>`;
}

/** Grain, as small sensors have, so that the file is as heavy as a real photo; repeated over the picture. */
const grain = sharp({
  create: {
    width: 1024,
    height: 1024,
    channels: 3,
    background: '#ddd',
    noise: { type: 'gaussian', mean: 215, sigma: 9 },
  },
})
  .png({ compressionLevel: 0 })
  .toBuffer();

const taken = new Map<string, Promise<Buffer>>();

/** A photo of a phone held upright, made once for each size and quality. */
export function phonePhoto(width = 4000, height = 3000, quality = 94): Promise<Buffer> {
  const key = [width, height, quality].join();
  const photo = taken.get(key) ?? takePhoto(width, height, quality);
  taken.set(key, photo);
  return photo;
}

/** A photo held upright: stored lying at `width` × `height`, EXIF orientation 6, with the place it was taken at. */
async function takePhoto(width: number, height: number, quality: number): Promise<Buffer> {
  const { data, info } = await sharp(Buffer.from(page(height, width)), { unlimited: true })
    .composite([{ input: await grain, tile: true, blend: 'multiply' }])
    .flatten()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return sharp(data, { raw: info })
    .rotate(270)
    .withExif({
      IFD0: { Model: 'Celular de Teste' },
      IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '16/1 41/1 12/1', GPSLongitudeRef: 'W' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality, chromaSubsampling: '4:2:0' })
    .toBuffer();
}

/** One plain colour. */
export const plain = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } });

/** A PDF as small as can be opened, or of `size` bytes; `trailer` is added to its last dictionary. */
export const smallPdf = (trailer = '', size = 0) => Buffer.from(pdfOf({ trailer, size }), 'latin1');

/**
 * Puts a heavy file into the run's folder, which is removed with it, and gives its path: the browser opens it
 * there, and the bytes do not go to it through the runner as text, which takes 0.15 s of processor for each MB.
 */
export function onDisk({ name, buffer }: DocumentFile): string {
  const path = join(mkdtempSync(join(tmpdir(), 'cc-file-')), name);
  writeFileSync(path, buffer);
  return path;
}
