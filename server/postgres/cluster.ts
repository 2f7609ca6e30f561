import type { ChildProcess } from 'node:child_process';
import { closeSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { isPgError, reasonOf } from '../core/errors.ts';
import { startApart } from '../core/platform.ts';
import { Refused } from '../core/refused.ts';
import { makePlace, postgresAccount, postgresBinaries, USUAL_PLACE } from './account.ts';
import { notOpened, refuseHalf, refuseOtherMajor } from './folder-checks.ts';
import { STOP_LIMIT_MS, stopLeftover } from './leftover-processes.ts';
import { initialise, ownerOf } from './new-cluster.ts';
import { openLog, watchReason } from './server-log.ts';
import { makeSocketFolder } from './socket-folder.ts';

/** A running PostgreSQL of our own, reached over a unix socket only. */
export type Cluster = {
  /** The owner's login. */
  connection: { host: string; port: number; user: string; password: string; database: string };
  /** Resolves when PostgreSQL ends, for whatever reason. */
  died: Promise<void>;
  /** Fast shutdown, an immediate one where it takes too long: open transactions roll back, everything committed is on disk. */
  stop: () => Promise<void>;
};

/** Reasons that may be over at the next try; with any other the next try ends as this one. */
const GOES_AWAY =
  /shared memory|semaphore|lock file|already in use|no space left|quota exceeded|cannot allocate|out of memory|too many open|could not fork|temporarily unavailable|input\/output error|read-only file system/i;

/**
 * After SIGQUIT PostgreSQL kills its children within five seconds; if it is there after this, it is stuck
 * itself.
 */
const KILL_AFTER_MS = 8_000;

/** How often a start that takes long says why. */
const SAY_MS = 60_000;

/** Durable always; logs without values or statements (docs/security.md T12). Sized for a small machine. */
const SETTINGS: Record<string, string> = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  restart_after_crash: 'off', // it ends, with all that it had started: `superviseCluster` starts it again
  wal_recycle: 'off', // a recycled segment still contains erased rows
  max_connections: '40',
  superuser_reserved_connections: '0', // none is one
  shared_buffers: '64MB',
  log_min_messages: 'log', // the messages of errors hold what was sent
  log_min_error_statement: 'panic',
  log_startup_progress_interval: '5s',
  log_error_verbosity: 'terse',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_statement: 'none',
};

/** How to reach the PostgreSQL that runs over the files in `folder`, as its `postmaster.pid` says. Throws Refused when none runs. */
export function runningAt(folder: string, password: string): Cluster['connection'] {
  const file = join(folder, 'postmaster.pid');
  const host = existsSync(file) ? readFileSync(file, 'utf8').split('\n')[4]?.trim() : '';
  if (!host)
    throw new Refused(`O site está iniciando ou parando: não há banco no ar em ${folder}. Tente de novo.`);
  if (!existsSync(host))
    throw new Refused(
      `O banco no ar não se alcança em ${folder}: a pasta de dados mudou de nome ou de lugar com o site ligado. Nada foi mudado. Pare o site, confira DATA_DIR e inicie de novo.`,
    );
  return { host, ...loginAt(folder, password) };
}

function loginAt(folder: string, password: string): Omit<Cluster['connection'], 'host'> {
  return { port: 5432, user: ownerOf(folder), password, database: 'postgres' };
}

/**
 * Starts PostgreSQL over `dataDir`, after initdb at the first start. The caller owns
 * the folder (see ownership.ts), so a PostgreSQL found running there is an orphan and
 * is stopped first. `place` is where its files lie, as `banco` of instalacao.json says it;
 * `settings` are for tests, which may trade durability for time; `signal` ends the start,
 * which then throws, with nothing left running. Throws Refused, and changes
 * nothing, when the place holds a part of a database or one of another major version; Refused too
 * when PostgreSQL says that it cannot open it.
 */
export async function startCluster(
  dataDir: string,
  password: string,
  options: {
    place?: string;
    binaries?: string;
    settings?: Record<string, string>;
    signal?: AbortSignal;
    log?: Logger;
  } = {},
): Promise<Cluster> {
  const { signal } = options;
  const account = postgresAccount();
  const binaries = options.binaries ?? postgresBinaries(account);
  const place = options.place ?? USUAL_PLACE;
  refuseOtherMajor(resolve(dataDir, place), binaries);
  refuseHalf(resolve(dataDir, place));
  const folder = makePlace(dataDir, place, account);
  const socket = makeSocketFolder(dirname(folder), account);
  await stopLeftover(folder);
  // The socket's owner is stopped; its files would prevent the start.
  for (const file of ['.s.PGSQL.5432', '.s.PGSQL.5432.lock']) rmSync(join(socket, file), { force: true });
  if (!existsSync(join(folder, 'PG_VERSION'))) await initialise(binaries, folder, password, account, signal);
  signal?.throwIfAborted();
  const connection = { host: socket, ...loginAt(folder, password) };

  const settings = { ...SETTINGS, unix_socket_directories: socket, ...options.settings };
  const output = openLog(dataDir);
  const reason = watchReason(dataDir);
  // Ctrl-C does not reach it: we stop it after answering the accepted requests.
  const child = startApart(
    join(binaries, 'bin/postgres'),
    ['-D', folder, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    account,
    ['ignore', output, output],
  );
  closeSync(output); // the child has its own
  const died = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve()); // it could not be run at all
  });
  const interrupt = () => void stopChild(child, died);
  signal?.addEventListener('abort', interrupt);
  try {
    await waitUntilReady(connection, child, options.log);
    signal?.throwIfAborted();
  } catch (error) {
    await stopChild(child, died);
    signal?.throwIfAborted();
    throw whyNot(error, folder, reason());
  } finally {
    signal?.removeEventListener('abort', interrupt);
  }
  return { connection, died, stop: () => stopChild(child, died) };
}

/** What a failed start throws: `reason` is PostgreSQL's own, of its log. */
function whyNot(error: unknown, folder: string, reason: string | null): unknown {
  if (isPgError(error) && error.code === '28P01')
    return new Refused(
      `O banco em ${folder} não aceita a senha que está em keys.json. Nada foi mudado. ` +
        'Devolva o keys.json que estava com ele, ou rode npm run keys -- rotate, e inicie de novo.',
    );
  if (isForGood(error)) return notOpened(folder, error.message);
  if (reason && !GOES_AWAY.test(reason)) return notOpened(folder, reason);
  const why = reason ?? (error as Error).message;
  return new Error(`o PostgreSQL não iniciou (${why}); veja postgresql.log na pasta de dados`, {
    cause: error,
  });
}

/**
 * True for a refusal to connect that waiting does not change: neither a start in progress nor a lack of
 * space, memory or connections.
 */
const isForGood = (error: unknown): error is Error =>
  isPgError(error) && !/^(08|53|57|58030)/.test(error.code);

/** However long its recovery takes: it ends by itself where it cannot. */
async function waitUntilReady(connection: pg.ClientConfig, child: ChildProcess, log?: Logger): Promise<void> {
  for (let said = performance.now(); ; ) {
    try {
      return await enter(connection);
    } catch (error) {
      if (hasEnded(child)) throw new Error('ele terminou');
      if (isForGood(error)) throw error;
      if (performance.now() - said > SAY_MS) {
        said = performance.now();
        log?.warn(reasonOf(error), 'PostgreSQL is starting, and lets nobody in yet');
      }
      await pause(20);
    }
  }
}
/** Throws unless PostgreSQL lets this login in. */
export async function enter(login: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(login);
  client.on('error', () => {}); // the rejected connect() is enough
  await client.connect();
  await client.end();
}

/** True also when it could not be run at all. */
const hasEnded = ({ pid, exitCode, signalCode }: ChildProcess) =>
  pid === undefined || exitCode !== null || signalCode !== null;

async function stopChild(child: ChildProcess, died: Promise<void>): Promise<void> {
  if (hasEnded(child)) return;
  child.kill('SIGINT');
  const late = setTimeout(() => child.kill('SIGQUIT'), STOP_LIMIT_MS);
  const stuck = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS + KILL_AFTER_MS); // the next start ends its children
  await died;
  clearTimeout(late);
  clearTimeout(stuck);
}
