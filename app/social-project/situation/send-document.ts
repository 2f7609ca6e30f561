import type { Backend } from '../../api/backend.ts';
import { BackendError } from '../../api/client.ts';
import { type Submission, storedAddress } from '../sending/submit-enrolment.ts';
import { call, type SendResult, sendResultIn } from './situation-api.ts';

/**
 * Sends another document for the enrolment of a personal code: first the file, unless it is
 * stored already, then what binds it. Again with the same `submission` it is the same
 * document; it is not received where the situation, as it is now, asks for none. Throws BackendError at the first failed step, and TooManyAttempts.
 */
export async function sendDocument(
  submission: Submission,
  code: string,
  file: File,
  connect: () => Promise<Backend>,
): Promise<SendResult> {
  const backend = await connect();
  const address = await storedAddress(submission, file, backend.storage, () => {});
  try {
    return sendResultIn(
      await call('enviar_outro_documento', { codigo: code, endereco: address }, backend.rest),
    );
  } catch (error) {
    if (error instanceof BackendError && error.code === '23503') submission.stored = null; // it is missing: upload it again
    throw error;
  }
}
