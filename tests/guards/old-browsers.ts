// What our oldest browsers lack, and where the built files use it.

import { parseAst } from 'vite';

/** First versions that have something; Infinity: none yet. */
type Since = readonly [safari: number, chrome: number, firefox: number];
/** The oldest versions that run a file. */
export type Browsers = Since;

const NONE = Number.POSITIVE_INFINITY;

/** Methods and properties whose name says enough. */
const MEMBERS: Readonly<Record<string, Since>> = {
  toSorted: [16, 110, 115],
  toReversed: [16, 110, 115],
  toSpliced: [16, 110, 115],
  with: [16, 110, 115],
  findLast: [15.4, 97, 104],
  findLastIndex: [15.4, 97, 104],
  isWellFormed: [16.4, 111, 119],
  toWellFormed: [16.4, 111, 119],
  isSubsetOf: [17, 122, 127],
  isDisjointFrom: [17, 122, 127],
  symmetricDifference: [17, 122, 127],
  toHex: [18.2, 140, 133],
  toBase64: [18.2, 140, 133],
  fromBase64: [18.2, 140, 133],
  withResolvers: [17.4, 119, 121],
  getOrInsert: [26.2, 145, 144],
  showPopover: [17, 114, 125],
  hidePopover: [17, 114, 125],
  togglePopover: [17, 114, 125],
  popover: [17, 114, 125],
  popoverTarget: [17, 114, 125],
  closedBy: [NONE, 134, 141],
  requestClose: [18.4, 134, 139],
  inert: [15.5, 102, 112],
  showPicker: [16, 99, 101],
  checkVisibility: [17.4, 105, 106],
  adoptedStyleSheets: [16.4, 73, 101],
  replaceSync: [16.4, 73, 101],
  attachInternals: [16.4, 77, 93],
  userActivation: [16.4, 72, 120],
  startViewTransition: [18, 111, 144],
  setHTMLUnsafe: [17.4, 124, 123],
  moveBefore: [NONE, 133, 144],
  requestIdleCallback: [NONE, 47, 55],
  captureStackTrace: [13.1, 3, 138],
};

/** Globals, and what hangs from one. */
const GLOBALS: Readonly<Record<string, Since>> = {
  CSSStyleSheet: [16.4, 73, 101],
  CompressionStream: [16.4, 80, 113],
  DecompressionStream: [16.4, 80, 113],
  TextDecoderStream: [14.1, 71, 105],
  OffscreenCanvas: [16.4, 69, 105],
  ClipboardItem: [13.1, 66, 127],
  cookieStore: [18.4, 87, 140],
  requestIdleCallback: [NONE, 47, 55],
  URLPattern: [26, 95, 142],
  Iterator: [18.4, 122, 131],
  Temporal: [NONE, 144, 139],
  'AbortSignal.any': [17.4, 116, 124],
  'AbortSignal.timeout': [16, 103, 100],
  'Array.fromAsync': [16.4, 121, 115],
  'Error.captureStackTrace': [13.1, 3, 138],
  'Intl.Segmenter': [14.1, 87, 125],
  'Intl.DurationFormat': [16.4, 129, 136],
  'Map.groupBy': [17.4, 119, 119],
  'Object.groupBy': [17.4, 117, 119],
  'Promise.try': [18.2, 128, 134],
  'RegExp.escape': [18.2, 136, 134],
  'Response.json': [17, 105, 115],
  'URL.canParse': [17, 120, 115],
  'URL.parse': [18, 126, 126],
};

/** In a pattern, of a literal or of a text that becomes one. */
const PATTERNS: readonly (readonly [name: string, at: RegExp, since: Since])[] = [
  ['lookbehind', /\(\?<[=!]/, [16.4, 62, 78]],
  ['modifiers', /\(\?[ims]*-?[ims]+:/, [26, 125, 132]],
];

const ITERATOR_HELPERS: Since = [18.4, 122, 131];
const HELPERS = /^(map|filter|find|some|every|take|drop|reduce|flatMap|forEach|toArray)$/;

type Node = { type: string; [key: string]: unknown };

/** What a script uses that one of `browsers` lacks. */
export function lackingInScript(code: string, browsers: Browsers): Set<string> {
  const found = new Set<string>();
  const note = (name: string, since: Since | undefined) => {
    if (since && isLacking(since, browsers)) found.add(name);
  };
  const inText = (text: unknown) => {
    for (const [name, at, since] of PATTERNS) if (at.test(String(text))) note(name, since);
  };
  visit(parseAst(code) as unknown as Node, (node) => {
    const { type, object, property, key, value, regex } = node as Node & Record<string, Node>;
    if (type === 'Identifier') note(String(node.name), own(GLOBALS, String(node.name)));
    if (type === 'MemberExpression' && object && property) {
      const name = nameOf(property, Boolean(node.computed));
      note(name, own(MEMBERS, name));
      note(`${nameOf(object)}.${name}`, own(GLOBALS, `${nameOf(object)}.${name}`));
      if (HELPERS.test(name) && isIterator(object)) note('iterator helpers', ITERATOR_HELPERS);
    }
    if (type === 'Property' && key) note(nameOf(key), own(MEMBERS, nameOf(key)));
    if (type === 'Literal' && regex) {
      inText(regex.pattern);
      if (String(regex.flags).includes('v')) note('flag v', [17, 112, 116]);
    } else if (type === 'Literal' && typeof value === 'string') inText(value);
    if (type === 'TemplateElement') inText((value as unknown as { raw: string }).raw);
    if (type === 'StaticBlock') note('static block', [16.4, 94, 93]);
    if (type === 'ImportAttribute') note('import attributes', [17.2, 123, 138]);
    if (type === 'VariableDeclaration' && /using/.test(String(node.kind))) note('using', [NONE, 134, 141]);
    // https://webkit.org/b/236843: names in parentheses are looked for in the wrong place
    if (type === 'PropertyDefinition' && value && !isLiteral(value))
      note('computed class field', [16, 74, 69]);
  });
  return found;
}

const own = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

const isLacking = (since: Since, browsers: Browsers) =>
  since.some((first, at) => first > (browsers[at] ?? 0));

function visit(node: Node, look: (node: Node) => void): void {
  look(node);
  for (const child of Object.values(node))
    for (const one of Array.isArray(child) ? child : [child])
      if (typeof (one as Node | null)?.type === 'string') visit(one as Node, look);
}

/** Of an identifier, or of a text in brackets. */
const nameOf = (node: Node, computed = false): string =>
  node.type === 'Identifier' && !computed
    ? String(node.name)
    : typeof node.value === 'string'
      ? node.value
      : '';

/** `values()`, `keys()`, `entries()` without arguments, or `matchAll(…)`. */
function isIterator({ type, callee, arguments: given }: Node): boolean {
  const { property } = (type === 'CallExpression' ? callee : {}) as { property?: Node };
  const name = property ? nameOf(property) : '';
  return name === 'matchAll' || (/^(values|keys|entries)$/.test(name) && (given as unknown[]).length === 0);
}

/** A value that no name stands in. */
function isLiteral({ type, value, argument, elements, properties, expressions }: Node): boolean {
  if (type === 'TemplateLiteral') return (expressions as Node[]).every(isLiteral);
  if (type === 'UnaryExpression') return isLiteral(argument as Node);
  if (type === 'ArrayExpression') return (elements as Node[]).every(isLiteral);
  if (type === 'ObjectExpression') return (properties as Node[]).every(isLiteral);
  if (type === 'Property') return isLiteral(value as Node);
  return type === 'Literal';
}

type Rule = { around: readonly string[]; selector: string; declarations: readonly string[] };

const SELECTORS: readonly (readonly [name: string, at: RegExp, since: Since])[] = [
  [':has', /:has\(/, [15.4, 105, 121]],
  [':popover-open', /:popover-open/, [17, 114, 125]],
  [':user-valid', /:user-(in)?valid/, [16.5, 119, 88]],
  [':modal', /:modal/, [15.6, 105, 103]],
  [':open', /:open\b/, [26.2, 133, 136]],
  [':dir', /:dir\(/, [16.4, 120, 49]],
  [':autofill', /(?<!-webkit-):autofill|(?<!:-webkit)-autofill/, [15, 110, 86]],
  ['::details-content', /::details-content/, [18.4, 131, 143]],
  ['nth-child of', /:nth-child\([^)]* of /, [9, 111, 113]],
  ['nesting', /&/, [17.2, 120, 117]],
];

const AT_RULES: typeof SELECTORS = [
  ['@container', /^@container/, [16, 105, 110]],
  ['@scope', /^@scope/, [17.4, 118, 146]],
  ['@starting-style', /^@starting-style/, [17.5, 117, 129]],
  ['@property', /^@property/, [16.4, 85, 128]],
  ['range', /^@media.*[<>]/, [16.4, 104, 63]],
  ['not and or', /^@media.*(\bnot ?\(|\) ?or ?\()/, [16.4, 104, 102]],
  ['scripting', /^@media.*\(scripting/, [17, 120, 113]],
];

const DECLARATIONS: typeof SELECTORS = [
  ['svh', /[\d.](s|d|l)v(h|w|b|i|min|max)\b/, [15.4, 108, 101]],
  ['cqi', /[\d.]cq(w|h|i|b|min|max)\b/, [16, 105, 110]],
  ['subgrid', /\bsubgrid\b/, [16, 117, 71]],
  ['field-sizing', /^field-sizing/, [26.2, 123, NONE]],
  ['text-wrap', /^text-wrap/, [17.5, 114, 121]],
  ['overflow: clip', /^overflow[^:]*:\s*clip/, [16, 90, 81]],
  ['container-type', /^container/, [16, 105, 110]],
  ['content-visibility', /^(content-visibility|contain-intrinsic)/, [18, 85, 125]],
  [
    'timeline',
    /^(animation-timeline|animation-range|(view|scroll)-timeline|timeline-scope)/,
    [26, 115, NONE],
  ],
  ['single transforms', /^(translate|rotate|scale):/, [14.1, 104, 72]],
  ['color-mix', /color-mix\(|\b(oklch|oklab|light-dark)\(/, [17.5, 123, 120]],
  ['rounding', /\b(round|mod|rem|abs|sign)\(/, [15.4, 125, 118]],
  ['linear()', /\blinear\(/, [17.2, 113, 112]],
  ['anchors', /^(anchor|position-(anchor|area|try))|interpolate-size|calc-size\(/, [26, 125, 147]],
  ['overscroll-behavior', /^overscroll-behavior/, [16, 63, 59]],
  ['size-adjust', /^size-adjust/, [17, 92, 92]],
  ['metrics', /^(ascent|descent|line-gap)-override/, [NONE, 87, 89]],
  ['scrollbar-gutter', /^scrollbar-gutter/, [18.2, 94, 97]],
  ['overflow-anchor', /^overflow-anchor/, [NONE, 56, 66]],
];

/** What a sheet uses that one of `browsers` lacks, and where: a rule that they drop, or a declaration. */
export function lackingInStyles(css: string, browsers: Browsers): { name: string; where: string }[] {
  const lacked = (table: typeof SELECTORS, text: string) =>
    table.flatMap(([name, at, since]) => (at.test(text) && isLacking(since, browsers) ? [name] : []));
  const found: { name: string; where: string }[] = [];
  for (const { around, selector, declarations } of rulesOf(css)) {
    const asked = around.filter((rule) => /^@supports(?! ?not)/.test(rule)).join();
    for (const rule of around) for (const name of lacked(AT_RULES, rule)) found.push({ name, where: rule });
    const parts = splitTop(selector, ',').map((part) => lacked(SELECTORS, part));
    for (const name of new Set(parts.flat())) found.push({ name, where: selector });
    if (parts.some((part) => part.length > 0) && parts.some((part) => part.length === 0))
      found.push({ name: 'a list that one of them empties', where: selector });
    declarations.forEach((declaration, at) => {
      const [property = ''] = declaration.split(':');
      const isFallenBack = declarations.slice(0, at).some((before) => before.startsWith(`${property}:`));
      for (const name of lacked(DECLARATIONS, declaration))
        if (!isFallenBack && !asked.includes(property))
          found.push({ name, where: `${selector}{${declaration}}` });
    });
  }
  return found;
}

/** The style rules of a sheet, with the rules around each. */
function rulesOf(css: string): Rule[] {
  const rules: Rule[] = [];
  const walk = (text: string, around: readonly string[]) => {
    for (const { head, body } of blocksOf(text)) {
      const isAt = head.startsWith('@') && !/^@(font-face|page|property)/.test(head);
      if (isAt) walk(body, [...around, head]);
      else {
        const nested = blocksOf(body);
        if (nested.length > 0) walk(body, [...around, '&']);
        const declarations = splitTop(nested.length > 0 ? '' : body, ';').map((one) => one.trim());
        rules.push({
          around,
          selector: around.includes('&') ? `& ${head}` : head,
          declarations: declarations.filter(Boolean),
        });
      }
    }
  };
  walk(css, []);
  return rules;
}

function blocksOf(css: string): { head: string; body: string }[] {
  const blocks: { head: string; body: string }[] = [];
  let depth = 0;
  let start = 0;
  let open = 0;
  for (const { 0: part, index } of css.matchAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[{};]/g)) {
    if (part === '{' && depth++ === 0) open = index;
    if (part === '}' && --depth === 0)
      blocks.push({ head: css.slice(start, open).trim(), body: css.slice(open + 1, index) });
    if (depth === 0 && /^[};]$/.test(part)) start = index + 1;
  }
  return blocks;
}

/** Splits at a sign that stands in no brackets and no string. */
function splitTop(text: string, sign: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const [part] of text.matchAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[\s\S]/g)) {
    if (/[([]/.test(part)) depth++;
    if (/[)\]]/.test(part)) depth--;
    if (part === sign && depth === 0) parts.push('');
    else parts[parts.length - 1] += part;
  }
  return parts;
}
