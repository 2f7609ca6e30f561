import { paper } from '../../content/document.ts';
import { fileWrongKind } from '../../content/messages.ts';
import { DOCUMENT_MAX_BYTES, kindOf } from '../../domain/document.ts';
import { pdfState } from '../../domain/pdf-lock.ts';
import {
  foreignKindOf,
  HEADER_BYTES,
  jpegSegments,
  MAX_PIXELS,
  type PictureHeader,
  pictureHeader,
  uprightSize,
} from '../../domain/photo-header.ts';
import { isWhole, withoutMetadata } from '../../domain/photo-metadata.ts';
import { drawn, jpegOf, luminanceOf, release } from './canvas.ts';

/** A document ready to be sent. `source` and `turns` say what it was made of, so that it can be turned again without loss. */
export type Prepared = {
  file: File;
  source: File;
  turns: number;
  picture: boolean;
  /** What was done to it, in words. */
  notes: string[];
  /** Why it may be hard to read, in words. */
  doubt: string | null;
  /** The photos that the file is made of, when they are several. */
  pages?: readonly File[];
};

/** How many photos go into one document. */
export const MOST_PAGES = 4;

/** Why a file cannot be sent, in words. */
export type Refused = { refusal: string };

/** A photo longer than this, or heavier, is made smaller. */
const LONG_ENOUGH = 1600;
const HEAVY_BYTES = 1024 * 1024;

/** Below this a decoder does not fail for want of memory: the picture is broken. */
const MANY_PIXELS = 8_000_000;

const DARK = 40;
const SMALL = 700;

/**
 * Makes a document ready: a PDF is looked at and stays as it is; a photo is made
 * upright and small, and freed of what it tells besides the picture. Throws when
 * the device no longer gives the file. Source: ux.md §4.7.
 */
export async function prepareDocument(source: File, turns = 0): Promise<Prepared | Refused> {
  const bytes = new Uint8Array(await source.arrayBuffer());
  const kind = kindOf(bytes);
  if (kind === 'pdf') return preparedPdf(source, bytes);
  if (kind === null) return converted(source, bytes, turns);

  const header = pictureHeader(bytes);
  const hasPixels = kind === 'png' || [...jpegSegments(bytes)].some(({ marker }) => marker === 0xda);
  if (!header || !hasPixels) return { refusal: paper.refusals.broken };
  const pixels = header.width * header.height;
  if (pixels > MAX_PIXELS) return { refusal: paper.refusals.vast };
  const kept = freed(source, bytes);
  try {
    return await preparedPhoto(source, kept, header, turns, isWhole(bytes) ? null : paper.doubts.cut);
  } catch {
    if (pixels < MANY_PIXELS || !isWhole(bytes) || kept.size > DOCUMENT_MAX_BYTES)
      return { refusal: paper.refusals.broken };
    return { file: kept, source, turns: 0, picture: true, notes: [], doubt: null }; // no memory for it
  }
}

/** A document with one more photo at its end, as one PDF. The library for that is loaded only here. Throws as `prepareDocument` does, and without the library. */
export async function withPage(before: Prepared, photo: File): Promise<Prepared | Refused> {
  const added = await prepareDocument(photo);
  if ('refusal' in added) return added;
  if (!added.picture) return { refusal: paper.refusals.pageNoPhoto };
  const pages = [...(before.pages ?? [before.file]), added.file];
  const { onePdf } = await import('./several-pages.ts');
  const file = await onePdf(pages, paper.pagesName);
  if (file.size > DOCUMENT_MAX_BYTES) return { refusal: paper.refusals.pagesTooLarge };
  const notes = [`${paper.pages(pages.length)}, ${writtenSize(file.size)}`];
  return { file, source: file, turns: 0, picture: false, notes, doubt: added.doubt, pages };
}

/** What may help with a file over the limit: a smaller photo, a photo instead of a PDF, or nothing. */
export async function helpWithLarge(file: File): Promise<'shrink' | 'photograph' | null> {
  const head = new Uint8Array(await file.slice(0, HEADER_BYTES).arrayBuffer());
  if (kindOf(head) === 'pdf') return 'photograph';
  const header = pictureHeader(head);
  const { width, height } = header ?? { width: 0, height: 0 };
  if (header) return width * height <= MAX_PIXELS ? 'shrink' : null;
  return /^(heic|avif|webp)$/.test(foreignKindOf(head) ?? '') ? 'shrink' : null;
}

/** As it is. Only what is encrypted is opened, to see whether that takes a password; the library for it is loaded then. */
async function preparedPdf(source: File, bytes: Uint8Array): Promise<Prepared | Refused> {
  const state = pdfState(bytes);
  if (state === 'encrypted') {
    const { opensForAll } = await import('./owner-lock.ts');
    if (!(await opensForAll(bytes))) return { refusal: paper.refusals.locked };
  }
  const doubt = state === 'cut' ? paper.doubts.cut : null;
  return { file: source, source, turns: 0, picture: false, notes: [writtenSize(source.size)], doubt };
}

/** The file itself when it tells nothing besides the picture. */
function freed(source: File, bytes: Uint8Array<ArrayBuffer>): File {
  const clean = withoutMetadata(bytes);
  return clean === bytes ? source : new File([clean], source.name, { type: source.type });
}

async function preparedPhoto(
  source: File,
  kept: File,
  header: PictureHeader,
  turns: number,
  cut: string | null,
): Promise<Prepared> {
  const size = uprightSize(header);
  const canvas = await drawn(source, size, turns);
  try {
    const doubt = cut ?? doubtOf(canvas, Math.max(size.width, size.height));
    const asItIs = { file: kept, source, turns, picture: true, notes: [writtenSize(kept.size)], doubt };
    const fits = Math.max(size.width, size.height) <= LONG_ENOUGH && source.size <= HEAVY_BYTES;
    if (fits && turns === 0 && header.orientation === 1) return asItIs;

    const file = renamed(await jpegOf(canvas), source);
    if (turns === 0 && file.size >= kept.size) return asItIs;
    const smaller = file.size < source.size;
    const note = smaller
      ? paper.shrunk(writtenSize(source.size), writtenSize(file.size))
      : writtenSize(file.size);
    return { ...asItIs, file, notes: [note] };
  } finally {
    release(canvas);
  }
}

async function converted(source: File, bytes: Uint8Array, turns: number): Promise<Prepared | Refused> {
  const kind = foreignKindOf(bytes);
  if (kind === 'docx') return { refusal: paper.refusals.word };
  if (kind === null || kind === 'gif') return { refusal: fileWrongKind };
  try {
    const canvas = await drawn(source, null, turns);
    const doubt = doubtOf(canvas, Math.max(canvas.width, canvas.height));
    const file = renamed(await jpegOf(canvas), source);
    release(canvas);
    const notes = [paper.converted, writtenSize(file.size)];
    return { file, source, turns, picture: true, notes, doubt };
  } catch {
    return { refusal: kind === 'heic' ? paper.refusals.heic : fileWrongKind };
  }
}

function doubtOf(canvas: HTMLCanvasElement, longest: number): string | null {
  if (luminanceOf(canvas) < DARK) return paper.doubts.dark;
  return longest < SMALL ? paper.doubts.small : null;
}

function renamed(jpeg: Blob, { name }: File): File {
  return new File([jpeg], `${name.replace(/\.[^.]*$/, '')}.jpg`, { type: 'image/jpeg' });
}

/** `4,1 MB`, `620 KB`; in units of 1024, as the limit counts. */
export function writtenSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  if (bytes < 1024 * 1024) return `${Math.round(bytes / 1024)} KB`;
  return `${(bytes / 1024 / 1024).toLocaleString('pt-BR', { maximumFractionDigits: 1 })} MB`;
}
