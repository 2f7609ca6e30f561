import type { ComponentType, ReactNode } from 'react';
import { admin } from '../../../content/desk-screens.ts';
import { documentView } from '../../../content/document-view.ts';
import type { StoredEnrolment } from '../../../domain/desk/sheet.ts';
import { DOCUMENT_TYPES, documentPathOf, kindOf } from '../../../domain/document/document.ts';
import { HEADER_BYTES, pictureHeader, STORED_MAX_PIXELS } from '../../../domain/document/photo-header.ts';
import { BackendError } from '../../api/client.ts';
import { failureText } from '../api/failure-text.ts';
import type { Viewed } from './DocumentView.tsx';
import { NotShown } from './not-shown.ts';
import { signedLink } from './signed-link.ts';

/** What the stored address suggests by its extension. */
export function documentKind({ cadastroUnico }: StoredEnrolment): 'none' | 'picture' | 'pdf' {
  if (!cadastroUnico) return 'none';
  return /\.(jpe?g|png)$/i.test(documentPathOf(String(cadastroUnico)) ?? '') ? 'picture' : 'pdf';
}

/** A picture, or a PDF with what draws it. */
export type ReadDocument = {
  bytes: Blob;
  Pages: ComponentType<{ bytes: Blob; viewed: Viewed; instead: ReactNode }> | null;
};

/**
 * An enrolment's document, fetched through a signed link, which leaves an audit entry
 * like any download; it never reaches the download folder. Throws BackendError, and
 * NotShown when the bytes are nothing to draw, a picture above 40 megapixels or a PDF without its reader.
 */
export async function readDocument(enrolment: StoredEnrolment, signal: AbortSignal): Promise<ReadDocument> {
  const early = documentKind(enrolment) === 'pdf' ? loadPages() : null;
  early?.catch(() => {}); // told once it is needed
  const path = documentPathOf(String(enrolment.cadastroUnico));
  if (path === null) throw new NotShown(documentView.broken);
  const link = await signedLink(path, null);
  const answer = await fetch(link, { cache: 'no-store', credentials: 'omit', signal }).catch(() => null);
  if (!answer?.ok) throw new BackendError(answer?.status ?? 0, '', '');
  const bytes = await answer.blob().catch(() => null);
  if (!bytes) throw new BackendError(0, '', '');
  const head = new Uint8Array(await bytes.slice(0, HEADER_BYTES).arrayBuffer());
  const kind = kindOf(head);
  if (kind === null) throw new NotShown(documentView.broken);
  if (kind === 'pdf') return { bytes, Pages: await (early ?? loadPages()) };
  const { width, height } = pictureHeader(head) ?? { width: 0, height: 0 };
  if (width * height > STORED_MAX_PIXELS) throw new NotShown(documentView.vast);
  return { bytes: new Blob([bytes], { type: DOCUMENT_TYPES[kind] }), Pages: null };
}

/** Comes with the first PDF: nothing of it is in the desk's own scripts. */
async function loadPages() {
  try {
    return (await import('./PdfPages.tsx')).PdfPages;
  } catch {
    throw new NotShown(documentView.pdfRefused.reader);
  }
}

/** Why the document is not shown; `opens`: it is there, and can be downloaded. */
export function problemOf(error: Error): { text: string; opens: boolean } {
  if (error instanceof NotShown) return { text: error.message, opens: true };
  const missing = error instanceof BackendError && error.status === 404;
  return { text: missing ? admin.documentMissing : failureText(error), opens: false };
}
