import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { ROOT } from './sources.ts';

// What the build made, as it is sent. `npm test` builds first.

const SITE = join(ROOT, 'dist/site');
const read = (file: string) => readFileSync(join(SITE, file));
const files = readdirSync(SITE, { recursive: true, encoding: 'utf8' });
const texts = files.filter((file) => /\.(html|js|json|txt|svg|webmanifest)$/.test(file));

test.each([
  ['index.html', 12_000],
  ['projeto-social/index.html', 12_000],
  ['admin/inscricoes/index.html', 8_000],
])('%s with all its styles is at most %i bytes on the wire', (file, budget) => {
  expect(read(`${file}.br`).length).toBeLessThanOrEqual(budget);
});

test.each([
  ['projeto-social/index.html', 130_000],
  ['admin/inscricoes/index.html', 160_000],
])('every script that %s can come to need is at most %i bytes on the wire', (page, budget) => {
  const screen = page.startsWith('projeto') ? /SocialProject/ : /Admin/;
  const entry = [
    ...read(page)
      .toString()
      .matchAll(/src="\/(assets\/[^"]+\.js)"/g),
  ].map(([, file]) => file ?? '');
  const wanted = new Set(entry);
  for (const file of wanted) {
    const source = read(file).toString();
    for (const [, name = ''] of source.matchAll(/(?:\bfrom|^import|;import)\s*"\.\/([^"]+\.js)"/g))
      wanted.add(`assets/${name}`);
    for (const [, name = ''] of source.matchAll(/import\(\s*[`"']\.\/([^`"']+\.js)[`"']\s*\)/g))
      if (screen.test(name)) wanted.add(`assets/${name}`);
  }
  expect(entry).toHaveLength(1);
  const bytes = [...wanted].reduce((sum, file) => sum + brotliCompressSync(read(file)).length, 0);
  expect(bytes).toBeLessThanOrEqual(budget);
});

test.each(['index.html', 'projeto-social/index.html', 'admin/inscricoes/index.html', '404.html'])(
  '%s asks for one script, last, and holds nothing that the policy forbids',
  (file) => {
    const html = read(file).toString();
    expect(html).toMatch(/<html lang="pt-BR"/);
    expect(html).not.toMatch(/\sstyle="|\son\w+="|javascript:|modulepreload|rel="stylesheet"/);
    expect(html.match(/<style>/g)).toHaveLength(1);
    expect(html.trim()).toMatch(/<script type="module"[^>]*><\/script>\s*<\/body>\s*<\/html>$/);
    expect(html).toMatch(/<title>[^<]+<\/title>/);
    expect(html.match(/<meta name="description"/g)).toHaveLength(1);
  },
);

test('nothing secret, and no map of the sources, is sent', () => {
  expect(files.filter((file) => file.endsWith('.map'))).toEqual([]);
  for (const file of texts) {
    expect(read(file).toString(), file).not.toMatch(
      /service_role|eyJ[\w-]{20,}|sb_secret_|postgres(ql)?:\/\/|JWT_SECRET|\/work\/|\/home\//,
    );
  }
});
