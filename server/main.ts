import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { Server as NetServer } from 'node:net';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import pino, { type Logger } from 'pino';
import { brand, samplesUnchanged, written } from '../content/brand.ts';
import { unfinished } from '../content/home.ts';
import { todayInBrazil } from '../domain/dates.ts';
import { ownContacts } from '../domain/setting-values.ts';
import { createApp } from './app.ts';
import { ensureFirstAdministrator } from './auth/accounts.ts';
import { requireArgon2 } from './auth/argon2.ts';
import { cleanUp } from './clean-up.ts';
import { cannotListen, readConfig } from './core/config.ts';
import type { AppContext, Config } from './core/context.ts';
import { reasonOf } from './core/errors.ts';
import { VERSION } from './core/sources.ts';
import { openThrottles } from './core/throttle.ts';
import { erasedFromCopies } from './erased-copies.ts';
import { everyHour } from './hourly.ts';
import { guardConnections, refuseUnreadable, SERVER_OPTIONS } from './http/connections.ts';
import { nightlyBackup } from './nightly-backup.ts';
import { pack } from './packing.ts';
import { loadPages, type Pages } from './pages.ts';
import { publishedSite, type Redrawn, takeClasses } from './published-site.ts';
import { watchBrake } from './retention/brake.ts';
import { checkCopiesFolder } from './site-data/open/data-folder.ts';
import { openDatabase } from './site-data/open/open-database.ts';
import { bringOrphansBack } from './storage/leftovers.ts';
import { dayLimit } from './storage/origins.ts';
import { type AlertTimes, watchTroubles } from './watch/alerts.ts';
import { COUNT_EVERY_MS, watchHealth } from './watch/health.ts';
import { nodeNotice, postgresNotice, versionOf } from './watch/versions.ts';

/** Longest that accepted requests may take to be answered once the server closes. */
const CLOSING_LIMIT_MS = 8_000;
/** How often idle connections are closed meanwhile. */
const CLOSING_GRACE_MS = 500;

/** `close` ends database connections and timers. */
export type RunningServer = {
  app: ReturnType<typeof createApp>;
  context: AppContext;
  close: () => Promise<void>;
};

/** Opens everything but the port: database, keys, first administrator, routes. Prints notices for the owner. `signal` ends that, with nothing left running; `redrawn`: the pages that are drawn anew when the centre's facts are published; `alertTimes` are for tests. */
export async function openServer(
  config: Config,
  pages: Pages,
  log: Logger,
  print: (line: string) => void,
  {
    alertTimes,
    signal,
    redrawn = null,
  }: { alertTimes?: AlertTimes; signal?: AbortSignal; redrawn?: Redrawn | null } = {},
): Promise<RunningServer> {
  const opened = await openDatabase(config, log, signal, print);
  try {
    const documentsDir = join(config.dataDir, 'documents');
    mkdirSync(documentsDir, { recursive: true, mode: 0o700 });
    const throttles = openThrottles(opened.database, config.limits);
    const { database, keys } = opened;
    const erased = erasedFromCopies({ config, database, log });
    const context: AppContext = {
      ...{ config, keys, database, documentsDir, throttles, log, erased },
      refuseBeyondDay: dayLimit({ database, config }),
    };
    await erased();
    const orLog = (work: Promise<unknown>, failed: string) =>
      work.catch((error: unknown) => log.error(reasonOf(error), failed));
    await orLog(bringOrphansBack(context), 'documents could not be brought back');
    for (const notice of opened.notices) print(notice);
    const lacks = postgresNotice(await versionOf(database));
    if (lacks) print(lacks);
    await orLog(takeClasses(database), 'the timetable stays that of content/home.ts');
    const centre = publishedSite(context, redrawn);
    await centre.look();
    context.centre = centre;
    const contacts = [ownContacts(config.siteUrl)];
    await orLog(
      database.query('select private.guardar_contatos($1)', contacts),
      'contacts could not be stored',
    );
    const made = await ensureFirstAdministrator(opened.database, config.admin);
    if (made)
      print(
        `Primeiro acesso à administração (anote, não será mostrado de novo):\n  e-mail: ${made.email}\n  senha:  ${made.password}`,
      );
    if (samplesUnchanged && brand.name === written.name)
      print('O site ainda usa nome e contatos de exemplo: troque-os em Ajustes, Centro.');
    if (unfinished().length > 0) print(`Na página inicial: ${unfinished().join(' ')}`);

    const brake = watchBrake(context);
    // Before the first clean-up, so that desk and health report it from the first answer on.
    await orLog(brake.check(), 'the brake could not be checked');
    const health = watchHealth(context, pages, opened.missing);
    const cleanUpAndNote = async () => {
      const good = await cleanUp(context, brake);
      if (good) health.cleaned();
      return good;
    };
    await health.count();
    const counting = setInterval(health.count, COUNT_EVERY_MS).unref();
    const stopCleanUp = everyHour(cleanUpAndNote, log, 'clean-up failed before it began: all is left');
    const alerted = { file: join(config.dataDir, 'avisos.json'), site: config.siteUrl ?? brand.name };
    const alerts =
      config.alertUrl &&
      watchTroubles({ check: health.check, url: config.alertUrl, ...alerted, log, times: alertTimes });
    return {
      app: createApp(context, pages, health),
      context,
      close: async () => {
        stopCleanUp();
        centre.close();
        clearInterval(counting);
        if (alerts) await alerts.stop();
        await opened.close();
      },
    };
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/**
 * `openServer`; null when `signal` ends it before it is open, once nothing of ours is left running. A
 * PostgreSQL of DATABASE_URL is not ours, so it is not waited for.
 */
async function openOrEnd(
  config: Config,
  pages: Pages,
  log: Logger,
  print: (line: string) => void,
  signal: AbortSignal,
  redrawn: Redrawn,
): Promise<RunningServer | null> {
  const opening = openServer(config, pages, log, print, { signal, redrawn });
  const cut = new Promise<null>((resolve) => {
    if (config.databaseUrl) signal.addEventListener('abort', () => resolve(null));
  });
  try {
    const open = await Promise.race([opening, cut]);
    if (!signal.aborted) return open;
    await open?.close();
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return null;
}

/** Throws what `cannotListen` makes of an address that cannot be had, before anything is made or shown once. */
async function tryListening(config: Config): Promise<void> {
  const trial = new NetServer();
  const listening = once(trial, 'listening');
  trial.listen(config.port, config.host);
  try {
    await listening;
  } catch (error) {
    throw cannotListen(error as Error, config);
  }
  trial.close();
}

/** In a terminal a line for each request would push away what the start says, the first password above all. */
function logLevelOf({ LOG_LEVEL }: Record<string, string | undefined>): string | undefined {
  return LOG_LEVEL?.trim() || !process.stderr.isTTY ? LOG_LEVEL : 'warn';
}

/**
 * Starts the server of a built site and prints one line with its address when it is ready.
 * `nightlyScript` makes the daily backup. Resolves when the server has closed, or was ended before it was open.
 */
export async function start(
  environment: Record<string, string | undefined>,
  siteFolder: string,
  nightlyScript: string,
): Promise<void> {
  const print = (line: string) => void process.stdout.write(`${line}\n`);
  const config = readConfig({ ...environment, LOG_LEVEL: logLevelOf(environment) });
  const log = pino({ level: config.logLevel, base: null }, pino.destination({ dest: 2, sync: false }));
  // A bug, but no reason to drop the other requests.
  process.on('unhandledRejection', (reason) => log.error(reasonOf(reason), 'unhandled rejection'));
  const old = nodeNotice(process.version, todayInBrazil(), process.env.NODE_LOOKED_UP);
  if (old) print(old);
  await requireArgon2();
  checkCopiesFolder(config);
  await tryListening(config);
  const pages = loadPages(siteFolder, config.siteUrl);
  const ending = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => ending.abort());
  const [open] = await Promise.all([
    openOrEnd(config, pages, log, print, ending.signal, { pages, folder: join(siteFolder, '../render') }),
    pack(pages, ending.signal),
  ]);
  if (!open) return;
  const nightly = nightlyBackup(open.context, nightlyScript, environment);
  const stopNightly = everyHour(nightly.runWhenDue, log, 'the backup could not be started');

  const answer = getRequestListener(open.app.fetch);
  const server = createServer(SERVER_OPTIONS, (request, response) => {
    if (!refuseUnreadable(request, response)) answer(request, response);
  });
  guardConnections(server, config);
  const closed = new Promise<void>((resolve, reject) => {
    server.once('error', (error) => void open.close().finally(() => reject(cannotListen(error, config))));
    const close = () => {
      stopNightly();
      const late = setTimeout(() => server.closeAllConnections(), CLOSING_LIMIT_MS);
      // Not http.Server.close: it closes connections whose request is still arriving.
      const idle = setInterval(() => server.closeIdleConnections(), CLOSING_GRACE_MS);
      NetServer.prototype.close.call(server, () => {
        clearTimeout(late);
        clearInterval(idle);
        nightly.stop().then(open.close).then(resolve, reject);
      });
    };
    server.prependListener('request', (_request, response) => {
      if (ending.signal.aborted) response.shouldKeepAlive = false;
    });
    ending.signal.addEventListener('abort', close);
  });
  server.listen(config.port, config.host, () => {
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : config.port;
    const host = config.host.includes(':') ? `[${config.host}]` : config.host;
    print(`Pronto: http://${host}:${port} (versão ${VERSION})`);
  });
  await closed;
}
