import type { Context } from 'hono';
import { DOCUMENT_TYPES, type DocumentKind, safeFileName } from '../../domain/document/document.ts';
import type { AppContext, Env } from '../core/context.ts';
import { matchesEtag } from '../http/if-none-match.ts';
import { refuse } from './answers.ts';
import { fileSize, readFile } from './files.ts';
import type { StoredObject } from './objects.ts';

/** A document runs nothing, wherever it is opened, and is cached nowhere. Source: docs/contract.md §10, docs/security.md T17. */
const INERT = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "sandbox; default-src 'none'",
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'none',
  'Accept-Ranges': 'bytes',
};

/** The object's bytes, or the range that is asked for. `expires` is the end of the link that opens it. */
export async function answerObject(
  c: Context<Env>,
  context: AppContext,
  object: StoredObject,
  expires?: Date,
): Promise<Response> {
  const size = await fileSize(context.documentsDir, object.version);
  if (size === null || object.version === null) throw lost(c, context, object.id);
  const etag = object.metadata?.eTag ?? `"${object.version}"`;
  const kind = kindOfType(object.metadata?.mimetype);
  const headers: Record<string, string> = {
    ...INERT,
    'Content-Type': kind ? DOCUMENT_TYPES[kind] : 'application/octet-stream',
    'Content-Disposition': attachment(c.req.query('download'), kind),
    ETag: etag,
    'Last-Modified': new Date(object.created_at).toUTCString(),
    ...(expires && { Expires: expires.toUTCString() }),
  };
  if (matchesEtag(c.req.header('if-none-match'), etag)) return c.body(null, 304, headers);

  const range = rangeOf(c, etag, size);
  const [from, to] = range ?? [0, size - 1];
  headers['Content-Length'] = String(to - from + 1);
  if (range) headers['Content-Range'] = `bytes ${from}-${to}/${size}`;
  const body = c.req.method === 'HEAD' ? null : readFile(context.documentsDir, object.version, from, to);
  return c.newResponse(body, range ? 206 : 200, headers);
}

/** Logs that an object's bytes are missing, and returns the error to throw. */
export function lost(c: Context<Env>, { log }: Pick<AppContext, 'log'>, object: string): Error {
  log.error({ id: c.get('requestId'), object }, 'document without bytes');
  return refuse('objectNotFound');
}

/**
 * First and last byte asked for; null for the whole object, also when several ranges
 * are asked for. Throws 416 for a range outside.
 */
function rangeOf(c: Context<Env>, etag: string, size: number): [number, number] | null {
  const condition = c.req.header('if-range');
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(c.req.header('range') ?? '') ?? [];
  if ((first === '' && last === '') || (condition !== undefined && condition !== etag)) return null;
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const to = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (from <= to) return [from, to];
  c.header('Content-Range', `bytes */${size}`);
  throw refuse('badRange');
}

/** Content-Disposition (RFC 6266), never inline. The name is fixed unless the link asks for one, which is reduced to ASCII. */
function attachment(asked: string | undefined, kind: DocumentKind | null): string {
  const name = asked && kind ? safeFileName(asked, kind) : `documento.${kind ?? 'bin'}`;
  return `attachment; filename="${name}"; filename*=UTF-8''${encodeURIComponent(name)}`;
}

function kindOfType(type: string | undefined): DocumentKind | null {
  const found = Object.entries(DOCUMENT_TYPES).find(([, known]) => known === type);
  return found ? (found[0] as DocumentKind) : null;
}
