import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DOCUMENT_BUCKET, DOCUMENT_MAX_BYTES } from '../../domain/document/document.ts';
import { jpegOf, pdfOf } from '../../kit/document-bytes.ts';
import { formOf } from '../../kit/family.ts';
import { JPG, newKey, objectUrl, PNG, pdf } from '../../tests/support/documents.ts';
import { newFolder } from '../../tests/support/files.ts';
import { embedded, forThisTest, openTestServer, serverForTests } from '../../tests/support/server.ts';
import { storeFile } from './files.ts';
import type { StoredObject } from './objects.ts';

describe.each(embedded)('uploads on $name', (engine) => {
  const server = serverForTests(engine);

  const to = async (path: string, body: BodyInit, headers: Record<string, string> = {}) => {
    const authorization = `Bearer ${server.keys.anonKey}`;
    const init = { method: 'POST', body, headers: { authorization, ...headers }, duplex: 'half' };
    const answer = await server.app.request(path, init);
    return {
      status: answer.status,
      headers: answer.headers,
      body: (await answer.json()) as Record<string, string>,
    };
  };
  const send = (key: string, body: BodyInit, headers = {}) => to(objectUrl(key), body, headers);
  const raw = (key: string, bytes: BodyInit, type = 'application/pdf', headers = {}) =>
    send(key, bytes, { 'content-type': type, ...headers });
  const onDisk = () => readdirSync(server.documentsDir);
  const rows = (key: string) =>
    server.rows<StoredObject>('select * from storage.objects where name = $1', key);

  test('stores the same bytes under a name of its own, in a file of mode 0600', async () => {
    const [key, bytes] = [newKey(), pdf(200_000)];
    const { status, body } = await send(key, formOf(bytes));
    expect([status, body]).toEqual([200, { Key: `${DOCUMENT_BUCKET}/${key}`, Id: expect.any(String) }]);
    const [row] = await rows(key);
    expect(row).toMatchObject({
      id: body.Id,
      bucket_id: DOCUMENT_BUCKET,
      owner: null,
      owner_id: null,
      user_metadata: null,
      metadata: {
        eTag: expect.stringMatching(/^"[0-9a-f]{64}"$/),
        size: 200_000,
        mimetype: 'application/pdf',
      },
    });
    expect(key).not.toContain(row?.version);
    expect(readFileSync(join(server.documentsDir, row?.version ?? '')).equals(bytes)).toBe(true);
    expect(statSync(join(server.documentsDir, row?.version ?? '')).mode & 0o777).toBe(0o600);
    expect(statSync(server.documentsDir).mode & 0o777).toBe(0o700);
  });

  test.each([
    [`duas  palavras e @ $ = ; : + & ! *${'n'.repeat(40)}.pdf`, pdf(), 'application/pdf'],
    ['FOTO.JPEG', JPG, 'image/jpeg'],
    ['a.jpg', JPG, 'image/jpeg'],
    ['a.png', PNG, 'image/png'],
  ])('accepts %s, in a form and raw', async (name, bytes, type) => {
    expect((await send(newKey(name), formOf(bytes, type))).status).toBe(200);
    expect((await raw(newKey(name), bytes, type)).status).toBe(200);
  });

  describe('refused, without a row and without a byte left', () => {
    let before: string[];
    beforeAll(() => {
      before = onDisk();
    });

    test.each([
      ['um executável', Buffer.from('MZ\x90\0 not a document'), 'application/pdf', 'a.pdf'],
      ['HTML as a picture', Buffer.from('<!doctype html><script>alert(1)</script>'), 'image/png', 'a.png'],
      ['PNG named and declared JPEG', PNG, 'image/jpeg', 'a.jpg'],
      ['PNG named JPEG', PNG, 'image/png', 'a.jpg'],
      ['JPEG declared PNG', JPG, 'image/png', 'a.jpg'],
      ['empty', Buffer.alloc(0), 'application/pdf', 'a.pdf'],
      ['a type the bucket has not', pdf(), 'text/html', 'a.pdf'],
      ['almost a type', JPG, 'image/jpg', 'a.jpg'],
      ['no type', pdf(), '', 'a.pdf'],
      ['a type with parameters', pdf(), 'application/pdf; charset=utf-8', 'a.pdf'],
    ])('%s: 415', async (_what, bytes, type, name) => {
      const key = newKey(name);
      const { status, body } = await raw(key, new Uint8Array(bytes), type || 'application/octet-stream');
      const message = 'mime type is not supported';
      expect([status, body]).toMatchObject([415, { statusCode: '415', code: 'InvalidMimeType', message }]);
      expect(await rows(key)).toEqual([]);
    });

    test.each([
      ['public/%2e%2e%2f%2e%2e%2fetc%2fpasswd', 'encoded slashes'],
      [`public%2F${randomUUID()}_um.pdf`, 'an encoded slash'],
      [`public/${randomUUID()}_um%252e.pdf`, 'encoded twice: decoded once, a percent sign stays'],
      [`public//${randomUUID()}_um.pdf`, 'an empty segment'],
      ['public/um%zz.pdf', 'a percent sign that begins nothing'],
      ['um.pdf', 'no folder'],
      ['public/..%5C..%5Cum.pdf', 'backslashes'],
      ['public/um%00.pdf', 'NUL'],
      ['public/Declara%C3%A7%C3%A3o.pdf', 'accents'],
      [`public/${'a'.repeat(300)}.pdf`, 'too long a name'],
      ['public/%E0%A4.pdf', 'no UTF-8'],
      ['', 'no name'],
    ])('the key %s: InvalidKey, %s', async (path) => {
      const { status, body } = await to(`/storage/v1/object/${DOCUMENT_BUCKET}/${path}`, formOf(pdf()));
      expect([status, body]).toMatchObject([
        400,
        { statusCode: '400', code: 'InvalidKey', message: 'Invalid key' },
      ]);
    });

    test.each([
      ['public/um.pdf', 'no uuid'],
      [`public/${randomUUID()}_${'n'.repeat(77)}.pdf`, '81 characters'],
      [`public/${randomUUID().toUpperCase()}_um.pdf`, 'capitals in the uuid'],
    ])('the key %s: the policy says no, %s', async (key) => {
      const { status, body } = await send(key, formOf(pdf()));
      expect([status, body]).toMatchObject([
        403,
        { statusCode: '403', code: '42501', message: expect.stringMatching(/^new row violates row-level/) },
      ]);
    });

    test('an endless body, of which little is read; then the connection ends', async () => {
      let produced = 0;
      const endless = new ReadableStream<Uint8Array>({
        pull: (controller) => {
          controller.enqueue(produced === 0 ? pdf(1_000) : new Uint8Array(64 * 1024));
          produced += 64 * 1024;
        },
      });
      const { body, headers } = await raw(newKey(), endless);
      expect(body.statusCode).toBe('413');
      expect(headers.get('connection')).toBe('close');
      expect(produced).toBeLessThan(3 * DOCUMENT_MAX_BYTES);
    });

    test('a body that breaks off', async () => {
      const key = newKey();
      const broken = new ReadableStream<Uint8Array>({
        start: (controller) => controller.enqueue(pdf(100_000)),
        pull: (controller) => controller.error(new Error('gone')),
      });
      expect((await raw(key, broken)).status).toBe(400);
      expect(await rows(key)).toEqual([]);
    });

    afterAll(() => {
      expect(onDisk()).toEqual(before);
    });
  });

  test.each([
    ['half a photo', JPG.subarray(0, 90), 'image/jpeg', 'a.jpg', 'A foto não abriu. Tire outra.'],
    ['a JPEG of 60 megapixels', jpegOf(10_000, 6_000), 'image/jpeg', 'a.jpg', 'A foto tem pontos demais'],
    [
      'half a PDF',
      pdf(9_000).subarray(0, 4_000),
      'application/pdf',
      'a.pdf',
      'O arquivo não abriu. Envie de novo',
    ],
  ])(
    '%s is refused with a sentence for families, and leaves nothing',
    async (_what, bytes, type, name, words) => {
      const [key, before] = [newKey(name), onDisk()];
      const { status, body } = await send(key, formOf(new Uint8Array(bytes), type));
      expect([status, body.statusCode, body.code]).toEqual([422, '422', 'UnreadableDocument']);
      expect(body.message).toContain(words);
      expect([await rows(key), onDisk()]).toEqual([[], before]);
    },
  );

  test('what a PDF may do by itself is noted for the desk, and that not all of it was read', async () => {
    const [key, locked, plain] = [newKey(), newKey(), newKey()];
    const bytes = (words: object) => formOf(new Uint8Array(Buffer.from(pdfOf(words))));
    await send(key, bytes({ catalogue: '/OpenAction<</S/JavaScript/JS(x)>>' }));
    await send(locked, bytes({ trailer: '/Encrypt 4 0 R' }));
    await send(plain, formOf(pdf()));
    expect((await rows(key))[0]?.metadata).toMatchObject({ conteudoAtivo: ['programa', 'acao-ao-abrir'] });
    expect((await rows(locked))[0]?.metadata).toMatchObject({ conteudoAtivo: ['nao-conferido'] });
    expect((await rows(plain))[0]?.metadata).not.toHaveProperty('conteudoAtivo');
  });

  test('of many at once with one key exactly one wins, and leaves one file', async () => {
    const key = newKey();
    const before = onDisk().length;
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(key, formOf(pdf(100_000)))));
    expect(answers.map(({ body }) => body.statusCode ?? '200').sort()).toEqual([
      '200',
      ...Array(7).fill('409'),
    ]);
    expect(onDisk()).toHaveLength(before + 1);
  });

  test('too many from one address are answered 429', async () => {
    const strict = await forThisTest(openTestServer(engine, { limits: 'on' }));
    const headers = { authorization: `Bearer ${strict.keys.anonKey}` };
    const attempts = Array.from({ length: 95 }, () =>
      strict.app.request(objectUrl('a.pdf'), { method: 'POST', headers }),
    );
    const late = (await Promise.all(attempts)).filter(({ status }) => status === 429);
    expect(late).toHaveLength(5);
    expect(late[0]?.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(await late[0]?.json()).toMatchObject({ statusCode: '429', code: 'SlowDown' });
  });

  test('the log never names an object', () => {
    expect(server.lines.join('')).not.toMatch(/comprovante|public\/|_a\.pdf/);
  });
});

describe('the bytes', () => {
  test.each([
    [{ code: '42501' }, 0, 'are gone when the row was refused'],
    [{ code: '57P01' }, 1, 'stay while the row may have been committed'],
  ])('%#: $2', async (fault, left) => {
    const reason = Object.assign(new Error('of PostgreSQL'), { severity: 'ERROR' }, fault);
    const folder = newFolder();
    const bytes = (async function* () {
      yield pdf();
    })();
    const outcome = storeFile(
      folder,
      bytes,
      5_000,
      async () => {},
      async () => {
        throw reason;
      },
    );
    await expect(outcome).rejects.toBe(reason);
    expect(readdirSync(folder)).toHaveLength(left);
  });
});
