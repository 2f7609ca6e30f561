import { readSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { documentTexts } from '../../content/document.ts';
import type { DocumentKind } from '../../domain/document/document.ts';
import type { ActiveContent } from '../../domain/document/pdf-structure.ts';
import { pictureFault } from '../../domain/document/photo-header.ts';
import { refuse } from './answers.ts';
import { pdfReader } from './pdf-reader.ts';

const readPdf = pdfReader();
const { broken, brokenPdf, vast } = documentTexts.refusals;

/** The active content of a stored document, read in turns by the `network` that sent it. Throws for one that nobody can open, with the families' sentence. Source: docs/contract.md §10. */
export async function checkStructure(
  kind: DocumentKind,
  file: FileHandle,
  size: number,
  network: string,
): Promise<ActiveContent[]> {
  if (kind === 'pdf') {
    const { whole, active } = await readPdf(file.fd, size, network);
    if (!whole) throw refuse('unreadable', brokenPdf);
    return active;
  }
  const bytes = Buffer.allocUnsafe(size); // read at once, so that many uploads at a time hold one
  const fault = pictureFault(bytes.subarray(0, readSync(file.fd, bytes, 0, size, 0)));
  if (fault) throw refuse('unreadable', fault === 'vast' ? vast : broken);
  return [];
}
