import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import pino from 'pino';
import { runAdmin } from './admin.ts';
import { runAudit } from './audit-check.ts';
import { readConfig } from './core/config.ts';
import { borrowHome, type Home } from './home.ts';
import { retain } from './retention.ts';

const print = (line: string) => void process.stdout.write(`${line}\n`);

/** What each command does with the home; gives the exit code. */
const COMMANDS = {
  admin: (args: string[], { database }: Home) => runAdmin(args, database, { print, readPassword }),
  audit: (args: string[], { database }: Home) => runAudit(args, database, print),
  retention: async (_args: string[], { database }: Home, documentsDir: string) => {
    const { inscricoes, documentos, envios } = await retain({ database, documentsDir, log: silent });
    print(
      `Apagado: ${inscricoes} inscrições pelo prazo, ${documentos} documentos pelo prazo, ${envios} arquivos.`,
    );
    return 0;
  },
};

const silent = pino({ level: 'silent' });

/** The home that an environment names, as a command borrows it; `close` gives it back. */
export function homeOf(environment: Record<string, string | undefined>): Promise<Home> {
  return borrowHome(readConfig(environment), silent);
}

/** Runs an owner's command over the database, whether the server runs or not. Gives the exit code. */
export async function command(
  name: keyof typeof COMMANDS,
  args: string[],
  environment: Record<string, string | undefined>,
): Promise<number> {
  const home = await homeOf(environment);
  try {
    return await COMMANDS[name](args, home, join(readConfig(environment).dataDir, 'documents'));
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
