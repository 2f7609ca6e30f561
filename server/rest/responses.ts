import type { Context } from 'hono';
import type { StatusCode } from 'hono/utils/http-status';
import { ApiError } from '../core/errors.ts';

const JSON_TYPE = 'application/json; charset=utf-8';
const OBJECT_TYPE = 'application/vnd.pgrst.object+json; charset=utf-8';

type HeaderList = Record<string, string>;

/** `body` is JSON text. */
export function jsonResponse(c: Context, status: StatusCode, body: string, headers: HeaderList): Response {
  const length = String(Buffer.byteLength(body));
  return c.body(body, status as 200, { 'Content-Type': JSON_TYPE, 'Content-Length': length, ...headers });
}

/** `list` is a JSON array as text; with `object` the response is its one element without the brackets. */
export function rowsResponse(
  c: Context,
  status: StatusCode,
  list: string,
  object: boolean,
  headers: HeaderList,
): Response {
  if (!object) return jsonResponse(c, status, list, headers);
  return jsonResponse(c, status, list.slice(1, -1), { ...headers, 'Content-Type': OBJECT_TYPE });
}

/** No body and no Content-Type; Content-Length 0 unless the status is 204, which must not have one. */
export function emptyResponse(c: Context, status: 201 | 204, headers: HeaderList): Response {
  return c.body(null, status, status === 204 ? headers : { ...headers, 'Content-Length': '0' });
}

/** The JSON shape of every PostgREST error. Source: docs/contract.md §4.5. */
export function errorResponse(
  c: Context,
  { status, code, message, details, hint, headers }: ApiError,
): Response {
  return jsonResponse(c, status as StatusCode, JSON.stringify({ code, message, details, hint }), {
    'Proxy-Status': `PostgREST; error=${code}`,
    ...headers,
  });
}

/** Throws 406 PGRST116 when an object was asked for and there is not exactly one row. */
export function requireOneRow(object: boolean, rows: number): void {
  if (object && rows !== 1)
    throw new ApiError(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', {
      details: `The result contains ${rows} rows`,
    });
}
