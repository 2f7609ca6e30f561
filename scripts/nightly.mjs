// What the server runs once a day in a process of its own: `npm run backup`. It installs
// nothing, because the server runs from the same files.

import { load } from './ensure.mjs';
import { failInWords } from './fail.mjs';

/** Exit code that server/nightly-backup.ts knows. */
const COPY_UNDER_WAY = 5;

try {
  const { runCommand } = await load('server/commands/run-command.ts');
  process.exit(await runCommand('backup', [], process.env));
} catch (error) {
  if (error instanceof Error && error.name === 'CopyUnderWay') process.exit(COPY_UNDER_WAY);
  failInWords(error);
}
