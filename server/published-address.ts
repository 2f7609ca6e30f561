import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { brand } from '../content/brand.ts';
import { qrCode } from '../domain/qr-code.ts';

/** A file's bytes, plain and compressed; without `br` and `gz` it is sent plain. */
export type Encodings = {
  body: Uint8Array<ArrayBuffer>;
  br?: Uint8Array<ArrayBuffer>;
  gz?: Uint8Array<ArrayBuffer>;
};

/** Brotli: fast enough for a start, and nearly as small as the build's. */
const QUALITY = 9;

/**
 * A built file with the content's site address replaced by SITE_URL: canonical
 * addresses, shared links, the site map and the printed QR code. Returns `built` itself
 * when it names no address.
 */
export function withPublishedAddress(
  siteUrl: string,
  path: string,
  type: string,
  built: Encodings,
): Encodings {
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
