import { ApiError } from '../core/errors.ts';

/** A JSON object as it came: `json` its text for PostgreSQL, which keeps every digit of a number; `keys` its columns. */
export type SentObject = { json: string; keys: string[] };

const BODY_MAX = 100 * 1024; // bytes
const DEPTH_MAX = 20;

/**
 * The one object in a request's body, or in an array of exactly one. Throws 413
 * for more than 100 kB, 415 for a compressed body and 400 PGRST102 for anything
 * else; without a body gives `emptyBody`, or 400 when that is null.
 */
export async function readObject(request: Request, emptyBody: SentObject | null = null): Promise<SentObject> {
  refuseOtherFormats(request.headers);
  const json = await readText(request);
  if (json.trim() === '' && emptyBody) return emptyBody;
  const value = parsed(json);
  if (depthOf(json) > DEPTH_MAX) throw wrongBody('Nested too deeply');
  if (!Array.isArray(value)) return objectOf(value, json);
  if (value.length !== 1) throw wrongBody('Send exactly one object');
  return objectOf(value[0], json.trim().slice(1, -1)); // what stands between the array's brackets
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
  const type = headers.get('content-type');
  if (type !== null && !/^application\/json\s*(;|$)/i.test(type.trim()))
    throw new ApiError(400, 'PGRST102', 'Content-Type not acceptable');
}

/** Counts while reading; what is too long is left unread, for the connection to pour away, so that the answer arrives. */
async function readText(request: Request): Promise<string> {
  if (Number(request.headers.get('content-length')) > BODY_MAX) throw tooLarge();
  const reader = request.body?.getReader();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for (;;) {
    const part = await reader?.read().catch(() => {
      throw wrongBody('The body broke off');
    });
    if (!part || part.done) break;
    bytes += part.value.byteLength;
    if (bytes > BODY_MAX) throw tooLarge();
    chunks.push(part.value);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw wrongBody('It is not UTF-8 text');
  }
}

function tooLarge(): ApiError {
  return new ApiError(413, '413', 'Os dados enviados são grandes demais.');
}

/** Brackets open at once, at most, outside the texts, in what is known to be JSON. */
function depthOf(json: string): number {
  let [depth, deepest] = [0, 0];
  for (const [bracket] of json.matchAll(/[[{\]}]|"(?:[^"\\]|\\.)*"/gs)) {
    if (bracket === '[' || bracket === '{') deepest = Math.max(deepest, ++depth);
    else if (bracket === ']' || bracket === '}') depth--;
  }
  return deepest;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw wrongBody('It is not JSON');
  }
}
