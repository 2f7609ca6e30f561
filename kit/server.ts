import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ADMIN, siteAt } from './site.ts';

/** Empty, so that none of these is taken from `.env`, which may name a database in use. */
const SEPARATE_DATA = {
  DATABASE_URL: '',
  POSTGRES_BIN: '',
  JWT_SECRET: '',
  ANON_KEY: '',
  SITE_URL: '',
  SUPABASE_URL: '',
  SUPABASE_SERVICE_KEY: '',
  BACKUP_DIR: '',
  BACKUP_KEY: '',
  ALERT_URL: '',
};

/** This process's environment with data of its own in `dataDir`, whatever `.env` says. */
export function separateEnvironment(
  dataDir: string,
  inherited = process.env,
): NodeJS.ProcessEnv & { DATA_DIR: string } {
  return { ...inherited, DATA_DIR: dataDir, ...SEPARATE_DATA };
}

export type RunningServer = {
  child: ChildProcess & { pid: number };
  url: string;
  /** Its data folder. */
  folder: string;
  /** The public key. */
  key: string;
  /** Milliseconds from spawn to the line that says it is ready. */
  readyMs: number;
  /** What it has printed. */
  said: () => string;
  /** SIGTERM or another signal, then waits for the end; removes the folder unless the caller gave it. */
  stop: (signal?: NodeJS.Signals) => Promise<void>;
};

/**
 * Starts a real server in a process group of its own, so that the whole group can
 * be killed. Port 0 takes a free one. Throws with the output when it ends instead.
 */
export async function startServer({
  root = process.cwd(),
  folder: given,
  copyOf,
  port = 0,
  inherited,
  environment = {},
  through = [],
  spawned = () => {},
}: {
  root?: string;
  folder?: string;
  /** The data folder that its own, when none is given, is a copy of. */
  copyOf?: string;
  port?: number;
  /** What it has of this process's environment, by default all but the settings. */
  inherited?: NodeJS.ProcessEnv;
  environment?: Record<string, string>;
  /** A command that becomes the server: the server's own is appended to it. */
  through?: readonly string[];
  /** Told its number at once, long before it is ready. */
  spawned?: (pid: number) => void;
} = {}): Promise<RunningServer> {
  const began = performance.now();
  const folder = given ?? mkdtempSync(join(process.env.TEST_RUN ?? tmpdir(), 'cc-server-'));
  if (!given && copyOf) copyFolder(copyOf, folder);
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')); // start: 'exec node …'
  const [command = '', ...args] = [...through, process.execPath, ...scripts.start.split(' ').slice(2)];
  const child = spawn(command, args, {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...separateEnvironment(folder, inherited),
      PORT: String(port),
      LOG_LEVEL: 'error',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      ...environment,
    },
  });
  if (child.pid) spawned(child.pid);
  let output = '';
  let said = '';
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      output += chunk;
      said += chunk;
      const [, address] = /Pronto: (\S+)/.exec(said) ?? [];
      if (address) resolve(address);
    });
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${output}`)));
  });
  const readyMs = Math.round(performance.now() - began);
  const { key } = await siteAt(url);
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill(signal);
      await ended;
    }
    if (!given) rmSync(folder, { recursive: true, force: true });
  };
  return {
    child: child as RunningServer['child'],
    url,
    folder,
    key,
    readyMs,
    said: () => output,
    stop,
  };
}

/** With owners, modes and moments. `to` is made when it is missing, else what is copied joins what it holds. */
export function copyFolder(from: string, to: string): void {
  execFileSync('cp', ['-a', '--', `${from}/.`, to]);
}
