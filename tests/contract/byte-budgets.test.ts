import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type RunningServer, startServer } from '../../prove/server.ts';
import { copyFirstStart } from '../support/first-start.ts';
import { ROOT } from '../support/sources.ts';
import { TEST_FOLDER } from '../support/test-folder.ts';

// The byte budgets (decision 36), as a server with an address of its own sends them, once
// it has packed its pages. A window of the network holds 14,200 bytes.

const SITE = 'https://www.construindocampeoes.example';

const ADMIN = '/admin/inscricoes';
/** Bytes of script that a page comes to need, where they are not 90,000. */
const SCRIPTS: Readonly<Record<string, number>> = {
  [ADMIN]: 145_000,
  '/projeto-social': 130_000,
  '/projeto-social/situacao': 100_000,
};
/** What the desk fetches once somebody is signed in, until the list is drawn. */
const LIST = /^assets\/(Desk|EnrolmentList)-.*\.js$/;
/** What the desk's reader of PDFs fetches: no page has it. */
const PDF_READER = /^assets\/pdfjs-/;

const files = readdirSync(join(ROOT, 'dist/site'), { recursive: true, encoding: 'utf8' });
const PAGES = files
  .filter((file) => file.endsWith('.html'))
  .map((file) => `/${file}`.replace(/\/?(index)?\.html$/, '') || '/');

let folder = '';
let server: RunningServer;
beforeAll(async () => {
  folder = mkdtempSync(join(TEST_FOLDER, 'cc-bytes-'));
  await copyFirstStart(folder);
  server = await startServer({ folder, environment: { SITE_URL: SITE, LOG_LEVEL: 'debug' } });
  await vi.waitUntil(() => server.said().includes('"pages packed"'), 20_000);
});
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** What a browser gets for a path: how many bytes came, and the text in them. */
async function served(path: string): Promise<{ bytes: number; text: string }> {
  return new Promise((resolve, reject) => {
    const asked = request(server.url + path, { headers: { 'Accept-Encoding': 'br' } }, async (answer) => {
      const parts: Buffer[] = [];
      for await (const part of answer) parts.push(part);
      const body = Buffer.concat(parts);
      const packed = answer.headers['content-encoding'] === 'br';
      resolve({ bytes: body.length, text: (packed ? brotliDecompressSync(body) : body).toString() });
    });
    asked.once('error', reject).end();
  });
}

test.each(PAGES.map((page) => [page, page === ADMIN ? 8_000 : 12_000] as const))(
  '%s with all its styles is at most %i bytes on the wire',
  async (page, budget) => {
    const { bytes, text } = await served(page);
    expect(text).toContain('<style>');
    if (!text.includes('content="noindex"')) expect(text).toContain(`"${SITE}/`);
    expect(bytes).toBeLessThanOrEqual(budget);
  },
);

test.each(PAGES.map((page) => [page, SCRIPTS[page] ?? 90_000] as const))(
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
