import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../support/sources.ts';

/** A decision with its text, or one whose text is history: then a line of the index. */
export type Decision = { number: string; text: string };

/** DECISIONS.md in the order of its file: the entries, which may be cited, and the lines of its index. */
export function decisions(): { entries: readonly Decision[]; index: readonly Decision[] } {
  const [text = '', index = ''] = readFileSync(join(ROOT, 'DECISIONS.md'), 'utf8').split(/^## Index .+$/m);
  const numbered = (all: readonly string[], number: RegExp) =>
    all.map((one) => ({ number: number.exec(one)?.[1] ?? '', text: one }));
  return {
    entries: numbered(text.split(/^(?=## )/m).slice(1), /^## (\d+)\. \S/),
    index: numbered(index.match(/^- .*$/gm) ?? [], /^- (\d+): \S.*\.$/),
  };
}
