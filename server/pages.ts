import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { type Context, Hono } from 'hono';
import { PREVIEWS } from '../content/published.ts';
import type { AppContext, Env } from './core/context.ts';
import { ApiError, errorBody } from './core/errors.ts';
import { formSettings } from './form-settings.ts';
import { matchesEtag } from './http/if-none-match.ts';
import { ADMIN, CONFIG, fileHeaders, NOT_FOUND, POLICY } from './http/page-headers.ts';
import { type Encodings, etagOf, type Page } from './packing.ts';
import { withPublishedAddress } from './published-address.ts';
import { settingPages } from './setting-pages.ts';

/** Built files by request path. */
export type Pages = ReadonlyMap<string, Page>;

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.woff2': 'font/woff2',
  '.ico': 'image/x-icon',
  '.wasm': 'application/wasm',
  '.ttf': 'font/ttf',
  '.icc': 'application/vnd.iccprofile',
  '.pfb': 'application/octet-stream',
  '.bcmap': 'application/octet-stream',
};

/**
 * Reads the whole built site into memory. `siteUrl` is SITE_URL, null when not set; `api` the
 * back end's origin, where it is not the page's own.
 */
export function loadPages(
  folder: string,
  siteUrl: string | null = null,
  api: string | null = siteUrl,
): Map<string, Page> {
  const pages = new Map<string, Page>();
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    const type = TYPES[extname(file)];
    if (!type) continue; // folders, and compressed files, which are read with their original
    const path = pathOf(file);
    const built = {
      body: readBytes(join(folder, file)),
      br: compressedCopy(join(folder, `${file}.br`)),
      gz: compressedCopy(join(folder, `${file}.gz`)),
    };
    const bytes = siteUrl === null ? built : withPublishedAddress(siteUrl, path, type, built);
    pages.set(path, pageOf(file, bytes, api));
  }
  return pages;
}

/** Where a built file is served. */
export const pathOf = (file: string): string =>
  `/${file.replaceAll('\\', '/')}`.replace(/\/index\.html$/, '').replace(/\.html$/, '') || '/';

/** A file as it is served; `api` as of `loadPages`, `built` as of `fileHeaders`. */
export function pageOf(file: string, bytes: Encodings, api: string | null, built?: string): Page {
  const type = TYPES[extname(file)] ?? '';
  const html = type.startsWith('text/html') ? Buffer.from(bytes.body).toString() : null;
  return {
    ...bytes,
    etag: etagOf(bytes.body),
    headers: { 'Content-Type': type, ...fileHeaders(pathOf(file), html, api, built) },
  };
}

/** A page for a frame of this origin alone: what the policy says of frames counts in the place of X-Frame-Options. */
export const framed = (page: Page): Page => ({
  ...page,
  headers: {
    ...page.headers,
    [POLICY]: page.headers[POLICY]?.replace("frame-ancestors 'none'", "frame-ancestors 'self'") ?? '',
  },
});

/** Supabase's prefixes: what is not served below them is a JSON 404, never a page. */
const CLOSED = /^\/(realtime|functions|graphql|pg|rest|auth|storage)(\/|$)/;

/** The site's files, each at one canonical address, and /config.json. */
export function pageRoutes(context: AppContext, pages: Pages): Hono<Env> {
  const routes = new Hono<Env>();
  const { siteUrl } = context.config;
  const settings = formSettings(context.database);
  const withSettings = settingPages(pages, settings);

  routes.get(CONFIG, async (c) =>
    c.json(
      {
        supabaseUrl: ownAddress(c, siteUrl),
        supabaseKey: context.keys.anonKey,
        ...(await settings()),
      },
      200,
      fileHeaders(CONFIG, null, null),
    ),
  );

  routes.all('*', async (c) => {
    const path = decoded(c.req.path);
    if (path === null) return respond(c, pages.get(NOT_FOUND), 404);
    if (CLOSED.test(path)) return refused(c, 404, 'Not Found', { 'Cache-Control': 'no-store' });
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD')
      return refused(c, 405, 'Method Not Allowed', { Allow: 'GET, HEAD' });
    const shown = PREVIEWS.get(path) ?? path;
    const built = shown === NOT_FOUND ? undefined : pages.get(shown);
    if (built) {
      const page = (await withSettings(shown)) ?? built;
      return respond(c, shown === path ? page : framed(page), 200);
    }
    const canonical = canonicalOf(path);
    if (canonical !== path && pages.has(canonical))
      return c.redirect(canonical + new URL(c.req.url).search, 308);
    return respond(c, pages.get(NOT_FOUND), 404);
  });
  return routes;
}

/** The canonical path: lower case, no trailing slash or `.html`; `/admin` is the desk. */
function canonicalOf(path: string): string {
  const plain =
    path
      .toLowerCase()
      .replace(/\/{2,}/g, '/')
      .replace(/(?:\/index)?\.html$/, '')
      .replace(/\/+$/, '') || '/';
  return plain === '/admin' ? ADMIN : plain;
}

/** The path decoded once; null when it does not decode or hides a slash, a dot segment or a control character. */
function decoded(path: string): string | null {
  try {
    const text = decodeURIComponent(path);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
    return /[\\\u0000-\u001f\u007f]|%2f/i.test(text) ||
      /%2f|%5c/i.test(path) ||
      /(^|\/)\.{1,2}(\/|$)/.test(text)
      ? null
      : text;
  } catch {
    return null;
  }
}

function respond(c: Context<Env>, page: Page | undefined, status: 200 | 404): Response {
  if (!page) return refused(c, 404, 'Not Found');
  const headers: Record<string, string> = { ...page.headers, ETag: page.etag, Vary: 'Accept-Encoding' };
  const isStorable = status === 200 && page.headers['Cache-Control'] !== 'no-store';
  if (isStorable && matchesEtag(c.req.header('if-none-match'), page.etag)) return c.body(null, 304, headers);
  const accepted = c.req.header('accept-encoding') ?? '';
  const encoding =
    page.br && /\bbr\b/.test(accepted) ? 'br' : page.gz && /\bgzip\b/.test(accepted) ? 'gz' : null;
  if (encoding) headers['Content-Encoding'] = encoding === 'br' ? 'br' : 'gzip';
  const body = (encoding && page[encoding]) || page.body;
  headers['Content-Length'] = String(body.length);
  return c.req.method === 'HEAD' ? c.body(null, status, headers) : c.body(body, status, headers);
}

function refused(c: Context, status: 404 | 405, message: string, headers: Record<string, string> = {}) {
  return c.json(errorBody(new ApiError(status, String(status), message)), status, headers);
}

/**
 * The API address for the browser: SITE_URL; without it, the Host of a direct request
 * to a loopback name, else `/`, which the page takes as its own origin. No other Host
 * header is ever repeated.
 */
function ownAddress(c: Context<Env>, siteUrl: string | null): string {
  const host = c.req.header('host') ?? '';
  const direct =
    /^(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/.test(host) &&
    c.req.header('x-forwarded-for') === undefined;
  return siteUrl ?? (direct ? `http://${host}` : '/');
}

function readBytes(file: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(file));
}

function compressedCopy(file: string): Uint8Array<ArrayBuffer> | undefined {
  return existsSync(file) ? readBytes(file) : undefined;
}
