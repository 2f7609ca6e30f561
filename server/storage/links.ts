import { jwtVerify, SignJWT } from 'jose';
import { refuse, tokenProblem } from './answers.ts';

/** Longest lifetime of a link in seconds. */
const LINK_MAX_SECONDS = 3_600;

const SCOPE = 'download';

/** A token that opens one object, named `bucket/key`, for reading. `issuedAt` is in seconds since 1970. Source: docs/contract.md §2. */
export async function signLink(
  key: Uint8Array,
  object: string,
  seconds: number,
  issuedAt: number,
): Promise<string> {
  return new SignJWT({ url: object, scope: SCOPE })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + Math.min(seconds, LINK_MAX_SECONDS))
    .sign(key);
}

/** The link's end. Throws 400 when the token is not ours, has expired, or is for another object. */
export async function checkLink(key: Uint8Array, token: string, object: string): Promise<Date> {
  const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'], requiredClaims: ['exp'] }).catch(
    (error: unknown) => {
      throw refuse('badLink', tokenProblem(error));
    },
  );
  if (payload.url !== object || payload.scope !== SCOPE) throw refuse('linkElsewhere');
  return new Date((payload.exp ?? 0) * 1000);
}
