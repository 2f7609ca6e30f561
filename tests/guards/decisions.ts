import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../support/sources.ts';

/** A decision with its text, and the numbers of older ones that it took in. */
export type Decision = { number: string; also: readonly string[]; text: string };

/** DECISIONS.md in the order of its file. */
export function decisions(): readonly Decision[] {
  const [, ...entries] = readFileSync(join(ROOT, 'DECISIONS.md'), 'utf8').split(/^(?=## )/m);
  return entries.map((text) => ({
    number: /^## (\d+)\. \S/.exec(text)?.[1] ?? '',
    also: /· \*accepted; also (.+)\*$/m.exec(text)?.[1]?.match(/\d+/g) ?? [],
    text,
  }));
}
