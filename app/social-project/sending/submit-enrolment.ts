import {
  DOCUMENT_BUCKET,
  DOCUMENT_TYPES,
  documentPath,
  kindOf,
  SIGNATURE_BYTES,
  safeFileName,
} from '../../../domain/document/document.ts';
import { type Enrolment, type EnrolmentRow, toRow } from '../../../domain/enrolment/enrolment.ts';
import { newPersonalCode, uploadIdOf } from '../../../domain/personal-code.ts';
import { type Backend, backend, storageError } from '../../api/backend.ts';
import { BackendError, STORAGE, tableError } from '../../api/client.ts';

/**
 * State of sending one form, so that nothing is sent twice. It lasts from the first answer
 * until the enrolment is sent, across other files and reloads; plain data, so that it can
 * be saved with the draft.
 */
export type Submission = {
  /** The personal code of the family's link. It is sent to nobody. */
  readonly code: string;
  /** The uuid that begins the document's name, made from `code`: idempotency key, and source of the protocol. */
  readonly id: string;
  /** Fingerprints of the files whose upload was tried, in order. */
  readonly tried: string[];
  /** Fingerprint and public address of the stored file. */
  stored: { print: string; address: string } | null;
  /** The row, while it is unknown whether it arrived; the answers must not change meanwhile. */
  pending: EnrolmentRow | null;
};

export function newSubmission(): Submission {
  const code = newPersonalCode();
  return { code, id: uploadIdOf(code), tried: [], stored: null, pending: null };
}

/** `code` of a BackendError for a file that the device cannot read any more. */
export const UNREADABLE = 'unreadable';

/**
 * Sends one enrolment: first the document, unless it is stored already, then the row that
 * refers to it. Throws BackendError at the first failed step. `save` is called before each
 * request with the changed submission. Source: SPEC §7,
 * submission order.
 */
export async function submitEnrolment(
  submission: Submission,
  enrolment: Enrolment,
  connect: () => Promise<Backend> = backend,
  save: () => void = () => {},
): Promise<void> {
  const { rest, storage } = await connect();
  const before = submission.pending;
  const row =
    before ?? toRow(enrolment, await storedAddress(submission, enrolment.cadastroUnico, storage, save));

  submission.pending = row;
  save();
  const answer = await rest.from('inscricoes_projeto').insert(row);
  if (!answer.error || answer.error.code === '23505') {
    submission.pending = null; // 23505: an earlier attempt had arrived
    return;
  }
  const error = tableError(answer);
  if (/^2[23]/.test(error.code)) submission.pending = null;
  else if (!mayHaveArrived(error)) submission.pending = before;
  if (error.code === '23503') submission.stored = null; // the document is missing: upload it again
  throw error;
}

/** Whether the row may have arrived despite the error. */
function mayHaveArrived({ status, code }: BackendError): boolean {
  if (/^53|^57014$/.test(code)) return false; // out of resources, or timed out: rolled back
  return status === 0 || status === 408 || status >= 500;
}

/** Uploads the document, unless it is stored already, and returns its public address; null without a file. Source: SPEC §7, calls 1 and 2. */
export async function storedAddress(
  submission: Pick<Submission, 'id' | 'tried' | 'stored'>,
  file: File | null,
  storage: Backend['storage'],
  save: () => void,
): Promise<string | null> {
  if (file === null) return null;
  const known = fingerprints.get(file);
  if (known && submission.stored?.print === known) return submission.stored.address;

  const bytes = await bytesOf(file);
  const print = fingerprintOf(bytes);
  fingerprints.set(file, print);
  if (submission.stored?.print === print) return submission.stored.address;
  const kind = kindOf(new Uint8Array(bytes, 0, Math.min(SIGNATURE_BYTES, bytes.byteLength)));
  if (!kind) throw new BackendError(415, STORAGE, '');
  if (!submission.tried.includes(print)) submission.tried.push(print);
  const name = safeFileName(file.name, kind, submission.tried.indexOf(print) + 1);
  save();
  const path = documentPath(submission.id, name);

  const bucket = storage.from(DOCUMENT_BUCKET);
  const type = DOCUMENT_TYPES[kind];
  const { error } = await bucket.upload(path, new File([bytes], name, { type }), {
    upsert: false,
    contentType: type,
  });
  const failure = error && storageError(error);
  if (failure && failure.status !== 409) throw failure; // 409: this file was uploaded before and the answer was lost
  const address = bucket.getPublicUrl(path).data.publicUrl;
  submission.stored = { print, address };
  return address;
}

/** Fingerprints of the files so far: a stored file is not read again, and may be unreadable by then. */
const fingerprints = new WeakMap<File, string>();

/** Fingerprint of a file's content (two-lane FNV-1a, and the length); not cryptographic. */
function fingerprintOf(buffer: ArrayBuffer): string {
  const bytes = new Uint8Array(buffer);
  let even = 0x811c9dc5;
  let odd = 0x1000193;
  for (let at = 0; at < bytes.length; at += 2) {
    even = Math.imul(even ^ (bytes[at] ?? 0), 0x1000193);
    odd = Math.imul(odd ^ (bytes[at + 1] ?? 0) ^ (even >>> 24), 0x1000193);
  }
  return [bytes.length, even >>> 0, odd >>> 0].map((number) => number.toString(36)).join('-');
}

/** Throws BackendError when the file cannot be read any more: deleted, changed, or not permitted. */
async function bytesOf(file: File): Promise<ArrayBuffer> {
  try {
    return await file.arrayBuffer();
  } catch {
    throw new BackendError(0, UNREADABLE, '');
  }
}
