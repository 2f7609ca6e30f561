import type { Config } from '../core/context.ts';
import type { Database } from '../core/database.ts';

export type Environment = Record<string, string | undefined>;

/** Where a command prints and reads. */
export type Terminal = {
  print: (line: string) => void;
  /** Asks for a password without showing it; '' when none is given. */
  readPassword: (question: string) => Promise<string>;
  /** Asks for a line; only where a person sits before it. */
  ask?: (question: string) => Promise<string>;
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
  /** ISO day in Brazil. */
  today: string;
};

/** What a command gets that opens its database itself, or none. */
export type BareContext = { config: Config; environment: Environment; terminal: Terminal };

/** A command of the owner, as `npm run <name> -- <arguments>` runs it. */
export type Command = {
  /** One line in Portuguese for the list of all commands. */
  summary: string;
  /** The text of `--help`; begins with `Uso: npm run <name>`. */
  usage: string;
  /** What is wrong with the arguments, as a sentence in Portuguese, without the usage; null when nothing is. */
  problem: (args: string[], today: string) => string | null;
} & (OnDatabase | OnNothing);

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
  /** Returns the exit code: 0 done, 1 failed, 3 refused (or throws Refused). */
  run: (args: string[], context: CommandContext) => Promise<number>;
  /** Does the work without opening a database, where `applies` says so. */
  remote?: {
    applies: (environment: Environment) => boolean;
    run: (environment: Environment, terminal: Terminal, args: string[]) => Promise<number>;
  };
};

type OnNothing = {
  opens: 'nothing';
  /** Returns the exit code as above. */
  run: (args: string[], context: BareContext) => Promise<number>;
};
