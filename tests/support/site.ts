import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino, { type Logger } from 'pino';
import { rowsOf } from '../../kit/rows.ts';
import { ADMIN } from '../../kit/site.ts';
import { readConfig } from '../../server/core/config.ts';
import { openServer, type RunningServer } from '../../server/main.ts';
import type { Pages } from '../../server/pages.ts';
import { copyFirstStart } from './first-start.ts';
import { portless, siteOf } from './server.ts';

/** A whole site as `npm start` opens it over what a first start made, in this process, without a port and with one empty page and ADMIN; `close` removes its folder. */
export async function openSite(
  environment: Record<string, string> = {},
  { log = pino({ level: 'silent' }), ...times }: { log?: Logger } & Parameters<typeof openServer>[4] = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'cc-site-'));
  await copyFirstStart(folder);
  chmodSync(folder, 0o755);
  const pages = new Map([['/', {}]]) as unknown as Pages;
  const config = readConfig({
    DATA_DIR: folder,
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    ...environment,
  });
  const running: RunningServer = await openServer(config, pages, log, () => {}, times);
  const reached = portless(running.app);
  return {
    ...running,
    ...rowsOf(() => running.context.database),
    config,
    folder,
    ...reached,
    site: siteOf({ ...reached, keys: running.context.keys }),
    close: async () => {
      await running.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type OpenSite = Awaited<ReturnType<typeof openSite>>;
