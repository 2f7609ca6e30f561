import { documentTexts } from '../../content/document.ts';
import { fileWrongKind } from '../../content/messages.ts';
import { DOCUMENT_MAX_BYTES, kindOf } from '../../domain/document/document.ts';
import { pdfState, withoutStray } from '../../domain/document/pdf-lock.ts';
import {
  foreignKindOf,
  MAX_PIXELS,
  type PictureHeader,
  pictureHeader,
  STORED_MAX_PIXELS,
  uprightSize,
} from '../../domain/document/photo-header.ts';
import { withoutMetadata } from '../../domain/document/photo-metadata.ts';
import { isWhole, jpegSegments } from '../../domain/document/whole-photo.ts';
import { drawUpright, expectTrue, jpegOf, luminanceOf, release, UntrueCanvas } from './canvas.ts';

/** A document ready to be sent. It was made of `source`, rotated by `turns` quarters: rotating again starts from there, without loss. */
export type Prepared = {
  file: File;
  source: File;
  turns: number;
  picture: boolean;
  /** Texts that say what was done to it. */
  notes: string[];
  /** Text that says why it may be hard to read. */
  warning: string | null;
  /** The photos that the file is made of, when several. */
  pages?: readonly File[];
};

/** Photos in one document. */
export const MAX_PAGES = 4;

/** `refusal`: text that says why a file cannot be sent. */
export type Refused = { refusal: string };

/** A photo with a longer side (pixels) or more bytes is made smaller. */
const UNCHANGED_MAX_SIDE = 1600;
const UNCHANGED_MAX_BYTES = 1024 * 1024;

/** A smaller picture that does not decode is broken; a larger one may only lack memory. */
const MANY_PIXELS = 8_000_000;

/** Mean brightness, 0 to 255, and longest side in pixels below which a photo may be hard to read. */
const DARK = 40;
const SMALL = 700;

/**
 * Prepares a document: a PDF is checked and stays unchanged; a photo is made upright and
 * small, without metadata. Throws when the device cannot read the file any more. Source: docs/ux.md §4.7.
 */
export async function prepareDocument(source: File, turns = 0): Promise<Prepared | Refused> {
  const bytes = new Uint8Array(await source.arrayBuffer());
  const kind = kindOf(bytes);
  if (kind === 'pdf') return preparePdf(source, bytes);
  if (kind === null) return convert(source, bytes, turns);

  const header = pictureHeader(bytes);
  const hasPixels = kind === 'png' || [...jpegSegments(bytes)].some(({ marker }) => marker === 0xda);
  if (!header || !hasPixels || !isWhole(bytes)) return { refusal: documentTexts.refusals.broken };
  const pixels = header.width * header.height;
  if (pixels > MAX_PIXELS) return { refusal: documentTexts.refusals.vast };
  const clean = cleanFile(source, bytes);
  try {
    return await preparePhoto(source, clean, header, turns);
  } catch (error) {
    const { hidden, broken, vast } = documentTexts.refusals;
    const isHidden = error instanceof UntrueCanvas; // otherwise it does not decode, or memory is short
    if (clean.size > DOCUMENT_MAX_BYTES) return { refusal: isHidden ? hidden : broken };
    if (pixels < MANY_PIXELS && !isHidden) return { refusal: broken };
    if (pixels > STORED_MAX_PIXELS) return { refusal: vast };
    return { file: clean, source, turns: 0, picture: true, notes: [], warning: null };
  }
}

/** Appends a photo to a document, as one PDF. Throws as `prepareDocument` does, and when the PDF library does not load. */
export async function withPage(before: Prepared, photo: File): Promise<Prepared | Refused> {
  const added = await prepareDocument(photo);
  if ('refusal' in added) return added;
  if (!added.picture) return { refusal: documentTexts.refusals.pageNoPhoto };
  const pages = [...(before.pages ?? [before.file]), added.file];
  const { pdfOfPhotos } = await import('./several-pages.ts');
  const file = await pdfOfPhotos(pages, documentTexts.pagesName);
  if (file.size > DOCUMENT_MAX_BYTES) return { refusal: documentTexts.refusals.pagesTooLarge };
  const notes = [documentTexts.pages(pages.length)];
  return { file, source: file, turns: 0, picture: false, notes, warning: added.warning, pages };
}

/** Unchanged, but for bytes around it. An encrypted PDF is opened with a library, loaded then, to see whether it needs a password. */
async function preparePdf(source: File, all: Uint8Array<ArrayBuffer>): Promise<Prepared | Refused> {
  const bytes = withoutStray(all);
  const state = pdfState(bytes);
  if (all.length > DOCUMENT_MAX_BYTES) return { refusal: documentTexts.largePdf };
  if (state === 'cut') return { refusal: documentTexts.refusals.brokenPdf };
  if (state === 'encrypted') {
    const { opensWithoutPassword } = await import('./owner-lock.ts');
    if (!(await opensWithoutPassword(bytes))) return { refusal: documentTexts.refusals.locked };
  }
  const file = bytes === all ? source : fileOf(bytes, source);
  return { file, source, turns: 0, picture: false, notes: [], warning: null };
}

/** The photo without metadata; the file itself when it has none. */
function cleanFile(source: File, bytes: Uint8Array<ArrayBuffer>): File {
  const clean = withoutMetadata(bytes);
  return clean === bytes ? source : fileOf(clean, source);
}

const fileOf = (bytes: Uint8Array<ArrayBuffer>, { name, type }: File) => new File([bytes], name, { type });

async function preparePhoto(
  source: File,
  clean: File,
  header: PictureHeader,
  turns: number,
): Promise<Prepared> {
  const size = uprightSize(header);
  const canvas = await drawUpright(source, turns);
  try {
    const warning = warningOf(canvas, Math.max(size.width, size.height));
    const unchanged = { file: clean, source, turns, picture: true, notes: [], warning };
    const fits =
      Math.max(size.width, size.height) <= UNCHANGED_MAX_SIDE && source.size <= UNCHANGED_MAX_BYTES;
    if (fits && turns === 0 && header.orientation === 1) return unchanged;

    const file = renamed(await jpegOf(canvas), source);
    await expectTrue();
    if (turns === 0 && file.size >= clean.size) return unchanged;
    return { ...unchanged, file, notes: file.size < source.size ? [documentTexts.shrunk] : [] };
  } finally {
    release(canvas);
  }
}

async function convert(source: File, bytes: Uint8Array, turns: number): Promise<Prepared | Refused> {
  const kind = foreignKindOf(bytes);
  if (kind === 'docx') return { refusal: documentTexts.refusals.word };
  if (kind === null || kind === 'gif') return { refusal: fileWrongKind };
  try {
    const canvas = await drawUpright(source, turns);
    const warning = warningOf(canvas, Math.max(canvas.width, canvas.height));
    const file = renamed(await jpegOf(canvas), source);
    await expectTrue();
    release(canvas);
    return { file, source, turns, picture: true, notes: [documentTexts.converted], warning };
  } catch (error) {
    if (error instanceof UntrueCanvas) return { refusal: documentTexts.refusals.hidden };
    return { refusal: kind === 'heic' ? documentTexts.refusals.heic : fileWrongKind };
  }
}

function warningOf(canvas: HTMLCanvasElement, longest: number): string | null {
  if (luminanceOf(canvas) < DARK) return documentTexts.warnings.dark;
  return longest < SMALL ? documentTexts.warnings.small : null;
}

function renamed(jpeg: Blob, { name }: File): File {
  return new File([jpeg], `${name.replace(/\.[^.]*$/, '')}.jpg`, { type: 'image/jpeg' });
}
