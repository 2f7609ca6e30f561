import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { brand } from '../content/brand.ts';
import { folderForTests } from '../tests/support/files.ts';
import { serverForTests } from '../tests/support/server.ts';
import { createApp } from './app.ts';
import { pack } from './packing.ts';
import { loadPages } from './pages.ts';

const SITE = 'https://www.exemplo.com.br';
const PATHS = ['/', '/privacidade', '/projeto-social'];

/** Words in no order that a packer knows, so that its strength shows. */
const words = Array.from({ length: 4000 }, (_, i) => `palavra${(i * 7919) % 613}`).join(' ');
const html = `<!doctype html><link rel="canonical" href="${brand.siteUrl}"><p>${words}</p>`;
const published = html.replace(brand.siteUrl, SITE);

const server = serverForTests(undefined, { siteUrl: SITE });
const folder = folderForTests();
for (const path of PATHS) {
  mkdirSync(join(folder, path), { recursive: true });
  writeFileSync(join(folder, path, 'index.html'), html);
}

/** Asks for a page, checks that its answer is whole and returns how many bytes it has. */
async function bytesOf(app: ReturnType<typeof createApp>, path: string, encoding: string): Promise<number> {
  const answer = await app.request(path, { headers: { 'Accept-Encoding': encoding } });
  const bytes = new Uint8Array(await answer.arrayBuffer());
  expect(answer.headers.get('content-encoding')).toBe(encoding);
  expect(answer.headers.get('content-length')).toBe(String(bytes.length));
  expect((encoding === 'br' ? brotliDecompressSync : gunzipSync)(bytes).toString()).toBe(published);
  const etag = answer.headers.get('etag') ?? '';
  expect(etag).toMatch(/^W\/"/); // one tag for several packings of a text is a weak one
  const opaque = etag.replace('W/', '');
  const known = [etag, opaque, '*', `"outro", ${etag}`, `W/"outro",${opaque} , "ainda"`];
  for (const [conditions, status] of [
    [known, 304],
    [['"outro"', `"outro", *`, opaque.replaceAll('"', ''), opaque.toLowerCase(), '', ','], 200],
  ] as const)
    for (const condition of conditions)
      expect([
        condition,
        (await app.request(path, { headers: { 'If-None-Match': condition } })).status,
      ]).toEqual([condition, status]);
  return bytes.length;
}

test('a page with another address is packed as small as the build packs it, and every answer is whole', async () => {
  const pages = loadPages(folder, SITE);
  await pack(pages, new AbortController().signal);
  const app = createApp(server, pages);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
  for (const path of PATHS) {
    expect(await bytesOf(app, path, 'br')).toBe(brotliCompressSync(published, { params }).length);
    expect(await bytesOf(app, path, 'gzip')).toBe(gzipSync(published, { level: 9 }).length);
  }
});

test('a server that ends packs no further page', async () => {
  const pages = loadPages(folder, SITE);
  const ending = new AbortController();
  const packed = pack(pages, ending.signal);
  ending.abort();
  await packed;
  expect([...pages.values()].map(({ unpacked }) => unpacked)).toEqual([false, true, true]);
});
