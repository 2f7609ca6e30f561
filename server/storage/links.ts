import { jwtVerify, SignJWT } from 'jose';
import type { Caller } from '../core/database.ts';
import { refuse, tokenProblem } from './answers.ts';

/** Longest lifetime of a link in seconds: the page opens it at once. */
const LINK_MAX_SECONDS = 60;

const SCOPE = 'download';

/**
 * A token that opens one object, named `bucket/key`, for reading, for as long as its maker
 * may. `issuedAt` is in seconds since 1970. Source: docs/contract.md §2.
 */
export async function signLink(
  key: Uint8Array,
  object: string,
  { claims: { sub, session_id } }: Caller,
  seconds: number,
  issuedAt: number,
): Promise<string> {
  return new SignJWT({ url: object, scope: SCOPE, sub, session_id })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + Math.min(seconds, LINK_MAX_SECONDS))
    .sign(key);
}

/** The link's end, and who made it, to read as. Throws 400 when the token is not ours, has expired, or is for another object. */
export async function checkLink(
  key: Uint8Array,
  token: string,
  object: string,
): Promise<{ expires: Date; maker: Caller }> {
  const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'], requiredClaims: ['exp'] }).catch(
    (error: unknown) => {
      throw refuse('badLink', tokenProblem(error));
    },
  );
  const { url, scope, sub, session_id } = payload;
  if (url !== object || scope !== SCOPE) throw refuse('linkElsewhere');
  if (typeof sub !== 'string' || typeof session_id !== 'string') throw refuse('linkElsewhere');
  const claims = { role: 'authenticated', sub, session_id };
  return { expires: new Date((payload.exp ?? 0) * 1000), maker: { role: 'authenticated', claims } };
}
