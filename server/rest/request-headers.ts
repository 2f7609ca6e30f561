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

const OBJECT = 'application/vnd.pgrst.object+json';
const LISTS = ['*/*', 'application/*', 'application/json', 'application/vnd.pgrst.array+json'];

/** True when the first acceptable type of an `Accept` header is a single object, false for an array. Throws 406 PGRST107 when it accepts neither. */
export function wantsObject(accept: string | undefined): boolean {
  const wanted = (accept ?? '*/*').split(',').map((item) => {
    const [type = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
    return parameters.some((parameter) => parameter.startsWith('nulls=')) ? 'unknown' : type;
  });
  const first = wanted.find((type) => type === OBJECT || LISTS.includes(type));
  if (first === undefined) throw new ApiError(406, 'PGRST107', 'None of these media types are available');
  return first === OBJECT;
}

/** Throws 406 PGRST106 for an `Accept-Profile` or `Content-Profile` other than `public`. */
export function refuseOtherSchema(profile: string | undefined): void {
  if (profile !== undefined && profile !== 'public')
    throw new ApiError(406, 'PGRST106', 'Invalid schema', {
      hint: 'Only the following schemas are exposed: public',
    });
}

/** The `Prefer` header; null where nothing was asked for. */
export type Preferences = {
  resolution: 'merge-duplicates' | 'ignore-duplicates' | null;
  missing: 'default' | 'null' | null;
  return: 'minimal' | 'representation' | null;
  count: 'exact' | null;
};

/** Names and values that count as known. Source: docs/contract.md §4.1. */
const KNOWN: [name: string, value: RegExp][] = [
  ['resolution', /^(merge|ignore)-duplicates$/],
  ['missing', /^(default|null)$/],
  ['return', /^(minimal|headers-only|representation)$/],
  ['count', /^(exact|planned|estimated)$/],
  ['tx', /^(commit|rollback)$/], // accepted and ignored, as on a hosted project
  ['handling', /^(strict|lenient)$/],
  ['max-affected', /^\d{1,9}$/], // limits updates and deletes, which no caller may make
];

/** Values that PostgREST honours and this server does not, and what to ask for instead. */
const INSTEAD: Readonly<Record<string, string>> = {
  'count=planned': 'Ask for count=exact',
  'count=estimated': 'Ask for count=exact',
  'return=headers-only': 'Ask for return=representation',
};

/**
 * Ignores unknown preferences, or with `handling=strict` throws 400 PGRST122 for them. Throws it always for
 * PostgREST's preferences that are not served here. The first of two values counts.
 */
export function readPreferences(header: string | undefined): Preferences {
  const found = new Map<string, string>();
  let unknown = false;
  for (const item of (header ?? '').split(',').map((part) => part.trim())) {
    const [name = '', value = ''] = item.split('=').map((part) => part.trim());
    const known = KNOWN.some(([key, values]) => key === name && values.test(value));
    if (known && !found.has(name)) found.set(name, value);
    const hint = known && found.get(name) === value && INSTEAD[`${name}=${value}`];
    if (hint) throw new ApiError(400, 'PGRST122', 'Invalid preferences', { hint });
    if (!known && item !== '') unknown = true;
  }
  if (unknown && found.get('handling') === 'strict')
    throw new ApiError(400, 'PGRST122', 'Invalid preferences given with handling=strict');
  const wanted = <Name extends keyof Preferences>(name: Name) =>
    (found.get(name) ?? null) as Preferences[Name];
  const [resolution, missing, count] = [wanted('resolution'), wanted('missing'), wanted('count')];
  return { resolution, missing, return: wanted('return'), count };
}

/** The `Preference-Applied` header with those of `honoured` that were asked for, in that order; empty when there are none. */
export function appliedHeader(
  preferences: Preferences,
  honoured: readonly (keyof Preferences)[],
): Record<string, string> {
  const list = honoured
    .filter((name) => preferences[name] !== null)
    .map((name) => `${name}=${preferences[name]}`);
  return list.length > 0 ? { 'Preference-Applied': list.join(', ') } : {};
}
