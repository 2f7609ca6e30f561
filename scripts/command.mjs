// `node scripts/command.mjs <name> …`: the owner's commands, listed in server/commands/registry.ts.

import { ensureInstalled, isBuilt, load, noteBuilt } from './ensure.mjs';
import { begin, failInWords } from './fail.mjs';
import { readEnvironmentFile } from './install/environment-file.mjs';

await begin(async () => {
  readEnvironmentFile();
  const [name = '', ...args] = process.argv.slice(2);
  const checked = isBuilt();
  if (name === 'doctor')
    noteBuilt(checked); // it changes nothing
  else await ensureInstalled(checked ? ['dependencies'] : undefined);
  if (!checked) await (await import('./content.mjs')).checkContent();
  const { runCommand } = await load('server/commands/run-command.ts');
  process.exit(await runCommand(name, args, process.env));
}, failInWords);
