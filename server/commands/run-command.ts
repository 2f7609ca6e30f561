import { join } from 'node:path';
import pino from 'pino';
import { todayInBrazil } from '../../domain/dates.ts';
import { readConfig } from '../core/config.ts';
import type { Config } from '../core/context.ts';
import {
  type CommandDatabase,
  openForCommand,
  openSupabase,
  requireInstallation,
} from '../site-data/open/open-database.ts';
import type { Command, Environment } from './command.ts';
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
  const today = todayInBrazil();
  const problem = command.problem(args, today);
  if (problem !== null) {
    terminal.print(problem);
    return 2;
  }
  if (command.opens === 'nothing') {
    const config = readConfig(environment);
    return command.run(args, { config, environment, terminal });
  }
  if (command.remote?.applies(environment)) return command.remote.run(environment, terminal, args);
  const config = readConfig(environment);
  const opened = await open(command, config);
  try {
    const documentsDir = join(config.dataDir, 'documents');
    return await command.run(args, { database: opened.database, documentsDir, terminal, today });
  } finally {
    await opened.close();
  }
}

function isCommand(name: string): name is CommandName {
  return Object.hasOwn(COMMANDS, name);
}

async function open({ opens }: Pick<Command, 'opens'>, config: Config): Promise<CommandDatabase> {
  const supabase = opens === 'existing or Supabase' ? await openSupabase(config, silent) : null;
  if (supabase) return supabase;
  if (opens !== 'existing or new') await requireInstallation(config);
  return openForCommand(config, silent);
}
