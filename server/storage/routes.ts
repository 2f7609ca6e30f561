import type { Context, Hono } from 'hono';
import { DOCUMENT_BUCKET } from '../../domain/document/document.ts';
import { recordDownload, recordRead } from '../core/audit.ts';
import type { AppContext, Env } from '../core/context.ts';
import { apiRoutes, callerFrom, unknownPath } from '../http/api.ts';
import { fieldsOf } from '../http/request-body.ts';
import { refuse } from './answers.ts';
import { ERASED_AT_ONCE, removeFiles } from './files.ts';
import { checkLink, signLink } from './links.ts';
import { keyOf } from './object-path.ts';
import { findObject, removeObjects } from './objects.ts';
import { answerObject, fileOf } from './serve.ts';
import { upload } from './upload.ts';

const OBJECT = `/object/${DOCUMENT_BUCKET}`;
const SIGNED = `/object/sign/${DOCUMENT_BUCKET}/*`;

/** The four calls of storage-api that the site makes; any other path is none. Source: docs/contract.md §6. */
export function storageRoutes(context: AppContext): Hono<Env> {
  const routes = apiRoutes(context);
  routes.post(SIGNED, (c) => sign(c, context));
  routes.get(SIGNED, (c) => openLink(c, context));
  routes.post(`${OBJECT}/*`, (c) => upload(c, context));
  routes.delete(OBJECT, (c) => remove(c, context));
  routes.all('*', unknownPath);
  return routes;
}

/** A link to an object that the caller may see; none to one whose bytes are lost, which the desk says in a sentence. Source: docs/contract.md §6.4. */
async function sign(c: Context<Env>, context: AppContext): Promise<Response> {
  const caller = await callerFrom(c, context);
  const object = await findObject(context.database, caller, keyOf(c.req.url, 1), 'object.sign');
  fileOf(c, context, object);
  const { name } = object;
  await recordRead(context.database, caller, 'abriu_documento', { document: name });
  const now = Math.floor(Date.now() / 1000);
  const token = await signLink(context.keys.link, name, caller, now);
  return c.json({ signedURL: `/object/sign/${DOCUMENT_BUCKET}/${name}?token=${token}` });
}

/** Needs no credentials but the token, which opens one object until it expires, or until who made it may not see it any more. */
async function openLink(c: Context<Env>, context: AppContext): Promise<Response> {
  const key = keyOf(c.req.url, 1);
  const maker = await checkLink(context.keys.link, c.req.query('token') ?? '', key);
  const object = await findObject(context.database, maker, key, 'object.get_signed');
  await recordDownload(context.database, object.name);
  return answerObject(c, context, object);
}

/** Rows first, then their files, which would also be removed as leftovers. */
async function remove(c: Context<Env>, context: AppContext): Promise<Response> {
  const caller = await callerFrom(c, context);
  const { prefixes } = await fieldsOf(c);
  if (!Array.isArray(prefixes) || prefixes.length > ERASED_AT_ONCE || !prefixes.every(isText))
    throw refuse('badRequest', `prefixes is a list of at most ${ERASED_AT_ONCE} texts`);
  const removed = await removeObjects(context.database, caller, prefixes);
  await removeFiles(context.documentsDir, removed);
  return c.json(removed);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && !value.includes('\0');
}
