import type { StoredEnrolment } from '../../../domain/desk/sheet.ts';
import {
  DOCUMENT_TYPES,
  documentPathOf,
  kindOf,
  SIGNATURE_BYTES,
} from '../../../domain/document/document.ts';
import { BackendError } from '../../api/client.ts';
import { downloadName, signedLink } from './open-document.ts';

/** What the stored address suggests by its extension: no document, a picture, or a file that is only downloaded. */
export function documentKind({ cadastro_unico_url }: StoredEnrolment): 'none' | 'picture' | 'file' {
  if (!cadastro_unico_url) return 'none';
  return /\.(jpe?g|png)$/i.test(documentPathOf(String(cadastro_unico_url)) ?? '') ? 'picture' : 'file';
}

/** The bytes are no picture, whatever the file's name. */
export class NotAPicture extends Error {
  override name = 'NotAPicture';
}

/**
 * The picture of an enrolment's document, fetched through a signed link, which leaves
 * an audit entry like any download. Throws BackendError, and NotAPicture when the
 * bytes are no picture.
 */
export async function fetchPicture(enrolment: StoredEnrolment, signal: AbortSignal): Promise<Blob> {
  const path = documentPathOf(String(enrolment.cadastro_unico_url));
  if (path === null) throw new NotAPicture();
  const link = await signedLink(path, downloadName(enrolment, path));
  const answer = await fetch(link, { cache: 'no-store', credentials: 'omit', signal }).catch(() => null);
  if (!answer?.ok) throw new BackendError(answer?.status ?? 0, '', '');
  const bytes = await answer.blob().catch(() => null);
  if (!bytes) throw new BackendError(0, '', '');
  const kind = kindOf(new Uint8Array(await bytes.slice(0, SIGNATURE_BYTES).arrayBuffer()));
  if (kind !== 'jpg' && kind !== 'png') throw new NotAPicture();
  return new Blob([bytes], { type: DOCUMENT_TYPES[kind] });
}
