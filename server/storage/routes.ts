import { type Context, Hono } from 'hono';
import { recordDownload, recordRead } from '../core/audit.ts';
import type { AppContext, Env } from '../core/context.ts';
import type { Caller } from '../core/database.ts';
import { isCrossSite } from '../http/cross-site.ts';
import { sentIn } from '../http/request-body.ts';
import { answerError, answerUnknownRoute, refuse } from './answers.ts';
import { eraseDocuments } from './erasing.ts';
import { fileSize } from './files.ts';
import { checkLink, signLink } from './links.ts';
import { objectPathOf } from './object-path.ts';
import { findObject, removeObjects, type StoredObject, seesObjects } from './objects.ts';
import { callerFrom, hasCredentials, readFields } from './requests.ts';
import { answerObject, lost } from './serve.ts';
import { upload } from './upload.ts';

const REMOVE_MAX = 1_000;

/** The subset of storage-api that the site uses; its other routes are refused. Source: docs/contract.md §6. */
export function storageRoutes(context: AppContext): Hono<Env> {
  const app = new Hono<Env>();
  const caller = (c: Context<Env>) => callerFrom(c, context);
  /** Always refused, once bad credentials are. */
  const refused = (situation: Parameters<typeof refuse>[0]) => async (c: Context<Env>) => {
    await caller(c);
    throw refuse(situation);
  };
  const notPublic = () => {
    throw refuse('bucketNotFound'); // the only bucket is private
  };

  app.use(async (c, next) => {
    if (isCrossSite(c.req.method, c.req.raw.headers, context.config.siteUrl)) throw refuse('otherSite');
    await next();
  });

  app.get('/bucket', async (c) => (await caller(c)) && c.json([]));
  app.post('/bucket', refused('writeRefused'));
  app.all('/bucket/*', refused('bucketNotFound'));

  app.on('POST', ['/object/move', '/object/copy'], refused('objectNotFound'));

  app.on('GET', ['/object/public/*', '/object/info/public/*'], notPublic);

  app.post('/object/list/:bucket', (c) => list(c, context));

  app.post('/object/sign/:bucket', answerUnknownRoute); // several at once: not used by the site
  app.post('/object/sign/:bucket/*', (c) => sign(c, context));
  app.get('/object/sign/:bucket/*', (c) => openLink(c, context));

  app.get('/object/info/authenticated/:bucket/*', async (c) => info(c, context, await caller(c), 2));
  app.get('/object/info/:bucket/*', async (c) => info(c, context, await callerOrPublic(c, context), 1));

  app.get('/object/authenticated/:bucket/*', async (c) => read(c, context, await caller(c), 1));
  app.get('/object/:bucket/*', async (c) => read(c, context, await callerOrPublic(c, context), 0));

  app.on(
    'POST',
    ['/object/sign/*', '/object/list/*', '/object/info/*', '/object/upload/*'],
    answerUnknownRoute,
  );
  app.post('/object/:bucket/*', (c) => upload(c, context));
  app.put('/object/:bucket/*', refused('writeRefused'));
  app.delete('/object/:bucket', (c) => removeSeveral(c, context));
  app.delete('/object/:bucket/*', (c) => removeOne(c, context));

  app.all('*', answerUnknownRoute);
  app.onError((error, c) => answerError(error, c, context));
  return app;
}

/** Without credentials this is the public route, which answers that the bucket is not public. Source: docs/contract.md §6.5. */
async function callerOrPublic(c: Context<Env>, context: AppContext): Promise<Caller> {
  if (!hasCredentials(c)) throw refuse('bucketNotFound');
  return callerFrom(c, context);
}

/** Documents are never listed: a caller who may see none gets an empty list, and one who may is refused. */
async function list(c: Context<Env>, context: AppContext): Promise<Response> {
  const caller = await callerFrom(c, context);
  await readFields(sentIn(c));
  if (await seesObjects(context.database, caller, c.req.param('bucket') ?? ''))
    throw refuse('badRequest', 'Documents are not listed; ask for one with GET /object/info/{bucket}/{key}');
  return c.json([]);
}

async function read(c: Context<Env>, context: AppContext, caller: Caller, words: number): Promise<Response> {
  const { bucket, key } = objectPathOf(c.req.url, words);
  const object = await findObject(context.database, caller, bucket, key, 'object.get_authenticated');
  await recordRead(context.database, caller, 'abriu_documento', { document: object.name });
  return answerObject(c, context, object);
}

async function info(c: Context<Env>, context: AppContext, caller: Caller, words: number): Promise<Response> {
  const { bucket, key } = objectPathOf(c.req.url, words);
  const object = await findObject(context.database, caller, bucket, key, 'object.info_authenticated');
  await recordRead(context.database, caller, 'viu_lista', {
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

/**
 * A link of `expiresIn` seconds to an object that the caller may see; none to one whose bytes are
 * lost, which the desk says in a sentence. Source: docs/contract.md §6.4.
 */
async function sign(c: Context<Env>, context: AppContext): Promise<Response> {
  const caller = await callerFrom(c, context);
  const seconds = validityIn(await readFields(sentIn(c)));
  const { bucket, key } = objectPathOf(c.req.url, 1);
  const { id, name, version } = await findObject(context.database, caller, bucket, key, 'object.sign');
  if ((await fileSize(context.documentsDir, version)) === null) throw lost(c, context, id);
  const object = `${bucket}/${name}`;
  await recordRead(context.database, caller, 'abriu_documento', { document: name });
  const token = await signLink(context.keys.link, object, caller, seconds, Math.floor(Date.now() / 1000));
  return c.json({ signedURL: `/object/sign/${object}?token=${token}` });
}

/** The seconds that a link is asked for. Throws 400 unless they are a whole number of at least 1. */
function validityIn({ expiresIn }: Record<string, unknown>): number {
  if (expiresIn === undefined) throw refuse('badRequest', "body must have required property 'expiresIn'");
  if (!Number.isInteger(expiresIn)) throw refuse('badRequest', 'body/expiresIn must be integer');
  if (Number(expiresIn) < 1) throw refuse('badRequest', 'body/expiresIn must be >= 1');
  return Number(expiresIn);
}

/** Needs no credentials but the token, which opens one object until it expires, or until who made it may not see it any more. */
async function openLink(c: Context<Env>, context: AppContext): Promise<Response> {
  const token = c.req.query('token');
  if (token === undefined) throw refuse('badRequest', "querystring must have required property 'token'");
  const { bucket, key } = objectPathOf(c.req.url, 1);
  const { expires, maker } = await checkLink(context.keys.link, token, `${bucket}/${key}`);
  const object = await findObject(context.database, maker, bucket, key, 'object.get_signed');
  await recordDownload(context.database, object.name);
  return answerObject(c, context, object, expires);
}

async function removeSeveral(c: Context<Env>, context: AppContext): Promise<Response> {
  const caller = await callerFrom(c, context);
  const { prefixes } = await readFields(sentIn(c));
  if (!Array.isArray(prefixes) || prefixes.length > REMOVE_MAX || !prefixes.every(isText))
    throw refuse('badRequest', `body/prefixes must be an array of 1 to ${REMOVE_MAX} strings`);
  return c.json(await remove(context, caller, c.req.param('bucket') ?? '', prefixes));
}

async function removeOne(c: Context<Env>, context: AppContext): Promise<Response> {
  const caller = await callerFrom(c, context);
  const { bucket, key } = objectPathOf(c.req.url);
  const removed = key === null ? [] : await remove(context, caller, bucket, [key]);
  if (removed.length === 0) throw refuse('removeRefused'); // the same for missing and not allowed
  return c.json({ message: 'Successfully deleted' });
}

/** Rows first, then their files, which would also be removed as leftovers. */
async function remove(context: AppContext, caller: Caller, bucket: string, keys: string[]) {
  return eraseDocuments<StoredObject>(context.documentsDir, (journal) =>
    removeObjects(context.database, caller, bucket, keys, journal),
  );
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && !value.includes('\0');
}
