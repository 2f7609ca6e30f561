import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { SignJWT } from 'jose';
import { freePort } from '../command.ts';
import type { Address } from './cluster.ts';

/** A part that runs beside us and answers HTTP. */
export type Service = { url: string; said: () => string; stop: () => Promise<void> };

const START_LIMIT_MS = 120_000; // on a busy machine storage-api needs half a minute

/** Those that run now: none outlives us, also when a test has failed before it could stop it. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Starts a program and waits until `path` answers at its port, whatever its status. Throws with what it said when it ends instead. */
async function startService(
  [command, ...args]: [string, ...string[]],
  { path, cwd, environment }: { path: string; cwd?: string; environment: (port: string) => object },
): Promise<Service> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(command, args, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, TEST_RUN: process.env.TEST_RUN, ...environment(String(port)) }, // of the tests' run, if there is one
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said = (said + chunk).slice(-20_000);
    });
  const until = performance.now() + START_LIMIT_MS;
  while (!(await answers(url + path))) {
    if (child.exitCode !== null || performance.now() > until) {
      await stop(child);
      throw new Error(`${command} did not start: ${said}`);
    }
    await pause(25);
  }
  return { url, said: () => said, stop: () => stop(child) };
}

async function answers(url: string): Promise<boolean> {
  return fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
    async (answer) => {
      await answer.arrayBuffer();
      return answer.status !== 503;
    },
    () => false,
  );
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), 3_000);
  await ended;
  clearTimeout(late);
}

/** Variables of the environment, between spaces. */
const settings = (text: string) =>
  Object.fromEntries(text.split(/\s+/).map((pair) => [pair.replace(/=.*/, ''), pair.replace(/^.*?=/, '')]));

/** Starts PostgREST over a database, set as a hosted project's. */
export async function startPostgrest(
  program: string,
  { host, port: databasePort }: Address,
  database: string,
  jwtSecret: string,
) {
  const admin = await freePort();
  const service = await startService([program], {
    path: '/',
    environment: (port) => ({
      PGRST_DB_URI: `postgres://authenticator@${host}:${databasePort}/${database}`,
      PGRST_DB_EXTRA_SEARCH_PATH: 'public, extensions',
      PGRST_JWT_SECRET: jwtSecret,
      ...settings(`PGRST_DB_SCHEMAS=public PGRST_DB_ANON_ROLE=anon PGRST_DB_MAX_ROWS=1000 PGRST_DB_POOL=10
        PGRST_DB_POOL_ACQUISITION_TIMEOUT=10 PGRST_SERVER_HOST=127.0.0.1 PGRST_SERVER_PORT=${port}
        PGRST_ADMIN_SERVER_PORT=${admin} PGRST_LOG_LEVEL=error`),
    }),
  });
  /** How often it has read the schema. */
  const reads = () => service.said().match(/Schema cache (loaded|queried)/gi)?.length ?? 0;
  return {
    ...service,
    /** Runs `change` of the schema, which the database tells PostgREST of, and waits until it has read it anew. */
    knownAfter: async <T>(change: () => Promise<T>): Promise<T> => {
      const before = reads();
      const result = await change();
      const until = performance.now() + 5_000;
      while (reads() === before && performance.now() < until) await pause(10);
      await pause(50); // it says so just before
      return result;
    },
  };
}

/** Starts Supabase's storage-api over a database, with its files on the disk, in `files`; it makes its tables when it starts. */
export async function startStorage(
  { host, port: databasePort }: Address,
  database: string,
  folder: string,
  jwtSecret: string,
): Promise<Service & { files: string }> {
  const admin = await freePort();
  const files = mkdtempSync(join(tmpdir(), 'cc-storage-'));
  symlinkSync(join(folder, 'migrations'), join(files, 'migrations')); // it reads them from where it is started
  const key = (role: string) =>
    new SignJWT({ role })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode(jwtSecret));
  const [anonKey, serviceKey] = [await key('anon'), await key('service_role')];
  const service = await startService([process.execPath, join(folder, 'dist/start/server.js')], {
    path: '/status',
    cwd: files, // not its own folder, whose .env it would read
    environment: (port) => ({
      AUTH_JWT_SECRET: jwtSecret,
      DATABASE_URL: `postgres://supabase_storage_admin:unused@${host}:${databasePort}/${database}`,
      DATABASE_CONNECTION_TIMEOUT: '60000', // ms; with its three seconds a busy machine is told 544
      ...settings(`NODE_ENV=production SERVER_HOST=127.0.0.1 SERVER_PORT=${port} SERVER_ADMIN_PORT=${admin} SERVER_REGION=local
        ANON_KEY=${anonKey} SERVICE_KEY=${serviceKey} DATABASE_MAX_CONNECTIONS=5 DB_INSTALL_ROLES=false
        DB_SUPER_USER=supabase_storage_admin UPLOAD_FILE_SIZE_LIMIT=52428800 UPLOAD_FILE_SIZE_LIMIT_STANDARD=52428800
        STORAGE_BACKEND=file STORAGE_FILE_BACKEND_PATH=${join(files, 'data')} STORAGE_S3_REGION=local STORAGE_S3_BUCKET=local
        TENANT_ID=local IMAGE_TRANSFORMATION_ENABLED=false PG_QUEUE_ENABLE=false OTEL_METRICS_ENABLED=false
        PROMETHEUS_METRICS_ENABLED=false LOGFLARE_ENABLED=false LOG_LEVEL=warn`),
    }),
  });
  return {
    ...service,
    files: join(files, 'data'),
    stop: async () => {
      await service.stop();
      rmSync(files, { recursive: true, force: true });
    },
  };
}
