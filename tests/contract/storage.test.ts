import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { StorageClient, type StorageError } from '@supabase/storage-js';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  DOCUMENT_BUCKET,
  DOCUMENT_TYPES,
  documentPath,
  documentPathOf,
  safeFileName,
} from '../../domain/document/document.ts';
import { jpegOf, pdfOf, withStray } from '../../kit/document-bytes.ts';
import { newKey } from '../support/documents.ts';
import { engines, serverForTests } from '../support/server.ts';
import { signedIn } from '../support/sign-in.ts';

const MAX = 5_242_880;

const pdf = (size = 3_000, name = 'Comprovante.pdf', type = 'application/pdf') =>
  new File([pdfOf({ size })], name, { type });
const newPath = (name = 'comprovante.pdf') => documentPath(randomUUID(), name);

/** What the site sees of an error. */
const seen = (error: unknown) => {
  const { status, statusCode, message } = error as StorageError;
  return [status, statusCode, message];
};
const NOT_FOUND = [400, '404', 'Object not found'];
const REFUSED = [400, '403', 'new row violates row-level security policy'];

describe.each(engines)('the official client on $name', (engine) => {
  if (engine.hosted && !engine.hosted.storage) return test.skip('there is no storage-api here');
  let visitor: ReturnType<StorageClient['from']>;
  let admin: ReturnType<StorageClient['from']>;
  let visitorClient: StorageClient;

  const clientFor = (token: string) =>
    new StorageClient(
      `${server.url}/storage/v1`,
      { apikey: server.keys.anonKey, Authorization: `Bearer ${token}` },
      server.fetch,
    );
  const server = serverForTests(engine);
  beforeAll(async () => {
    visitorClient = clientFor(server.keys.anonKey);
    visitor = visitorClient.from(DOCUMENT_BUCKET);
    admin = clientFor((await signedIn(server, { administrator: true })).token).from(DOCUMENT_BUCKET);
  });

  /** Rows of documents, and files of our own server. */
  const everything = async () => [
    await server.rows('select name, version from storage.objects order by name'),
    engine.hosted ? [] : readdirSync(server.documentsDir),
  ];
  const uploaded = async (file = pdf()) => {
    const { data, error } = await visitor.upload(newPath(), file);
    expect(error).toBeNull();
    return data?.path ?? '';
  };

  test('calls 1, 2 and 9: a family sends a document, an administrator opens the same bytes', async () => {
    const file = pdf(400_000, 'Declaração Única (cópia).pdf');
    const path = newPath(safeFileName(file.name, 'pdf'));
    const sent = await visitor.upload(path, file);
    expect(sent).toEqual({
      data: { path, id: expect.any(String), fullPath: `${DOCUMENT_BUCKET}/${path}` },
      error: null,
    });

    const { publicUrl } = visitor.getPublicUrl(path).data;
    expect(documentPathOf(publicUrl)).toBe(path);
    const closed = await server.fetch(publicUrl);
    expect([closed.status, await closed.json()]).toMatchObject([400, { error: 'Bucket not found' }]);

    const { data } = await admin.createSignedUrl(path, 60);
    const opened = await server.fetch(data?.signedUrl ?? '');
    expect(opened.status).toBe(200);
    expect(Buffer.from(await opened.arrayBuffer()).equals(Buffer.from(await file.arrayBuffer()))).toBe(true);
  });

  test.each([
    [new TextEncoder().encode(pdfOf()), 'an array'],
    [pdfOf(), 'a text'],
    [new Blob([pdfOf()]).stream(), 'a stream'],
  ])('call 1 takes a raw body (%#): %s', async (body, _title) => {
    const { error } = await visitor.upload(newPath(), body, { contentType: 'application/pdf' });
    expect(error).toBeNull();
  });

  test.each([
    ['a PDF behind a byte order mark', 'pdf', `\xef\xbb\xbf${pdfOf()}`],
    ['a PDF behind a blank line', 'pdf', `\r\n${pdfOf()}`],
    ['a PDF behind NULs', 'pdf', `\0\0\0${pdfOf()}`],
    [
      'a JPEG with three stray bytes and a segment of no length',
      'jpg',
      withStray(jpegOf()).toString('latin1'),
    ],
  ] as const)('call 1 takes %s, and call 9 gives the same bytes', async (_what, kind, text) => {
    const path = newPath(`comprovante.${kind}`);
    const bytes = Buffer.from(text, 'latin1');
    const { error } = await visitor.upload(path, bytes, { contentType: DOCUMENT_TYPES[kind] });
    expect(error).toBeNull();
    const { data } = await admin.createSignedUrl(path, 60);
    const opened = await server.fetch(data?.signedUrl ?? '');
    expect(Buffer.from(await opened.arrayBuffer()).equals(bytes)).toBe(true);
  });

  test('a name with spaces, quotes, parentheses and a comma goes and comes back', async () => {
    const path = newPath("Comprovante d'água, (1)  & outro.pdf".replace('á', 'a'));
    expect((await visitor.upload(path, pdf())).error).toBeNull();
    const address = visitor.getPublicUrl(path).data.publicUrl;
    const { data } = await admin.createSignedUrl(documentPathOf(address) ?? '', 60, {
      download: 'ficha.pdf',
    });
    const opened = await server.fetch(data?.signedUrl ?? '');
    expect(opened.headers.get('content-disposition')).toMatch(/^attachment; filename="?ficha\.pdf"?/);
  });

  test('a document of exactly 5 MiB is accepted; with one byte more it is refused', async () => {
    expect((await visitor.upload(newPath(), pdf(MAX))).error).toBeNull();
    const { error } = await visitor.upload(newPath(), pdf(MAX + 1));
    expect(seen(error)).toEqual([400, '413', 'The object exceeded the maximum allowed size']);
  });

  test('what call 1 may fail with', async () => {
    const [path, stored] = [await uploaded(), await everything()];
    const failures = {
      again: await visitor.upload(path, pdf()),
      over: await visitor.upload(path, pdf(), { upsert: true }),
      update: await visitor.update(path, pdf()),
      accent: await visitor.upload(newPath('declaração.pdf'), pdf()),
      elsewhere: await visitor.upload('privado/um.pdf', pdf()),
      up: await visitor.upload('public/../../um.pdf', pdf()),
      type: await visitor.upload(newPath(), pdf(3_000, 'a.pdf', 'text/html')),
      jpg: await visitor.upload(newPath('a.jpg'), new File(['\xff\xd8\xff'], 'a.jpg', { type: 'image/jpg' })),
      bytes: await visitor.upload(newPath(), new File(['MZ\x90'], 'a.pdf', { type: 'application/pdf' })),
      bucket: await visitorClient.from('outro').upload(newPath(), pdf()),
      nobody: await clientFor('lixo').from(DOCUMENT_BUCKET).upload(newPath(), pdf()),
    };
    const errors = Object.entries(failures).map(([name, { error }]) => [name, error && seen(error)]);
    expect(Object.fromEntries(errors)).toEqual({
      again: [400, '409', 'The resource already exists'],
      over: REFUSED,
      update: REFUSED,
      accent: [400, '400', expect.stringMatching(/^Invalid key: public\/.*declaração\.pdf$/)],
      elsewhere: REFUSED,
      up: engine.hosted
        ? [404, '404', 'Route POST:/object/um.pdf not found']
        : [400, '404', 'Bucket not found'],
      type: [400, '415', 'mime type text/html is not supported'],
      jpg: [400, '415', 'mime type image/jpg is not supported'],
      // storage-api believes what a file says that it is
      bytes: engine.hosted ? null : [400, '415', 'mime type application/octet-stream is not supported'],
      bucket: [400, '404', 'Bucket not found'],
      nobody: [400, '403', 'Invalid Compact JWS'],
    });
    if (engine.hosted) await admin.remove([failures.bytes.data?.path ?? '']);
    expect(await everything()).toEqual(stored);
  });

  test('what a visitor gets otherwise', async () => {
    const path = await uploaded();
    expect(seen((await visitor.createSignedUrl(path, 60)).error)).toEqual(NOT_FOUND);
    expect(seen((await visitor.createSignedUrl(newPath(), 60)).error)).toEqual(NOT_FOUND);
    expect(seen((await visitor.download(path)).error)).toEqual(NOT_FOUND);
    expect(seen((await visitor.info(path)).error)).toEqual(NOT_FOUND);
    expect((await visitor.exists(path)).data).toBe(false);
    expect(await visitor.list('public')).toEqual({ data: [], error: null });
    expect(await visitor.remove([path])).toEqual({ data: [], error: null });
    expect(seen((await visitor.move(path, newPath())).error)).toEqual(NOT_FOUND);
    expect(seen((await visitor.copy(path, newPath())).error)).toEqual(NOT_FOUND);
    // Two calls that our server has not: who may upload gets an address to upload to, and no link to read.
    expect((await visitor.createSignedUploadUrl(newPath())).error?.status).toBe(
      engine.hosted ? undefined : 404,
    );
    const links = await visitor.createSignedUrls([path], 60);
    if (engine.hosted) expect(links.data).toMatchObject([{ signedUrl: null }]);
    else expect(links.error?.status).toBe(404);
    expect(await visitorClient.listBuckets()).toEqual({ data: [], error: null });
    expect(seen((await visitorClient.getBucket(DOCUMENT_BUCKET)).error)).toEqual([
      400,
      '404',
      'Bucket not found',
    ]);
    expect(seen((await visitorClient.createBucket('novo')).error)).toEqual(REFUSED);
    expect(seen((await visitorClient.emptyBucket(DOCUMENT_BUCKET)).error)).toEqual(
      engine.hosted ? [403, '403', 'Access denied: Invalid role'] : [400, '404', 'Bucket not found'],
    );
    expect((await admin.exists(path)).data).toBe(true);
  });

  test('what an administrator gets otherwise', async () => {
    const path = await uploaded(pdf(1_234));
    expect((await (await admin.download(path)).data?.arrayBuffer())?.byteLength).toBe(1_234);
    expect((await admin.info(path)).data).toMatchObject({
      name: path,
      size: 1_234,
      contentType: 'application/pdf',
    });
    const listed = await admin.list('public', { search: path.slice(7, 43) });
    if (engine.hosted) expect(listed.data).toMatchObject([{ name: path.slice(7) }]);
    else expect(seen(listed.error)).toEqual([400, '400', expect.stringContaining('/object/info/')]);
    expect((await admin.remove([path])).data).toEqual([]); // nobody but retention, when its time has come
    expect((await (await admin.download(path)).data?.arrayBuffer())?.byteLength).toBe(1_234);
    expect(seen((await admin.createSignedUrl(newKey(), 60)).error)).toEqual(NOT_FOUND);
    expect(seen((await admin.createSignedUrl(await uploaded(), 0)).error)).toEqual([
      400,
      '400',
      'body/expiresIn must be >= 1',
    ]);
  });

  test('a stranger with an account sees what a visitor sees', async () => {
    const stranger = clientFor((await signedIn(server, { administrator: false })).token).from(
      DOCUMENT_BUCKET,
    );
    const path = await uploaded();
    expect(seen((await stranger.createSignedUrl(path, 60)).error)).toEqual(NOT_FOUND);
    expect((await stranger.list('public')).data).toEqual([]);
    expect((await stranger.remove([path])).data).toEqual([]);
    const yesterday = Math.floor(Date.now() / 1000) - 86_400;
    const late = clientFor((await signedIn(server, { administrator: true, issuedAt: yesterday })).token);
    expect(seen((await late.from(DOCUMENT_BUCKET).createSignedUrl(path, 60)).error)).toEqual([
      400,
      '403',
      '"exp" claim timestamp check failed',
    ]);
  });
});
