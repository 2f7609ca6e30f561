import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import {
  DOCUMENT_BUCKET,
  DOCUMENT_MAX_BYTES,
  DOCUMENT_TYPES,
  type DocumentKind,
  kindOf,
} from '../../domain/document/document.ts';
import type { ActiveContent } from '../../domain/document/pdf-structure.ts';
import type { AppContext, Env } from '../core/context.ts';
import { networkOf } from '../core/proxies.ts';
import { callerFrom } from '../http/api.ts';
import { type Body, openBody, sentIn } from '../http/request-body.ts';
import { refuse } from './answers.ts';
import { storeFile } from './files.ts';
import { keyOf } from './object-path.ts';
import { insertObject, metadataOf, type NewObject } from './objects.ts';
import { noteOrigin } from './origins.ts';
import { FORM_OVERHEAD_BYTES, openPart } from './part.ts';
import { checkStructure } from './structure.ts';

/** POST of a new object. After a refusal the body is read on, within limits. Source: docs/contract.md §6.2. */
export async function upload(c: Context<Env>, context: AppContext): Promise<Response> {
  const body = openBody(sentIn(c).body);
  try {
    const { id, key } = await storeUpload(c, context, body);
    return c.json({ Key: `${DOCUMENT_BUCKET}/${key}`, Id: id });
  } catch (error) {
    await body.drain();
    c.header('Connection', 'close');
    throw error;
  }
}

/** The checks in the order of docs/contract.md §6.2; then the file, then the row. */
async function storeUpload(c: Context<Env>, context: AppContext, body: Body): Promise<NewObject> {
  const caller = await callerFrom(c, context);
  const key = keyOf(c.req.url);
  await Promise.all([
    context.throttles.use('upload', c.get('address'), 'SlowDown'),
    context.refuseBeyondDay('documents', c.get('address')),
  ]);
  const announced = Number(c.req.header('content-length'));
  if (announced > DOCUMENT_MAX_BYTES + FORM_OVERHEAD_BYTES) throw refuse('tooLarge');

  const part = await openPart(c.req.raw.headers, body, DOCUMENT_MAX_BYTES);
  try {
    if (!Object.values<string>(DOCUMENT_TYPES).includes(part.type)) throw typeRefused(part.type);
    if (key === null) throw refuse('badKey');
    if (c.req.header('x-upsert') === 'true') throw refuse('writeRefused'); // nothing here is ever overwritten
    let kind: DocumentKind = 'pdf';
    let active: ActiveContent[] = [];
    const address = c.get('address');
    return await storeFile(
      context.documentsDir,
      part.bytes,
      {
        maxBytes: DOCUMENT_MAX_BYTES,
        announced: Math.min(announced || DOCUMENT_MAX_BYTES, DOCUMENT_MAX_BYTES),
        accept: (firstBytes) => {
          kind = kindFrom(firstBytes, part.type, key);
        },
        check: async (file, size) => {
          active = await checkStructure(kind, file, size, networkOf(address));
        },
      },
      async (file) => {
        const metadata = metadataOf(file, part.type, active);
        const row = { id: randomUUID(), key, version: file.version, metadata };
        const origin = { object: row.id, submission: submissionOf(key) };
        const noted = noteOrigin(context, address, origin).catch(() => {}); // without it a flood is harder to erase, no more
        await Promise.all([insertObject(context.database, caller, row), noted]);
        return row;
      },
    );
  } finally {
    part.close();
  }
}

/** The uuid at the start of a key that the policies let in. */
const submissionOf = (key: string) => key.slice('public/'.length, 'public/'.length + 36);

/** The kind of the first bytes. Throws unless declared type and extension are of it too. Source: docs/contract.md §10. */
function kindFrom(firstBytes: Uint8Array, type: string, key: string): DocumentKind {
  const kind = kindOf(firstBytes);
  if (!kind) throw typeRefused('application/octet-stream');
  const extension = key.replace(/^.*\./s, '').toLowerCase();
  if (DOCUMENT_TYPES[kind] !== type || (extension === 'jpeg' ? 'jpg' : extension) !== kind)
    throw typeRefused(DOCUMENT_TYPES[kind]);
  return kind;
}

function typeRefused(type: string): Error {
  return refuse('typeRefused', `mime type ${type.slice(0, 100)} is not supported`);
}
