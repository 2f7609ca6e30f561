import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { brand } from '../content/brand.ts';
import { embedded, openTestServer, type TestServer } from '../tests/support/server.ts';
import { TEST_FOLDER } from '../tests/support/test-folder.ts';
import { createApp } from './app.ts';
import { packAgain } from './packing.ts';
import { loadPages } from './pages.ts';

const SITE = 'https://www.exemplo.com.br';
const PATHS = ['/', '/privacidade', '/projeto-social'];

/** Words in no order that a packer knows, so that its strength shows. */
const words = Array.from({ length: 4000 }, (_, i) => `palavra${(i * 7919) % 613}`).join(' ');
const html = `<!doctype html><link rel="canonical" href="${brand.siteUrl}"><p>${words}</p>`;
const published = html.replace(brand.siteUrl, SITE);

let server: TestServer;
let folder = '';
beforeAll(async () => {
  const [engine] = embedded;
  if (!engine) throw new Error('there is no engine');
  server = await openTestServer(engine, { siteUrl: SITE });
  folder = mkdtempSync(join(TEST_FOLDER, 'cc-site-'));
  for (const path of PATHS) {
    mkdirSync(join(folder, path), { recursive: true });
    writeFileSync(join(folder, path, 'index.html'), html);
  }
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Asks for a page, checks that its answer is whole and returns how many bytes it has. */
async function bytesOf(app: ReturnType<typeof createApp>, path: string, encoding: string): Promise<number> {
  const answer = await app.request(path, { headers: { 'Accept-Encoding': encoding } });
  const bytes = new Uint8Array(await answer.arrayBuffer());
  expect(answer.headers.get('content-encoding')).toBe(encoding);
  expect(answer.headers.get('content-length')).toBe(String(bytes.length));
  expect((encoding === 'br' ? brotliDecompressSync : gunzipSync)(bytes).toString()).toBe(published);
  const etag = answer.headers.get('etag') ?? '';
  expect(etag).toMatch(/^W\/"/); // one tag for several packings of a text is a weak one
  expect((await app.request(path, { headers: { 'If-None-Match': etag } })).status).toBe(304);
  return bytes.length;
}

test('pages are served from the start and again smaller, and every answer on the way is whole', async () => {
  const pages = loadPages(folder, SITE);
  const app = createApp(server, pages);
  const [br, gz] = [await bytesOf(app, '/', 'br'), await bytesOf(app, '/', 'gzip')];
  let packing = true;
  const packed = packAgain(pages, new AbortController().signal).then(() => {
    packing = false;
  });
  let asked = 0;
  for (; packing; asked++) {
    for (const path of PATHS) await bytesOf(app, path, 'br');
    await pause(1); // a request without a socket never lets the packer in
  }
  await packed;
  expect(asked).toBeGreaterThan(1); // it leaves the thread to those who ask
  for (const path of PATHS) {
    expect(await bytesOf(app, path, 'br')).toBeLessThan(br);
    expect(await bytesOf(app, path, 'gzip')).toBeLessThanOrEqual(gz);
  }
});

test('a server that closes packs no further page', async () => {
  const pages = loadPages(folder, SITE);
  const ending = new AbortController();
  const packed = packAgain(pages, ending.signal);
  ending.abort();
  await packed;
  expect([...pages.values()].map(({ quick }) => quick)).toEqual([false, true, true]);
});
