import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** Waits at most a minute for something that a program brings about. */
export async function until(there: () => boolean | Promise<boolean>, child: ChildProcess): Promise<void> {
  let failed: Error | null = null;
  child.once('error', (error) => {
    failed = error;
  });
  for (let tries = 0; tries < 600; tries += 1) {
    if (failed) throw failed;
    if (await there()) return;
    await pause(100);
  }
  throw new Error(`${child.spawnfile} did not start within a minute`);
}

/** Ends a program that was started here, and waits for it. */
export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill();
  await ended;
}

/** A port of 127.0.0.1 that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  return port;
}
