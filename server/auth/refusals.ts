import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { AppContext, Env } from '../core/context.ts';
import { ApiError, isPgError, refusal } from '../core/errors.ts';
import { WeakPassword } from './password-rules.ts';

/** From this API version on, errors have a text as their code. */
export const API_VERSION = '2024-01-01';

const VERSION_HEADER = 'X-Supabase-Api-Version';

/** True when the client asks for the newer shape of errors; the answer then names the version. */
export function negotiate(c: Context<Env>): boolean {
  const asked = c.req.header(VERSION_HEADER) ?? '';
  const newer = /^\d{4}-\d{2}-\d{2}$/.test(asked) && asked >= API_VERSION;
  if (newer) c.header(VERSION_HEADER, API_VERSION);
  return newer;
}

/** Anything thrown, in one of GoTrue's two error shapes. Source: docs/contract.md §5.1. */
export function answerError(error: Error, c: Context<Env>, context: AppContext): Response {
  const refused = error instanceof ApiError ? error : fromDatabase(error);
  if (!refused) {
    const code = isPgError(error) ? error.code : undefined;
    context.log.error({ id: c.get('requestId'), name: error.name, code }, 'unexpected');
  }
  const { status, message, headers } = refused ?? UNEXPECTED;
  const code = codeOf(refused ?? UNEXPECTED);
  const more = {
    ...(refused instanceof WeakPassword && { weak_password: { reasons: refused.reasons } }),
    ...(status >= 500 && { error_id: c.get('requestId') }),
  };
  const body = negotiate(c)
    ? { code, message, ...more }
    : { code: status, error_code: code, msg: message, ...more };
  return c.json(body, status as ContentfulStatusCode, { ...headers, 'x-sb-error-code': code });
}

/** The database's refusal of a value, or that it is unavailable. The SQL is ours, so null (a bug) for the rest. */
function fromDatabase(error: Error): ApiError | null {
  const refused = refusal(error, 'authenticated');
  return refused && (refused.status >= 500 || refused.code.startsWith('22')) ? refused : null;
}

const UNEXPECTED = new ApiError(
  500,
  'unexpected_failure',
  'Não foi possível concluir agora. Tente de novo daqui a pouco.',
);

/** GoTrue's code; a generic one for codes of the database. */
function codeOf({ status, code }: ApiError): string {
  if (status >= 500) return 'unexpected_failure';
  if (/^[a-z_]+$/.test(code)) return code;
  return 'validation_failed';
}
