// The CSS that stands inside a page.

/** @typedef {{ file: string, imports?: string[], css?: string[] }} Chunk */
/** @typedef {Record<string, Chunk>} Manifest */

/**
 * The same CSS with one block for each layer: the order of layers is said before, and the
 * order within a layer stays. Repetitions stand closer and pack smaller.
 * @param {string} css
 * @returns {string}
 */
export function byLayer(css) {
  /** @type {Record<string, string>} */
  const rules = {};
  let outside = '';
  for (const rule of topLevelRules(css)) {
    const [, name, inside] = /^@layer ([\w-]+)\{(.*)\}$/s.exec(rule) ?? [];
    if (name === undefined) outside += rule;
    else rules[name] = (rules[name] ?? '') + inside;
  }
  return (
    outside +
    Object.entries(rules)
      .map(([name, inside]) => `@layer ${name}{${inside}}`)
      .join('')
  );
}

/**
 * @param {string} css without comments
 * @returns {string[]}
 */
function topLevelRules(css) {
  const rules = [];
  let depth = 0;
  let start = 0;
  for (const { 0: part, index } of css.matchAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[{};]/g)) {
    if (part === '{') depth++;
    if (part === '}') depth--;
    if (depth > 0 || !/[};]/.test(part[0] ?? '')) continue;
    rules.push(css.slice(start, index + 1));
    start = index + 1;
  }
  return [...rules, css.slice(start)];
}

/**
 * The stylesheets of a built script and of those it imports statically.
 * @param {Chunk | null | undefined | ''} chunk
 * @param {Manifest} manifest
 * @returns {string[]}
 */
export function stylesOf(chunk, manifest) {
  if (!chunk) return [];
  return [
    ...(chunk.imports ?? []).flatMap((name) => stylesOf(manifest[name], manifest)),
    ...(chunk.css ?? []),
  ];
}
