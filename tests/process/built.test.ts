import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { brand } from '../../content/brand.ts';
import { newFolder } from '../support/files.ts';
import { ROOT } from '../support/sources.ts';

// What the build made. `npm test` builds first. Its bytes are held where they are sent, in tests/contract/byte-budgets.test.ts.

const SITE = join(ROOT, 'dist/site');
const read = (file: string) => readFileSync(join(SITE, file));
const files = readdirSync(SITE, { recursive: true, encoding: 'utf8' });
const texts = files.filter((file) => /\.(html|js|json|txt|xml|svg|webmanifest)$/.test(file));

const HOME = 'index.html';
const PROJECT = 'projeto-social/index.html';
const ADMIN = 'admin/inscricoes/index.html';
const MANUAL = 'admin/manual/index.html';
const BLANK_FORM = 'projeto-social/ficha-em-branco/index.html';
const SITUATION = 'projeto-social/situacao/index.html';
const PUBLIC = [HOME, PROJECT, BLANK_FORM, 'privacidade/index.html', 'acessibilidade/index.html'];
const PAGES = [...PUBLIC, SITUATION, ADMIN, MANUAL, '404.html'];

test('every page is there, and nothing else is', () => {
  expect(files.filter((file) => file.endsWith('.html')).sort()).toEqual([...PAGES].sort());
  // as `npm run build -- --from-project` would leave it
  expect(files.filter((file) => /^(_headers|_redirects|config\.json)$/.test(file))).toEqual([]);
});

test('the reader of PDFs is in no script that a page comes to need', () => {
  const scripts = files.filter((file) => /^assets\/[^/]+\.js$/.test(file));
  const reader = scripts.filter((file) => read(file).includes('GlobalWorkerOptions'));
  expect(reader).toEqual([expect.stringMatching(/^assets\/PdfPages-/)]);
  const needed = scripts.filter((file) =>
    /(?:\bfrom|^import|;import)\s*"\.\/PdfPages-/.test(read(file).toString()),
  );
  expect(needed).toEqual([]);
});

describe.each(PAGES)('%s', (file) => {
  const html = read(file).toString();

  test('asks for nothing that delays it, and holds nothing that the policy forbids', () => {
    expect(html).toMatch(/<html lang="pt-BR"/);
    expect(html).not.toMatch(/\sstyle="|\son\w+="|javascript:|modulepreload|<script[^>]*\ssrc=/);
    expect(html.match(/<style>/g)).toHaveLength(1);
    for (const [link] of html.matchAll(/<link\b[^>]*stylesheet[^>]*>/g)) expect(link).toContain(' disabled');
    expect(html.trim()).toMatch(/<script>[^<]+<\/script><\/body>\s*<\/html>$/);
  });

  test('leads somewhere by each of its links, without a script', () => {
    expect(html.match(/<a\b(?![^>]*\shref=)[^>]*>/g) ?? []).toEqual([]);
  });

  test('runs at most a kilobyte of script of its own', () => {
    expect(startScript(file).length).toBeLessThanOrEqual(1024);
  });

  test('waits for a person before it runs scripts, and fetches them ahead where there is a form', () => {
    const hasForm = [PROJECT, SITUATION, ADMIN].includes(file);
    expect(startScript(file)).toContain(hasForm ? 'pointerdown' : 'pointerover');
    expect(startScript(file).includes('priority')).toBe(hasForm);
  });

  test('says what it is: one title, one description, headings in order', () => {
    expect(html.match(/<title>[^<]+<\/title>/g)).toHaveLength(1);
    expect(html.match(/<meta name="description" content="[^"]+"/g)).toHaveLength(1);
    const levels = [...html.matchAll(/<h([1-6])\b/g)].map(([, level]) => Number(level));
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    levels.forEach((level, i) => {
      expect(level - (levels[i - 1] ?? 0)).toBeLessThanOrEqual(1);
    });
  });
});

describe('to search engines and messengers', () => {
  test.each(PUBLIC)('%s names its one address and its picture', (file) => {
    const html = read(file).toString();
    const path = `/${file}`.replace(/\/?index\.html$/, '') || '/';
    expect(html).toContain(`<link rel="canonical" href="${brand.siteUrl}${path}">`);
    for (const property of ['title', 'description', 'image', 'url', 'type', 'locale', 'site_name'])
      expect(html).toMatch(new RegExp(`<meta property="og:${property}" content="[^"]+">`));
    expect(html).not.toContain('noindex');
  });

  test.each([SITUATION, ADMIN, MANUAL, '404.html'])('%s asks not to be found', (file) => {
    const html = read(file).toString();
    expect(html).toContain('<meta name="robots" content="noindex"');
    expect(html).not.toMatch(/canonical|"og:/);
  });

  test('the home page is a place to train, without ratings of its own', () => {
    const [, json = ''] =
      /<script type="application\/ld\+json">([\s\S]*?)<\/script>/.exec(read(HOME).toString()) ?? [];
    expect(JSON.parse(json)).toMatchObject({
      '@type': 'SportsActivityLocation',
      name: brand.name,
      telephone: `+55${brand.phone}`,
      address: { '@type': 'PostalAddress', addressRegion: brand.state, addressCountry: 'BR' },
    });
    expect(json).not.toMatch(/rating|review/i);
  });

  test('the site map lists the public pages, and robots.txt names it', () => {
    const listed = [
      ...read('sitemap.xml')
        .toString()
        .matchAll(/<loc>([^<]+)<\/loc>/g),
    ].map(([, url]) => url);
    expect(listed.sort()).toEqual(
      PUBLIC.map((file) => brand.siteUrl + (`/${file}`.replace(/\/?index\.html$/, '') || '/')).sort(),
    );
    expect(read('robots.txt').toString()).toBe(
      `User-agent: *\nDisallow: /admin\n\nSitemap: ${brand.siteUrl}/sitemap.xml\n`,
    );
  });

  test('every picture that the manifest and the pages name is there', () => {
    const { icons } = JSON.parse(read('manifest.webmanifest').toString()) as { icons: { src: string }[] };
    const named = new Set(icons.map(({ src }) => src));
    for (const file of PAGES) {
      const html = read(file).toString();
      for (const [, address = ''] of html.matchAll(/(?:src|srcSet|srcset|href)="([^"]+)"/g)) {
        for (const part of address.split(/,\s*/)) {
          const [path = ''] = part.split(' ');
          if (/^\/[^"#?]+\.\w+$/.test(path)) named.add(path);
        }
      }
      named.add(/og:image" content="https:\/\/[^/]+([^"]+)"/.exec(html)?.[1] ?? '/favicon.svg');
    }
    expect([...named].filter((path) => !files.includes(path.slice(1)))).toEqual([]);
  });
});

test('nothing secret, and no map of the sources, is sent', () => {
  expect(files.filter((file) => /\.map$|^\.vite/.test(file))).toEqual([]);
  for (const file of texts) {
    const secret = /service_role|eyJ[\w-]{20,}|sb_secret_|postgres(ql)?:\/\/|JWT_SECRET|\/work\/|\/home\//;
    expect([file, secret.exec(read(file).toString())?.[0]]).toEqual([file, undefined]);
  }
});

/** A folder with these of the project's scripts, what they all import, and with these folders. */
function rootWith(scripts: readonly string[], folders: readonly string[] = []): string {
  const root = realpathSync(newFolder());
  for (const folder of ['scripts', ...folders]) mkdirSync(join(root, folder));
  for (const name of ['install', ...scripts])
    cpSync(join(ROOT, 'scripts', name), join(root, 'scripts', name), { recursive: true });
  return root;
}

const write = (root: string, file: string, text: string) => writeFileSync(join(root, file), text);

/** What npm needs to install nothing, or one package from there. */
function writePackage(root: string, from?: string): void {
  const { engines } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const nothing = {
    name: 'nothing',
    version: '1.0.0',
    engines,
    ...(from && { dependencies: { one: from } }),
  };
  writeFileSync(join(root, 'package.json'), JSON.stringify(nothing));
  const one = from && { 'node_modules/one': { version: '1.0.0', resolved: from } };
  const lock = { ...nothing, lockfileVersion: 3, packages: { '': nothing, ...one } };
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify(lock));
}

test('a site for a static host is current for commands, and is built anew for our own server', async () => {
  const root = rootWith(['ensure.mjs'], ['node_modules', 'dist']);
  // in the place of the real build, which takes seconds: what it says of itself
  write(
    root,
    'scripts/build.mjs',
    `import { markBuilt } from './ensure.mjs';\nmarkBuilt(process.argv.includes('--from-project'))();`,
  );
  const node = async (file: string, ...args: string[]) =>
    (await promisify(execFile)(process.execPath, [join(root, 'scripts', file), ...args])).stdout;
  write(
    root,
    'scripts/run.mjs',
    `import { ensureBuilt, isBuilt } from './ensure.mjs';
     if (process.argv[2] === 'site') await ensureBuilt();
     else console.log(isBuilt());`,
  );
  const builds = /Montando/;
  expect(await node('run.mjs', 'command')).toBe('false\n'); // nothing was there
  await node('build.mjs', '--from-project');
  expect(await node('run.mjs', 'command')).toBe('true\n');
  expect(await node('run.mjs', 'site')).toMatch(builds);
  expect(await node('run.mjs', 'site')).not.toMatch(builds);
  expect(await node('run.mjs', 'command')).toBe('true\n');
  write(root, 'scripts/changed.test.ts', '');
  expect(await node('run.mjs', 'command')).toBe('true\n'); // nothing is built from a test
  write(root, 'scripts/changed.mjs', '');
  expect(await node('run.mjs', 'command')).toBe('false\n');
  expect(await node('run.mjs', 'site')).toMatch(builds);
});

test('the doctor installs and builds nothing: it says what is missing, and what changed since', async () => {
  const root = rootWith(['ensure.mjs', 'fail.mjs', 'command.mjs'], ['node_modules']);
  writePackage(root);
  // in the place of the real one, which needs what was installed: scripts/content.test.ts
  write(root, 'scripts/content.mjs', `export const checkContent = () => console.log('content');`);
  const doctor = () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/command.mjs', 'doctor'], {
      cwd: root,
      encoding: 'utf8',
    });
    return { status, stdout, stderr };
  };
  const files = () => readdirSync(root, { recursive: true, encoding: 'utf8' });
  const before = files();
  expect(doctor()).toEqual({
    status: 3,
    stdout: '',
    stderr: expect.stringMatching(/^O site desta pasta ainda não foi montado, .*npm start.*\n$/),
  });
  expect(files()).toEqual(before);

  writeFileSync(join(root, 'node_modules/.construindo-campeoes'), '');
  mkdirSync(join(root, 'dist'));
  mkdirSync(join(root, 'server/commands'), { recursive: true });
  write(
    root,
    'server/commands/run-command.ts',
    'export const runCommand = async (name: string) => (console.log(name), 0);',
  );
  write(root, 'build.mjs', `import { markBuilt } from './scripts/ensure.mjs'; markBuilt(true)();`);
  await promisify(execFile)(process.execPath, [join(root, 'build.mjs')]);
  expect(doctor()).toEqual({ status: 0, stdout: 'doctor\n', stderr: '' });
  writeFileSync(join(root, 'package-lock.json'), '{}');
  expect(doctor()).toEqual({
    status: 0,
    stdout: expect.stringMatching(/^– O código desta pasta mudou depois de montado, .*\ncontent\ndoctor\n$/),
    stderr: '',
  });
});

test('a build of a fresh clone installs first what it is made with', async () => {
  const root = rootWith(['build.mjs', 'ensure.mjs', 'fail.mjs']);
  // in the place of the real one, which takes seconds
  write(
    root,
    'scripts/site.mjs',
    `import { existsSync } from 'node:fs';
     export const build = (...project) => console.log(existsSync('node_modules/.construindo-campeoes'), ...project);`,
  );
  writePackage(root);
  mkdirSync(join(root, 'node_modules')); // npm makes none for nothing
  const build = (option: string) =>
    spawnSync(process.execPath, ['scripts/build.mjs', option], {
      ...{ cwd: root, encoding: 'utf8' },
      env: { ...process.env, SUPABASE_URL: 'https://abcdefgh.supabase.co', SUPABASE_KEY: 'key' },
    });
  expect(build('--from-project').stdout).toMatch(
    /Montando o site…\ntrue \[ 'https:\/\/abcdefgh\.supabase\.co', 'key' \]\nO site está montado\.\n$/,
  );
  expect(build('--supabase')).toMatchObject({
    status: 2,
    stderr: 'Não entendi “--supabase”.\nComo se escreve: npm run build -- --help\n',
  });
});

test.each([
  ['installs', 'SIGTERM', 'await ensureInstalled()'],
  ['installs', 'SIGINT', 'await ensureInstalled()'],
  ['builds', 'SIGTERM', 'await ensureBuilt()'],
  ['builds', 'SIGHUP', 'await ensureBuilt()'],
] as const)(
  'ended while it %s, by %s, a start leaves nothing of that running',
  async (_what, signal, work) => {
    const root = rootWith(['ensure.mjs'], ['node_modules']);
    let asked = false;
    const silent = createServer(() => {
      asked = true; // and never answers
    }).listen(0, '127.0.0.1');
    onTestFinished(() => silent.closeAllConnections());
    onTestFinished(() => void silent.close());
    await once(silent, 'listening');
    writePackage(root, `http://127.0.0.1:${(silent.address() as AddressInfo).port}/one.tgz`);
    write(
      root,
      'scripts/build.mjs',
      `import { spawnSync } from 'node:child_process';\nspawnSync('sleep', ['600']);`,
    );
    write(root, 'scripts/run.mjs', `import { ensureBuilt, ensureInstalled } from './ensure.mjs';\n${work};`);
    const child = spawn(process.execPath, [join(root, 'scripts/run.mjs')], { stdio: 'ignore' });
    const ended = new Promise((resolve) => child.once('exit', (_code, by) => resolve(by)));
    const running = () =>
      readdirSync('/proc').flatMap((pid) => {
        try {
          const title = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
          return readlinkSync(`/proc/${pid}/cwd`) === root && /sleep|build|npm/.test(title) ? [title] : [];
        } catch {
          return []; // no process, or one that has ended
        }
      });
    await expect
      .poll(() => asked || running().some((title) => /^sleep 600/.test(title)), { timeout: 20_000 })
      .toBe(true);
    expect(running()).not.toEqual([]);
    child.kill(signal);
    expect(await ended).toBe(signal);
    await expect.poll(running).toEqual([]); // who was ended with it goes in its own time
  },
);

/** The script inside a page, which loads the others. */
function startScript(page: string): string {
  return /<script>([^<]+)<\/script>/.exec(read(page).toString())?.[1] ?? '';
}
