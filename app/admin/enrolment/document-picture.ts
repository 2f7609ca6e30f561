import type { StoredEnrolment } from '../../../domain/desk/sheet.ts';
import { DOCUMENT_TYPES, documentPathOf, kindOf } from '../../../domain/document/document.ts';
import { HEADER_BYTES, pictureHeader, STORED_MAX_PIXELS } from '../../../domain/document/photo-header.ts';
import { BackendError } from '../../api/client.ts';
import { downloadName, signedLink } from './open-document.ts';

/** What the stored address suggests by its extension: no document, a picture, or a file that is only downloaded. */
export function documentKind({ cadastro_unico_url }: StoredEnrolment): 'none' | 'picture' | 'file' {
  if (!cadastro_unico_url) return 'none';
  return /\.(jpe?g|png)$/i.test(documentPathOf(String(cadastro_unico_url)) ?? '') ? 'picture' : 'file';
}

/** The bytes are no picture, whatever the file's name; or `vast`, one with too many pixels to draw. */
export class NotAPicture extends Error {
  override name = 'NotAPicture';
  readonly vast: boolean;

  constructor(vast = false) {
    super();
    this.vast = vast;
  }
}

/**
 * The picture of an enrolment's document, fetched through a signed link, which leaves
 * an audit entry like any download. Throws BackendError, and NotAPicture when the
 * bytes are no picture or one above 40 megapixels.
 */
export async function fetchPicture(enrolment: StoredEnrolment, signal: AbortSignal): Promise<Blob> {
  const path = documentPathOf(String(enrolment.cadastro_unico_url));
  if (path === null) throw new NotAPicture();
  const link = await signedLink(path, downloadName(enrolment, path));
  const answer = await fetch(link, { cache: 'no-store', credentials: 'omit', signal }).catch(() => null);
  if (!answer?.ok) throw new BackendError(answer?.status ?? 0, '', '');
  const bytes = await answer.blob().catch(() => null);
  if (!bytes) throw new BackendError(0, '', '');
  const head = new Uint8Array(await bytes.slice(0, HEADER_BYTES).arrayBuffer());
  const kind = kindOf(head);
  if (kind !== 'jpg' && kind !== 'png') throw new NotAPicture();
  const { width, height } = pictureHeader(head) ?? { width: 0, height: 0 };
  if (width * height > STORED_MAX_PIXELS) throw new NotAPicture(true);
  return new Blob([bytes], { type: DOCUMENT_TYPES[kind] });
}
