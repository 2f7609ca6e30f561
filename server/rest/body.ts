import { ApiError } from '../core/errors.ts';
import {
  type BodyFault,
  isObject,
  isOtherType,
  isTooDeep,
  readBody,
  type Sent,
  STOOD_STILL,
} from '../http/request-body.ts';

/** A JSON object of a request: `json` is its unparsed text, because JSON.parse would round long numbers; `keys` are its names. */
export type SentObject = { json: string; keys: string[] };

const BODY_MAX = 100 * 1024; // bytes

/**
 * The body as one object; an array of exactly one object counts as that object. An
 * empty body gives `emptyBody`, or 400 when that is null. Throws 413 above 100 kB,
 * 415 for a compressed body or one of another type, 400 PGRST102 for anything else.
 */
export async function readObject(sent: Sent, emptyBody: SentObject | null = null): Promise<SentObject> {
  const encoding = sent.headers.get('content-encoding');
  if (encoding !== null && encoding !== 'identity')
    throw new ApiError(415, '415', 'Send the body without compression');
  if (isOtherType(sent.headers)) throw new ApiError(415, 'PGRST102', 'Content-Type not acceptable');
  const bytes = await readBody(sent, BODY_MAX, refuse);
  const json = read('UTF-8 text', () => new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  if (json.trim() === '' && emptyBody) return emptyBody;
  const value = read('JSON', () => JSON.parse(json) as unknown);
  if (isTooDeep(json)) throw wrongBody('Nested too deeply');
  if (!Array.isArray(value)) return objectOf(value, json);
  if (value.length !== 1) throw wrongBody('Send exactly one object');
  return objectOf(value[0], json.trim().slice(1, -1)); // the text between the array's brackets
}

export function wrongBody(details: string): ApiError {
  return new ApiError(400, 'PGRST102', 'Empty or invalid json', { details });
}

function objectOf(value: unknown, json: string): SentObject {
  if (!isObject(value)) throw wrongBody('Send one object');
  return { json, keys: Object.keys(value) };
}

function refuse(fault: BodyFault): ApiError {
  if (fault === 'tooLarge') return new ApiError(413, '413', 'Os dados enviados são grandes demais.');
  if (fault === 'tooSlow') return new ApiError(408, '408', STOOD_STILL);
  return wrongBody('The body broke off');
}

function read<T>(what: string, reading: () => T): T {
  try {
    return reading();
  } catch {
    throw wrongBody(`It is not ${what}`);
  }
}
