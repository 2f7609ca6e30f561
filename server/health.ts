import { statfsSync } from 'node:fs';
import { Hono } from 'hono';
import type { AppContext, Env } from './core/context.ts';
import type { Pages } from './pages.ts';

/** 200 `{"status":"ok"}` while database, documents folder and pages work, else 503 `{"status":"unavailable"}`. */
export function healthRoutes({ database, documentsDir }: AppContext, pages: Pages): Hono<Env> {
  const healthy = async () => {
    await database.query('select 1');
    return pages.has('/') && statfsSync(documentsDir).bavail > 0;
  };
  return new Hono<Env>().get('/', async (c) => {
    const ok = await healthy().catch(() => false);
    return c.json({ status: ok ? 'ok' : 'unavailable' }, ok ? 200 : 503, { 'Cache-Control': 'no-store' });
  });
}
