import type { Caller } from '../core/database.ts';
import { ApiError } from '../core/errors.ts';
import { ANONYMOUS, callerOf } from '../core/tokens.ts';

/**
 * Who an `Authorization` header speaks for; nobody without one, or with another
 * scheme. Throws 401 PGRST301 for a token that is none of ours, PGRST303 for one
 * whose time or claims do not hold. Source: contract §4.5.
 */
export async function callerFrom(
  header: string | undefined,
  key: Uint8Array,
  anonKey: string,
): Promise<Caller> {
  const [, token] = /^bearer(?:\s+(.*))?$/is.exec(header?.trim() ?? '') ?? [null, null];
  if (token === null) return ANONYMOUS;
  if (!token) throw invalidToken('PGRST301', 'Empty JWT is sent in Authorization header');
  return callerOf(token.trim(), key, anonKey).catch((error: unknown) => {
    throw tokenRefusal(error, token) ?? error;
  });
}

/** Null for what is no fault of the token. */
function tokenRefusal(error: unknown, token: string): ApiError | null {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ERR_JWT_EXPIRED') return invalidToken('PGRST303', 'JWT expired');
  if (code === 'ERR_JWT_CLAIM_VALIDATION_FAILED')
    return invalidToken('PGRST303', 'JWT claims validation or parsing failed');
  if (!/^ERR_J(OSE|WS|WT|WK)/.test(code)) return null;
  const parts = token.split('.').length;
  return invalidToken(
    'PGRST301',
    parts === 3 ? 'No suitable key or wrong key type' : `Expected 3 parts in JWT; got ${parts}`,
  );
}

function invalidToken(code: string, message: string): ApiError {
  return new ApiError(401, code, message, {
    headers: { 'WWW-Authenticate': `Bearer error="invalid_token", error_description="${message}"` },
  });
}
