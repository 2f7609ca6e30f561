// What the server runs once a day in a process of its own: `npm run backup`, on what is
// built. It installs and builds nothing, because the server runs from the same files.

import { built } from './ensure.mjs';
import { failInWords } from './fail.mjs';

/** Exit code that server/nightly-backup.ts knows. */
const COPY_UNDER_WAY = 5;

try {
  const { runCommand } = await built('run-command.js');
  process.exit(await runCommand('backup', [], process.env));
} catch (error) {
  if (error instanceof Error && error.name === 'CopyUnderWay') process.exit(COPY_UNDER_WAY);
  failInWords(error);
}
