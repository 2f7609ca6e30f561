// `npm run incident -- --from … --to …`: who is affected by an incident, and a draft for ANPD.

import { built, ensureBuilt, ensureInstalled, failInWords, readEnvironmentFile } from './ensure.mjs';

try {
  readEnvironmentFile();
  ensureInstalled();
  await ensureBuilt();
  const { command } = await built('command.js');
  process.exit(await command('incident', process.argv.slice(2), process.env));
} catch (error) {
  failInWords(error);
}
