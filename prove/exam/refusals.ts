import { NO_SPACE } from '../../server/core/disk-space.ts';
import { check } from '../kill.ts';

/** Throws unless it is the refusal for want of space, in the shape and with the sentence of the contract. */
export async function checkNoSpace(answer: Response, code: '53100' | 'InsufficientStorage'): Promise<void> {
  const [status, text] = [answer.status, await answer.text()];
  check(status === 507, `want of space is told with 507 (${status} ${text})`);
  const body = JSON.parse(text) as { code: string; message: string };
  check(body.code === code && body.message === NO_SPACE, `in the shape of the contract (${text})`);
}

/** Throws unless it was done, or refused so that the page tries again: 507, or 503, each with a sentence. */
export async function checkDoneOrLater(answer: Response, done: number): Promise<void> {
  const [status, text] = [answer.status, await answer.text()];
  if (status === done) return;
  check(status === 507 || status === 503, `it is done, or refused until later (${status} ${text})`);
  check(/Tente de novo/.test((JSON.parse(text) as { message: string }).message), `in words (${text})`);
}
