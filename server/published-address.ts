import { brand } from '../content/brand.ts';
import { qrCode } from '../domain/qr-code.ts';
import type { Encodings } from './packing.ts';

/**
 * A built file with the content's site address replaced by SITE_URL: canonical
 * addresses, shared links, the site map and the printed QR code. It is unpacked then.
 * Returns `built` itself when it names no address.
 */
export function withPublishedAddress(
  siteUrl: string,
  path: string,
  type: string,
  built: Encodings,
): Encodings {
  if (siteUrl === brand.siteUrl) return built;
  if (path === '/qr-inscricao.svg') return unpacked(qrCode(`${siteUrl}/projeto-social`));
  if (!/^(text\/(html|plain)|application\/xml)/.test(type)) return built;
  const text = Buffer.from(built.body).toString();
  return text.includes(brand.siteUrl) ? unpacked(text.replaceAll(brand.siteUrl, siteUrl)) : built;
}

function unpacked(text: string): Encodings {
  return { body: new Uint8Array(Buffer.from(text)), unpacked: true };
}
