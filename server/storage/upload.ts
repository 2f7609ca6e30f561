import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import { DOCUMENT_BUCKET, DOCUMENT_MAX_BYTES } from '../../domain/document/document.ts';
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
import { openPart } from './part.ts';
import { checkDocument } from './structure.ts';

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

/** The checks in the order of docs/contract.md §6.2, the file, then the row. */
async function storeUpload(c: Context<Env>, context: AppContext, body: Body): Promise<NewObject> {
  const caller = await callerFrom(c, context);
  const key = keyOf(c.req.url);
  const address = c.get('address');
  await Promise.all([
    context.throttles.use('upload', address, 'SlowDown'),
    context.refuseBeyondDay('documents', address),
  ]);
  const { type, bytes, close } = await openPart(c.req.raw.headers, body, DOCUMENT_MAX_BYTES);
  try {
    if (key === null) throw refuse('badKey');
    if (c.req.header('x-upsert') === 'true') throw refuse('writeRefused'); // nothing here is ever overwritten
    let active: ActiveContent[] = [];
    return await storeFile(
      context.documentsDir,
      bytes,
      DOCUMENT_MAX_BYTES,
      async (file, size) => {
        active = await checkDocument(file, size, { type, key, network: networkOf(address) });
      },
      async (file) => {
        const row = {
          id: randomUUID(),
          key,
          version: file.version,
          metadata: metadataOf(file, type, active),
        };
        const noted = noteOrigin(context, address, row).catch(() => {}); // without it a flood is harder to erase, no more
        await Promise.all([insertObject(context.database, caller, row), noted]);
        return row;
      },
    );
  } finally {
    close();
  }
}
