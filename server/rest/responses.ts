import type { Context } from 'hono';
import type { StatusCode } from 'hono/utils/http-status';
import type { ApiError } from '../core/errors.ts';

/** `body` is JSON text. */
export function jsonResponse(
  c: Context,
  status: StatusCode,
  body: string,
  headers: Record<string, string> = {},
): Response {
  return c.body(body, status as 200, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    ...headers,
  });
}

/** The JSON shape of every PostgREST error. Source: docs/contract.md §4.5. */
export function errorResponse(
  c: Context,
  { status, code, message, details, hint, headers }: ApiError,
): Response {
  return jsonResponse(c, status as StatusCode, JSON.stringify({ code, message, details, hint }), headers);
}
