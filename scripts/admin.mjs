// `npm run admin -- add|disable|enable|password|list`: the administrators.

import { built, ensureBuilt, ensureInstalled, failInWords, readEnvironmentFile } from './ensure.mjs';

try {
  readEnvironmentFile();
  ensureInstalled();
  await ensureBuilt();
  const { command } = await built('command.js');
  process.exit(await command('admin', process.argv.slice(2), process.env));
} catch (error) {
  failInWords(error);
}
