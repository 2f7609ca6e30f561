import { DOCUMENT_BUCKET, SIGNED_LINK_SECONDS } from '../../../domain/document/document.ts';
import { accessToken } from '../../api/auth.ts';
import { filesOf } from '../../api/backend.ts';
import { BackendError, connection } from '../../api/client.ts';

/**
 * A signed link to a document; `name` is what its download is called, null for one that is only
 * shown, so that its address holds no protocol. Throws BackendError with
 * the status in the answer's body; HTTP's own is 400 for most errors.
 */
export async function signedLink(path: string, name: string | null): Promise<string> {
  const { data, error } = await filesOf(await connection(accessToken))
    .from(DOCUMENT_BUCKET)
    .createSignedUrl(path, SIGNED_LINK_SECONDS, name === null ? {} : { download: name });
  if (error) throw new BackendError(Number(error.statusCode) || error.status || 0, '', '');
  return data.signedUrl;
}
