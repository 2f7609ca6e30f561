// The CSS that stands inside a page.

/** @typedef {{ imports?: string[], css?: string[] }} Chunk */
/** @typedef {Record<string, any>} Manifest of Vite: each chunk by its source */

/** What stands between the braces of a rule, with five more pairs inside one another at most. */
const INSIDE = Array(5)
  .fill('')
  .reduce((inner) => `(?:[^{}"']|"(?:[^"\\\\]|\\\\.)*"|'(?:[^'\\\\]|\\\\.)*'|\\{${inner}\\})*`, '[^{}]*');
const LAYER = new RegExp(`@layer ([\\w-]+)\\{(${INSIDE})\\}`, 'g');

/**
 * The same CSS with one block for each layer: the order of layers is said before, and the
 * order within a layer stays. Repetitions stand closer and pack smaller.
 * @param {string} css without comments
 * @returns {string}
 */
export function byLayer(css) {
  /** @type {Record<string, string>} */
  const rules = {};
  const outside = css.replace(LAYER, (_, name, inside) => {
    rules[name] = (rules[name] ?? '') + inside;
    return '';
  });
  return Object.entries(rules).reduce((all, [name, inside]) => `${all}@layer ${name}{${inside}}`, outside);
}

/**
 * The stylesheets of a built script and of those it imports statically.
 * @param {Chunk} chunk
 * @param {Manifest} manifest
 * @returns {string[]}
 */
export const stylesOf = ({ imports = [], css = [] }, manifest) => [
  ...imports.flatMap((name) => stylesOf(manifest[name], manifest)),
  ...css,
];
