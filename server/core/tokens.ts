import { timingSafeEqual } from 'node:crypto';
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { ANONYMOUS, type Caller } from './database.ts';

/** Lifetime of an access token in seconds. The database ends sessions (decision 13); this only bounds them. */
export const ACCESS_TOKEN_SECONDS = 900;

type AccessClaims = JWTPayload & {
  sub: string;
  session_id: string;
  email: string;
  role: 'authenticated';
};

/** An access token as GoTrue writes it. `issuedAt` and the result's `expiresAt` are seconds since 1970. Source: docs/contract.md §2. */
export async function signAccessToken(
  key: Uint8Array,
  claims: Omit<AccessClaims, 'role'>,
  issuedAt: number,
): Promise<{ token: string; expiresAt: number }> {
  const expiresAt = issuedAt + ACCESS_TOKEN_SECONDS;
  const token = await new SignJWT({ ...claims, role: 'authenticated', is_anonymous: false })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setAudience('authenticated')
    .setIssuedAt(issuedAt)
    .setExpirationTime(expiresAt)
    .sign(key);
  return { token, expiresAt };
}

/**
 * The caller of a bearer token: anonymous for the public key and for our tokens of
 * role anon, else the person of an access token. Throws jose's error (`code`:
 * ERR_JWT_EXPIRED and others) for anything else: algorithm, audience, expiry, person
 * and session are required, and no other role exists.
 */
export async function callerOf(bearer: string, key: Uint8Array, anonKey: string): Promise<Caller> {
  if (sameText(bearer, anonKey)) return ANONYMOUS;
  const { payload } = await jwtVerify(bearer, key, {
    algorithms: ['HS256'],
    requiredClaims: ['exp'],
    clockTolerance: 5, // seconds
  });
  if (payload.role === 'anon' && payload.sub === undefined) return ANONYMOUS;
  const isPerson = payload.role === 'authenticated' && payload.aud === 'authenticated';
  if (!isPerson || !isUuid(payload.sub) || !isUuid(payload.session_id))
    throw new errors.JWTClaimValidationFailed('of no role that we serve', payload);
  return { role: 'authenticated', claims: payload as AccessClaims };
}

/** Compares in constant time. */
export function sameText(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value);
}
