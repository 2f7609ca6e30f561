import { jwtVerify, SignJWT } from 'jose';
import { DOCUMENT_BUCKET, SIGNED_LINK_SECONDS } from '../../domain/document/document.ts';
import type { Caller } from '../core/database.ts';
import { refuse } from './answers.ts';

/**
 * A token that opens the object of a key for reading, for a minute and as long as its maker
 * may: the page opens it at once. `issuedAt` is in seconds since 1970. Source: docs/contract.md §2.
 */
export async function signLink(
  secret: Uint8Array,
  key: string,
  { claims: { sub, session_id } }: Caller,
  issuedAt: number,
): Promise<string> {
  return new SignJWT({ url: urlOf(key), sub, session_id })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + SIGNED_LINK_SECONDS)
    .sign(secret);
}

const urlOf = (key: string) => `${DOCUMENT_BUCKET}/${key}`;

/** Who made the link, to read as. Throws 400 when the token is not ours, has expired, or is for another object. */
export async function checkLink(secret: Uint8Array, token: string, key: string | null): Promise<Caller> {
  const { payload } = await jwtVerify(token, secret, {
    algorithms: ['HS256'],
    requiredClaims: ['exp'],
  }).catch(() => {
    throw refuse('badLink');
  });
  const { url, sub, session_id } = payload;
  if (key === null || url !== urlOf(key)) throw refuse('badLink');
  if (typeof sub !== 'string' || typeof session_id !== 'string') throw refuse('badLink');
  return { role: 'authenticated', claims: { role: 'authenticated', sub, session_id } };
}
