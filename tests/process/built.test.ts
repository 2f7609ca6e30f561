import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { brand } from '../../content/brand.ts';
import { ROOT } from '../support/sources.ts';

// What the build made, as it is sent. `npm test` builds first. The figures are
// the byte budgets (decision 36); a window of the network holds 14,200 bytes.

const SITE = join(ROOT, 'dist/site');
const read = (file: string) => readFileSync(join(SITE, file));
const files = readdirSync(SITE, { recursive: true, encoding: 'utf8' });
const texts = files.filter((file) => /\.(html|js|json|txt|xml|svg|webmanifest)$/.test(file));

/** What the desk fetches once somebody is signed in, until the list is drawn. */
const LIST = /^assets\/(Desk|EnrolmentList)-.*\.js$/;
/** What the desk's reader of PDFs fetches: no page has it. */
const PDF_READER = /^assets\/pdfjs-/;

const HOME = 'index.html';
const PROJECT = 'projeto-social/index.html';
const ADMIN = 'admin/inscricoes/index.html';
const MANUAL = 'admin/manual/index.html';
const BLANK_FORM = 'projeto-social/ficha-em-branco/index.html';
const SITUATION = 'projeto-social/situacao/index.html';
const PUBLIC = [HOME, PROJECT, BLANK_FORM, 'privacidade/index.html', 'acessibilidade/index.html'];
const PAGES = [...PUBLIC, SITUATION, ADMIN, MANUAL, '404.html'];
/** Bytes of script that a page comes to need, where they are not 90,000. */
const SCRIPTS: Readonly<Record<string, number>> = {
  [PROJECT]: 130_000,
  [ADMIN]: 145_000,
  [SITUATION]: 100_000,
};

test('every page is there, and nothing else is', () => {
  expect(files.filter((file) => file.endsWith('.html')).sort()).toEqual([...PAGES].sort());
});

test.each([...PAGES.map((file) => [file, file === ADMIN ? 8_000 : 12_000] as const)])(
  '%s with all its styles is at most %i bytes on the wire',
  (file, budget) => {
    expect(read(`${file}.br`).length).toBeLessThanOrEqual(budget);
  },
);

test.each([...PAGES.map((file) => [file, SCRIPTS[file] ?? 90_000] as const)])(
  'every script that %s comes to need is at most %i bytes on the wire',
  (page, budget) => {
    const wanted = new Set(startingScripts(page));
    if (page === ADMIN) for (const file of files) if (LIST.test(file)) wanted.add(file);
    expect(wanted.size).toBeGreaterThan(0);
    for (const file of wanted) {
      const statics = read(file)
        .toString()
        .matchAll(/(?:\bfrom|^import|;import)\s*"\.\/([^"]+\.js)"/g);
      for (const [, name = ''] of statics) wanted.add(`assets/${name}`);
    }
    const bytes = [...wanted].reduce((sum, file) => sum + brotliCompressSync(read(file)).length, 0);
    expect(bytes).toBeLessThanOrEqual(budget);
  },
);

test('the reader of PDFs is in no script that a page comes to need', () => {
  const scripts = files.filter((file) => /^assets\/[^/]+\.js$/.test(file));
  const reader = scripts.filter((file) => read(file).includes('GlobalWorkerOptions'));
  expect(reader).toEqual([expect.stringMatching(/^assets\/PdfPages-/)]);
  const needed = scripts.filter((file) =>
    /(?:\bfrom|^import|;import)\s*"\.\/PdfPages-/.test(read(file).toString()),
  );
  expect(needed).toEqual([]);
});

test('the one font is at most 17,000 bytes', () => {
  const fonts = files.filter((file) => /\.(woff2?|ttf|otf)$/.test(file) && !PDF_READER.test(file));
  expect(fonts).toHaveLength(1);
  expect(read(fonts[0] ?? '').length).toBeLessThanOrEqual(17_000);
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

  test('runs at most a kilobyte of script of its own', () => {
    expect(startScript(file).length).toBeLessThanOrEqual(1024);
  });

  test('waits for a person before it loads scripts, unless it does nothing without them', () => {
    expect(startScript(file).includes('pointerover')).toBe(![PROJECT, SITUATION, ADMIN].includes(file));
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

  test('the home page is a place to train, with its questions and without ratings of its own', () => {
    const [centre, questions] = structuredData(HOME);
    expect(centre).toMatchObject({
      '@type': 'SportsActivityLocation',
      name: brand.name,
      telephone: `+55${brand.phone}`,
      address: { '@type': 'PostalAddress', addressRegion: brand.state, addressCountry: 'BR' },
      openingHoursSpecification: expect.arrayContaining([
        expect.objectContaining({ opens: brand.hours[0]?.opens, closes: brand.hours[0]?.closes }),
      ]),
    });
    expect(questions).toMatchObject({ '@type': 'FAQPage' });
    expect(JSON.stringify(structuredData(HOME))).not.toMatch(/rating|review/i);
  });

  test.each([HOME, PROJECT])('%s shows every question that its structured data tells', (file) => {
    const body = read(file)
      .toString()
      .replace(/<script[\s\S]*?<\/script>/g, '');
    const page = structuredData(file).find((data) => data['@type'] === 'FAQPage');
    const items = page?.mainEntity as { name: string; acceptedAnswer: { text: string } }[];
    expect(items.length).toBeGreaterThan(0);
    for (const { name, acceptedAnswer } of items) {
      expect(body).toContain(name);
      expect(body).toContain(acceptedAnswer.text);
    }
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

/** The script inside a page, and the scripts it loads. */
function startScript(page: string): string {
  return /<script>([^<]+)<\/script>/.exec(read(page).toString())?.[1] ?? '';
}

function startingScripts(page: string): string[] {
  return [...startScript(page).matchAll(/`\/(assets\/[^`]+\.js)`/g)].map(([, file]) => file ?? '');
}

function structuredData(page: string): Record<string, unknown>[] {
  const blocks = read(page)
    .toString()
    .matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g);
  return [...blocks].map(([, json = '']) => JSON.parse(json) as Record<string, unknown>);
}
