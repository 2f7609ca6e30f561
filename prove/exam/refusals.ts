import { DOCUMENT_BUCKET } from '../../domain/document/document.ts';
import { NO_SPACE } from '../../server/core/disk-space.ts';
import { check } from '../kill.ts';
import type { Submission } from '../submission.ts';
import type { Place } from './families.ts';

/** An answer with its body's text. */
export type Reply = { status: number; text: string };

const headersOf = (key: string) => ({ apikey: key, Authorization: `Bearer ${key}` });

/** One attempt to send the document. Throws when there is no answer at all. */
export async function sendDocument(
  place: Place,
  { path, bytes }: Submission,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const { url, key } = place();
  const answer = await fetch(`${url}/storage/v1/object/${DOCUMENT_BUCKET}/${path}`, {
    method: 'POST',
    headers: { ...headersOf(key), 'Content-Type': 'application/pdf', ...headers },
    body: new Uint8Array(bytes),
  });
  return { status: answer.status, text: await answer.text() };
}

/** One attempt to enrol with a document that is there. Throws when there is no answer at all. */
export async function sendEnrolment(
  place: Place,
  { path, row }: Submission,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const { url, key } = place();
  const answer = await fetch(`${url}/rest/v1/inscricoes_projeto`, {
    method: 'POST',
    headers: {
      ...headersOf(key),
      'Content-Type': 'application/json',
      Prefer: 'return=minimal',
      ...headers,
    },
    body: JSON.stringify({
      ...row,
      cadastro_unico_url: `${url}/storage/v1/object/public/${DOCUMENT_BUCKET}/${path}`,
    }),
  });
  return { status: answer.status, text: await answer.text() };
}

/** Throws unless it is the refusal for want of space, in the shape and with the sentence of the contract. */
export function checkNoSpace({ status, text }: Reply, code: '53100' | 'InsufficientStorage'): void {
  check(status === 507, `want of space is told with 507 (${status} ${text})`);
  const body = JSON.parse(text) as { code: string; message: string };
  check(body.code === code && body.message === NO_SPACE, `in the shape of the contract (${text})`);
}

/** Throws unless it was done, or refused so that the page tries again: 507, or 503, each with a sentence. */
export function checkDoneOrLater({ status, text }: Reply, done: number): void {
  if (status === done) return;
  check(status === 507 || status === 503, `it is done, or refused until later (${status} ${text})`);
  check(/Tente de novo/.test((JSON.parse(text) as { message: string }).message), `in words (${text})`);
}
