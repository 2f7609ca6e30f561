import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import { DOCUMENT_TYPES, kindOf } from '../../domain/document.ts';
import type { Caller } from '../core/database.ts';
import { ApiError, isPgError } from '../core/errors.ts';
import type { Env, House } from '../core/house.ts';
import { refuse } from './answers.ts';
import { type Body, bodyOf, openBody } from './body.ts';
import { callerFrom } from './callers.ts';
import { type KeptFile, keep, Unsure } from './files.ts';
import { objectPathOf } from './object-path.ts';
import { type Bucket, findBucket, insertObject, type NewObject, objectExists } from './objects.ts';
import { FORM_OVERHEAD_BYTES, openPart, type Part } from './part.ts';

/** Above every bucket's own limit. Source: contract §1. */
const OBJECT_MAX_BYTES = 50 * 1024 * 1024;

/** Nobody's row: what a trial writes and takes back. */
const NO_VERSION = '';

/** POST of a new object. A refused body is heard out first, as far as is reasonable. Source: contract §6.2. */
export async function upload(c: Context<Env>, house: House): Promise<Response> {
  const body = openBody(bodyOf(c));
  try {
    const { id, bucket, key } = await store(c, house, body);
    return c.json({ Key: `${bucket}/${key}`, Id: id });
  } catch (error) {
    if (!(await body.pourAway())) c.header('Connection', 'close');
    throw error;
  }
}

/** Everything that must hold, in the order of contract §6.2; then the bytes, then the row. */
async function store(c: Context<Env>, house: House, body: Body): Promise<NewObject> {
  const caller = await callerFrom(c, house);
  const { bucket, key, shown } = objectPathOf(c.req.url);
  const [rules] = await Promise.all([
    findBucket(house.database, bucket),
    house.throttles.use('upload', c.get('address'), 'SlowDown'),
  ]);
  if (!rules) throw refuse('bucketNotFound');
  const maxBytes = Math.min(rules.maxBytes ?? OBJECT_MAX_BYTES, OBJECT_MAX_BYTES);
  if (Number(c.req.header('content-length')) > maxBytes + FORM_OVERHEAD_BYTES) throw refuse('tooLarge');

  const part = await openPart(c.req.raw.headers, body, maxBytes);
  try {
    if (!allowed(rules, part.type)) throw typeRefused(part.type);
    if (key === null) throw refuse('badKey', `Invalid key: ${shown}`);
    if (c.req.header('x-upsert') === 'true') throw refuse('writeRefused'); // nothing here is ever overwritten
    const row = { id: randomUUID(), bucket, key, version: NO_VERSION, metadata: null };
    const trial = insertObject(house.database, caller, row, { rollback: true });
    trial.catch(() => {}); // it may fail before anybody listens; `unless` does
    const accept = (firstBytes: Uint8Array) => refuseOtherKind(firstBytes, part.type, key);
    return await keep(house.documentsDir, unless(trial, part.bytes), { maxBytes, accept }, (file) =>
      record(house, caller, { ...row, version: file.version, metadata: metadataOf(file, part) }),
    );
  } finally {
    part.close();
  }
}

/** The bytes, as long as the trial, which is still under way, has not failed; they end after it. */
function unless(trial: Promise<void>, bytes: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  let failed = false;
  trial.catch(() => {
    failed = true; // noticed at once, even when nobody reads yet
  });
  return (async function* () {
    for await (const chunk of bytes) {
      if (failed) break;
      yield chunk;
    }
    await trial;
  })();
}

/** Exactly one of the bucket's types, or of a family of them (`image/*`). */
function allowed({ types }: Bucket, type: string): boolean {
  return !types || types.some((known) => known === type || known === type.replace(/\/.*$/, '/*'));
}

/** First bytes, declared type and extension must tell of one kind. Source: contract §10. */
function refuseOtherKind(firstBytes: Uint8Array, type: string, key: string): void {
  const kind = kindOf(firstBytes);
  if (!kind) throw typeRefused('application/octet-stream');
  const extension = key.replace(/^.*\./s, '').toLowerCase();
  if (DOCUMENT_TYPES[kind] !== type || (extension === 'jpeg' ? 'jpg' : extension) !== kind)
    throw typeRefused(DOCUMENT_TYPES[kind]);
}

function typeRefused(type: string): Error {
  return refuse('typeRefused', `mime type ${type.slice(0, 100)} is not supported`);
}

/** Writes the row; the policies decide once more. Throws Unsure when nobody can tell whether it was kept. */
async function record(house: House, caller: Caller, row: NewObject): Promise<NewObject> {
  try {
    await insertObject(house.database, caller, row);
  } catch (error) {
    if (saysNo(error)) throw error;
    const there = await objectExists(house.database, row.id).catch(() => false);
    if (!there) throw new Unsure('the row may still come', { cause: error });
  }
  return row;
}

/** A plain no: the row was not written. Otherwise the connection broke, perhaps in the middle of the commit. */
function saysNo(error: unknown): boolean {
  return error instanceof ApiError || (isPgError(error) && !/^(08|40003|57P|58|XX)/.test(error.code));
}

function metadataOf({ size, sha256 }: KeptFile, { type, cacheControl }: Part): object {
  return {
    eTag: `"${sha256}"`,
    size,
    mimetype: type,
    cacheControl: /^\d{1,9}$/.test(cacheControl ?? '') ? `max-age=${cacheControl}` : 'no-cache',
    lastModified: new Date().toISOString(),
    contentLength: size,
    httpStatusCode: 200,
  };
}
