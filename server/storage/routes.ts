import { type Context, Hono } from 'hono';
import { noteDownload, noteReading } from '../core/audit.ts';
import type { Caller } from '../core/database.ts';
import type { Env, House } from '../core/house.ts';
import { answerError, answerUnknownRoute, refuse } from './answers.ts';
import { readFields } from './body.ts';
import { callerFrom, saysWho } from './callers.ts';
import { removeFile } from './files.ts';
import { checkLink, signLink } from './links.ts';
import { listFolder, wholeOf } from './list.ts';
import { objectPathOf } from './object-path.ts';
import { findObject, removeObjects } from './objects.ts';
import { answerObject } from './serve.ts';
import { upload } from './upload.ts';

const REMOVE_MAX = 1_000;

/** The subset of storage-api that the site uses, and honest refusals for its neighbours. Source: contract §6. */
export function storageRoutes(house: House): Hono<Env> {
  const app = new Hono<Env>();
  const caller = (c: Context<Env>) => callerFrom(c, house);

  app.get('/bucket', async (c) => (await caller(c)) && c.json([]));
  app.post('/bucket', async (c) => refuseAfter(caller(c), 'writeRefused'));
  app.all('/bucket/*', async (c) => refuseAfter(caller(c), 'bucketNotFound'));

  app.post('/object/move', async (c) => refuseAfter(caller(c), 'objectNotFound'));
  app.post('/object/copy', async (c) => refuseAfter(caller(c), 'objectNotFound'));

  app.get('/object/public/*', () => {
    throw refuse('bucketNotFound'); // the one bucket is private, whatever the key
  });

  app.post('/object/list/:bucket', async (c) => {
    const who = await caller(c);
    const fields = await readFields(c.req.raw);
    await noteReading(house.database, who, 'viu_lista', { details: { onde: 'documentos' } });
    return c.json(await listFolder(house.database, who, c.req.param('bucket'), fields));
  });

  app.post('/object/sign/:bucket', answerUnknownRoute); // many at once: no call of the site's
  app.post('/object/sign/:bucket/*', (c) => sign(c, house));
  app.get('/object/sign/:bucket/*', (c) => openLink(c, house));

  app.get('/object/info/authenticated/:bucket/*', async (c) => info(c, house, await caller(c), 2));
  app.get('/object/info/public/*', () => {
    throw refuse('bucketNotFound');
  });
  app.get('/object/info/:bucket/*', async (c) => info(c, house, await callerOrPublic(c, house), 1));

  app.get('/object/authenticated/:bucket/*', async (c) => read(c, house, await caller(c), 1));
  app.get('/object/:bucket/*', async (c) => read(c, house, await callerOrPublic(c, house), 0));

  app.on(
    'POST',
    ['/object/sign/*', '/object/list/*', '/object/info/*', '/object/upload/*'],
    answerUnknownRoute,
  );
  app.post('/object/:bucket/*', (c) => upload(c, house));
  app.put('/object/:bucket/*', async (c) => refuseAfter(caller(c), 'writeRefused'));
  app.delete('/object/:bucket', (c) => removeSeveral(c, house));
  app.delete('/object/:bucket/*', (c) => removeOne(c, house));

  app.all('*', answerUnknownRoute);
  app.onError((error, c) => answerError(error, c, house));
  return app;
}

/** The public route's caller has no name; its answer is that the bucket is not public. Source: contract §6.5. */
async function callerOrPublic(c: Context<Env>, house: House): Promise<Caller> {
  if (!saysWho(c)) throw refuse('bucketNotFound');
  return callerFrom(c, house);
}

/** What nobody may do here; who asks must still say who they are. */
async function refuseAfter(caller: Promise<Caller>, situation: Parameters<typeof refuse>[0]): Promise<never> {
  await caller;
  throw refuse(situation);
}

async function read(c: Context<Env>, house: House, caller: Caller, words: number): Promise<Response> {
  const { bucket, key } = objectPathOf(c.req.url, words);
  const object = await findObject(house.database, caller, bucket, key, 'object.get_authenticated');
  await noteReading(house.database, caller, 'abriu_documento', { document: object.name });
  return answerObject(c, house, object);
}

async function info(c: Context<Env>, house: House, caller: Caller, words: number): Promise<Response> {
  const { bucket, key } = objectPathOf(c.req.url, words);
  const object = await findObject(house.database, caller, bucket, key, 'object.info_authenticated');
  await noteReading(house.database, caller, 'viu_lista', {
    document: object.name,
    details: { onde: 'documentos' },
  });
  return c.json({
    id: object.id,
    name: object.name,
    version: object.version,
    bucket_id: object.bucket_id,
    size: object.metadata?.size ?? null,
    content_type: object.metadata?.mimetype ?? null,
    cache_control: object.metadata?.cacheControl ?? null,
    etag: object.metadata?.eTag ?? null,
    metadata: object.user_metadata,
    last_modified: object.updated_at,
    created_at: object.created_at,
  });
}

/** A link of `expiresIn` seconds to an object that the caller may see. Source: contract §6.4. */
async function sign(c: Context<Env>, house: House): Promise<Response> {
  const caller = await callerFrom(c, house);
  const fields = await readFields(c.req.raw);
  if (fields.expiresIn === undefined)
    throw refuse('badRequest', "body must have required property 'expiresIn'");
  const seconds = wholeOf(fields, 'expiresIn', 0, 1);
  const { bucket, key } = objectPathOf(c.req.url, 1);
  const { name } = await findObject(house.database, caller, bucket, key, 'object.sign');
  const object = `${bucket}/${name}`;
  await noteReading(house.database, caller, 'abriu_documento', { document: name });
  const token = await signLink(house.keys.link, object, seconds, Math.floor(Date.now() / 1000));
  return c.json({ signedURL: `/object/sign/${object}?token=${token}` });
}

/** No credentials but the link's own: it opens its one object until it ends, and while the object exists. */
async function openLink(c: Context<Env>, house: House): Promise<Response> {
  const token = c.req.query('token');
  if (token === undefined) throw refuse('badRequest', "querystring must have required property 'token'");
  const { bucket, key } = objectPathOf(c.req.url, 1);
  const expires = await checkLink(house.keys.link, token, `${bucket}/${key}`);
  const object = await findObject(house.database, null, bucket, key, 'object.get_signed');
  await noteDownload(house.database, object.name);
  return answerObject(c, house, object, expires);
}

async function removeSeveral(c: Context<Env>, house: House): Promise<Response> {
  const caller = await callerFrom(c, house);
  const { prefixes } = await readFields(c.req.raw);
  if (!Array.isArray(prefixes) || prefixes.length > REMOVE_MAX || !prefixes.every(isText))
    throw refuse('badRequest', `body/prefixes must be an array of 1 to ${REMOVE_MAX} strings`);
  return c.json(await remove(house, caller, c.req.param('bucket') ?? '', prefixes));
}

async function removeOne(c: Context<Env>, house: House): Promise<Response> {
  const caller = await callerFrom(c, house);
  const { bucket, key } = objectPathOf(c.req.url);
  const removed = key === null ? [] : await remove(house, caller, bucket, [key]);
  if (removed.length === 0) throw refuse('removeRefused'); // missing or not theirs: the same
  return c.json({ message: 'Successfully deleted' });
}

/** The rows first; then their bytes, which a sweep would also find. */
async function remove(house: House, caller: Caller, bucket: string, keys: string[]) {
  const removed = await removeObjects(house.database, caller, bucket, keys);
  for (const { version } of removed) await removeFile(house.documentsDir, version);
  return removed;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && !value.includes('\0');
}
