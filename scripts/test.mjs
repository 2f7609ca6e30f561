// `npm test`: everything that must hold (kit/suite.ts).

import { ensureBuilt, ensureInstalled, load } from './ensure.mjs';
import { begin } from './fail.mjs';

await begin(async () => {
  (await load('kit/test-runs.ts')).endWithParent(); // and the runners, whose parent this is, end with it
  await ensureInstalled();
  const chromium = (await load('kit/browser.ts')).ensureBrowser({ headless: true });
  (await load('prove/supabase/install-parts.ts')).ensureSupabasePart('postgrest'); // without it the tests beside it are skipped
  process.exit(await (await load('kit/suite.ts')).runSuite(chromium, ensureBuilt));
});
