// What the server runs once a day in a process of its own: `npm run backup`, on what is
// built. It installs and builds nothing, because the server runs from the same files.

import { built } from './ensure.mjs';
import { failInWords } from './fail.mjs';

try {
  const { runCommand } = await built('run-command.js');
  process.exit(await runCommand('backup', [], process.env));
} catch (error) {
  failInWords(error);
}
