import { createReadStream, existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ReadableStream } from 'node:stream/web';
import type { Context } from 'hono';
import { DOCUMENT_TYPES, type DocumentKind, safeFileName } from '../../domain/document/document.ts';
import type { AppContext, Env } from '../core/context.ts';
import { isUuid } from '../core/tokens.ts';
import { refuse } from './answers.ts';
import type { StoredObject } from './objects.ts';

/** The object's bytes, never inline (RFC 6266), with what every answer has: they run nothing, and are cached nowhere. Source: docs/contract.md §10, docs/security.md T17. Their name is fixed unless the link asks for one, which is reduced to ASCII. */
export async function answerObject(
  c: Context<Env>,
  context: AppContext,
  object: StoredObject,
): Promise<Response> {
  const path = fileOf(c, context, object);
  const { size } = await stat(path);
  const asked = c.req.query('download');
  const type = object.metadata?.mimetype;
  const [kind, known] = Object.entries(DOCUMENT_TYPES).find(([, known]) => known === type) ?? [];
  const name = asked && kind ? safeFileName(asked, kind as DocumentKind) : `documento.${kind ?? 'bin'}`;
  return c.newResponse(bytesOf(path), 200, {
    'Content-Type': known ?? 'application/octet-stream',
    'Content-Disposition': `attachment; filename="${name}"; filename*=UTF-8''${encodeURIComponent(name)}`,
    'Content-Length': String(size),
    'X-Robots-Tag': 'none',
  });
}

/** A file's bytes, read as they are asked for; the first asked for opens it, so that a HEAD, or who went away, opens none. */
function bytesOf(path: string): globalThis.ReadableStream<Uint8Array> {
  const read = async function* () {
    yield* createReadStream(path);
  };
  return ReadableStream.from(read()) as globalThis.ReadableStream;
}

/** Where an object's bytes lie. Throws 404, and logs that, when they are lost. */
export function fileOf(
  c: Context<Env>,
  { documentsDir, log }: Pick<AppContext, 'documentsDir' | 'log'>,
  { id, version }: StoredObject,
): string {
  if (isUuid(version) && existsSync(join(documentsDir, version))) return join(documentsDir, version);
  log.error({ id: c.get('requestId'), object: id }, 'document without bytes');
  throw refuse('objectNotFound');
}
