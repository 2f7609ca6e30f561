import { NO_SPACE } from '../core/disk-space.ts';
import { ApiError } from '../core/errors.ts';

/** Situation → HTTP status, code and message. Source: docs/contract.md §6.1. */
const REFUSALS = {
  objectNotFound: [404, 'NoSuchKey', 'Object not found'],
  writeRefused: [403, 'AccessDenied', 'new row violates row-level security policy'],
  tooLarge: [413, 'EntityTooLarge', 'The object exceeded the maximum allowed size'],
  typeRefused: [415, 'InvalidMimeType', 'mime type is not supported'],
  unreadable: [422, 'UnreadableDocument', 'The document does not open'],
  badKey: [400, 'InvalidKey', 'Invalid key'],
  brokenBody: [400, 'InvalidRequest', 'The body broke off or is malformed'],
  /** A wrong field of the JSON body. */
  badRequest: [400, 'InvalidRequest', 'The request is not valid'],
  badLink: [400, 'InvalidJWT', 'The link is over, or not for this document'],
  noSpace: [507, '53100', NO_SPACE],
} as const;

/** Returns the refusal to throw; `message` replaces the usual one. */
export function refuse(situation: keyof typeof REFUSALS, message?: string): ApiError {
  const [status, code, usual] = REFUSALS[situation];
  return new ApiError(status, code, message ?? usual);
}
