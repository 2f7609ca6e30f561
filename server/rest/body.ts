import { ApiError } from '../core/errors.ts';
import { type BodyFault, isOtherType, isTooDeep, readBody, type Sent } from '../http/request-body.ts';

/** A JSON object of a request: `json` is its unparsed text, because JSON.parse would round long numbers; `keys` are its names. */
export type SentObject = { json: string; keys: string[] };

const BODY_MAX = 100 * 1024; // bytes

/**
 * The body as one object; an array of exactly one object counts as that object. An
 * empty body gives `emptyBody`, or 400 when that is null. Throws 413 above 100 kB,
 * 415 for a compressed body or one of another type, 400 PGRST102 for anything else.
 */
export async function readObject(sent: Sent, emptyBody: SentObject | null = null): Promise<SentObject> {
  refuseOtherFormats(sent.headers);
  const json = await readText(sent);
  if (json.trim() === '' && emptyBody) return emptyBody;
  const value = parsed(json);
  if (isTooDeep(json)) throw wrongBody('Nested too deeply');
  if (!Array.isArray(value)) return objectOf(value, json);
  if (value.length !== 1) throw wrongBody('Send exactly one object');
  return objectOf(value[0], json.trim().slice(1, -1)); // the text between the array's brackets
}

export function wrongBody(details: string): ApiError {
  return new ApiError(400, 'PGRST102', 'Empty or invalid json', { details });
}

function objectOf(value: unknown, json: string): SentObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrongBody('Send one object');
  return { json, keys: Object.keys(value) };
}

function refuseOtherFormats(headers: Headers): void {
  const encoding = headers.get('content-encoding');
  if (encoding !== null && encoding !== 'identity')
    throw new ApiError(415, '415', 'Send the body without compression');
  if (isOtherType(headers)) throw new ApiError(415, 'PGRST102', 'Content-Type not acceptable');
}

async function readText(sent: Sent): Promise<string> {
  const bytes = await readBody(sent, BODY_MAX, refuse);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw wrongBody('It is not UTF-8 text');
  }
}

function refuse(fault: BodyFault): ApiError {
  if (fault === 'tooLarge') return new ApiError(413, '413', 'Os dados enviados são grandes demais.');
  if (fault === 'tooSlow')
    return new ApiError(408, '408', 'O envio parou no meio. Confira a internet e tente de novo.');
  return wrongBody('The body broke off');
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw wrongBody('It is not JSON');
  }
}
