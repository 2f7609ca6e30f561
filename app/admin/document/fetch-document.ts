import { admin } from '../../../content/desk-screens.ts';
import { documentView } from '../../../content/document-view.ts';
import type { StoredEnrolment } from '../../../domain/desk/sheet.ts';
import {
  DOCUMENT_BUCKET,
  DOCUMENT_TYPES,
  documentPathOf,
  kindOf,
  SIGNED_LINK_SECONDS,
} from '../../../domain/document/document.ts';
import { HEADER_BYTES, pictureHeader, STORED_MAX_PIXELS } from '../../../domain/document/photo-header.ts';
import { accessToken } from '../../api/auth.ts';
import { filesOf } from '../../api/backend.ts';
import { BackendError, connection } from '../../api/client.ts';
import { failureText } from '../api/failure-text.ts';
import { Picture } from './DocumentView.tsx';
import { NotShown } from './not-shown.ts';

/**
 * An enrolment's document and what shows it, fetched through a signed link, which leaves an audit entry
 * like any download; it never reaches the download folder. Throws BackendError, and
 * NotShown when the bytes are nothing to draw, a picture above 40 megapixels or a PDF without its reader.
 */
export async function readDocument(enrolment: StoredEnrolment, signal: AbortSignal) {
  const path = documentPathOf(String(enrolment.cadastroUnico));
  if (path === null) throw new NotShown(documentView.broken);
  if (/\.pdf$/i.test(path)) loadPages().catch(() => {}); // meanwhile; told once it is needed
  const link = await signedLink(path);
  const answer = await fetch(link, { cache: 'no-store', credentials: 'omit', signal }).catch(() => null);
  const bytes = answer?.ok && (await answer.blob().catch(() => null));
  if (!bytes) throw new BackendError(answer?.ok ? 0 : (answer?.status ?? 0), '', '');
  const head = new Uint8Array(await bytes.slice(0, HEADER_BYTES).arrayBuffer());
  const kind = kindOf(head);
  if (kind === null) throw new NotShown(documentView.broken);
  if (kind === 'pdf') return { bytes, Shown: await loadPages() };
  const { width, height } = pictureHeader(head) ?? { width: 0, height: 0 };
  if (width * height > STORED_MAX_PIXELS) throw new NotShown(documentView.vast);
  return { bytes: new Blob([bytes], { type: DOCUMENT_TYPES[kind] }), Shown: Picture };
}

/**
 * A signed link to a document; `name` is what its download is called, none for one that is only
 * shown, so that its address holds no protocol. Throws BackendError with
 * the status in the answer's body; HTTP's own is 400 for most errors.
 */
export async function signedLink(path: string, name?: string): Promise<string> {
  const { data, error } = await filesOf(await connection(accessToken))
    .from(DOCUMENT_BUCKET)
    .createSignedUrl(path, SIGNED_LINK_SECONDS, name ? { download: name } : {});
  if (error) throw new BackendError(Number(error.statusCode) || error.status || 0, '', '');
  return data.signedUrl;
}

/** Comes with the first PDF: nothing of it is in the desk's own scripts. */
async function loadPages() {
  try {
    return (await import('./PdfPages.tsx')).PdfPages;
  } catch {
    throw new NotShown(documentView.pdfRefused.reader);
  }
}

/** Why the document is not shown. */
export function problemIn(error: Error): string {
  if (error instanceof NotShown) return error.message;
  const missing = error instanceof BackendError && error.status === 404;
  return missing ? admin.documentMissing : failureText(error);
}
