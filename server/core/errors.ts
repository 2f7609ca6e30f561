import { NO_SPACE } from './disk-space.ts';

/**
 * A request that is refused. `code` is a PGRST code, a SQLSTATE, GoTrue's error code
 * or storage's. Source: docs/contract.md §1.
 */
export class ApiError extends Error {
  override name = 'ApiError';
  declare readonly status: number;
  declare readonly code: string;
  /** `details` and `hint` of the REST shape; never a value of a row. */
  declare readonly details: string | null;
  declare readonly hint: string | null;
  /** Headers of the answer, such as `Retry-After`. */
  declare readonly headers: Readonly<Record<string, string>>;
  /** Fields beside those of every refusal. */
  declare readonly extra: object;

  constructor(
    status: number,
    code: string,
    message: string,
    more: Partial<Pick<ApiError, 'details' | 'hint' | 'headers' | 'extra'>> = {},
  ) {
    super(message);
    Object.assign(this, { status, code, details: null, hint: null, headers: {}, extra: {}, ...more });
  }
}

/** What the three official clients read of a refusal, each by names of its own. */
export function errorBody({ status, code, message, details, hint, extra }: ApiError) {
  return {
    ...{ code, message, details, hint },
    ...{ error_code: code, msg: message, statusCode: String(status) },
    ...extra,
  };
}

/** 503 while the database does not answer or too much waits. */
export function unavailable(code = 'PGRST003'): ApiError {
  return new ApiError(503, code, 'O sistema não dá conta agora. Tente de novo daqui a pouco.', {
    headers: { 'Retry-After': '5' },
  });
}

/** An error of PostgreSQL, as `pg` throws it. */
type PgError = Error & { code: string; hint?: string; routine?: string };

export function isPgError(error: unknown): error is PgError {
  return (
    error instanceof Error && 'severity' in error && typeof (error as { code?: unknown }).code === 'string'
  );
}

/** SQLSTATE of a broken connection, which `pg` reports without one. */
const CONNECTION_FAILURE = '08006';

/**
 * What a log may hold of a failure: the error's class, and the SQLSTATE or the system's code where
 * there is one; never its message, which may hold a value, SQL or a path.
 */
export function reasonOf(error: unknown): { name: string; code?: string } {
  if (!(error instanceof Error)) return { name: typeof error };
  const { name } = error;
  const { code } = error as NodeJS.ErrnoException;
  if (typeof code === 'string' && /^(?:[0-9A-Z]{5}|E[0-9A-Z]+|ERR_[0-9A-Z_]+)$/.test(code))
    return { name, code };
  return isLostConnection(error) ? { name, code: CONNECTION_FAILURE } : { name };
}

/** True when PostgreSQL could not be reached or the connection broke: the caller may try again. */
function isLostConnection({ code = '', syscall, message }: NodeJS.ErrnoException): boolean {
  return (
    (code === 'ENOENT' && syscall === 'connect') || // its socket, while it starts
    /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)$/.test(code) ||
    /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/.test(
      message,
    )
  );
}

/** The SQLSTATE by which a function chooses the status of its refusal, with a sentence of its own, as in PostgREST. */
const CHOSEN = /^PT[45]\d\d$/;

/** HTTP status of a SQLSTATE, the first that fits: 500 is a bug of ours, one that is not listed the caller's (400). Source: docs/contract.md §4.5. */
const STATUSES: readonly [RegExp, number][] = [
  [/^42501$/, 403],
  [/^2350[35]$/, 409],
  [/^25006$/, 405],
  [/^(08|53|57P0|57014|40P01|40001)/, 503], // 57014: statement timeout; 40: two in each other's way
  [/^(0L|0P|25|28|2D|38|39|40|42P01|42P17|42883|55|57|58|F0|HV|XX)/, 500],
];

/** Messages that hold no value: of constraints and rights, and what functions of ours raise, in Portuguese. */
const WITHOUT_VALUES = /^(23|42501$|P0001$|PT)/;

/**
 * A PostgreSQL error as an ApiError with the SQLSTATE as its code; null when it is a
 * bug of ours, to be logged and answered 500. Messages name tables and constraints,
 * never a value.
 */
export function refusal(error: unknown, role: string): ApiError | null {
  if (!(error instanceof Error)) return null;
  if (isLostConnection(error)) return unavailable();
  const { code = '', message, hint } = error as PgError;
  if (/^(ENOSPC|EDQUOT|53100)$/.test(code)) return new ApiError(507, '53100', NO_SPACE); // nothing was stored
  if (!isPgError(error)) return null;
  if (CHOSEN.test(code)) return new ApiError(Number(code.slice(2)), code, message, { hint: hint ?? null });
  if (code === '42501' && role === 'anon')
    return new ApiError(401, code, message, { headers: { 'WWW-Authenticate': 'Bearer' } });
  const status = STATUSES.find(([codes]) => codes.test(code))?.[1] ?? 400;
  if (status === 500) return null;
  if (status === 503) return unavailable(code);
  return new ApiError(status, code, WITHOUT_VALUES.test(code) ? message : 'the database refused the request');
}
