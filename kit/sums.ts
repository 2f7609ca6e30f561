// How large the project is, beside its bounds (kit/bounds.json), above which `npm test` is red. A change may lower a
// bound; what is added is paid for by what goes. `content` has 200 lines for an owner's own texts.

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

export type Sum = { what: string; now: number };

/** The most that each sum may be, by its name. */
export const BOUNDS = JSON.parse(readFileSync(join(import.meta.dirname, 'bounds.json'), 'utf8')) as Record<
  string,
  number
>;

const TEST = /\.test(-data)?\.tsx?$/;
const SOURCE = /\.(tsx?|mjs|css|sql)$/;
/** There what is written as data counts too. */
const WITH_DATA = /^(app|content|domain|server)$/;
const ROOMS = [
  'app',
  'server',
  'supabase',
  'domain',
  'content',
  'scripts',
  'tests',
  'e2e',
  'kit',
  'prove',
  'bench',
];

/**
 * The sums of the project in `root`, in lines that hold code (neither blank nor comment alone; a line of SQL
 * above 110 characters is two) where `what` says nothing else; what is not there counts 0.
 */
export function sumsOf(root: string): Sum[] {
  const lines: Record<string, number> = { css: 0, tests: 0 };
  const add = (what: string, more: number) => {
    lines[what] = (lines[what] ?? 0) + more;
  };
  for (const room of ROOMS)
    for (const file of filesBelow(join(root, room))) {
      const isTest = TEST.test(file) || /^(tests|e2e|kit)$/.test(room);
      if (!SOURCE.test(file) && (isTest || !WITH_DATA.test(room) || !/\.(md|json)$/.test(file))) continue;
      if (room === 'supabase' && !file.endsWith('.sql')) continue;
      const count = codeLines(file);
      add(isTest ? 'tests' : room, count);
      if (room === 'app' && file.endsWith('.css')) add('css', count);
    }
  const of = (...rooms: string[]) => rooms.reduce((sum, room) => sum + (lines[room] ?? 0), 0);
  const documents = [root, join(root, 'docs')].flatMap((folder) =>
    existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [],
  );
  const words = documents
    .filter((file) => file.endsWith('.md'))
    .reduce((sum, file) => sum + (readFileSync(file, 'utf8').match(/\S+/g)?.length ?? 0), 0);
  return [
    { what: 'app', now: of('app') },
    { what: 'of it CSS', now: of('css') },
    { what: 'server', now: of('server') },
    { what: 'SQL', now: of('supabase') },
    { what: 'domain', now: of('domain') },
    { what: 'content', now: of('content') },
    { what: 'scripts', now: of('scripts') },
    {
      what: 'product',
      now: of('app', 'server', 'supabase', 'domain', 'content', 'scripts'),
    },
    { what: 'tests of all kinds', now: of('tests') },
    { what: 'prove and bench', now: of('prove', 'bench') },
    { what: 'words of documents', now: words },
  ];
}

/** One line each: what, how much there is, and at most. */
export function sumLines(sums: readonly Sum[]): string {
  const number = (of: number) => of.toLocaleString('en-US').padStart(7);
  return sums
    .map(({ what, now }) => `  ${what.padEnd(30)}${number(now)}  ≤${number(BOUNDS[what] ?? 0)}`)
    .join('\n');
}

function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile());
}

function codeLines(file: string): number {
  const text = readFileSync(file, 'utf8');
  if (/\.(md|json)$/.test(file)) return text.split('\n').filter((line) => line.trim()).length;
  return file.endsWith('.sql') ? linesOfSql(text) : linesOfProgram(text);
}

function linesOfSql(text: string): number {
  let count = 0;
  for (const line of text.replace(/\/\*[\s\S]*?\*\//g, '').split('\n')) {
    const isPlain = !line.split('--')[0]?.includes("'") || line.trim().startsWith('--');
    if (!(isPlain ? line.replace(/--.*$/, '') : line).trim()) continue;
    count += line.trimEnd().length > 110 ? 2 : 1;
  }
  return count;
}

function linesOfProgram(text: string): number {
  let count = 0;
  let isComment = false;
  for (const line of text.split('\n')) {
    let rest = line.trim();
    if (isComment || /^\{?\/\*/.test(rest)) {
      const end = rest.indexOf('*/');
      const began = !isComment && rest.startsWith('{');
      isComment = end < 0;
      if (isComment) continue;
      rest = rest.slice(end + 2).trim();
      if (began) rest = rest.replace(/\}+$/, '');
    }
    if (rest && !rest.startsWith('//')) count += 1;
  }
  return count;
}
