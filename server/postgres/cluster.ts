import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { syncFolder } from '../core/durable-file.ts';
import { Refused } from '../core/refused.ts';
import { type Account, placeOf, postgresAccount, postgresBinaries, postgresData } from './account.ts';
import { isAlive } from './ownership.ts';

/** A running PostgreSQL of our own, reached over a unix socket only. */
export type Cluster = {
  connection: { host: string; port: number; user: string; password: string; database: string };
  /** For the owner at the start: the data is not in the data folder; null when it is. */
  notice: string | null;
  /** Resolves when PostgreSQL ends, for whatever reason. */
  died: Promise<void>;
  /** Fast shutdown: open transactions roll back, everything committed is on disk. */
  stop: () => Promise<void>;
};

const START_LIMIT_MS = 20_000;
const STOP_LIMIT_MS = 8_000;

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

/** Where the database of a data folder lies, or would be made, and whether it exists. */
export function databaseOf(dataDir: string): { folder: string; exists: boolean } {
  const { folder } = placeOf(dataDir, keyOf(dataDir), postgresAccount());
  return { folder, exists: existsSync(join(folder, 'PG_VERSION')) };
}

/**
 * Starts PostgreSQL over `dataDir`, after initdb at the first start. The caller owns
 * the folder (see ownership.ts), so a PostgreSQL found running there is an orphan and
 * is stopped first. `settings` are for tests, which may trade durability for time.
 * Throws Refused, and changes nothing, when the folder holds a part of a database.
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
  // The socket's owner is stopped; its files would prevent the start.
  for (const file of ['.s.PGSQL.5432', '.s.PGSQL.5432.lock']) rmSync(join(socket, file), { force: true });
  if (!existsSync(join(folder, 'PG_VERSION'))) await initialise(binaries, folder, password, account);

  const settings = { ...SETTINGS, unix_socket_directories: socket, ...options.settings };
  const log = openSync(join(dataDir, 'postgresql.log'), 'w', 0o600);
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
  const died = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await waitUntilReady({ host: socket, ...connection }, child);
  return {
    connection: { host: socket, ...connection },
    notice: moved
      ? `PostgreSQL guarda os dados em ${folder}: a conta que o executa não alcança a pasta do projeto.`
      : null,
    died,
    stop: () => stopChild(child, died),
  };
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

/**
 * Ends every process of a PostgreSQL that still runs in `folder`: one left behind by
 * a dead server, or the orphans of one that was killed. Removes its pid file only then,
 * when the number belongs to another process by now.
 */
async function stopLeftover(folder: string): Promise<void> {
  const file = join(folder, 'postmaster.pid');
  if (!existsSync(file)) return;
  const postmaster = Number(readFileSync(file, 'utf8').split('\n')[0]);
  // SIGINT to the first process ends the others; orphans have nothing left to finish.
  const leads = processesIn(folder, postmaster).includes(postmaster);
  const steps = leads
    ? ([
        ['SIGINT', STOP_LIMIT_MS],
        ['SIGQUIT', 2_000],
        ['SIGKILL', 2_000],
      ] as const)
    : ([
        ['SIGQUIT', 1_000],
        ['SIGKILL', 2_000],
      ] as const);
  for (const [signal, limit] of steps) {
    const left = processesIn(folder, postmaster);
    if (left.length === 0) break;
    for (const pid of signal === 'SIGINT' ? [postmaster] : left) signalTo(pid, signal);
    for (let waited = 0; waited < limit && processesIn(folder, postmaster).length > 0; waited += 20)
      await pause(20);
  }
  if (isAlive(postmaster)) rmSync(file, { force: true });
}

/** The processes whose working directory is the data folder, as PostgreSQL's is; without /proc, the one of the pid file. */
function processesIn(folder: string, postmaster: number): number[] {
  if (process.platform !== 'linux') return isAlive(postmaster) ? [postmaster] : [];
  const real = realpathSync(folder);
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`) === real;
      } catch {
        return false; // ended meanwhile, or not ours to look at
      }
    })
    .map(Number);
}

function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // ended by itself meanwhile
  }
}

async function waitUntilReady(connection: pg.ClientConfig, child: ChildProcess): Promise<void> {
  const until = performance.now() + START_LIMIT_MS;
  for (;;) {
    const client = new pg.Client(connection);
    client.on('error', () => {}); // the rejected connect() is enough
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
