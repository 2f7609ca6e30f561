import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { separateEnvironment } from '../kit/server.ts';

/** A command of the owner in a process group of its own, on the data in `folder`, with the code in `root`; `ended` gives its exit code and what it printed. */
export function startCommand(
  name: string,
  args: readonly string[],
  folder: string,
  environment: Record<string, string> = {},
  root = '.',
) {
  const child = spawn(process.execPath, ['scripts/command.mjs', name, ...args], {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...separateEnvironment(folder), ...environment },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  const ended = new Promise<{ code: number | null; output: string; last: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, output, last: output.trim().split('\n').at(-1) ?? '' })),
  );
  return { child: child as ChildProcess & { pid: number }, ended };
}

/** `startCommand`, to its end; throws with what it printed unless it ends with 0. */
export async function runToItsEnd(...args: Parameters<typeof startCommand>): Promise<string> {
  const { code, output, last } = await startCommand(...args).ended;
  if (code !== 0) throw new Error(`npm run ${args[0]} ended with ${code}: ${output}`);
  return last;
}

/** A port of this machine that nobody listens on now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
