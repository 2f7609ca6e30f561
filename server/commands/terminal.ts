import { setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Terminal } from './command.ts';

/** How long to wait for a line when standard input is a pipe. */
const PIPE_LIMIT_MS = 3_000;

process.stdout.on('error', () => {}); // the reader closed the pipe, as `head` does: the work is finished anyway

/** Standard input and output of this process. */
export const TERMINAL: Terminal = {
  print,
  readPassword,
  tell: print,
  background: stepBack,
};

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** One line from standard input, not echoed; '' at its end, or when input is a pipe and no line comes in time. */
function readPassword(question: string): Promise<string> {
  const discard = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = process.stdin.isTTY === true;
  if (terminal) process.stdout.write(question);
  const lines = createInterface({ input: process.stdin, output: discard, terminal });
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

/** How often garbage is collected: V8 by itself lets a hundred megabytes of buffers pile up. */
const COLLECT_EVERY_MS = 100;

/** Lets everything else go first, and stays small, for as long as the process lasts. */
function stepBack(): void {
  setFlagsFromString('--expose-gc');
  setFlagsFromString('--semi-space-growth-factor=1');
  const collect = runInNewContext('gc') as (options: { type: 'minor' }) => void;
  setInterval(() => collect({ type: 'minor' }), COLLECT_EVERY_MS).unref();
  try {
    setPriority(19);
  } catch {
    // not allowed here: it works at the usual priority
  }
}
