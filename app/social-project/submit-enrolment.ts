import {
  DOCUMENT_BUCKET,
  DOCUMENT_TYPES,
  documentPath,
  kindOf,
  SIGNATURE_BYTES,
  safeFileName,
} from '../../domain/document.ts';
import { type Enrolment, type EnrolmentRow, toRow } from '../../domain/enrolment.ts';
import { type Backend, BackendError, backend, STORAGE, storageError, tableError } from '../api/client.ts';

/**
 * What is remembered of one filled form between one attempt to send it and the
 * next, so that nothing is sent twice. One lives from the first answer until the
 * enrolment has arrived, also when another file is chosen or the page is loaded
 * anew in between; it is plain data, so that it can be kept.
 */
export type Submission = {
  /** The uuid that begins the document's name: the enrolment's key, and its protocol. */
  readonly id: string;
  /** The prints of every file that an upload was tried with, in order. */
  readonly tried: string[];
  /** The print of the file that is stored, and its public address. */
  stored: { print: string; address: string } | null;
  /** The row, while nobody knows whether it arrived; the answers may not change meanwhile. */
  pending: EnrolmentRow | null;
};

export function newSubmission(): Submission {
  return { id: newId(), tried: [], stored: null, pending: null };
}

/** `code` of a BackendError for a file that the device no longer gives. */
export const UNREADABLE = 'unreadable';

/**
 * Sends one enrolment: the document first, unless it is stored already, then the
 * row that points to it. Throws a BackendError at the first step that fails, and
 * nothing after it happens. `keep` is called before each call and after the last
 * one, whenever the submission has something new to remember. Source: SPEC §7,
 * submission order.
 */
export async function submitEnrolment(
  submission: Submission,
  enrolment: Enrolment,
  connect: () => Promise<Backend> = backend,
  keep: () => void = () => {},
): Promise<void> {
  const { rest, storage } = await connect();
  const before = submission.pending;
  const row =
    before ?? toRow(enrolment, await storedAddress(submission, enrolment.cadastroUnico, storage, keep));

  submission.pending = row;
  keep();
  const answer = await rest.from('inscricoes_projeto').insert(row);
  if (!answer.error || answer.error.code === '23505') {
    submission.pending = null; // 23505: an earlier attempt had arrived
    return;
  }
  const error = tableError(answer);
  if (/^2[23]/.test(error.code)) submission.pending = null;
  else if (!leavesDoubt(error)) submission.pending = before;
  if (error.code === '23503') submission.stored = null; // the document is gone: it goes up again
  throw error;
}

/** Whether the row may have arrived all the same. */
function leavesDoubt({ status, code }: BackendError): boolean {
  if (/^53|^57014$/.test(code)) return false; // out of room or of time: PostgreSQL took it back
  return status === 0 || status === 408 || status >= 500;
}

/** The public address of the document, which goes up under a name of its own unless it is there. Source: SPEC §7, calls 1 and 2. */
async function storedAddress(
  submission: Submission,
  file: File | null,
  storage: Backend['storage'],
  keep: () => void,
): Promise<string | null> {
  if (file === null) return null;
  const known = prints.get(file);
  if (known && submission.stored?.print === known) return submission.stored.address;

  const bytes = await bytesOf(file);
  const print = printOf(bytes);
  prints.set(file, print);
  if (submission.stored?.print === print) return submission.stored.address;
  const kind = kindOf(new Uint8Array(bytes, 0, Math.min(SIGNATURE_BYTES, bytes.byteLength)));
  if (!kind) throw new BackendError(415, STORAGE, '');
  if (!submission.tried.includes(print)) submission.tried.push(print);
  const name = safeFileName(file.name, kind, submission.tried.indexOf(print) + 1);
  keep();
  const path = documentPath(submission.id, name);

  const bucket = storage.from(DOCUMENT_BUCKET);
  const type = DOCUMENT_TYPES[kind];
  const { error } = await bucket.upload(path, new File([bytes], name, { type }), {
    upsert: false,
    contentType: type,
  });
  const failure = error && storageError(error);
  if (failure && failure.status !== 409) throw failure; // 409: this very file went up before, its answer was lost
  const address = bucket.getPublicUrl(path).data.publicUrl;
  submission.stored = { print, address };
  return address;
}

/** Prints of the files seen so far: one that has arrived need not be read again, and may be gone. */
const prints = new WeakMap<File, string>();

/** Tells one file from another by what is in it (FNV-1a over two lanes, and the length); no proof against forgers. */
function printOf(buffer: ArrayBuffer): string {
  const bytes = new Uint8Array(buffer);
  let even = 0x811c9dc5;
  let odd = 0x1000193;
  for (let at = 0; at < bytes.length; at += 2) {
    even = Math.imul(even ^ (bytes[at] ?? 0), 0x1000193);
    odd = Math.imul(odd ^ (bytes[at + 1] ?? 0) ^ (even >>> 24), 0x1000193);
  }
  return [bytes.length, even >>> 0, odd >>> 0].map((number) => number.toString(36)).join('-');
}

/** Throws BackendError when the device no longer gives the file: deleted, changed, or its permission gone. */
async function bytesOf(file: File): Promise<ArrayBuffer> {
  try {
    return await file.arrayBuffer();
  } catch {
    throw new BackendError(0, UNREADABLE, '');
  }
}

/** A random uuid, also where the page came without encryption and `randomUUID` is missing. */
function newId(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
