import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/** A part that runs beside us and answers HTTP. */
export type Service = { url: string; said: () => string; stop: () => Promise<void> };

const START_LIMIT_MS = 120_000; // on a busy machine storage-api needs half a minute

/** Those that run now: none outlives us, also when a test has failed before it could stop it. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Starts a program and waits until `url + path` answers, whatever its status. Throws with what it said when it ends instead. */
export async function startService(
  command: string,
  args: readonly string[],
  {
    url,
    path,
    cwd,
    environment,
  }: { url: string; path: string; cwd?: string; environment: Record<string, string> },
): Promise<Service> {
  const child = spawn(command, args, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, TEST_RUN: process.env.TEST_RUN, ...environment }, // of the tests' run, if there is one
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

/** Lets a server of this process answer, on 127.0.0.1; `port` 0: a free one. Stopped, it waits for nobody. */
export async function listen(server: Server, port = 0): Promise<{ url: string; stop: () => Promise<void> }> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
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
