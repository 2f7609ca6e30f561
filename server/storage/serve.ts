import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
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
  const bytes = await readFile(fileOf(c, context, object));
  const asked = c.req.query('download');
  const type = object.metadata?.mimetype;
  const [kind, known] = Object.entries(DOCUMENT_TYPES).find(([, known]) => known === type) ?? [];
  const name = asked && kind ? safeFileName(asked, kind as DocumentKind) : `documento.${kind ?? 'bin'}`;
  return c.newResponse(bytes, 200, {
    'Content-Type': known ?? 'application/octet-stream',
    'Content-Disposition': `attachment; filename="${name}"; filename*=UTF-8''${encodeURIComponent(name)}`,
    'Content-Length': String(bytes.length),
    'X-Robots-Tag': 'none',
  });
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
