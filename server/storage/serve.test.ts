import { readdirSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { DOCUMENT_BUCKET } from '../../domain/document/document.ts';
import { get, uploaded } from '../../tests/support/desk.ts';
import { newKey, objectUrl, pdf } from '../../tests/support/documents.ts';
import { openIn } from '../../tests/support/files.ts';
import { embedded, serverForTests } from '../../tests/support/server.ts';
import { callerOf, type SignedIn, signedIn } from '../../tests/support/sign-in.ts';
import type { Caller } from '../core/database.ts';
import { signLink } from './links.ts';

const JSON_TYPE = { 'content-type': 'application/json' };

const NOW = Math.floor(Date.now() / 1000);
const BYTES = pdf(150_000);

describe.each(embedded)('documents given out on $name', (engine) => {
  const server = serverForTests(engine);
  let authorization: string;
  let maker: Caller;
  let key: string;
  beforeAll(async () => {
    const admin = await signedIn(server, { administrator: true });
    authorization = `Bearer ${admin.token}`;
    maker = callerOf(admin);
    key = await stored('comprovante (1).pdf');
  });

  const stored = (name?: string) => uploaded(server, BYTES, newKey(name));
  const read = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    server.app.request(path, { method, headers });
  const link = async (object = key) =>
    `${objectUrl(object, 'sign/')}?token=${await signLink(server.keys.link, object, maker, NOW)}`;
  const send = (method: string, path: string, body: object) =>
    server.app.request(path, {
      method,
      body: JSON.stringify(body),
      headers: { authorization, ...JSON_TYPE },
    });

  test('a signed address gives the same bytes, inert; HEAD the same without them', async () => {
    const made = await send('POST', objectUrl(key, 'sign/'), { expiresIn: 60 });
    const { signedURL } = (await made.json()) as { signedURL: string };
    expect(signedURL).toMatch(
      /^\/object\/sign\/cadastro_unico_uploads\/public\/\S+_comprovante \(1\)\.pdf\?token=[\w.-]+$/,
    );
    const opened = `/storage/v1${encodeURI(signedURL)}`;
    const [answer, head] = [await read(opened), await read(opened, {}, 'HEAD')];
    expect(Buffer.from(await answer.arrayBuffer()).equals(BYTES)).toBe(true);
    expect(await head.text()).toBe('');
    for (const { status, headers } of [answer, head])
      expect([status, Object.fromEntries(headers)]).toMatchObject([
        200,
        {
          'content-type': 'application/pdf',
          'content-length': '150000',
          'content-disposition': `attachment; filename="documento.pdf"; filename*=UTF-8''documento.pdf`,
          'x-robots-tag': 'none',
          'x-content-type-options': 'nosniff',
          'content-security-policy': expect.stringMatching(/^default-src 'none';.*; sandbox$/),
          'cache-control': 'no-store',
          'referrer-policy': 'no-referrer',
        },
      ]);
  });

  test('it is read as it is asked for, and no further than whoever goes away has read', async () => {
    const reader = (await read(await link())).body?.getReader();
    const first: Uint8Array | undefined = (await reader?.read())?.value;
    expect(first?.length).toBeLessThan(BYTES.length);
    expect(first?.length).toBeGreaterThan(0);
    await reader?.cancel();
    await read(await link(), {}, 'HEAD');
    await expect.poll(() => openIn(server.documentsDir)).toEqual([]);
  });

  test.each<[string, (admin: SignedIn) => unknown]>([
    ['signed out', ({ token }) => get(server, token, '/auth/v1/logout', { method: 'POST' })],
    [
      'disabled',
      ({ userId }) => server.database.query('select private.desativar_administrador($1, null)', [userId]),
    ],
  ])('a link is dead once who made it is %s', async (_what, end) => {
    const admin = await signedIn(server, { administrator: true });
    const made = await get(server, admin.token, objectUrl(key, 'sign/'), { body: { expiresIn: 60 } });
    const { signedURL } = (await made.json()) as { signedURL: string };
    const open = () => read(`/storage/v1${signedURL}`);
    expect((await open()).status).toBe(200);
    await end(admin);
    expect(await (await open()).json()).toMatchObject({ statusCode: '404', code: 'NoSuchKey' });
  });

  test.each([
    ['Declaração Única.pdf', 'Declaracao_Unica.pdf'],
    ['pagina.html', 'pagina.pdf'],
    ['a"; filename="b.exe', 'a_filename_b.pdf'],
    ['a\r\nSet-Cookie: x=1', 'a_Set-Cookie_x_1.pdf'],
  ])('download=%j is saved as %s', async (asked, name) => {
    const answer = await read(`${await link()}&download=${encodeURIComponent(asked)}`);
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="${name}"; filename*=UTF-8''${name}`,
    );
  });

  test('a document whose file is missing is not found, gets no link, and that is logged without its name', async () => {
    const lost = await stored('perdido.pdf');
    await server.database.query('update storage.objects set version = gen_random_uuid() where name = $1', [
      lost,
    ]);
    expect((await read(await link(lost))).status).toBe(404);
    const signed = await send('POST', objectUrl(lost, 'sign/'), { expiresIn: 60 });
    expect(await signed.json()).toMatchObject({ statusCode: '404', code: 'NoSuchKey' });
    expect(server.lines.join('')).toContain('document without bytes');
    expect(server.lines.join('')).not.toContain('perdido');
  });

  const remove = (body: object) => send('DELETE', `/storage/v1/object/${DOCUMENT_BUCKET}`, body);

  test('of a removed one row and bytes are erased, and links to it are dead', async () => {
    const before = readdirSync(server.documentsDir);
    const removed = await stored();
    await server.database.query(
      `update storage.objects set created_at = now() - interval '25 hours' where name = $1`,
      [removed],
    );
    const answer = await remove({ prefixes: [removed, newKey()] });
    expect(await answer.json()).toEqual([expect.objectContaining({ name: removed })]);
    expect(readdirSync(server.documentsDir)).toEqual(before);
    expect(await (await read(await link(removed))).json()).toMatchObject({
      statusCode: '404',
      code: 'NoSuchKey',
    });
  });

  test.each([[{}], [{ prefixes: 'public' }], [{ prefixes: [1] }], [{ prefixes: Array(51).fill('a') }]])(
    'none is removed by a body that asks wrongly (%#)',
    async (body) => {
      expect(await (await remove(body)).json()).toMatchObject({ statusCode: '400', code: 'InvalidRequest' });
    },
  );
});
