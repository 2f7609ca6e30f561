import type { DocumentKind } from './document.ts';
import { type ActiveContent, type Inflate, pdfStructure } from './pdf-structure.ts';
import { STORED_MAX_PIXELS } from './photo-header.ts';
import { jpegSize, pngSize } from './picture-structure.ts';
import { type ReadAt, windowOf } from './read-at.ts';

/** What is wrong with a document's structure: nobody can open it, or it has too many pixels. */
export type StructureFault = 'broken' | 'vast';

export type Structure = { fault: StructureFault | null; active: ActiveContent[] };

/**
 * The structure of a document of `size` bytes, read in pieces and without decoding a
 * picture: whether it is whole, how large a picture is, and what a PDF may do by itself.
 * Lenient where real phones and scanners are odd. Never throws but what `read` throws.
 */
export async function structureOf(
  kind: DocumentKind,
  size: number,
  read: ReadAt,
  inflate: Inflate = () => null,
): Promise<Structure> {
  const bytes = windowOf(read);
  if (kind === 'pdf') {
    const { whole, active } = await pdfStructure(size, bytes, inflate);
    return { fault: whole ? null : 'broken', active };
  }
  const picture = await (kind === 'jpg' ? jpegSize(size, bytes) : pngSize(size, bytes));
  if (!picture) return { fault: 'broken', active: [] };
  return { fault: picture.width * picture.height > STORED_MAX_PIXELS ? 'vast' : null, active: [] };
}
