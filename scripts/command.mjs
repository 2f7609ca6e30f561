// `node scripts/command.mjs <name> …`: the owner's commands, listed in server/commands/registry.ts.

import { built, ensureBuilt, ensureInstalled, noteBuilt } from './ensure.mjs';
import { failInWords } from './fail.mjs';
import { readEnvironmentFile } from './install/environment-file.mjs';
import { ensureNode } from './install/node.mjs';

try {
  await ensureNode();
  readEnvironmentFile();
  const [name = '', ...args] = process.argv.slice(2);
  if (name === 'doctor') {
    // it changes nothing
    if (!noteBuilt()) await (await import('./content.mjs')).checkContent();
  } else {
    await ensureInstalled(['dependencies']);
    await ensureBuilt({ site: false });
  }
  const { runCommand } = await built('run-command.js');
  process.exit(await runCommand(name, args, process.env));
} catch (error) {
  failInWords(error);
}
