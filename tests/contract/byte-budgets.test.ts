import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../../kit/server.ts';
import { copyFirstStart } from '../support/first-start.ts';
import { ROOT } from '../support/sources.ts';
import { TEST_FOLDER } from '../support/test-folder.ts';

// The byte budgets (decision 36), as a server with a long address of its own sends them from
// its first answer on.

const SITE = 'https://www.projeto-construindo-campeoes.aparecida-de-exemplo.go.gov.example';
/** A window of the network: what a visitor without Brotli may get instead. */
const WINDOW = 14_200;

const ADMIN = '/admin/inscricoes';
/** Bytes of script that a page comes to need, where they are not 80,000. */
const SCRIPTS: Readonly<Record<string, number>> = {
  [ADMIN]: 120_000,
  '/projeto-social': 115_000,
  '/projeto-social/situacao': 90_000,
};
/** What the desk fetches once somebody is signed in, until the list is drawn. */
const LIST = /^assets\/SignedIn-.*\.js$/;
/** What the desk's reader of PDFs fetches: no page has it. */
const PDF_READER = /^assets\/pdfjs-/;

const files = readdirSync(join(ROOT, 'dist/site'), { recursive: true, encoding: 'utf8' });
const PAGES = files
  .filter((file) => file.endsWith('.html'))
  .map((file) => `/${file}`.replace(/\/?(index)?\.html$/, '') || '/');

let folder = '';
let server: RunningServer;
/** Each page as the server sent it first. */
let first: ReadonlyMap<string, Answer>;
beforeAll(async () => {
  folder = mkdtempSync(join(TEST_FOLDER, 'cc-bytes-'));
  await copyFirstStart(folder);
  server = await startServer({ folder, environment: { SITE_URL: SITE } });
  first = new Map(await Promise.all(PAGES.map(async (page) => [page, await served(page)] as const)));
});
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** How many bytes came, and the text in them. */
type Answer = { bytes: number; text: string };

const UNPACK: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
};

/** What a browser gets for a path. */
async function served(path: string, encoding = 'br'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { 'Accept-Encoding': encoding };
    const asked = request(server.url + path, { headers }, async (answer) => {
      const parts: Buffer[] = [];
      for await (const part of answer) parts.push(part);
      const body = Buffer.concat(parts);
      const unpack = UNPACK[answer.headers['content-encoding'] ?? ''];
      resolve({ bytes: body.length, text: (unpack ? unpack(body) : body).toString() });
    });
    asked.once('error', reject).end();
  });
}

test.each(PAGES.map((page) => [page, page === ADMIN ? 8_000 : 12_000] as const))(
  '%s with all its styles is at most %i bytes on the wire',
  async (page, budget) => {
    const { bytes, text } = first.get(page) ?? (await served(page));
    expect(text).toContain('<style>');
    if (!text.includes('content="noindex"')) expect(text).toContain(`"${SITE}/`);
    expect(bytes).toBeLessThanOrEqual(budget);
    const zipped = await served(page, 'gzip');
    expect(zipped.text).toBe(text);
    expect(zipped.bytes).toBeLessThanOrEqual(WINDOW);
  },
);

test.each(PAGES.map((page) => [page, SCRIPTS[page] ?? 80_000] as const))(
  'every script that %s comes to need is at most %i bytes on the wire',
  async (page, budget) => {
    const { text } = await served(page);
    const [, start = ''] = /<script>([^<]+)<\/script>/.exec(text) ?? [];
    const wanted = new Set([...start.matchAll(/`\/(assets\/[^`]+\.js)`/g)].map(([, file = '']) => file));
    if (page === ADMIN) for (const file of files) if (LIST.test(file)) wanted.add(file);
    expect(wanted.size).toBeGreaterThan(0);
    let sum = 0;
    for (const file of wanted) {
      const { bytes, text: script } = await served(`/${file}`);
      sum += bytes;
      const statics = script.matchAll(/(?:\bfrom|^import|;import)\s*"\.\/([^"]+\.js)"/g);
      for (const [, name = ''] of statics) wanted.add(`assets/${name}`);
    }
    expect(sum).toBeLessThanOrEqual(budget);
  },
);

test('the one font is at most 17,000 bytes on the wire', async () => {
  const fonts = files.filter((file) => /\.(woff2?|ttf|otf)$/.test(file) && !PDF_READER.test(file));
  expect(fonts).toHaveLength(1);
  expect((await served(`/${fonts[0]}`)).bytes).toBeLessThanOrEqual(17_000);
});
