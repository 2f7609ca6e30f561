import type { ChildProcess } from 'node:child_process';
import { closeSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { isPgError } from '../core/errors.ts';
import { startApart } from '../core/platform.ts';
import { Refused } from '../core/refused.ts';
import { makePlace, postgresAccount, postgresBinaries, USUAL_PLACE } from './account.ts';
import { notOpened } from './folder-checks.ts';
import { STOP_STEPS, stopLeftover } from './leftover-processes.ts';
import { initialise, OWNER } from './new-cluster.ts';
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
  log_checkpoints: 'off', // every five minutes, in a log that begins anew only at a start
};

/** How to reach the PostgreSQL that runs over the files in `folder`, as its `postmaster.pid` says. Throws Refused when none runs. */
export function runningAt(folder: string, password: string): Cluster['connection'] {
  const file = join(folder, 'postmaster.pid');
  const host = existsSync(file) ? readFileSync(file, 'utf8').split('\n')[4]?.trim() : '';
  if (!host || !existsSync(host))
    throw new Refused(
      `Não se alcança um banco no ar em ${folder}: o site está iniciando ou parando, ou a pasta de dados mudou de nome ou de lugar com ele ligado. Nada foi mudado. Confira DATA_DIR e tente de novo.`,
    );
  return { host, ...loginOf(password) };
}

const loginOf = (password: string) => ({ port: 5432, user: OWNER, password, database: 'postgres' });

/**
 * Starts PostgreSQL over `dataDir`, after initdb at the first start. The caller owns
 * the folder (see ownership.ts), so a PostgreSQL found running there is an orphan and
 * is stopped first. `place` is where its files lie, as `banco` of instalacao.json says it;
 * `settings` are for tests, which may trade durability for time; `signal` ends the start,
 * which then throws, with nothing left running. Throws Refused when PostgreSQL says that it cannot open it. Whether it
 * is whole is asked before (see folder-checks.ts).
 */
export async function startCluster(
  dataDir: string,
  password: string,
  options: {
    place?: string;
    binaries?: string;
    settings?: Record<string, string>;
    signal?: AbortSignal;
  } = {},
): Promise<Cluster> {
  const { place = USUAL_PLACE, signal } = options;
  const account = postgresAccount();
  const binaries = options.binaries ?? postgresBinaries(account);
  const folder = makePlace(dataDir, place, account);
  const socket = makeSocketFolder(dirname(folder), account);
  await stopLeftover(folder);
  // The socket's owner is stopped; its files would prevent the start.
  for (const file of ['.s.PGSQL.5432', '.s.PGSQL.5432.lock']) rmSync(join(socket, file), { force: true });
  if (!existsSync(join(folder, 'PG_VERSION'))) await initialise(binaries, folder, password, account, signal);
  signal?.throwIfAborted();
  const connection = { host: socket, ...loginOf(password) };

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
    await waitUntilReady(connection, child);
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
function whyNot(error: unknown, folder: string, reason: string | null): Error {
  if (isPgError(error) && error.code === '28P01')
    return new Refused(
      `O banco em ${folder} não aceita a senha que está em keys.json. Nada foi mudado. ` +
        'Devolva o keys.json que estava com ele, ou rode npm run keys -- rotate, e inicie de novo.',
    );
  const why = reason ?? (error as Error).message;
  if (isForGood(error) || (reason && !GOES_AWAY.test(reason))) return notOpened(folder, why);
  return new Error(`o PostgreSQL não iniciou (${why}); veja postgresql.log na pasta de dados`, {
    cause: error,
  });
}

/**
 * True for a refusal to connect that waiting does not change: neither a start in progress nor a lack of
 * space, memory or connections.
 */
const isForGood = (error: unknown): boolean => isPgError(error) && !/^(08|53|57|58030)/.test(error.code);

/** However long its recovery takes: it ends by itself where it cannot. */
async function waitUntilReady(connection: pg.ClientConfig, child: ChildProcess): Promise<void> {
  for (;;) {
    const client = new pg.Client(connection);
    client.on('error', () => {}); // the rejected connect() is enough
    try {
      await client.connect();
      return await client.end();
    } catch (error) {
      if (hasEnded(child)) throw new Error('ele terminou');
      if (isForGood(error)) throw error;
      await pause(20);
    }
  }
}

/** True also when it could not be run at all. */
const hasEnded = ({ pid, exitCode, signalCode }: ChildProcess) =>
  pid === undefined || exitCode !== null || signalCode !== null;

async function stopChild(child: ChildProcess, died: Promise<void>): Promise<void> {
  for (const [signal, limit] of STOP_STEPS) {
    if (hasEnded(child)) return;
    child.kill(signal);
    await Promise.race([died, pause(limit, null, { ref: false })]);
  }
  await died; // its children end by themselves, or at the next start
}
