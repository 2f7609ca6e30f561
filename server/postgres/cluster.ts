import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { type Account, postgresAccount, postgresBinaries, postgresData } from './account.ts';

/** A running PostgreSQL of our own, reached over a unix socket only. */
export type Cluster = {
  connection: { host: string; port: number; user: string; password: string; database: string };
  /** Said at the start when something does not live where one would look for it. */
  note: string | null;
  /** Resolves when PostgreSQL ends without being asked to. */
  died: Promise<void>;
  /** Fast shutdown: open transactions roll back, everything committed is on disk. */
  stop: () => Promise<void>;
};

const START_LIMIT_MS = 20_000;
const STOP_LIMIT_MS = 8_000;

/** Durable always; logs without values or statements (threats T12). Sized for a small machine. */
const SETTINGS: Record<string, string> = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  max_connections: '40',
  shared_buffers: '64MB',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_statement: 'none',
};

/** How to reach the PostgreSQL of a data folder while it runs. The path of a unix socket must be short. */
export function connectionTo(dataDir: string, password: string): Cluster['connection'] {
  const base = tmpdir().length > 60 ? '/tmp' : tmpdir();
  const host = join(base, `cc-${process.getuid?.() ?? 0}-${keyOf(dataDir)}`);
  return { host, port: 5432, user: 'postgres', password, database: 'postgres' };
}

function keyOf(dataDir: string): string {
  return createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 12);
}

/**
 * Starts PostgreSQL over `dataDir`, making the database at the first start. The
 * caller owns the folder (see ownership.ts), so a PostgreSQL found running there
 * was left behind by a dead server, and is stopped first. `settings` are for
 * tests, which may trade durability for time.
 */
export async function startCluster(
  dataDir: string,
  password: string,
  options: { binaries?: string; settings?: Record<string, string> } = {},
): Promise<Cluster> {
  const account = postgresAccount();
  const binaries = options.binaries ?? postgresBinaries(account);
  const key = keyOf(dataDir);
  const { folder, moved } = postgresData(dataDir, key, account);
  const { host: socket, ...connection } = connectionTo(dataDir, password);
  mkdirSync(socket, { recursive: true, mode: 0o700 });
  chmodSync(socket, 0o700);
  if (account) chownSync(socket, account.uid, account.gid);
  await stopLeftover(folder);
  if (!existsSync(join(folder, 'PG_VERSION'))) await initialise(binaries, folder, password, account);

  const settings = { ...SETTINGS, unix_socket_directories: socket, ...options.settings };
  const log = openSync(join(dataDir, 'postgresql.log'), 'w', 0o600);
  const child = spawn(
    join(binaries, 'bin/postgres'),
    ['-D', folder, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    // A session of its own: Ctrl-C reaches us, and we end it when the accepted requests are answered.
    {
      ...account,
      detached: true,
      stdio: ['ignore', log, log],
      env: { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin' },
      cwd: '/',
    },
  );
  const died = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await answering({ host: socket, ...connection }, child);
  return {
    connection: { host: socket, ...connection },
    note: moved
      ? `PostgreSQL guarda os dados em ${folder}: a conta que o executa não alcança a pasta do projeto.`
      : null,
    died,
    stop: () => stopChild(child, died),
  };
}

async function initialise(
  binaries: string,
  folder: string,
  password: string,
  account: Account | null,
): Promise<void> {
  rmSync(folder, { recursive: true, force: true }); // an initialisation cut short leaves no PG_VERSION but may leave files
  mkdirSync(folder, { mode: 0o700 });
  if (account) chownSync(folder, account.uid, account.gid);
  const secret = join(folder, '..', `.pw-${process.pid}`);
  writeFileSync(secret, password, { mode: 0o600 });
  if (account) chownSync(secret, account.uid, account.gid);
  try {
    await promisify(execFile)(
      join(binaries, 'bin/initdb'),
      [
        '-D',
        folder,
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
}

/** Ends a PostgreSQL that still runs over `folder`, so that two never do. */
async function stopLeftover(folder: string): Promise<void> {
  const file = join(folder, 'postmaster.pid');
  if (!existsSync(file)) return;
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
  if (!isPostgresOf(pid, folder)) return rmSync(file, { force: true }); // a number that is another process's by now would stop PostgreSQL from starting
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    process.kill(pid, signal);
    for (let waited = 0; waited < STOP_LIMIT_MS; waited += 50) {
      if (!isPostgresOf(pid, folder)) return;
      await pause(50);
    }
  }
}

function isPostgresOf(pid: number, folder: string): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    return words.includes(folder);
  } catch {
    return process.platform !== 'linux'; // where the system does not tell, believe PostgreSQL's own file
  }
}

async function answering(connection: pg.ClientConfig, child: ChildProcess): Promise<void> {
  const until = performance.now() + START_LIMIT_MS;
  for (;;) {
    const client = new pg.Client(connection);
    client.on('error', () => {}); // the attempt itself tells
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error('o PostgreSQL não iniciou; veja postgresql.log na pasta de dados');
      if (performance.now() > until) throw error;
      await pause(20);
    }
  }
}

async function stopChild(child: ChildProcess, died: Promise<void>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGINT');
  const late = setTimeout(() => child.kill('SIGQUIT'), STOP_LIMIT_MS);
  await died;
  clearTimeout(late);
}
