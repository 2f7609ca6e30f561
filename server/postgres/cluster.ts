import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { syncFolder } from '../core/durable-file.ts';
import { Refused } from '../core/refused.ts';
import { type Account, makePlace, postgresAccount, postgresBinaries, USUAL_PLACE } from './account.ts';
import { STOP_LIMIT_MS, stopLeftover } from './leftover-processes.ts';
import { logFile, openLog } from './server-log.ts';
import { makeSocketFolder } from './socket-folder.ts';

/** A running PostgreSQL of our own, reached over a unix socket only. */
export type Cluster = {
  connection: { host: string; port: number; user: string; password: string; database: string };
  /** Resolves when PostgreSQL ends, for whatever reason. */
  died: Promise<void>;
  /** Fast shutdown: open transactions roll back, everything committed is on disk. */
  stop: () => Promise<void>;
};

/** Longest without a connection and without a line in the log, where a recovery tells its progress. */
const START_LIMIT_MS = 20_000;

/** Durable always; logs without values or statements (docs/threats.md T12). Sized for a small machine. */
const SETTINGS: Record<string, string> = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  wal_recycle: 'off', // a recycled segment still contains erased rows
  max_connections: '40',
  shared_buffers: '64MB',
  log_min_messages: 'log', // the messages of errors hold what was sent
  log_min_error_statement: 'panic',
  log_startup_progress_interval: '5s',
  log_error_verbosity: 'terse',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_statement: 'none',
};

/** How to reach the PostgreSQL that runs over its files in `folder`: it says itself where. Throws Refused when none runs. */
export function runningAt(folder: string, password: string): Cluster['connection'] {
  const file = join(folder, 'postmaster.pid');
  const host = existsSync(file) ? readFileSync(file, 'utf8').split('\n')[4]?.trim() : '';
  if (!host)
    throw new Refused(`O site está iniciando ou parando: não há banco no ar em ${folder}. Tente de novo.`);
  return { host, port: 5432, user: 'postgres', password, database: 'postgres' };
}

/**
 * Starts PostgreSQL over `dataDir`, after initdb at the first start. The caller owns
 * the folder (see ownership.ts), so a PostgreSQL found running there is an orphan and
 * is stopped first. `place` is where its files lie, as `banco` of instalacao.json says it;
 * `settings` are for tests, which may trade durability for time. Throws Refused, and changes
 * nothing, when the place holds a part of a database or one of another major version.
 */
export async function startCluster(
  dataDir: string,
  password: string,
  options: { place?: string; binaries?: string; settings?: Record<string, string> } = {},
): Promise<Cluster> {
  const account = postgresAccount();
  const binaries = options.binaries ?? postgresBinaries(account);
  const place = options.place ?? USUAL_PLACE;
  refuseOtherMajor(join(resolve(dataDir, place), 'PG_VERSION'), binaries);
  const folder = makePlace(dataDir, place, account);
  const socket = makeSocketFolder(dirname(folder), account);
  const connection = { port: 5432, user: 'postgres', password, database: 'postgres' };
  await stopLeftover(folder);
  // The socket's owner is stopped; its files would prevent the start.
  for (const file of ['.s.PGSQL.5432', '.s.PGSQL.5432.lock']) rmSync(join(socket, file), { force: true });
  if (!existsSync(join(folder, 'PG_VERSION'))) await initialise(binaries, folder, password, account);

  const settings = { ...SETTINGS, unix_socket_directories: socket, ...options.settings };
  const log = openLog(dataDir);
  const child = spawn(
    join(binaries, 'bin/postgres'),
    ['-D', folder, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    // A session of its own, so that Ctrl-C reaches only us: we stop it after answering the accepted requests.
    {
      ...account,
      detached: true,
      stdio: ['ignore', log, log],
      env: { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin' },
      cwd: '/',
    },
  );
  closeSync(log); // the child has its own
  const died = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve()); // it could not be run at all
  });
  try {
    await waitUntilReady({ host: socket, ...connection }, child, logFile(dataDir));
  } catch (error) {
    await stopChild(child, died);
    throw error;
  }
  return { connection: { host: socket, ...connection }, died, stop: () => stopChild(child, died) };
}

/** Throws Refused when the database of this PG_VERSION needs another PostgreSQL than `binaries`. */
function refuseOtherMajor(file: string, binaries: string): void {
  if (!existsSync(file)) return;
  const found = readFileSync(file, 'utf8').trim();
  const said = execFileSync(join(binaries, 'bin/postgres'), ['--version'], { encoding: 'utf8' });
  const ours = /PostgreSQL\) (\d+)/.exec(said)?.[1] ?? '';
  if (found !== ours)
    throw new Refused(
      `O banco em ${dirname(file)} é do PostgreSQL ${found}, e esta versão do site traz o ${ours}. Nada foi mudado. ` +
        'Com a versão anterior do site, rode npm run backup -- --to PASTA; com esta, e DATA_DIR numa pasta nova, npm run restore -- a cópia que saiu.',
    );
}

/** Makes a new database beside `folder`, which must be empty, and puts it there when it is whole. */
async function initialise(
  binaries: string,
  folder: string,
  password: string,
  account: Account | null,
): Promise<void> {
  if (readdirSync(folder).length > 0)
    throw new Refused(
      `A pasta ${folder} tem uma parte de um banco de dados (falta PG_VERSION), e nada nela foi mudado. ` +
        'Traga a cópia inteira para o lugar dela, ou use outra pasta (DATA_DIR) para começar um site vazio.',
    );
  const making = `${folder}.iniciando`; // of a start that was cut short: it never held an enrolment
  rmSync(making, { recursive: true, force: true });
  mkdirSync(making, { mode: 0o700 });
  if (account) chownSync(making, account.uid, account.gid);
  const secret = join(folder, '..', `.pw-${process.pid}`);
  writeFileSync(secret, password, { mode: 0o600 });
  if (account) chownSync(secret, account.uid, account.gid);
  try {
    await promisify(execFile)(
      join(binaries, 'bin/initdb'),
      [
        '-D',
        making,
        '-U',
        'postgres',
        '--auth=scram-sha-256',
        `--pwfile=${secret}`,
        '--encoding=UTF8',
        '--locale=C',
      ],
      { ...account, cwd: '/', env: { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin' } },
    );
  } finally {
    rmSync(secret, { force: true });
  }
  renameSync(making, folder);
  syncFolder(dirname(folder)); // or a power cut could bring the name back that is removed above
}

async function waitUntilReady(connection: pg.ClientConfig, child: ChildProcess, log: string): Promise<void> {
  let until = performance.now() + START_LIMIT_MS;
  for (let logged = 0; ; ) {
    const client = new pg.Client(connection);
    client.on('error', () => {}); // the rejected connect() is enough
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null)
        throw new Error('o PostgreSQL não iniciou; veja postgresql.log na pasta de dados');
      const { size } = statSync(log);
      if (size !== logged) until = performance.now() + START_LIMIT_MS;
      logged = size;
      if (performance.now() > until) throw error;
      await pause(20);
    }
  }
}

async function stopChild(child: ChildProcess, died: Promise<void>): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGINT');
  const late = setTimeout(() => child.kill('SIGQUIT'), STOP_LIMIT_MS);
  await died;
  clearTimeout(late);
}
