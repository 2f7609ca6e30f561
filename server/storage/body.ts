import { isOtherType, objectIn, readBody, type Sent } from '../http/request-body.ts';
import { refuse } from './answers.ts';

const JSON_MAX_BYTES = 100_000;

/** The fields of the JSON object in a body. Throws 415 for another type, 413 above 100 kB, 400 for anything else. */
export async function readFields(sent: Sent): Promise<Record<string, unknown>> {
  if (isOtherType(sent.headers)) throw refuse('notJson');
  const bytes = await readBody(sent, JSON_MAX_BYTES, (fault) =>
    refuse(fault, fault === 'tooLarge' ? 'Request body is too large' : undefined),
  );
  const fields = objectIn(bytes);
  if (!fields) throw refuse('badRequest', 'body must be object');
  return fields;
}
