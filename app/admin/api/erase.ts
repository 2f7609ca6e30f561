import { DOCUMENT_BUCKET } from '../../../domain/document/document.ts';
import { accessToken } from '../../api/auth.ts';
import { filesOf, storageError } from '../../api/backend.ts';
import { connection } from '../../api/client.ts';
import { callFunction } from './calls.ts';

/**
 * Erases an enrolment, then its document. False when the document could not be
 * deleted: the server's daily run deletes it. Throws BackendError, with the
 * database's sentence, when nothing was erased.
 */
export async function eraseEnrolment(
  enrolment: string,
  confirmation: string,
  reason: string,
): Promise<boolean> {
  const document = await callFunction<string | null>('apagar_inscricao', {
    inscricao: enrolment,
    confirmacao: confirmation,
    motivo: reason,
  });
  if (document === null) return true;
  const { error } = await filesOf(await connection(accessToken))
    .from(DOCUMENT_BUCKET)
    .remove([document]);
  return !error || storageError(error).status === 404;
}
