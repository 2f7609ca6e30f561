// `npm run audit`: whether the record of accesses is whole.

import { built, ensureBuilt, ensureInstalled, failInWords, readEnvironmentFile } from './ensure.mjs';

try {
  readEnvironmentFile();
  ensureInstalled();
  await ensureBuilt();
  const { command } = await built('command.js');
  process.exit(await command('audit', process.argv.slice(2), process.env));
} catch (error) {
  failInWords(error);
}
