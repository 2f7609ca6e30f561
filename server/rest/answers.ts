import type { Context } from 'hono';
import type { StatusCode } from 'hono/utils/http-status';
import { ApiError } from '../core/errors.ts';

const JSON_TYPE = 'application/json; charset=utf-8';
const OBJECT_TYPE = 'application/vnd.pgrst.object+json; charset=utf-8';

type HeaderList = Record<string, string>;

/** An answer whose `body` is JSON text. */
export function jsonAnswer(c: Context, status: StatusCode, body: string, headers: HeaderList): Response {
  const length = String(Buffer.byteLength(body));
  return c.body(body, status as 200, { 'Content-Type': JSON_TYPE, 'Content-Length': length, ...headers });
}

/** An array of rows as PostgreSQL wrote it; with `object` its only row alone. */
export function rowsAnswer(
  c: Context,
  status: StatusCode,
  list: string,
  object: boolean,
  headers: HeaderList,
): Response {
  if (!object) return jsonAnswer(c, status, list, headers);
  return jsonAnswer(c, status, list.slice(1, -1), { ...headers, 'Content-Type': OBJECT_TYPE });
}

/** An answer without a body, which has neither a type nor, unless 204, a length but 0. */
export function emptyAnswer(c: Context, status: 201 | 204, headers: HeaderList): Response {
  return c.body(null, status, status === 204 ? headers : { ...headers, 'Content-Length': '0' });
}

/** The one shape of every refusal of this family. Source: contract §4.5. */
export function errorAnswer(
  c: Context,
  { status, code, message, details, hint, headers }: ApiError,
): Response {
  return jsonAnswer(c, status as StatusCode, JSON.stringify({ code, message, details, hint }), {
    'Proxy-Status': `PostgREST; error=${code}`,
    ...headers,
  });
}

/** Throws 406 unless there is exactly one row, when one object was asked for. */
export function refuseSeveral(object: boolean, rows: number): void {
  if (object && rows !== 1)
    throw new ApiError(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', {
      details: `The result contains ${rows} rows`,
    });
}
