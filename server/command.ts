import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import pino from 'pino';
import { runAdmin } from './admin.ts';
import { readConfig } from './core/config.ts';
import { borrowHome } from './home.ts';

/** Runs an owner's command over the database, whether the server runs or not. Gives the exit code. */
export async function command(
  args: string[],
  environment: Record<string, string | undefined>,
): Promise<number> {
  const home = await borrowHome(readConfig(environment), pino({ level: 'silent' }));
  try {
    return await runAdmin(args, home.database, {
      print: (line) => void process.stdout.write(`${line}\n`),
      readPassword,
    });
  } finally {
    await home.close();
  }
}

/** Longest that a program at the other end of standard input may take to say its line. */
const PIPE_LIMIT_MS = 3_000;

/** One line from standard input, not shown while it is typed; '' at its end, or when no person is there and nothing comes. */
function readPassword(question: string): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = process.stdin.isTTY === true;
  if (terminal) process.stdout.write(question);
  const lines = createInterface({ input: process.stdin, output: silent, terminal });
  return new Promise((resolve) => {
    if (!terminal) setTimeout(() => lines.close(), PIPE_LIMIT_MS).unref();
    lines.once('line', (line) => {
      resolve(line);
      lines.close();
    });
    lines.once('close', () => {
      if (terminal) process.stdout.write('\n');
      resolve('');
    });
  });
}
