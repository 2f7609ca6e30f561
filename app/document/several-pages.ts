import { degrees, PDFDocument } from '@cantoo/pdf-lib';
import { kindOf } from '../../domain/document.ts';
import { pictureHeader } from '../../domain/photo-header.ts';

/** A4 in points. */
const LONG_SIDE = 842;

/** Quarters that a viewer turns a page, by the orientation that a JPEG asks for; mirrored ones stay. */
const QUARTERS: Record<number, number> = { 3: 180, 6: 90, 8: 270 };

/** One PDF with a photo on each page, as sharp as the photos are; nothing in it tells where or when. */
export async function onePdf(photos: readonly File[], name: string): Promise<File> {
  const pdf = await PDFDocument.create({ updateMetadata: false });
  for (const photo of photos) {
    const bytes = new Uint8Array(await photo.arrayBuffer());
    const picture = kindOf(bytes) === 'png' ? await pdf.embedPng(bytes) : await pdf.embedJpg(bytes);
    const { width, height } = picture.scaleToFit(LONG_SIDE, LONG_SIDE);
    const page = pdf.addPage([width, height]);
    page.drawImage(picture, { x: 0, y: 0, width, height });
    page.setRotation(degrees(QUARTERS[pictureHeader(bytes)?.orientation ?? 1] ?? 0));
  }
  const bytes = new Uint8Array(await pdf.save());
  return new File([bytes], name, { type: 'application/pdf' });
}
