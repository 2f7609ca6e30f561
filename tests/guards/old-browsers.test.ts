import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../support/sources.ts';
import { type Browsers, lackingInScript, lackingInStyles } from './old-browsers.ts';

// The oldest browsers that we promise (decision 149), and what was built last (`npm test` builds first). What one of
// them lacks is used nowhere but where EXCEPTED says why the page is whole without it.

const FAMILY: Browsers = [15.4, 99, 102];
const DESK: Browsers = [16.4, 109, 115];

/** Of a script: by file and name. Each asks first whether it is there, or is never called. */
const EXCEPTED_IN_SCRIPTS: readonly (readonly [file: RegExp, names: readonly string[], why: string])[] = [
  [
    /^index-/,
    ['popover', 'startViewTransition'],
    'React names every attribute; a transition falls back to none',
  ],
  [/^answers-/, ['Intl.Segmenter'], 'asked for first (domain/enrolment/answers.ts)'],
  [/^form-/, ['AbortSignal.timeout'], 'asked for first; without it the browser’s own limit ends a request'],
  [/^(browser|submit)-/, ['captureStackTrace', 'Error.captureStackTrace'], 'asked for first'],
  [/^submit-/, ['toBase64'], 'a method of its own, of storage-js'],
];

/** The reader of PDFs says itself where it does not run. */
const PDF_READER = /^PdfPages-/;

/** Of a sheet: by name, and by the rule or declaration. */
const EXCEPTED_IN_STYLES: readonly (readonly [name: string, where: RegExp, why: string])[] = [
  ['scripting', /./, 'without it: the page for browsers with scripts, pictures asked for at once'],
  ['metrics', /./, 'the stand-in font has its own height until the display font is there'],
  ['size-adjust', /./, 'the same'],
  ['text-wrap', /:balance\}$/, 'lines end elsewhere'],
  ['field-sizing', /area\{/, 'a long answer scrolls'],
  ['overscroll-behavior', /^\.dialog/, 'the page below a dialog scrolls on'],
  ['content-visibility', /./, 'laid out at once; closed folds are printed closed'],
  ['::details-content', /^details::/, 'closed folds are printed closed'],
  ['subgrid', /question--short/, 'two fields side by side begin at one height, not their controls'],
  ['@container', /./, 'one column'],
  ['container-type', /./, 'the same'],
  [':has', /^html:not\(:has\(input/, 'no smooth scrolling'],
  [':has', /^html:has\(\.progress\)/, 'belt.css makes the room by other means'],
  [':has', /^\.choice:has/, 'the control in it shows its state itself'],
  [':has', /:has\(:target\)\) \.part$/, 'all parts are laid out at once'],
  [
    ':has',
    /^:root:has\(:target\) \.header/,
    'without scripts the menu stays open over a section until it is closed',
  ],
  [':has', /^\.project__boxes:has/, 'two boxes are of other heights'],
  [':has', /^\.reading__columns:has/, 'no list of the parts beside the text'],
  [':has', /^\.blank-form__part:has/, 'the printed blank form goes on where the first page ends'],
  // Firefox before 121 at the desk
  [':has', /^:root:has\(\.admin\)/, 'the header is as high as on other pages'],
  [':has', /^\.enrolments__row:has/, 'the control in the row shows its state itself'],
  [':has', /^\.document-/, 'the place of a document that cannot be shown stays, or what would turn it'],
  [':has', /\.print-root|^\.printed-sheet/, 'a printed sheet is longer'],
];

const SITE = join(ROOT, 'dist/site');
const read = (file: string) =>
  readFileSync(join(SITE, file.includes('.html') ? file : `assets/${file}`), 'utf8');
const assets = readdirSync(join(SITE, 'assets')).filter((file) => /\.(js|css)$/.test(file));
const pages = readdirSync(SITE, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.html'),
);

const isDesk = (file: string) => /^(admin\/inscricoes|AdminPage-)/.test(file);
const family = reached(pages.filter((page) => !isDesk(page)));
const browsersOf = (file: string) => (family.has(file) ? FAMILY : DESK);

/** What these files come to load, however late, but for the desk. */
function reached(files: readonly string[]): Set<string> {
  const seen = new Set(files);
  for (const file of seen)
    for (const [, name = ''] of read(file).matchAll(/(?:assets\/|\.\/)([\w.-]+\.(?:js|css))\b/g))
      if (!isDesk(name) && assets.includes(name)) seen.add(name);
  return seen;
}

test('no script uses what one of our oldest browsers lacks', () => {
  expect(family.size).toBeGreaterThan(50);
  expect(assets.length + pages.length - family.size).toBeGreaterThan(40);
  const used = new Set<string>();
  const found = [...assets, ...pages].flatMap((file) => {
    if (file.endsWith('.css') || PDF_READER.test(file)) return [];
    const text = read(file);
    const code = file.endsWith('.js') ? text : (/<script>([^<]*)<\/script><\/body>/.exec(text)?.[1] ?? '');
    expect(code, file).not.toBe('');
    return [...lackingInScript(code, browsersOf(file))].flatMap((name) => {
      const excepted = EXCEPTED_IN_SCRIPTS.find(([at, names]) => at.test(file) && names.includes(name));
      if (excepted) used.add(`${excepted[0]} ${name}`);
      return excepted ? [] : [`${file}: ${name}`];
    });
  });
  expect(found).toEqual([]);
  expect([...used].sort()).toEqual(
    EXCEPTED_IN_SCRIPTS.flatMap(([at, names]) => names.map((name) => `${at} ${name}`)).sort(),
  );
});

test('no style that one of them drops carries a meaning', () => {
  const used = new Set<string>();
  const found = [...assets, ...pages].flatMap((file) => {
    if (file.endsWith('.js')) return [];
    const text = read(file);
    const css = file.endsWith('.css') ? text : (/<style>([\s\S]*?)<\/style>/.exec(text)?.[1] ?? '');
    expect(css, file).not.toBe('');
    return lackingInStyles(css, browsersOf(file)).flatMap(({ name, where }) => {
      const excepted = EXCEPTED_IN_STYLES.find(([of, at]) => of === name && at.test(where));
      if (excepted) used.add(`${name} ${excepted[1]}`);
      return excepted ? [] : [`${file}: ${name} in ${where}`];
    });
  });
  expect(found).toEqual([]);
  expect([...used].sort()).toEqual(EXCEPTED_IN_STYLES.map(([name, at]) => `${name} ${at}`).sort());
});

test.each([
  ['a.toSorted()', 'toSorted'],
  ['a["findLast"](f)', 'findLast'],
  ['new CSSStyleSheet()', 'CSSStyleSheet'],
  ['/(?<=a)b/.test(c)', 'lookbehind'],
  ['new RegExp("(?<!a)b")', 'lookbehind'],
  ['new RegExp(`(?<!a)b`)', 'lookbehind'],
  ['class A { static { f() } }', 'static block'],
  ['class A { b = f((c)) }', 'computed class field'],
  ['a.values().map(f)', 'iterator helpers'],
  ['Object.groupBy(a, f)', 'Object.groupBy'],
  ['a.matches(b) && a.hidePopover()', 'hidePopover'],
  ['f("nav", { popover: "auto" })', 'popover'],
])('%s is seen in a script', (code, name) => {
  expect([...lackingInScript(code, FAMILY)]).toContain(name);
});

test.each([
  'Object.values(a).map(f)',
  'class A { #b = 1; c = { d: [null, -1] } }',
  'a.at(-1); Object.hasOwn(a, b); a.replaceAll(b, c); structuredClone(a)',
  '/(?:^|\\D)a/.exec(b)',
])('%s is seen in no script', (code) => {
  expect([...lackingInScript(code, FAMILY)]).toEqual([]);
});

test.each([
  ['.a:has(b){color:red}', [':has']],
  ['.a,.b:has(c){color:red}', [':has', 'a list that one of them empties']],
  ['@layer x{.a:popover-open{color:red}}', [':popover-open']],
  ['.a{& .b{color:red}}', ['nesting']],
  ['@media (width>=48rem){.a{color:red}}', ['range']],
  ['@media not (min-width:48rem){.a{color:red}}', ['not and or']],
  ['@container (width>=1rem){.a{color:red}}', ['@container']],
  ['.a{height:100svh}', ['svh']],
  ['.a{height:100vh;height:100svh}', []],
  ['.a{width:100vh;height:100svh}', ['svh']],
  ['.a{overflow:clip}', ['overflow: clip']],
  ['@supports (animation-timeline:--x){.a{animation-timeline:--x}}', []],
  ['@supports not selector(:has(a)){.a{color:red}}', []],
] as const)('of %s is seen what it is', (css, names) => {
  expect(lackingInStyles(css, FAMILY).map(({ name }) => name)).toEqual(names);
});
