import { mkdirSync, statfsSync } from 'node:fs';
import { createServer } from 'node:http';
import { Server as NetServer } from 'node:net';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import pino, { type Logger } from 'pino';
import { samplesUnchanged } from '../content/brand.ts';
import { createApp } from './app.ts';
import { ensureFirstAdministrator } from './auth/accounts.ts';
import { sweepSessions } from './auth/sessions.ts';
import { guardConnections, refuseUnreadable, SERVER_OPTIONS } from './connections.ts';
import { type Config, readConfig } from './core/config.ts';
import type { House } from './core/house.ts';
import { openThrottles } from './core/throttle.ts';
import { openHome } from './home.ts';
import { loadPages, type Pages } from './pages.ts';
import { retainDaily, sweepUnclaimed } from './retention.ts';
import { sweepDebris } from './storage/files.ts';

/** Longest that accepted requests may take to be answered once the house closes. */
const CLOSING_LIMIT_MS = 8_000;
/** How long a connection without a request may stay meanwhile. */
const CLOSING_GRACE_MS = 500;
const SWEEP_EVERY_MS = 3_600_000;

/** An open house. `close` answers what was accepted, then ends everything; it may be called twice. */
export type OpenHouse = { app: ReturnType<typeof createApp>; house: House; close: () => Promise<void> };

/** Everything but the port: database, keys, first administrator, routes. Prints what the owner must read once. */
export async function openHouse(
  config: Config,
  pages: Pages,
  log: Logger,
  print: (line: string) => void,
): Promise<OpenHouse> {
  const home = await openHome(config, log);
  try {
    const documentsDir = join(config.dataDir, 'documents');
    mkdirSync(documentsDir, { recursive: true, mode: 0o700 });
    const throttles = openThrottles(home.database, config.limits);
    const house: House = { config, keys: home.keys, database: home.database, documentsDir, throttles, log };
    if (home.note) print(home.note);
    const made = await ensureFirstAdministrator(home.database, config.admin);
    if (made)
      print(
        `Primeiro acesso à administração (anote, não será mostrado de novo):\n  e-mail: ${made.email}\n  senha:  ${made.password}`,
      );
    if (samplesUnchanged)
      print('O site ainda usa nome e contatos de exemplo: troque-os em content/brand.ts.');

    const ready = async () => {
      await home.database.query('select 1');
      return pages.has('/') && statfsSync(documentsDir).bavail > 0;
    };
    const stopSweeping = sweepNowAndThen(house);
    return {
      app: createApp(house, pages, ready),
      house,
      close: async () => {
        stopSweeping();
        await home.close();
      },
    };
  } catch (error) {
    await home.close();
    throw error;
  }
}

/** Removes what nobody needs: bytes of broken uploads, documents never claimed, sessions that ended, counters that ran out; once a day what has had its time. */
export async function sweep(house: House): Promise<void> {
  await sweepDebris(house.documentsDir, house.database);
  await sweepUnclaimed(house);
  await sweepSessions(house.database);
  await house.throttles.sweep();
  await retainDaily(house);
}

function sweepNowAndThen(house: House): () => void {
  const run = () =>
    void sweep(house).catch((error: Error) => house.log.error({ name: error.name }, 'sweep failed'));
  const first = setTimeout(run, 60_000).unref();
  const timer = setInterval(run, SWEEP_EVERY_MS).unref();
  return () => {
    clearTimeout(first);
    clearInterval(timer);
  };
}

/** Starts the server of a built site and prints one line with its address when it is ready. Resolves when it has closed. */
export async function start(
  environment: Record<string, string | undefined>,
  siteFolder: string,
): Promise<void> {
  const print = (line: string) => void process.stdout.write(`${line}\n`);
  const config = readConfig(environment);
  const log = pino(
    { level: environment.LOG_LEVEL ?? 'info', base: null },
    pino.destination({ dest: 2, sync: false }),
  );
  // A promise that nobody heard is a bug, and no reason to drop everybody else's requests.
  process.on('unhandledRejection', (reason) => log.error({ name: (reason as Error)?.name }, 'unheard'));
  const pages = loadPages(siteFolder, config.siteUrl);
  const open = await openHouse(config, pages, log, print);

  const answer = getRequestListener(open.app.fetch);
  const server = createServer(SERVER_OPTIONS, (request, response) => {
    if (!refuseUnreadable(request, response)) answer(request, response);
  });
  guardConnections(server, config);
  const closed = new Promise<void>((resolve, reject) => {
    server.once('error', (error) => void open.close().finally(() => reject(error)));
    let closing = false;
    const close = () => {
      if (closing) return;
      closing = true;
      const late = setTimeout(() => server.closeAllConnections(), CLOSING_LIMIT_MS);
      // Not the http server's own close: it would cut connections whose request is still on its way.
      const idle = setInterval(() => server.closeIdleConnections(), CLOSING_GRACE_MS);
      NetServer.prototype.close.call(server, () => {
        clearTimeout(late);
        clearInterval(idle);
        open.close().then(resolve, reject);
      });
    };
    server.prependListener('request', (_request, response) => {
      if (closing) response.shouldKeepAlive = false;
    });
    process.on('SIGTERM', close);
    process.on('SIGINT', close);
  });
  server.listen(config.port, config.host, () => {
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : config.port;
    print(`Pronto: http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`);
  });
  await closed;
}
