// Names of content/ that the code reads and a file of the owner's no longer has: their place on a page would stay
// empty, or the page break on the day that needs it.

import { join } from 'node:path';

const COMMENT = /(?<!\S)(?:\/\/ .*|\/\*[\s\S]*?\*\/)/g;
const IMPORT = /^import \{([^}]*)\} from '([^']*)'/gm;

/**
 * Each as `['project', 'places']`. What is reached through a list, by a computed name or by a name given on the way is
 * not looked at.
 * @param {Record<string, object>} files what each file of content/ exports, by its path
 * @param {{ file: string, text: string }[]} code that reads them
 */
export function missingNames(files, code) {
  /** @type {string[][]} */
  const missing = [];
  for (const { file, text } of code)
    for (const [, names = '', from = ''] of text.matchAll(IMPORT)) {
      const values = files[join(file, '..', from).replaceAll('\\', '/')];
      if (!values) continue;
      for (const [, name = '', local = name] of names.matchAll(/(?<=^|,)\s*(?!type )(\w+)(?: as (\w+))?/g))
        for (const path of [[], ...readsOf(local, text.replace(COMMENT, ''))])
          missing.push(...gapIn(values, [name, ...path]));
    }
  return missing;
}

/**
 * The names below one: `['a', 'b']` of `name.a.b` and of `{ b } = name.a`.
 * @param {string} name
 * @param {string} text
 */
function readsOf(name, text) {
  const read = new RegExp(
    `(?:\\{([^{}]*)\\} =\\s+)?(?<![\\w$'"/-]|(?<!\\.)\\.)${name}\\b((?:\\s*\\??\\.\\w+)*)`,
    'g',
  );
  return [...text.matchAll(read)].flatMap(([, taken, chain = '']) => {
    const path = chain.match(/\w+/g) ?? [];
    return taken ? [...taken.matchAll(/(?<=^|,)\s*(\w+)/g)].map(([, each = '']) => [...path, each]) : [path];
  });
}

/**
 * The path as far as the first name that is not there; none when each is, or leads to no object.
 * @param {any} value
 * @param {string[]} path
 * @returns {string[][]}
 */
function gapIn(value, path, at = 0) {
  const name = path[at];
  if (name === undefined || value === null || typeof value !== 'object' || Array.isArray(value)) return [];
  return name in value ? gapIn(value[name], path, at + 1) : [path.slice(0, at + 1)];
}
