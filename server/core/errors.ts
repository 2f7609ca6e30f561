import { NO_SPACE } from './disk-space.ts';

/**
 * A request that is refused. `code` is a PGRST code, a SQLSTATE, GoTrue's error code
 * or storage's. Source: docs/contract.md §1.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  /** `details` and `hint` of the REST shape; never a value of a row. */
  readonly details: string | null;
  readonly hint: string | null;
  /** Headers of the answer, such as `Retry-After`. */
  readonly headers: Readonly<Record<string, string>>;
  /** Fields beside those of every refusal. */
  readonly extra: object;

  constructor(
    status: number,
    code: string,
    message: string,
    more: {
      details?: string | null;
      hint?: string | null;
      headers?: Record<string, string>;
      extra?: object;
    } = {},
  ) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.details = more.details ?? null;
    this.hint = more.hint ?? null;
    this.headers = more.headers ?? {};
    this.extra = more.extra ?? {};
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

/** 503 while the database does not answer or too many requests wait for it. */
export function unavailable(): ApiError {
  return new ApiError(503, 'PGRST003', 'Muita gente ao mesmo tempo. Tente de novo daqui a pouco.', {
    headers: { 'Retry-After': '5' },
  });
}

/** An error of PostgreSQL, as `pg` throws it. */
type PgError = Error & {
  code: string;
  constraint?: string;
  column?: string;
  table?: string;
  severity?: string;
  routine?: string;
  hint?: string;
};

export function isPgError(error: unknown): error is PgError {
  return error instanceof Error && 'severity' in error && typeof (error as PgError).code === 'string';
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
function isLostConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  const { syscall } = error as NodeJS.ErrnoException;
  return (
    (code === 'ENOENT' && syscall === 'connect') || // its socket, while it starts
    /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)$/.test(code) ||
    /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/.test(
      error.message,
    )
  );
}

/** True for a deadlock or a serialization failure: the same request succeeds when repeated. */
function isCollision(code: string): boolean {
  return code === '40P01' || code === '40001';
}

/** The SQLSTATE by which a function chooses the status of its refusal, with a sentence of its own, as in PostgREST. */
const CHOSEN = /^PT[45]\d\d$/;

/** HTTP status of a SQLSTATE for a caller with `role`. Source: docs/contract.md §4.5. */
function statusOf(code: string, role: string): number {
  if (code === '42501') return role === 'anon' ? 401 : 403;
  if (CHOSEN.test(code)) return Number(code.slice(2));
  if (code === '23503' || code === '23505') return 409;
  if (code === '42P01' || code === '42883') return 404;
  if (code === '53100') return 507; // disk full: nothing was stored
  if (/^(08|53|57P0)/.test(code)) return 503;
  if (code === '57014') return 503; // statement timeout: ask again later
  if (isCollision(code)) return 503;
  if (/^(28|0L|0P)/.test(code)) return 403;
  if (code === '25006') return 405;
  // Program limits such as nesting too deep (54*): PostgREST answers 500, but the caller can correct it.
  if (code === '42P17' || /^(25|2D|38|39|40|55|57|58|F0|HV|XX)/.test(code)) return 500;
  return 400;
}

const COLLIDED = 'Outra pessoa mexeu nisto no mesmo instante. Tente de novo.';
const UNAVAILABLE = 'O sistema está fora do ar por alguns minutos. Tente de novo daqui a pouco.';

/**
 * A PostgreSQL error as an ApiError with the SQLSTATE as its code; null when it is a
 * bug of ours, to be logged and answered 500. Messages name tables and constraints,
 * never a value.
 */
export function refusal(error: unknown, role: string): ApiError | null {
  if (isLostConnection(error))
    return new ApiError(503, 'PGRST001', 'O banco de dados não responde. Tente de novo daqui a pouco.', {
      headers: { 'Retry-After': '5' },
    });
  if (error instanceof Error && 'code' in error && /^(ENOSPC|EDQUOT)$/.test(String(error.code)))
    return new ApiError(507, '53100', NO_SPACE);
  if (!isPgError(error)) return null;
  const status = statusOf(error.code, role);
  if (status === 500) return null;
  const headers: Record<string, string> =
    status === 401
      ? { 'WWW-Authenticate': 'Bearer' }
      : status === 503
        ? { 'Retry-After': isCollision(error.code) ? '1' : '5' }
        : {};
  const hint = CHOSEN.test(error.code) ? error.hint : null; // raised by a function of ours
  return new ApiError(status, error.code, messageOf(error), { hint, headers });
}

const OWN_DENIALS = /^(permission denied for|new row violates row-level security)/;

function messageOf(error: PgError): string {
  const { code, constraint, column, table } = error;
  if (code === 'P0001' || CHOSEN.test(code)) return error.message;
  if (code === '23502')
    return `null value in column "${column}" of relation "${table}" violates not-null constraint`;
  if (code === '23505') return `duplicate key value violates unique constraint "${constraint}"`;
  if (code === '23514' || code === '23503') {
    // raised by our own triggers, in Portuguese, without a table; or by a constraint
    const kind = code === '23514' ? 'check' : 'foreign key';
    return table
      ? `new row for relation "${table}" violates ${kind} constraint "${constraint}"`
      : error.message;
  }
  // PostgreSQL's own, or raised by a function of ours, in Portuguese
  if (code === '42501' && (error.routine === 'exec_stmt_raise' || OWN_DENIALS.test(error.message)))
    return error.message;
  if (code === '53100') return NO_SPACE;
  if (isCollision(code)) return COLLIDED;
  return statusOf(code, '') === 503 ? UNAVAILABLE : 'the database refused the request';
}
