import { readSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { documentTexts } from '../../content/document.ts';
import { DOCUMENT_TYPES, kindOf, SIGNATURE_BYTES } from '../../domain/document/document.ts';
import type { ActiveContent } from '../../domain/document/pdf-structure.ts';
import { pictureFault } from '../../domain/document/photo-header.ts';
import { refuse } from './answers.ts';
import { pdfReader } from './pdf-reader.ts';

const readPdf = pdfReader();
const { broken, brokenPdf, vast } = documentTexts.refusals;

/**
 * The active content of a stored document, read in turns by the `network` that sent it. Throws unless its bytes, its
 * declared type and its extension are of one kind, and for one that nobody can open, with the families' sentence.
 * Source: docs/contract.md §10.
 */
export async function checkDocument(
  { fd }: FileHandle,
  size: number,
  { type, key, network }: { type: string; key: string; network: string },
): Promise<ActiveContent[]> {
  const kind = kindOf(firstBytes(fd, SIGNATURE_BYTES));
  const extension = key.replace(/^.*\./s, '').toLowerCase().replace('jpeg', 'jpg');
  if (!kind || DOCUMENT_TYPES[kind] !== type || extension !== kind) throw refuse('typeRefused');
  if (kind === 'pdf') {
    const { whole, active } = await readPdf(fd, size, network);
    if (!whole) throw refuse('unreadable', brokenPdf);
    return active;
  }
  const fault = pictureFault(firstBytes(fd, size));
  if (fault) throw refuse('unreadable', fault === 'vast' ? vast : broken);
  return [];
}

/** Read at once, so that many uploads at a time hold one. */
function firstBytes(fd: number, size: number): Uint8Array {
  const bytes = Buffer.allocUnsafe(size);
  return bytes.subarray(0, readSync(fd, bytes, 0, size, 0));
}
