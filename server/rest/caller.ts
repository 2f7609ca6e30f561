import { ANONYMOUS, type Caller } from '../core/database.ts';
import { ApiError } from '../core/errors.ts';
import { callerOf } from '../core/tokens.ts';

/**
 * The caller named by an `Authorization` header; anonymous without one or with a scheme
 * other than Bearer. Throws 401 PGRST301 for a token that this server did not sign,
 * PGRST303 for one that is expired or has invalid claims. Source: docs/contract.md §4.5.
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

/** Null when the error is not about the token. */
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
