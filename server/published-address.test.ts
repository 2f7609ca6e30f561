import { expect, test } from 'vitest';
import { brand } from '../content/brand.ts';
import { withPublishedAddress } from './published-address.ts';

const SITE = 'https://www.exemplo.com.br';
const bytes = (text: string) => new Uint8Array(Buffer.from(text));
const text = (file: Uint8Array | undefined) => Buffer.from(file ?? []).toString();

test('a page has the address of SITE_URL, and in no encoding the one of the build', () => {
  const page = bytes(`<link rel="canonical" href="${brand.siteUrl}/projeto-social">`);
  const built = { body: page, br: bytes('br'), gz: bytes('gz') };
  const rewritten = withPublishedAddress(SITE, '/projeto-social', 'text/html; charset=utf-8', built);
  expect(text(rewritten.body)).toBe(`<link rel="canonical" href="${SITE}/projeto-social">`);
  expect(rewritten).toEqual({ body: rewritten.body, unpacked: true });
});

test('so do the site map and the printed code', () => {
  const map = bytes(`<loc>${brand.siteUrl}/</loc>`);
  expect(text(withPublishedAddress(SITE, '/sitemap.xml', 'application/xml', { body: map }).body)).toBe(
    `<loc>${SITE}/</loc>`,
  );
  const code = bytes('<svg>');
  expect(withPublishedAddress(SITE, '/qr-inscricao.svg', 'image/svg+xml', { body: code }).body).not.toBe(
    code,
  );
});

test('a file without the address is returned as it was built', () => {
  const built = { body: bytes(`const site = "${brand.siteUrl}"`), br: bytes('br') };
  expect(withPublishedAddress(SITE, '/assets/a.js', 'text/javascript', built)).toBe(built);
  expect(withPublishedAddress(brand.siteUrl, '/', 'text/html', built)).toBe(built);
  const bare = { body: bytes('<p>Página</p>') };
  expect(withPublishedAddress(SITE, '/404', 'text/html', bare)).toBe(bare);
});
