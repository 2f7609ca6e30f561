import type { Context } from 'hono';
import type { AppContext, Env } from '../core/context.ts';
import type { Caller } from '../core/database.ts';
import { callerOf } from '../core/tokens.ts';
import { isOtherType, objectIn, readBody, type Sent } from '../http/request-body.ts';
import { refuse, tokenProblem } from './answers.ts';

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

/** True when the request has a bearer token or the public key, which counts as one. Source: docs/contract.md §1. */
export function hasCredentials(c: Context<Env>): boolean {
  return c.req.header('authorization') !== undefined || c.req.header('apikey') !== undefined;
}

/** The caller. Throws 400 without credentials, 403 for a token that is not ours or has expired. */
export async function callerFrom(c: Context<Env>, context: AppContext): Promise<Caller> {
  const bearer = c.req.header('authorization')?.replace(/^bearer\b\s*/i, '') ?? c.req.header('apikey');
  if (bearer === undefined) throw refuse('badRequest', "headers must have required property 'authorization'");
  return callerOf(bearer, context.keys.jwt, context.keys.anonKey).catch((error: unknown) => {
    throw refuse('badBearer', tokenProblem(error));
  });
}
