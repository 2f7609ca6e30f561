import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { sources } from '../support/sources.ts';

// Plain CSS keeps its order only as long as every file obeys: colours are decided
// in one place, and every rule lies in a layer, so that load order never matters.

const LAYERS = ['reset', 'tokens', 'base', 'ui', 'pages', 'print'];
const TOKENS = 'app/styles/tokens.css';
const COLOURS = [TOKENS, 'app/home/scrim.css'];

const sheets = sources(['app'], /\.css$/).map(({ path, text }) => ({
  path,
  text: text.replace(/\/\*[\s\S]*?\*\//g, ''),
}));
const components = sources(['app'], /\.tsx$/).filter(({ path }) => !/\.test\.tsx$/.test(path));

test('the order of the layers is said once, where the tokens are', () => {
  const said = sheets.filter(({ text }) => /@layer [^{;]*;/.test(text)).map(({ path }) => path);
  expect(said).toEqual([TOKENS]);
  expect(sheets.find(({ path }) => path === TOKENS)?.text).toContain(`@layer ${LAYERS.join(', ')};`);
});

test.each(sheets)('$path keeps every rule in a layer', ({ text }) => {
  const outside = topLevel(text).filter(
    (rule) => !LAYERS.includes(/^@layer ([\w-]+) \{/.exec(rule)?.[1] ?? '') && !/^@layer [^{]*;$/.test(rule),
  );
  expect(outside).toEqual([]);
});

test.each(sheets.filter(({ path }) => !COLOURS.includes(path)))(
  '$path takes its colours from the tokens',
  ({ text }) => {
    const values = [...text.matchAll(/(?<=[\s;{])[\w-]+:([^;{}]+);/g)].map(
      ([, value]) => value?.trim() ?? '',
    );
    expect(values.filter(hasColour)).toEqual([]);
  },
);

test.each(sheets.filter(({ path }) => path !== TOKENS))('$path uses only tokens that exist', ({ text }) => {
  const known = new Set(
    sheets.flatMap((sheet) => [...sheet.text.matchAll(/(--[\w-]+)\s*:/g)].map(([, name]) => name)),
  );
  const used = [...text.matchAll(/var\((--[\w-]+)\s*([,)])/g)];
  expect(used.filter(([, name, end]) => end === ')' && !known.has(name)).map(([, name]) => name)).toEqual([]);
});

test.each(components)('$path has no colour and no style attribute, which the CSP refuses', ({ text }) => {
  expect(text.match(/\bstyle=|['"]#(?:[\da-f]{3,4}){1,2}['"]|dangerouslySetInnerHTML/gi) ?? []).toEqual([]);
});

test.each(sheets.filter(({ text }) => text.includes('content-visibility: auto')))(
  '$path lays out late only where the browser anchors scrolling: elsewhere the page moves under the finger',
  ({ text }) => {
    const anchored = text.split('@supports (overflow-anchor: auto)').slice(1).map(firstBlock).join('');
    expect(text.split('content-visibility: auto')).toHaveLength(
      anchored.split('content-visibility: auto').length,
    );
  },
);

test.each(screens())('%s has, with all that it may load, the styles of every class in it', (screen) => {
  const loaded = loadedBy(['app/main.tsx', screen]);
  const classesOf = (of: typeof sheets) =>
    new Set(of.flatMap(({ text }) => [...text.matchAll(/\.([a-z][\w-]*)/g)].map(([, name = '']) => name)));
  const [styled, here] = [classesOf(sheets), classesOf(sheets.filter(({ path }) => loaded.has(path)))];
  const missing = components
    .filter(({ path }) => loaded.has(path))
    .flatMap(({ path, text }) =>
      classNames(text)
        .filter((name) => styled.has(name) && !here.has(name))
        .map((name) => `.${name} of ${path}`),
    );
  expect(missing).toEqual([]);
});

/** The class names that stand whole in a component. */
function classNames(text: string): string[] {
  const values = text.matchAll(/className=("[^"]*"|\{(?:\$\{[^}]*\}|[^}])*\})/g);
  return [...values].flatMap(([, value = '']) =>
    // what is computed inside a template stands between two templates then
    [...value.replace(/\$\{([^}]*)\}/g, '` $1 `').matchAll(/(['"`])(.*?)\1/gs)].flatMap(([, , words = '']) =>
      words.split(/\s+/),
    ),
  );
}

/** The file of each screen, which is a page with styles of its own. */
function screens(): string[] {
  const [list] = sources(['app/site'], /^screens\.ts$/);
  return [...(list?.text.matchAll(/import\('([^']+)'\)/g) ?? [])].map(([, file = '']) =>
    join('app/site', file),
  );
}

/** The files that these import, now or later, themselves or through others; of types alone nothing is loaded. */
function loadedBy(files: readonly string[]): Set<string> {
  const scripts = new Map(sources(['app'], /\.tsx?$/).map(({ path, text }) => [path, text]));
  const loaded = new Set<string>();
  const visit = (path: string) => {
    if (loaded.has(path) || path === 'app/site/screens.ts') return;
    loaded.add(path);
    const text = scripts.get(path)?.replace(/^import type .*/gm, '') ?? '';
    for (const [, target = ''] of text.matchAll(/(?:\bfrom|\bimport\(?)\s*'(\.[^'?]+)/g))
      visit(join(dirname(path), target));
  };
  files.forEach(visit);
  return loaded;
}

/** What stands between the first `{` and the `}` that ends it. */
function firstBlock(css: string): string {
  let depth = 0;
  for (let at = 0; at < css.length; at += 1) {
    if (css[at] === '{') depth += 1;
    if (css[at] === '}') depth -= 1;
    if (css[at] === '}' && depth === 0) return css.slice(0, at);
  }
  return css;
}

/** The rules that stand in no other, each with its body. */
function topLevel(css: string): string[] {
  const rules: string[] = [];
  let depth = 0;
  let rule = '';
  for (const letter of css) {
    rule += letter;
    if (letter === '{') depth += 1;
    if (letter === '}') depth -= 1;
    if (depth > 0 || !/[};]/.test(letter)) continue;
    rules.push(rule.trim());
    rule = '';
  }
  return rule.trim() ? [...rules, rule.trim()] : rules;
}

function hasColour(value: string): boolean {
  const words = value.replace(/url\([^)]*\)|"[^"]*"|var\([^,)]*/g, '');
  return (
    /#(?:[\da-f]{3,4}){1,2}\b/i.test(words) ||
    /\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color|color-mix|light-dark)\(/i.test(words) ||
    /(?<![\w-])(?:white|black|gr[ae]y|silver|red|maroon|orange|gold|yellow|green|lime|olive|teal|aqua|cyan|navy|blue|purple|fuchsia|magenta|pink|brown|beige|ivory|canvas|canvastext)(?![\w-])/i.test(
      words,
    )
  );
}
