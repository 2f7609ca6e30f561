import { DOCUMENT_BUCKET } from '../../../domain/document/document.ts';
import { accessToken } from '../../api/auth.ts';
import { backend, storageError } from '../../api/client.ts';
import { callFunction } from './calls.ts';

/** Untouched enrolments and unclaimed documents of one place in one hour; moments as ISO text. */
export type Flood = {
  origem: string;
  hora: string;
  primeira: string;
  ultima: string;
  inscricoes: number;
  documentos: number;
};

/** The newest first; empty for none. Throws BackendError. */
export function floods(signal: AbortSignal): Promise<Flood[]> {
  return callFunction('enxurradas', {}, signal);
}

/** Erases a flood and returns how many enrolments that were. Throws BackendError; what was erased until then stays erased. */
export async function eraseFlood({ origem, hora }: Flood, confirmation: string): Promise<number> {
  type Erased = { inscricoes: number; faltam: number };
  for (let erased = 0; ; ) {
    const part = await callFunction<Erased>('apagar_enxurrada', { origem, hora, confirmacao: confirmation });
    erased += part.inscricoes;
    if (part.faltam === 0 || part.inscricoes === 0) return erased;
  }
}

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
  const { storage } = await backend(accessToken);
  const { error } = await storage.from(DOCUMENT_BUCKET).remove([document]);
  return !error || storageError(error).status === 404;
}
