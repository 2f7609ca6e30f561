import type { FileHandle } from 'node:fs/promises';
import { constants, inflateSync } from 'node:zlib';
import { documentTexts } from '../../content/document.ts';
import type { DocumentKind } from '../../domain/document/document.ts';
import type { ActiveContent } from '../../domain/document/pdf-structure.ts';
import { structureOf } from '../../domain/document/structure.ts';
import { refuse } from './answers.ts';

const INFLATED_MAX = 1024 * 1024;

/** The active content of a stored document. Throws for one that nobody can open, with the families' sentence. Source: docs/contract.md §10. */
export async function checkStructure(
  kind: DocumentKind,
  file: FileHandle,
  size: number,
): Promise<ActiveContent[]> {
  const read = async (from: number, length: number) => {
    const wanted = Math.min(length, size - from);
    if (wanted <= 0) return new Uint8Array();
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(wanted), 0, wanted, from);
    return buffer.subarray(0, bytesRead);
  };
  const { fault, active } = await structureOf(kind, size, read, inflate);
  if (!fault) return active;
  const { broken, brokenPdf, vast } = documentTexts.refusals;
  throw refuse('unreadable', fault === 'vast' ? vast : kind === 'pdf' ? brokenPdf : broken);
}

function inflate(bytes: Uint8Array): Uint8Array | null {
  try {
    return inflateSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: INFLATED_MAX });
  } catch {
    return null; // encrypted, of another filter, or too large
  }
}
