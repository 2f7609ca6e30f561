import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { placeOf, sources } from '../support/sources.ts';

// Plain CSS keeps its order only as long as every file obeys: colours are decided
// in one place, and every rule lies in a layer, so that load order never matters.

const LAYERS = ['reset', 'tokens', 'base', 'ui', 'vocabulary', 'pages', 'print'];
const TOKENS = 'app/styles/tokens.css';

const sheets = sources(['app'], /\.css$/).map(({ path, text }) => ({
  path,
  // without comments, each rule in the line where it stands
  text: text.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, '')),
}));
const components = sources(['app'], /\.tsx$/).filter(({ path }) => !/\.test\.tsx$/.test(path));

test('the order of the layers is said once, where the tokens are', () => {
  const said = sheets.filter(({ text }) => /@layer [^{;]*;/.test(text)).map(({ path }) => path);
  expect(said).toEqual([TOKENS]);
  expect(sheets.find(({ path }) => path === TOKENS)?.text).toContain(`@layer ${LAYERS.join(', ')};`);
});

test('every rule is in a layer', () => {
  const outside = sheets.flatMap((sheet) =>
    topLevel(sheet.text)
      .filter(
        ({ rule }) =>
          !LAYERS.includes(/^@layer ([\w-]+) \{/.exec(rule)?.[1] ?? '') && !/^@layer [^{]*;$/.test(rule),
      )
      .map(({ rule, at }) => `${placeOf(sheet, at)}: ${rule.split('\n')[0]}`),
  );
  expect(outside).toEqual([]);
});

test('colours come from the tokens', () => {
  const found = sheets
    .filter(({ path }) => path !== TOKENS)
    .flatMap((sheet) =>
      [...sheet.text.matchAll(/(?<=[\s;{])[\w-]+:([^;{}]+);/g)]
        .filter(([, value = '']) => hasColour(value.trim()))
        .map(({ 0: declaration, index }) => `${placeOf(sheet, index)}: ${declaration}`),
    );
  expect(found).toEqual([]);
});

test('only tokens that exist are used', () => {
  const known = new Set(
    sheets.flatMap(({ text }) => [...text.matchAll(/(--[\w-]+)\s*:/g)].map(([, name]) => name)),
  );
  const unknown = sheets
    .filter(({ path }) => path !== TOKENS)
    .flatMap((sheet) =>
      [...sheet.text.matchAll(/var\((--[\w-]+)\s*([,)])/g)]
        .filter(([, name, end]) => end === ')' && !known.has(name))
        .map(({ 1: name, index }) => `${placeOf(sheet, index)}: ${name}`),
    );
  expect(unknown).toEqual([]);
});

test('no component has a colour or a style attribute, which the CSP refuses', () => {
  const found = components.flatMap((component) =>
    [...component.text.matchAll(/\bstyle=|['"]#(?:[\da-f]{3,4}){1,2}['"]|dangerouslySetInnerHTML/gi)].map(
      ({ 0: what, index }) => `${placeOf(component, index)}: ${what}`,
    ),
  );
  expect(found).toEqual([]);
});

test('nothing is laid out late but where the browser anchors scrolling: elsewhere the page moves under the finger', () => {
  const late = sheets.filter(({ text }) => text.includes('content-visibility: auto'));
  expect(late.length).toBeGreaterThan(0);
  const found = late.flatMap((sheet) => {
    const anchored = blocksAfter(sheet.text, '@supports (overflow-anchor: auto)');
    return [...sheet.text.matchAll(/content-visibility: auto/g)]
      .filter(({ index }) => !anchored.some(([from, to]) => from < index && index < to))
      .map(({ index }) => placeOf(sheet, index));
  });
  expect(found).toEqual([]);
});

test('every screen has, with all that it may load, the styles of every class in it', () => {
  const all = screens();
  expect(all.length).toBeGreaterThan(5);
  expect(all.flatMap((screen) => missingStyles(screen))).toEqual([]);
});

test('every class that is styled is given by some component or script, whole or as what is computed behind its dashes', () => {
  const given = sources(['app'], /\.tsx?$/)
    .filter(({ path }) => !/\.test\.tsx?$/.test(path))
    .map(({ text }) => text)
    .join('\n');
  const isGiven = (name: string) =>
    new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(given) ||
    given.includes(`${name.replace(/--.*/, '--')}\${`);
  const unused = sheets.flatMap((sheet) =>
    [...sheet.text.replace(/url\([^)]*\)/g, '').matchAll(/\.([a-z][\w-]*)/g)]
      .filter(([, name = '']) => !isGiven(name))
      .map(({ 1: name }) => `${sheet.path}: .${name}`),
  );
  expect(unused).toEqual([]);
});

/** The classes that are styled somewhere, but nowhere that this screen loads. */
function missingStyles(screen: string): string[] {
  const loaded = loadedBy(['app/main.tsx', screen]);
  const classesOf = (of: typeof sheets) =>
    new Set(of.flatMap(({ text }) => [...text.matchAll(/\.([a-z][\w-]*)/g)].map(([, name = '']) => name)));
  const [styled, here] = [classesOf(sheets), classesOf(sheets.filter(({ path }) => loaded.has(path)))];
  return components
    .filter(({ path }) => loaded.has(path))
    .flatMap(({ path, text }) =>
      classNames(text)
        .filter((name) => styled.has(name) && !here.has(name))
        .map((name) => `${screen}: .${name} of ${path}`),
    );
}

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

/** Where each block after `head` begins and ends, as indexes of the text. */
function blocksAfter(css: string, head: string): [from: number, to: number][] {
  const blocks: [number, number][] = [];
  for (let at = css.indexOf(head); at >= 0; at = css.indexOf(head, at + 1))
    blocks.push([at, at + (topLevel(css.slice(at))[0]?.rule.length ?? 0)]);
  return blocks;
}

/** The rules that stand in no other, each with its body and the index where it begins. */
function topLevel(css: string): { rule: string; at: number }[] {
  const rules: { rule: string; at: number }[] = [];
  let depth = 0;
  let began = 0;
  const end = (at: number) => {
    const rule = css.slice(began, at);
    if (rule.trim()) rules.push({ rule: rule.trim(), at: began + rule.search(/\S/) });
    began = at;
  };
  for (let at = 0; at < css.length; at += 1) {
    if (css[at] === '{') depth += 1;
    if (css[at] === '}') depth -= 1;
    if (depth <= 0 && /[};]/.test(css[at] ?? '')) end(at + 1);
  }
  end(css.length);
  return rules;
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
