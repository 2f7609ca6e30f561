import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jwtVerify, SignJWT } from 'jose';
import pg from 'pg';
import { type Address, addressOf } from './cluster.ts';

class Refused extends Error {
  readonly statusCode: string;
  readonly error: string;
  readonly code: string;

  constructor(statusCode: string, error: string, code: string, message: string) {
    super(message);
    this.statusCode = statusCode;
    this.error = error;
    this.code = code;
  }
}

const notFound = () => new Refused('404', 'not_found', 'NoSuchKey', 'Object not found');
const noBucket = () => new Refused('404', 'Bucket not found', 'NoSuchBucket', 'Bucket not found');
const denied = () =>
  new Refused('403', 'Unauthorized', 'AccessDenied', 'new row violates row-level security policy');

type Row = { name: string; version: string; metadata: { mimetype: string; size: number; eTag: string } };
type Claims = { role: string; sub?: string; [claim: string]: unknown };

/**
 * In storage-api's place where no build of it is at hand: the calls that the site makes, decided
 * by the same policies. Rows are tried as the caller and written as the storage's own role, as
 * there. Source: docs/contract.md §6.
 */
export function openStorage(cluster: Address, database: string, jwtSecret: string) {
  const key = new TextEncoder().encode(jwtSecret);
  const files = mkdtempSync(join(tmpdir(), 'cc-storage-'));
  const pool = (user: string) => {
    const made = new pg.Pool({ ...addressOf(cluster, user), database, max: 4 });
    made.on('error', () => {}); // an idle connection goes with its database
    return made;
  };
  const [callers, owner] = [pool('authenticator'), pool('supabase_storage_admin')];

  async function asCaller<T>(
    claims: Claims,
    work: (tx: pg.PoolClient) => Promise<T>,
    keep = false,
  ): Promise<T> {
    const tx = await callers.connect();
    try {
      await tx.query('begin');
      await tx.query(
        `select set_config('role', $1, true), set_config('request.jwt.claims', $2, true),
           set_config('storage.allow_delete_query', 'true', true)`,
        [claims.role, JSON.stringify(claims)],
      );
      const result = await work(tx);
      await tx.query(keep ? 'commit' : 'rollback');
      return result;
    } catch (error) {
      await tx.query('rollback');
      throw (error as { code?: string }).code === '42501' ? denied() : error;
    } finally {
      tx.release();
    }
  }

  async function claimsOf(request: Request): Promise<Claims> {
    const [, bearer = ''] = /^Bearer (.+)$/i.exec(request.headers.get('authorization') ?? '') ?? [];
    if (!bearer)
      throw new Refused(
        '400',
        'Error',
        'InvalidRequest',
        "headers must have required property 'authorization'",
      );
    const { payload } = await jwtVerify(bearer, key, { algorithms: ['HS256'] }).catch((error: Error) => {
      throw new Refused('403', 'Unauthorized', 'AccessDenied', error.message);
    });
    return { ...payload, role: String(payload.role ?? 'anon') };
  }

  async function visible(claims: Claims, bucket: string, name: string): Promise<Row> {
    const { rows } = await asCaller(claims, (tx) =>
      tx.query<Row>(
        'select name, version, metadata from storage.objects where bucket_id = $1 and name = $2',
        [bucket, name],
      ),
    );
    const [row] = rows;
    if (!row) throw notFound();
    return row;
  }

  async function upload(request: Request, bucket: string, name: string) {
    const claims = await claimsOf(request);
    const { rows } = await owner.query<{ most: string | null; types: string[] | null }>(
      'select file_size_limit as most, allowed_mime_types as types from storage.buckets where id = $1',
      [bucket],
    );
    const [limits] = rows;
    if (!limits) throw noBucket();
    const { bytes, type } = await fileOf(request);
    if (limits.most !== null && bytes.length > Number(limits.most))
      throw new Refused(
        '413',
        'Payload too large',
        'EntityTooLarge',
        'The object exceeded the maximum allowed size',
      );
    if (limits.types && !limits.types.includes(type))
      throw new Refused('415', 'invalid_mime_type', 'InvalidMimeType', `mime type ${type} is not supported`);
    if (!/^(\w|\/|!|-|\.|\*|'|\(|\)| |&|\$|@|=|;|:|\+|,|\?)+$/.test(name))
      throw new Refused('400', 'InvalidKey', 'InvalidKey', `Invalid key: ${name}`);
    const insert =
      'insert into storage.objects (id, bucket_id, name, version, owner_id, metadata) values ($1, $2, $3, $4, $5, $6)';
    const etag = createHash('md5').update(bytes).digest('hex');
    const metadata = { eTag: `"${etag}"`, size: bytes.length, mimetype: type, cacheControl: 'max-age=3600' };
    const [id, version] = [randomUUID(), randomUUID()];
    const values = [id, bucket, name, version, claims.sub ?? null, JSON.stringify(metadata)];
    const taken = (error: { code?: string }) => {
      if (error.code !== '23505') throw error;
      throw new Refused('409', 'Duplicate', 'KeyAlreadyExists', 'The resource already exists');
    };
    await asCaller(claims, (tx) => tx.query(insert, values)).catch(taken);
    await writeFile(join(files, version), bytes);
    await owner.query(insert, values).catch(taken);
    return { Key: `${bucket}/${name}`, Id: id };
  }

  async function sign(request: Request, bucket: string, name: string) {
    await visible(await claimsOf(request), bucket, name);
    const { expiresIn } = (await request.json()) as { expiresIn: number };
    const token = await new SignJWT({ url: `${bucket}/${name}`, scope: 'download' })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuedAt()
      .setExpirationTime(Math.floor(Date.now() / 1000) + expiresIn)
      .sign(key);
    return { signedURL: `/object/sign/${bucket}/${name}?token=${token}` };
  }

  async function openSigned(url: URL, bucket: string, name: string): Promise<Response> {
    const { payload } = await jwtVerify(url.searchParams.get('token') ?? '', key).catch((error: Error) => {
      throw new Refused('400', 'InvalidJWT', 'InvalidJWT', error.message);
    });
    if (payload.url !== `${bucket}/${name}`)
      throw new Refused('400', 'InvalidSignature', 'InvalidSignature', 'Invalid signature');
    const { rows } = await owner.query<Row>(
      'select name, version, metadata from storage.objects where bucket_id = $1 and name = $2',
      [bucket, name],
    );
    const [row] = rows;
    if (!row) throw notFound();
    const asked = url.searchParams.get('download');
    return bytesOf(row, asked === null ? {} : { 'content-disposition': `attachment; filename=${asked}` });
  }

  async function bytesOf({ version, metadata }: Row, headers: Record<string, string>): Promise<Response> {
    const bytes = await readFile(join(files, version));
    return new Response(new Uint8Array(bytes), {
      headers: { 'content-type': metadata.mimetype, etag: metadata.eTag, ...headers },
    });
  }

  /** For whoever has the secret key. */
  async function bucketOf(request: Request, url: URL) {
    if ((await claimsOf(request)).role !== 'service_role') throw noBucket();
    const id = url.pathname.split('/').at(-1);
    const { rows } = await owner.query('select id, public, created_at from storage.buckets where id = $1', [
      id,
    ]);
    if (!rows[0]) throw noBucket();
    return rows[0];
  }

  async function remove(request: Request, bucket: string) {
    const { prefixes } = (await request.json()) as { prefixes: string[] };
    const { rows } = await asCaller(
      await claimsOf(request),
      (tx) =>
        tx.query<Row>(
          'delete from storage.objects where bucket_id = $1 and name = any ($2) returning name, version, metadata',
          [bucket, prefixes],
        ),
      true,
    );
    for (const { version } of rows) await rm(join(files, version), { force: true });
    return rows;
  }

  async function answer(request: Request): Promise<Response> {
    const url = new URL(request.url);
    if (url.pathname === '/status') return new Response(null);
    if (url.pathname.startsWith('/bucket/')) return Response.json(await bucketOf(request, url));
    const [, word = '', bucket = '', path = ''] =
      /^\/object\/(?:(sign|authenticated|public)\/)?([^/]+)\/?(.*)$/.exec(url.pathname) ?? [];
    const name = decodeURIComponent(path);
    const call = `${request.method} ${word}`;
    if (call === 'POST ' && name) return Response.json(await upload(request, bucket, name));
    if (call === 'POST sign') return Response.json(await sign(request, bucket, name));
    if (call === 'GET sign') return openSigned(url, bucket, name);
    if (call === 'GET authenticated')
      return bytesOf(await visible(await claimsOf(request), bucket, name), {});
    if (call === 'GET public') throw noBucket();
    if (call === 'DELETE ' && !name) return Response.json(await remove(request, bucket));
    return Response.json(
      { statusCode: 404, error: 'Not Found', message: `Route ${request.method}:${url.pathname} not found` },
      { status: 404 },
    );
  }

  return {
    handle: (request: Request): Promise<Response> =>
      answer(request).catch((error: Error) =>
        error instanceof Refused
          ? Response.json(
              { statusCode: error.statusCode, error: error.error, message: error.message, code: error.code },
              { status: 400 },
            )
          : Response.json(
              { statusCode: '500', error: 'Internal', message: String(error), code: 'InternalError' },
              { status: 500 },
            ),
      ),
    close: async () => {
      await Promise.all([callers.end(), owner.end()]);
      rmSync(files, { recursive: true, force: true });
    },
  };
}

/** The file of a form, whose part has no name, or the whole body. */
async function fileOf(request: Request): Promise<{ bytes: Buffer; type: string }> {
  const declared = request.headers.get('content-type') ?? '';
  if (!declared.startsWith('multipart/form-data'))
    return { bytes: Buffer.from(await request.arrayBuffer()), type: declared };
  const file = (await request.formData()).get('');
  if (!(file instanceof File))
    throw new Refused('400', 'InvalidRequest', 'InvalidRequest', 'No content provided');
  return { bytes: Buffer.from(await file.arrayBuffer()), type: file.type.replace(/;.*/, '') };
}
