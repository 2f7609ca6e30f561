// `npm run demo:data -- N`: plainly artificial enrolments, to see the desk at work.

import { built, ensureBuilt, ensureInstalled, failInWords, readEnvironmentFile } from './ensure.mjs';

try {
  readEnvironmentFile();
  ensureInstalled();
  await ensureBuilt();
  const { demo } = await built('demo.js');
  process.exit(await demo(process.argv.slice(2), process.env));
} catch (error) {
  failInWords(error);
}
