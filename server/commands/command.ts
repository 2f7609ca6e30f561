import { type ParseArgsConfig, parseArgs } from 'node:util';
import type { Config } from '../core/context.ts';
import type { Database } from '../core/database.ts';

export type Environment = Record<string, string | undefined>;

/** Where a command prints and reads. */
export type Terminal = {
  print: (line: string) => void;
  /** Asks for a password without showing it; '' when none is given. */
  readPassword: (question: string) => Promise<string>;
  /** Prints how far a long work is, a line now and then; only a process of its own has it. */
  tell?: (line: string) => void;
  /** Lets everything else on the machine go first from now on; only a process of its own has it. */
  background?: () => void;
};

export type CommandContext = {
  database: Database;
  /** Folder of the documents' bytes. */
  documentsDir: string;
  terminal: Terminal;
};

/** What a command gets that opens its database itself, or none. */
export type BareContext = { config: Config; environment: Environment; terminal: Terminal };

/** A command of the owner, as `npm run <name> -- <arguments>` runs it. */
export type Command = {
  /** One line in Portuguese for the list of all commands. */
  summary: string;
  /** The text of `--help`; begins with `Uso: npm run <name>`. */
  usage: string;
} & (OnDatabase | OnNothing);

/**
 * The work that the arguments order, which returns the exit code: 0 done, 1 failed, 3 refused (or throws Refused); what
 * is wrong with them, as a sentence in Portuguese without the usage, when something is. `today` is an ISO day in Brazil.
 */
export type Order<Context> = (args: string[], today: string) => string | Work<Context>;
export type Work<Context> = (context: Context) => Promise<number>;

/** The options of arguments, and what stands beside them; null where they fit nothing. */
export function readOptions<Options extends NonNullable<ParseArgsConfig['options']>>(
  args: string[],
  options: Options,
) {
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    return { values, paths: positionals };
  } catch {
    return null;
  }
}

/** What is said of arguments that fit nothing. */
export function notUnderstood(args: readonly string[]): string {
  return args.length === 0 ? 'Falta dizer o quê.' : `Não entendi “${args.join(' ')}”.`;
}

/** What is printed for wrong arguments: what is wrong, and where the rest stands. */
export function inArguments(name: string, problem: string): string {
  return `${problem}\nComo se escreve: npm run ${name} -- --help`;
}

type OnDatabase = {
  /**
   * The database it works on: one that was made before, that or a Supabase
   * project's (for commands that need nothing but the tables), or also a new one.
   */
  opens: 'existing' | 'existing or Supabase' | 'existing or new';
  order: Order<CommandContext>;
  /** Does the work without opening a database, where `applies` says so. */
  remote?: {
    applies: (environment: Environment) => boolean;
    run: (environment: Environment, terminal: Terminal, args: string[]) => Promise<number>;
  };
};

type OnNothing = {
  opens: 'nothing';
  order: Order<BareContext>;
};
