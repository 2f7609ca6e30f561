import { DOCUMENT_TYPES, documentPathOf, kindOf, SIGNATURE_BYTES } from '../../domain/document.ts';
import type { Registration } from '../../domain/sheet.ts';
import { BackendError } from '../api/client.ts';
import { downloadName, signedLink } from './open-document.ts';

/** What a stored address promises: `none`, a picture to look at, or a file that is only downloaded. */
export function documentKind({ cadastro_unico_url }: Registration): 'none' | 'picture' | 'file' {
  if (!cadastro_unico_url) return 'none';
  return /\.(jpe?g|png)$/i.test(documentPathOf(String(cadastro_unico_url)) ?? '') ? 'picture' : 'file';
}

/** The bytes are no picture, whatever the name says. */
export class NoPicture extends Error {
  override name = 'NoPicture';
}

/**
 * The picture of a registration's document, in memory only: fetched through the
 * signed link like any download, and noted like one. Throws BackendError, and
 * NoPicture when the bytes are none.
 */
export async function fetchPicture(registration: Registration, signal: AbortSignal): Promise<Blob> {
  const path = documentPathOf(String(registration.cadastro_unico_url));
  if (path === null) throw new NoPicture();
  const link = await signedLink(path, downloadName(registration, path));
  const answer = await fetch(link, { cache: 'no-store', credentials: 'omit', signal }).catch(() => null);
  if (!answer?.ok) throw new BackendError(answer?.status ?? 0, '', '');
  const bytes = await answer.blob().catch(() => null);
  if (!bytes) throw new BackendError(0, '', '');
  const kind = kindOf(new Uint8Array(await bytes.slice(0, SIGNATURE_BYTES).arrayBuffer()));
  if (kind !== 'jpg' && kind !== 'png') throw new NoPicture();
  return new Blob([bytes], { type: DOCUMENT_TYPES[kind] });
}
