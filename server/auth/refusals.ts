import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { ApiError, isPgError, refusal } from '../core/errors.ts';
import type { Env, House } from '../core/house.ts';
import { WeakPassword } from './password-rules.ts';

/** The version of the API from which errors have a text as their code. */
export const API_VERSION = '2024-01-01';

const VERSION_HEADER = 'X-Supabase-Api-Version';

/** True when the client asked for the newer shape of errors; it then finds the version in the answer. */
export function negotiate(c: Context<Env>): boolean {
  const asked = c.req.header(VERSION_HEADER) ?? '';
  const newer = /^\d{4}-\d{2}-\d{2}$/.test(asked) && asked >= API_VERSION;
  if (newer) c.header(VERSION_HEADER, API_VERSION);
  return newer;
}

/** Anything thrown, as one of the family's two error shapes. Source: contract §5.1. */
export function answerError(error: Error, c: Context<Env>, house: House): Response {
  const refused = error instanceof ApiError ? error : fromDatabase(error);
  if (!refused) {
    const code = isPgError(error) ? error.code : undefined;
    house.log.error({ id: c.get('requestId'), name: error.name, code }, 'unexpected');
  }
  const { status, message, headers } = refused ?? UNEXPECTED;
  const code = refused ? codeOf(refused) : UNEXPECTED.code;
  const more = {
    ...(refused instanceof WeakPassword && { weak_password: { reasons: refused.reasons } }),
    ...(status >= 500 && { error_id: c.get('requestId') }),
  };
  const body = negotiate(c)
    ? { code, message, ...more }
    : { code: status, error_code: code, msg: message, ...more };
  return c.json(body, status as ContentfulStatusCode, { ...headers, 'x-sb-error-code': code });
}

/** What the database may say to a caller here: that a value cannot be kept, or that it is busy. The SQL is ours, so the rest is a bug. */
function fromDatabase(error: Error): ApiError | null {
  const refused = refusal(error, 'authenticated');
  return refused && (refused.status >= 500 || refused.code.startsWith('22')) ? refused : null;
}

const UNEXPECTED = new ApiError(
  500,
  'unexpected_failure',
  'Não foi possível concluir agora. Tente de novo daqui a pouco.',
);

/** GoTrue's word for a refusal that came from elsewhere: the database's own codes are not of this family. */
function codeOf({ status, code }: ApiError): string {
  if (status >= 500) return 'unexpected_failure';
  if (/^[a-z_]+$/.test(code)) return code;
  return 'validation_failed';
}
