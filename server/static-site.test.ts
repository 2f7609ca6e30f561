import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { brand } from '../content/brand.ts';
import { photoPublication } from '../prove/site-photo.ts';
import { rpc } from '../tests/support/desk.ts';
import { folderForTests } from '../tests/support/files.ts';
import { forThisTest, serverForTests } from '../tests/support/server.ts';
import { signedIn } from '../tests/support/sign-in.ts';
import { ROOT } from '../tests/support/sources.ts';
import { openProject } from '../tests/support/supabase-like.ts';
import { createApp } from './app.ts';
import { loadPages } from './pages.ts';
import { askProject, writeStaticSite } from './static-site.ts';

// The real build, as a static host would serve it, held against our own server's answers.

const BUILT = join(ROOT, 'dist/site');
const SITE_URL = 'https://www.exemplo.com.br';
const PROJECT = { url: 'https://abcdefgh.supabase.co', key: 'sb_publishable_0123456789' };

const folder = folderForTests();
const server = serverForTests(undefined, { siteUrl: SITE_URL });
cpSync(BUILT, folder, { recursive: true });
const said = writeStaticSite(folder, PROJECT, { SITE_URL });

const read = (file: string) => readFileSync(join(folder, file), 'utf8');

/** The rules of `_headers`: a path with `*` at its end or `:name` for a segment, and its lines. */
const rules = () =>
  read('_headers')
    .split('\n\n')
    .map((block) => {
      const [path = '', ...lines] = block.trim().split('\n');
      const pattern = path.replace(/[.+]/g, '\\$&').replace(/\*$/, '.*').replace(/:\w+/g, '[^/]+');
      return { path, matches: new RegExp(`^${pattern}$`), lines: lines.map((line) => line.trim()) };
    });

/** What a host answers: every rule that matches; values of the same name are joined, as hosts do. */
function hostHeaders(path: string): Record<string, string> {
  const headers = new Headers();
  for (const { matches, lines } of rules())
    if (matches.test(path))
      for (const line of lines)
        headers.append(line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2));
  return Object.fromEntries(headers);
}

const PREVIEWS = ['/previa', '/previa/projeto-social'];
/** What our server says that a host says by itself. */
const BY_ITSELF = ['content-type', 'content-length', 'etag', 'vary'];
/** What a host sends with every file, our server with pages alone. */
const WITH_ALL = ['x-frame-options', 'permissions-policy'];

test('every file has the headers that our own server sends with it', async () => {
  const app = createApp(server, loadPages(BUILT, SITE_URL, PROJECT.url));
  const paths = [...loadPages(BUILT).keys(), ...PREVIEWS, '/config.json'].filter((path) => path !== '/404');
  expect(paths.length).toBeGreaterThan(100);
  const differing: unknown[] = [];
  for (const path of paths) {
    const ours = Object.fromEntries((await app.request(path)).headers);
    for (const name of BY_ITSELF) delete ours[name];
    const theirs = hostHeaders(path);
    for (const name of WITH_ALL) if (!(name in ours)) delete theirs[name];
    try {
      expect(theirs).toEqual(ours);
    } catch {
      differing.push({ path, ours, theirs });
    }
  }
  expect(differing).toEqual([]);
});

test('the reader of PDFs comes typed and packed, to keep, under a policy of its own, and the desk alone may start it', async () => {
  const app = createApp(server, loadPages(BUILT, SITE_URL, null));
  const ask = async (path: string) =>
    Object.fromEntries((await app.request(path, { headers: { 'Accept-Encoding': 'br' } })).headers);
  expect((await ask('/'))['content-security-policy']).toContain("trusted-types 'none'");
  expect((await ask('/admin/inscricoes'))['content-security-policy']).toMatch(
    /trusted-types pdf-worker spreadsheet-worker$/,
  );
  const reader = [...loadPages(BUILT).keys()].filter((path) => path.startsWith('/assets/pdfjs-'));
  for (const [file, type, packing] of [
    ['legacy/build/pdf.worker.min.mjs', 'text/javascript; charset=utf-8', 'br'],
    ['wasm/openjpeg.wasm', 'application/wasm', 'br'],
    ['standard_fonts/LiberationSans-Regular.ttf', 'font/ttf', 'br'],
    ['standard_fonts/FoxitSymbol.pfb', 'application/octet-stream', 'br'],
    ['cmaps/90ms-RKSJ-H.bcmap', 'application/octet-stream', undefined],
    ['iccs/CGATS001Compat-v2-micro.icc', 'application/vnd.iccprofile', undefined],
  ]) {
    const headers = await ask(reader.find((path) => path.endsWith(`/${file}`)) ?? '');
    expect([file, headers['content-encoding']]).toEqual([file, packing]);
    expect(headers).toMatchObject({
      'content-type': type,
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy':
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
    });
  }
});

test('pages lie where hosts look for an address without a slash, with the same headers under their file name', () => {
  for (const path of loadPages(BUILT).keys()) {
    if (path.includes('.')) expect([path, existsSync(join(folder, path))]).toEqual([path, true]);
    else if (path !== '/') {
      expect([path, existsSync(join(folder, `${path}.html`))]).toEqual([path, true]);
      if (path !== '/404') expect(hostHeaders(`${path}.html`)).toEqual(hostHeaders(path));
    }
  }
  expect(existsSync(join(folder, 'admin/inscricoes'))).toBe(false);
  expect(read('_redirects')).toContain('/admin /admin/inscricoes 301\n');
});

test('the page of every address that is none carries its policy in itself', async () => {
  const page = read('404.html');
  const [, policy = ''] = /<meta http-equiv="Content-Security-Policy" content="([^"]+)">/.exec(page) ?? [];
  const sent = loadPages(BUILT, SITE_URL, PROJECT.url).get('/404')?.headers['Content-Security-Policy'];
  expect(policy).toBe(sent?.replace("; frame-ancestors 'none'", ''));
  expect(page.indexOf(policy)).toBeLessThan(page.search(/<script|<style/));
  expect(hostHeaders('/nada')).toMatchObject({
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
  });
});

test('pages reach the project and nobody else', () => {
  expect(hostHeaders('/projeto-social')['content-security-policy']).toContain(
    `; connect-src 'self' ${PROJECT.url}; `,
  );
  expect(JSON.parse(read('config.json'))).toEqual({ supabaseUrl: PROJECT.url, supabaseKey: PROJECT.key });
});

test('the site has its own address everywhere, and the owner is told which', () => {
  for (const file of ['projeto-social.html', 'sitemap.xml', 'robots.txt']) {
    expect(read(file)).toContain(SITE_URL);
    expect(read(file)).not.toContain(brand.siteUrl);
  }
  expect(read('qr-inscricao.svg')).not.toBe(readFileSync(join(BUILT, 'qr-inscricao.svg'), 'utf8'));
  expect(said.join('\n')).toContain(SITE_URL);
});

test('hosts take the file: at most a hundred rules, of lines that they read whole', () => {
  expect(rules().length).toBeLessThanOrEqual(100);
  expect(
    Math.max(
      ...read('_headers')
        .split('\n')
        .map(({ length }) => length),
    ),
  ).toBeLessThan(2000);
});

test('without JavaScript a page says the periods that the project had when it was built, and a script still finds them', async () => {
  const { project, server } = await forThisTest(openProject());
  await server.database.query('update private.configuracao set guardar_espera_meses = 18 where true');
  const photo = await photoPublication();
  const { token } = await signedIn(server, { administrator: true });
  await rpc(server, token, 'publicar_centro', photo);
  const { given, facts, photos, notices } = await askProject(project);
  expect(facts).toEqual({ fotos: photo.fatos });
  const site = folderForTests();
  cpSync(BUILT, site, { recursive: true });
  writeStaticSite(site, project, { SITE_URL }, given, photos);
  for (const [name, bytes] of photos) {
    expect(photo.fotos).toContain(readFileSync(join(site, 'fotos', name), 'base64'));
    const [, rule = ''] = readFileSync(join(site, '_headers'), 'utf8').split(`/fotos/${name}\n`);
    expect(rule.split('\n\n')[0]).toContain('immutable');
    expect(bytes.length).toBeGreaterThan(100);
  }
  expect(photos.size).toBe(2);
  const notice = readFileSync(join(site, 'privacidade.html'), 'utf8');
  expect(notice).toContain('Lista de espera: 18 meses');
  expect(notice.match(/ data-words="/g)).toEqual(read('privacidade.html').match(/ data-words="/g));
  expect(notices).toEqual([]);
});

test('over a project that does not answer no site is built', async () => {
  const asked = askProject({ url: 'http://127.0.0.1:1', key: PROJECT.key });
  await expect(asked).rejects.toThrow(
    /não disse o que guarda \(fatos_do_centro: sem resposta\)\. Nada foi montado/,
  );
});

test('the pages that the desk fills in a frame are those that everybody reads, for their own origin', () => {
  for (const path of PREVIEWS) {
    const shown = path.slice('/previa'.length) || '/';
    const policy = hostHeaders(shown)['content-security-policy'];
    expect(policy?.replace("frame-ancestors 'none'", "frame-ancestors 'self'")).not.toBe(policy);
    expect(hostHeaders(path)['content-security-policy']).toBe(
      policy?.replace("ancestors 'none'", "ancestors 'self'"),
    );
    expect(read(`${path}.html`)).toBe(read(shown === '/' ? 'index.html' : `${shown}.html`));
  }
});

// What our own server answers, past any browser.

const ask = (path: string, init?: RequestInit) =>
  createApp(server, loadPages(BUILT, SITE_URL, null)).request(`http://localhost${path}`, init);

test.each<[path: string, status: number, location: string | null]>([
  ['/Projeto-Social', 308, '/projeto-social'],
  ['/projeto-social/', 308, '/projeto-social'],
  ['/projeto-social?x=1', 200, null],
  ['/index.html', 308, '/'],
  ['/INDEX.HTML', 308, '/'],
  ['/projeto-social/ficha-em-branco/index.html', 308, '/projeto-social/ficha-em-branco'],
  ['//projeto-social', 308, '/projeto-social'],
  ['/admin', 308, '/admin/inscricoes'],
  ['/404', 404, null],
  ['/..%2f..%2fetc/passwd', 404, null],
  ['/%00', 404, null],
  ['/%E0%A4%A', 404, null],
  ['//example.com', 404, null],
  ['/assets/nao-existe.js', 404, null],
  ['/rest/v2/x', 404, null],
  ['/realtime/v1/websocket', 404, null],
])('%s is answered with %i, and leads to %s', async (path, status, location) => {
  const answer = await ask(path);
  expect([answer.status, answer.headers.get('location')]).toEqual([status, location]);
  expect(await answer.text()).not.toMatch(/node_modules|at \w+ \(|\/work|Error:/);
});

test.each(['/', '/projeto-social', '/privacidade', '/admin/inscricoes', '/nao-existe'])(
  '%s comes with the strict policy',
  async (path) => {
    const { 'content-security-policy': policy = '', ...headers } = Object.fromEntries(
      (await ask(path)).headers,
    );
    expect(policy).toContain("default-src 'none'");
    expect(policy).toMatch(/style-src 'self' 'sha256-[\w+/=]{44}'/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toMatch(/unsafe|\*|data:(?!\s*blob)/);
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' });
    expect(headers).not.toHaveProperty('set-cookie');
    if (path.startsWith('/admin')) expect(headers['cache-control']).toBe('no-store');
  },
);

test('a page is asked for again only when it changed, HEAD says the same, and the Host is never repeated', async () => {
  const etag = (await ask('/', { headers: { 'Accept-Encoding': 'br' } })).headers.get('etag') ?? '';
  expect((await ask('/', { headers: { 'If-None-Match': etag } })).status).toBe(304);
  const head = await ask('/', { method: 'HEAD', headers: { 'Accept-Encoding': 'br' } });
  expect(head.headers.get('etag')).toBe(etag);
  expect((await ask('/', { method: 'POST', body: 'x' })).status).toBe(405);
  expect(await (await ask('/config.json', { headers: { Host: 'evil.example' } })).text()).not.toContain(
    'evil',
  );
});
