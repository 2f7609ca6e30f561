import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { brand } from '../content/brand.ts';
import { qrCode } from '../domain/qr-code.ts';

/** A file's bytes, plain and in the encodings that browsers take. */
export type Encodings = {
  body: Uint8Array<ArrayBuffer>;
  br?: Uint8Array<ArrayBuffer>;
  gz?: Uint8Array<ArrayBuffer>;
};

/** Fast enough for a start, and a few bytes from the build's own. */
const QUALITY = 9;

/**
 * A built file as it must be when the site is published elsewhere than the
 * content says (SITE_URL): canonical addresses, shared links, the map for search
 * engines and the printed code all name the place where people really find it.
 */
export function publishedAt(siteUrl: string, path: string, type: string, built: Encodings): Encodings {
  if (siteUrl === brand.siteUrl) return built;
  if (path === '/qr-inscricao.svg') return encoded(qrCode(`${siteUrl}/projeto-social`));
  if (!/^(text\/(html|plain)|application\/xml)/.test(type)) return built;
  const text = Buffer.from(built.body).toString();
  return text.includes(brand.siteUrl) ? encoded(text.replaceAll(brand.siteUrl, siteUrl)) : built;
}

function encoded(text: string): Encodings {
  const params = { [constants.BROTLI_PARAM_QUALITY]: QUALITY };
  return {
    body: new Uint8Array(Buffer.from(text)),
    br: new Uint8Array(brotliCompressSync(text, { params })),
    gz: new Uint8Array(gzipSync(text)),
  };
}
