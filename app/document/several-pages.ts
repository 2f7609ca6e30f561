import { degrees, PDFDocument } from '@cantoo/pdf-lib';
import { kindOf } from '../../domain/document/document.ts';
import { pictureHeader } from '../../domain/document/photo-header.ts';

/** A4 in points. */
const LONG_SIDE = 842;

/** Page rotation in degrees, by a JPEG's EXIF orientation; mirrored orientations are not corrected. */
const ROTATIONS: Record<number, number> = { 3: 180, 6: 90, 8: 270 };

/** Makes one PDF with a photo on each page, in full resolution and without metadata. */
export async function pdfOfPhotos(photos: readonly File[], name: string): Promise<File> {
  const pdf = await PDFDocument.create({ updateMetadata: false });
  for (const photo of photos) {
    const bytes = new Uint8Array(await photo.arrayBuffer());
    const picture = kindOf(bytes) === 'png' ? await pdf.embedPng(bytes) : await pdf.embedJpg(bytes);
    const { width, height } = picture.scaleToFit(LONG_SIDE, LONG_SIDE);
    const page = pdf.addPage([width, height]);
    page.drawImage(picture, { x: 0, y: 0, width, height });
    page.setRotation(degrees(ROTATIONS[pictureHeader(bytes)?.orientation ?? 1] ?? 0));
  }
  const bytes = new Uint8Array(await pdf.save());
  return new File([bytes], name, { type: 'application/pdf' });
}
