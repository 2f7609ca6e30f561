import type { Context } from 'hono';
import { DOCUMENT_TYPES, type DocumentKind, safeFileName } from '../../domain/document/document.ts';
import type { AppContext, Env } from '../core/context.ts';
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
};

/** The object's bytes. */
export async function answerObject(
  c: Context<Env>,
  context: AppContext,
  object: StoredObject,
): Promise<Response> {
  const size = await fileSize(context.documentsDir, object.version);
  if (size === null || object.version === null) throw lost(c, context, object.id);
  const kind = kindOfType(object.metadata?.mimetype);
  return c.newResponse(readFile(context.documentsDir, object.version), 200, {
    ...INERT,
    'Content-Type': kind ? DOCUMENT_TYPES[kind] : 'application/octet-stream',
    'Content-Disposition': attachment(c.req.query('download'), kind),
    'Content-Length': String(size),
  });
}

/** Logs that an object's bytes are missing, and returns the error to throw. */
export function lost(c: Context<Env>, { log }: Pick<AppContext, 'log'>, object: string): Error {
  log.error({ id: c.get('requestId'), object }, 'document without bytes');
  return refuse('objectNotFound');
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
