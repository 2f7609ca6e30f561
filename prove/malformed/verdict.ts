import type { Answer } from './answer.ts';
import { type Attempt, PERSONAL } from './attempt.ts';
import type { Received } from './connection.ts';

/** What no visitor may read: SQL, paths, stacks. The attempts hold none of it. */
const INSIDE =
  /\bat \S+ \(|\.[cm]?[jt]s:\d|node_modules|file:\/\/|\/(?:server|dist|home|tmp|root)\/|\bselect (?!parameter)\S+ |\binsert into\b|\bdelete from\b|syntax error at|LINE \d|pg_catalog|\b(?:private|servidor|storage|auth)\.\w|ECONN|ENOENT|TypeError|RangeError/;

/**
 * What is wrong with what was received; null when it is as docs/contract.md says. With `limits` the
 * throttles are on, and a refresh above them is answered 503 by docs/contract.md §5.3.
 */
export function faultOf(attempt: Attempt, received: Received, { limits = false } = {}): string | null {
  if (received.open) return 'no answer in time, and the connection stayed open';
  if (received.junk !== null) return `these bytes are no answer: ${JSON.stringify(received.junk)}`;
  if (attempt.ends === 'answered' && received.answers.length === 0)
    return 'the connection closed without an answer';
  for (const answer of received.answers) {
    const fault = faultIn(answer, attempt, limits);
    if (fault) return `${fault}: ${answer.status} ${answer.body.toString().slice(0, 500)}`;
  }
  return null;
}

function faultIn(answer: Answer, attempt: Attempt, limits: boolean): string | null {
  const { status, headers, body } = answer;
  if (status >= 500) {
    const busy =
      limits && status === 503 && headers.has('retry-after') && /^\/auth\/v1\/token/.test(attempt.target);
    if (!busy) return 'an answer that blames the server';
  }
  if (attempt.refused && status < 300) return 'something malformed was taken';
  if (status < 300 || [304, 308].includes(status)) return null;
  if (status === 429 && !/^[1-9]\d*$/.test(headers.get('retry-after') ?? ''))
    return '429 without Retry-After';
  const text = body.toString();
  if (INSIDE.test(text)) return 'it tells of the inside';
  if (PERSONAL.some((value) => text.includes(value))) return 'it repeats a personal value';
  return attempt.method === 'HEAD' ? null : shapeFault(answer, attempt);
}

/** As the server's router sees the path: dots resolved, percent signs decoded once; '' when the target is unknown. */
function pathOf(target: string): string {
  if (!URL.canParse(target, 'http://a')) return '';
  const { pathname } = new URL(target, 'http://a');
  try {
    return decodeURI(pathname);
  } catch {
    return pathname;
  }
}

/** Whether a refusal's body has the one shape of all, or the gateway's for a wrong key. Source: docs/contract.md §1. */
function shapeFault({ status, headers, body }: Answer, { target }: Attempt): string | null {
  if (/^text\/html/.test(headers.get('content-type') ?? ''))
    return /^\/(rest|auth|storage)\/v1(\/|$)/.test(pathOf(target)) ? 'a page instead of JSON' : null;
  if (!/^application\/json/.test(headers.get('content-type') ?? '')) return 'no JSON';
  const fields = fieldsOf(body);
  if (!fields) return 'no JSON object';
  const { code, message, details, hint, error_code, msg, statusCode, weak_password: _, ...others } = fields;
  const areTexts = [code, message, details ?? '', hint ?? ''].every((value) => typeof value === 'string');
  const isSaidAlike = code === error_code && message === msg && statusCode === String(status);
  const isGateways = status === 401 && Object.keys(fields).sort().join() === 'hint,message';
  return isGateways || (areTexts && isSaidAlike && Object.keys(others).length === 0)
    ? null
    : 'not the shape of a refusal';
}

function fieldsOf(body: Buffer): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(body.toString());
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}
