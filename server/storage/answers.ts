import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { AppContext, Env } from '../core/context.ts';
import { NO_SPACE } from '../core/disk-space.ts';
import { ApiError, isPgError, refusal } from '../core/errors.ts';
import { STOOD_STILL } from '../http/request-body.ts';

/**
 * Situation → the body's statusCode, error, code and message, then the HTTP status,
 * which is 400 for almost everything. Source: docs/contract.md §6.1.
 */
const REFUSALS = {
  bucketNotFound: ['404', 'Bucket not found', 'NoSuchBucket', 'Bucket not found', 400],
  objectNotFound: ['404', 'not_found', 'NoSuchKey', 'Object not found', 400],
  writeRefused: ['403', 'Unauthorized', 'AccessDenied', 'new row violates row-level security policy', 400],
  removeRefused: ['403', 'Unauthorized', 'AccessDenied', 'Access denied', 400],
  badBearer: ['403', 'Unauthorized', 'AccessDenied', 'Invalid Compact JWS', 400],
  duplicate: ['409', 'Duplicate', 'KeyAlreadyExists', 'The resource already exists', 400],
  tooLarge: [
    '413',
    'Payload too large',
    'EntityTooLarge',
    'The object exceeded the maximum allowed size',
    400,
  ],
  typeRefused: ['415', 'invalid_mime_type', 'InvalidMimeType', 'mime type is not supported', 400],
  unreadable: ['422', 'unreadable_document', 'UnreadableDocument', 'The document does not open', 400],
  badKey: ['400', 'InvalidKey', 'InvalidKey', 'Invalid key', 400],
  noContent: ['400', 'InvalidRequest', 'InvalidRequest', 'No content provided', 400],
  brokenBody: ['400', 'InvalidRequest', 'InvalidRequest', 'The body broke off or is malformed', 400],
  /** A wrong header, parameter or JSON body. */
  badRequest: ['400', 'Error', 'InvalidRequest', 'The request is not valid', 400],
  linkElsewhere: ['400', 'InvalidSignature', 'InvalidSignature', 'Invalid signature', 400],
  badLink: ['400', 'InvalidJWT', 'InvalidJWT', 'Invalid Compact JWS', 400],
  notJson: ['415', 'invalid_mime_type', 'InvalidMimeType', 'The body must be sent as application/json', 415],
  otherSite: ['403', 'Unauthorized', 'AccessDenied', 'This call may not come from another site', 403],
  badRange: ['416', 'invalid_range', 'InvalidRange', 'invalid range provided', 416],
  tooSlow: ['408', 'RequestTimeout', 'RequestTimeout', STOOD_STILL, 408],
  noSpace: ['507', 'InsufficientStorage', 'InsufficientStorage', NO_SPACE, 507],
} as const;

/** A refusal in storage-api's shape. */
class StorageRefusal extends ApiError {
  readonly statusCode: string;
  readonly error: string;

  constructor(situation: keyof typeof REFUSALS, message?: string) {
    const [statusCode, error, code, usual, status] = REFUSALS[situation];
    super(status, code, message ?? usual);
    this.statusCode = statusCode;
    this.error = error;
  }
}

/** Returns the refusal to throw; `message` replaces the usual one. */
export function refuse(situation: keyof typeof REFUSALS, message?: string): ApiError {
  return new StorageRefusal(situation, message);
}

/** Anything thrown, in storage-api's shape. A bug is logged, without the object's name. */
export function answerError(error: Error, c: Context<Env>, context: AppContext): Response {
  const refused = refusalOf(error);
  if (!refused) {
    const code = 'code' in error ? String(error.code) : undefined;
    context.log.error({ id: c.get('requestId'), name: error.name, code }, 'unexpected');
    return c.json(UNEXPECTED, 500);
  }
  const { status, code, message, headers } = refused;
  const { statusCode, error: word } =
    refused instanceof StorageRefusal ? refused : { statusCode: String(status), error: wordFor(status) };
  return c.json({ statusCode, error: word, message, code }, status as ContentfulStatusCode, headers);
}

/** 404 in Fastify's shape, whose statusCode is a number; without the path. */
export function answerUnknownRoute(c: Context<Env>): Response {
  const message = `Route ${c.req.method}:/* not found`;
  return c.json({ statusCode: 404, error: 'Not Found', message }, 404);
}

/** jose's message for an invalid token. Source: docs/contract.md §6.1, bad bearer. */
export function tokenProblem(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : '';
  if (code === 'ERR_JWT_EXPIRED') return '"exp" claim timestamp check failed';
  if (code === 'ERR_JOSE_ALG_NOT_ALLOWED') return '"alg" (Algorithm) Header Parameter value not allowed';
  if (code === 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED' || code === 'ERR_JWT_CLAIM_VALIDATION_FAILED')
    return 'signature verification failed';
  return 'Invalid Compact JWS';
}

function refusalOf(error: Error): ApiError | null {
  if (error instanceof ApiError) return error;
  if (isPgError(error) && error.code === '42501') return refuse('writeRefused');
  if (isPgError(error) && error.code === '23505') return refuse('duplicate');
  if ('code' in error && /^(ENOSPC|EDQUOT)$/.test(String(error.code))) return refuse('noSpace');
  const refused = refusal(error, 'anon');
  if (!refused || refused.status >= 500) return refused?.status === 507 ? refuse('noSpace') : refused;
  return refuse('badRequest', refused.message);
}

function wordFor(status: number): string {
  if (status === 429) return 'Too Many Requests';
  return status === 503 ? 'Service Unavailable' : 'Error';
}

const UNEXPECTED = {
  statusCode: '500',
  error: 'Internal',
  message: 'Não foi possível concluir agora. Tente de novo daqui a pouco.',
  code: 'InternalError',
};
