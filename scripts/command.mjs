// `node scripts/command.mjs <name> …`: the owner's commands, listed in server/commands/registry.ts.

import { built, ensureBuilt, ensureInstalled, failInWords, readEnvironmentFile } from './ensure.mjs';

try {
  readEnvironmentFile();
  await ensureInstalled();
  await ensureBuilt({ site: false });
  const [name = '', ...args] = process.argv.slice(2);
  const { runCommand } = await built('run-command.js');
  process.exit(await runCommand(name, args, process.env));
} catch (error) {
  failInWords(error);
}
