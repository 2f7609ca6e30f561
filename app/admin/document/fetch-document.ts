import type { StoredEnrolment } from '../../../domain/desk/sheet.ts';
import { DOCUMENT_TYPES, documentPathOf, kindOf } from '../../../domain/document/document.ts';
import { HEADER_BYTES, pictureHeader, STORED_MAX_PIXELS } from '../../../domain/document/photo-header.ts';
import { BackendError } from '../../api/client.ts';
import { signedLink } from './signed-link.ts';

/** What the stored address suggests by its extension. */
export function documentKind({ cadastroUnico }: StoredEnrolment): 'none' | 'picture' | 'pdf' {
  if (!cadastroUnico) return 'none';
  return /\.(jpe?g|png)$/i.test(documentPathOf(String(cadastroUnico)) ?? '') ? 'picture' : 'pdf';
}

/** The bytes are neither picture nor PDF, whatever the file's name; or `vast`, a picture with too many pixels to draw. */
export class NotShown extends Error {
  override name = 'NotShown';
  readonly vast: boolean;

  constructor(vast = false) {
    super();
    this.vast = vast;
  }
}

export type FetchedDocument = { kind: 'picture' | 'pdf'; bytes: Blob };

/**
 * An enrolment's document, fetched through a signed link, which leaves an audit entry
 * like any download; it never reaches the download folder. Throws BackendError, and
 * NotShown when the bytes are nothing to draw or a picture above 40 megapixels.
 */
export async function fetchDocument(
  enrolment: StoredEnrolment,
  signal: AbortSignal,
): Promise<FetchedDocument> {
  const path = documentPathOf(String(enrolment.cadastroUnico));
  if (path === null) throw new NotShown();
  const link = await signedLink(path, null);
  const answer = await fetch(link, { cache: 'no-store', credentials: 'omit', signal }).catch(() => null);
  if (!answer?.ok) throw new BackendError(answer?.status ?? 0, '', '');
  const bytes = await answer.blob().catch(() => null);
  if (!bytes) throw new BackendError(0, '', '');
  const head = new Uint8Array(await bytes.slice(0, HEADER_BYTES).arrayBuffer());
  const kind = kindOf(head);
  if (kind === null) throw new NotShown();
  if (kind === 'pdf') return { kind, bytes };
  const { width, height } = pictureHeader(head) ?? { width: 0, height: 0 };
  if (width * height > STORED_MAX_PIXELS) throw new NotShown(true);
  return { kind: 'picture', bytes: new Blob([bytes], { type: DOCUMENT_TYPES[kind] }) };
}
