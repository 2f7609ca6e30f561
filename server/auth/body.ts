import { ApiError } from '../core/errors.ts';
import { isObject, isOtherType, objectIn } from '../http/request-body.ts';

/** Most bytes of a body; the product's calls need less than a hundredth. */
const BODY_MAX_BYTES = 100_000;

/** The body as bytes. Throws 415 when it is no JSON by its own word, 413 as soon as it is too large. */
export async function readBody(request: Request): Promise<Uint8Array> {
  if (isOtherType(request.headers))
    throw new ApiError(415, 'unsupported_media_type', 'Send the body as application/json');
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > BODY_MAX_BYTES)
      throw new ApiError(413, 'request_entity_too_large', `Request body exceeds ${BODY_MAX_BYTES} bytes`, {
        headers: { Connection: 'close' }, // what was not read would be taken for the next request
      });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The fields of a JSON object. Throws 400 bad_json for anything else, and for one nested too deeply. */
export function fieldsOf(body: Uint8Array): Record<string, unknown> {
  const fields = objectIn(body);
  if (!fields) throw badJson('Could not parse request body as JSON');
  return fields;
}

/** A text, '' when it is absent or null. Throws 400 bad_json when it is something else. */
export function textOf(fields: Record<string, unknown>, name: string): string {
  const value = fields[name] ?? '';
  if (typeof value !== 'string') throw badJson(`${name} must be a string`);
  return value;
}

/** An object, empty when it is absent or null. Throws 400 bad_json when it is something else. */
export function objectOf(fields: Record<string, unknown>, name: string): Record<string, unknown> {
  const value = fields[name] ?? {};
  if (!isObject(value)) throw badJson(`${name} must be an object`);
  return value;
}

function badJson(message: string): ApiError {
  return new ApiError(400, 'bad_json', message);
}
