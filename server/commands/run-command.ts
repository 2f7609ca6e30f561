import { join } from 'node:path';
import pino from 'pino';
import { todayInBrazil } from '../../domain/dates.ts';
import { readConfig } from '../core/config.ts';
import { isPgError } from '../core/errors.ts';
import { Refused } from '../core/refused.ts';
import { openForCommand, openSupabase, requireInstallation } from '../site-data/open/open-database.ts';
import { sayPublished } from '../watch/facts.ts';
import {
  type BareContext,
  type Command,
  type CommandContext,
  type Environment,
  inArguments,
  type Work,
} from './command.ts';
import { COMMANDS, type CommandName, commandList } from './registry.ts';
import { TERMINAL } from './terminal.ts';

const silent = pino({ level: 'silent' });

/**
 * Runs a command, whether the server runs or not. Returns the exit code: 0 done, 1 failed, 2 wrong name or
 * arguments, 3 refused. Throws Refused when the command declines to act on the data that it finds, and
 * ConfigError for a wrong setting or a missing database; both end with 3.
 */
export async function runCommand(
  name: string,
  args: string[],
  environment: Environment,
  terminal = TERMINAL,
): Promise<number> {
  const command: Command | undefined = isCommand(name) ? COMMANDS[name] : undefined;
  if (!command) {
    terminal.print(commandList());
    return name === '' || name === '--help' || name === '-h' ? 0 : 2;
  }
  if (args.includes('--help') || args.includes('-h')) {
    terminal.print(command.usage);
    return 0;
  }
  const order: string | Work<CommandContext & BareContext> = command.order(args, todayInBrazil());
  if (typeof order === 'string') {
    terminal.print(inArguments(name, order));
    return 2;
  }
  if (command.opens !== 'nothing' && command.remote?.applies(environment))
    return command.remote.run(environment, terminal, args);
  const config = readConfig(environment);
  const bare = { config, environment, terminal };
  if (command.opens === 'nothing') return (order as Work<BareContext>)(bare);
  const project = command.opens === 'existing or Supabase' ? await openSupabase(config, silent) : null;
  if (!project && command.opens !== 'existing or new') await requireInstallation(config);
  const opened = project ?? (await openForCommand(config, silent));
  try {
    await sayPublished(opened.database);
    const documentsDir = join(config.dataDir, 'documents');
    return await order({ ...bare, database: opened.database, documentsDir });
  } catch (error) {
    if (!isPgError(error)) throw error;
    if (error.routine === 'exec_stmt_raise') throw new Refused(error.message); // raised by a function of ours
    if (!UNKNOWN_NAME.test(error.code)) throw error;
    throw new Refused(OTHER_VERSION);
  } finally {
    await opened.close();
  }
}

/** SQLSTATEs of a table, function or column that is not there. */
const UNKNOWN_NAME = /^42(P01|883|703)$/;

/** A command may find a database that nobody has updated yet, or that somebody has from another folder. */
const OTHER_VERSION =
  'O banco não é da versão do site que está nesta pasta. Atualize-o com npm start (o de um projeto, com npm run supabase -- push), ou traga a versão dele, e rode o comando de novo.';

function isCommand(name: string): name is CommandName {
  return Object.hasOwn(COMMANDS, name);
}
