import { createHash } from 'node:crypto';

// The headers of pages and their files, as our server sends them (server/app.ts, server/pages.ts),
// as a static host is told to (server/static-site.ts), and as `npm run doctor` looks for them.

export const POLICY = 'Content-Security-Policy';

/**
 * Default headers of every answer: no type sniffing, no framing, no scripts. Pages replace the policy by
 * their own.
 */
export const EVERY_ANSWER: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Content-Security-Policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** The Strict-Transport-Security header of every answer over https. */
export const HSTS = 'max-age=63072000; includeSubDomains';

/** Of pages, their files and `/config.json`. */
const EVERY_FILE: Readonly<Record<string, string>> = { 'Cross-Origin-Opener-Policy': 'same-origin' };

export const NOT_FOUND = '/404';
export const ADMIN = '/admin/inscricoes';
export const CONFIG = '/config.json';
/** Where a family reads its own data. */
const SITUATION = '/projeto-social/situacao';

/** What draws PDFs at the desk. Its worker obeys the policy of its own answer, not the page's. */
const PDF_READER = /^\/assets\/pdfjs-/;
const SPREADSHEET_READER = /^\/assets\/worker\//;
const PDF_READER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

/**
 * Headers of a built file beyond EVERY_ANSWER; they replace those of the same name. `html` is a
 * page's text, null for every other file. `api`: the back end's origin, null when it is the page's own. `built`: what has the
 * scripts that may run, where the page was drawn with what the desk published.
 */
export function fileHeaders(
  path: string,
  html: string | null,
  api: string | null,
  built = html ?? '',
): Record<string, string> {
  return {
    ...EVERY_FILE,
    'Cache-Control': cacheOf(path, html !== null),
    ...(PDF_READER.test(path) && { 'Content-Security-Policy': PDF_READER_POLICY }),
    ...(SPREADSHEET_READER.test(path) && { 'Content-Security-Policy': "default-src 'none'" }), // it fetches nothing
    ...(html !== null && pageHeaders(path, html, api, built)),
  };
}

/** Built files, and the centre's own photos. */
const NAMED_BY_ITS_BYTES = /^\/(assets|fonts|fotos\/[\da-f]{64}\.)/;

function cacheOf(path: string, isPage: boolean): string {
  if (path === ADMIN || path === CONFIG || path === SITUATION) return 'no-store'; // in no memory of pages either
  if (NAMED_BY_ITS_BYTES.test(path)) return 'public, max-age=31536000, immutable';
  return isPage ? 'no-cache' : 'public, max-age=3600';
}

function pageHeaders(path: string, html: string, api: string | null, built: string): Record<string, string> {
  return {
    'Content-Security-Policy': pagePolicy(path, html, api, built),
    'X-Frame-Options': 'DENY',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  };
}

/** The Content-Security-Policy of one page: its inline scripts and styles by hash, its own origin, and the back end's. */
function pagePolicy(path: string, html: string, api: string | null, built: string): string {
  const hashes = (element: string, html: string) => {
    // Structured data (ld+json) and facts (json) are never run, so they need no hash.
    const inline = new RegExp(`<${element}(?![^>]*(?:\\bsrc=|json"))[^>]*>([\\s\\S]*?)</${element}>`, 'g');
    const hashOf = (text: string) => createHash('sha256').update(text).digest('base64');
    return [...html.matchAll(inline)].map(([, text = '']) => `'sha256-${hashOf(text)}'`).join(' ');
  };
  return [
    "default-src 'none'",
    `script-src 'self' ${hashes('script', built)}`.trim(),
    `style-src 'self' ${hashes('style', html)}`.trim(),
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self' ${api ?? ''}`.trim(),
    "manifest-src 'self'",
    ...(path === ADMIN ? ["frame-src 'self'"] : []), // `framed` of server/pages.ts
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    path.startsWith('/admin/') ? 'trusted-types pdf-worker spreadsheet-worker' : "trusted-types 'none'",
  ].join('; ');
}
