import type { Hono } from 'hono';
import { PREVIEW_PATH } from '../domain/centre/facts.ts';
import type { AppContext, Env } from './core/context.ts';
import { ApiError } from './core/errors.ts';
import { callerOf } from './core/tokens.ts';
import { apiRoutes, mayNow } from './http/api.ts';
import { fileHeaders } from './http/page-headers.ts';

export const PREVIEW = PREVIEW_PATH;
/** Of a token and the facts, as a form sends them: two signs of three for a letter with an accent. */
const SENT_MAX = 80_000;

/**
 * The page of a section as it would be, in a frame of the desk: asked for by a form, whose fields are the token, the section and its facts. The
 * one page that may stand in a frame, of this origin alone; it runs no script.
 */
export function previewRoutes(context: AppContext): Hono<Env> {
  const routes = apiRoutes(context);
  routes.post('/', async (c) => {
    const { keys, centre } = context;
    const length = Number(c.req.header('content-length') ?? Number.NaN);
    const unreadable = new ApiError(400, '400', 'Bad Request');
    if (!centre || !(length <= SENT_MAX)) throw unreadable;
    const sent = new URLSearchParams(await c.req.text());
    const refused = new ApiError(403, '42501', 'Entre de novo.');
    const caller = await callerOf(sent.get('token') ?? '', keys.jwt, keys.anonKey).catch(() => {
      throw refused;
    });
    if (!(await mayNow(context, caller, 'ver_ajustes'))) throw refused;
    let facts: unknown;
    try {
      facts = JSON.parse(sent.get('facts') ?? 'null');
    } catch {
      throw unreadable;
    }
    const html = (await centre.preview(sent.get('section') ?? '', facts))
      .replace('<html ', '<html class="painted moved used" ') // as its scripts would leave it
      .replace(/<script\b[^>]*>[\s\S]*?<\/script>/g, '');
    const headers = fileHeaders('/', html, null);
    return c.body(html, 200, {
      ...headers,
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Frame-Options': 'SAMEORIGIN',
      'Content-Security-Policy': `${headers['Content-Security-Policy']?.replace("frame-ancestors 'none'", "frame-ancestors 'self'")}; sandbox allow-same-origin`,
    });
  });
  return routes;
}
