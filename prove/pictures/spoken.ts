import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SPEAKS = /^(?:content|domain|app)\/.*(?<!\.test)\.tsx?$/;

/** Every text in the sources that pages are made of, as it may be seen. */
export function wordsOfProduct(): ReadonlySet<string> {
  const found = new Set<string>();
  for (const folder of ['content', 'domain', 'app'])
    for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      const path = join(folder, file);
      if (!SPEAKS.test(path)) continue;
      const text = readFileSync(path, 'utf8');
      for (const [, one, other, between] of text.matchAll(/'([^'\n]+)'|"([^"\n]+)"|>([^<>{}\n]+)</g))
        found.add((one ?? other ?? between ?? '').trim());
      for (const line of text.split('\n')) found.add(line.trim());
    }
  return found;
}
