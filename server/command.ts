import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import pino from 'pino';
import { todayInBrazil } from '../domain/dates.ts';
import { ADMIN_USAGE, readAdmin, runAdmin } from './admin.ts';
import { AUDIT_USAGE, fitsAudit, runAudit } from './audit-check.ts';
import { readConfig } from './core/config.ts';
import { type BorrowedHome, borrowHome, openSupabase, requireHome } from './home.ts';
import { INCIDENT_USAGE, readIncident, runIncident } from './incident.ts';
import { retain } from './retention.ts';

type Environment = Record<string, string | undefined>;

const RETENTION_USAGE = `Uso: npm run retention

Apaga agora o que já teve seu tempo. O servidor faz isso sozinho, uma vez por dia.`;

const silent = pino({ level: 'silent' });

process.stdout.on('error', () => {}); // whoever reads has had enough, as `head` has: the work is finished all the same

const print = (line: string) => void process.stdout.write(`${line}\n`);

type Command = {
  usage: string;
  /** What is wrong with the arguments, in words; null: nothing. */
  problem: (args: string[]) => string | null;
  run: (args: string[], home: BorrowedHome, documentsDir: string) => Promise<number>;
  /** The database alone is enough: also a Supabase project's. */
  reads?: true;
};

const COMMANDS = {
  admin: {
    usage: ADMIN_USAGE,
    problem: (args) => (readAdmin(args) ? null : ADMIN_USAGE),
    run: (args, { database }) => runAdmin(args, database, { print, readPassword }),
  },
  audit: {
    usage: AUDIT_USAGE,
    problem: (args) => (fitsAudit(args) ? null : AUDIT_USAGE),
    run: (args, { database }) => runAudit(args, database, print),
    reads: true,
  },
  incident: {
    usage: INCIDENT_USAGE,
    problem: (args) => {
      const asked = readIncident(args, todayInBrazil());
      return 'problem' in asked ? asked.problem : null;
    },
    run: (args, { database }) => runIncident(args, database, print, todayInBrazil()),
    reads: true,
  },
  retention: {
    usage: RETENTION_USAGE,
    problem: (args) => (args.length === 0 ? null : RETENTION_USAGE),
    run: async (_args, { database }, documentsDir) => {
      const { inscricoes, documentos, envios } = await retain({ database, documentsDir, log: silent });
      print(
        `Apagado: ${inscricoes} inscrições pelo prazo, ${documentos} documentos pelo prazo, ${envios} arquivos.`,
      );
      return 0;
    },
  },
} satisfies Record<string, Command>;

/** The home that an environment names, made when it is not there yet; `close` gives it back. */
export function homeOf(environment: Environment): Promise<BorrowedHome> {
  return borrowHome(readConfig(environment), silent);
}

/**
 * Runs an owner's command over the database, whether the server runs or not. Gives
 * the exit code, 2 for wrong use. A home that never was is an error: a mistyped
 * folder must not look like an empty one.
 */
export async function command(
  name: keyof typeof COMMANDS,
  args: string[],
  environment: Environment,
): Promise<number> {
  const { usage, problem, run, reads }: Command = COMMANDS[name];
  if (args.includes('--help') || args.includes('-h')) {
    print(usage);
    return 0;
  }
  const wrong = problem(args);
  if (wrong !== null) {
    print(wrong);
    return 2;
  }
  const config = readConfig(environment);
  const theirs = reads ? await openSupabase(config, silent) : null;
  if (!theirs) requireHome(config);
  const home = theirs ?? (await borrowHome(config, silent));
  try {
    return await run(args, home, join(config.dataDir, 'documents'));
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
