import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { placeOf, ROOT, sources } from '../support/sources.ts';

/** Rooms and packages: `name` itself, `name/*` and `name:*` what is below. */
type Rights = { rooms: readonly string[]; packages: readonly string[] };

const namesIn = (cell: string) => (cell === '–' ? [] : cell.split(', '));

/**
 * Who may import whom: each room of CONTRIBUTING's table. A folder that is not listed may
 * not hold source. A file may import its own room, the rooms listed, and the packages listed.
 */
const TABLE = (() => {
  const text = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8');
  const screen = /\*screen\* is (.+)\.$/m.exec(text)?.[1] ?? '';
  const rows = [...text.matchAll(/^\| (`[^|]+`) \| [^|]+ \| ([^|]+) \| ([^|]+) \|$/gm)].flatMap(
    ([, rooms = '', imports = '', packages = '']) =>
      rooms
        .split(', ')
        .map((room): [string, Rights] => [
          room.replaceAll('`', ''),
          { rooms: namesIn(imports.replace(/\bscreen\b/, screen)), packages: namesIn(packages) },
        ]),
  );
  const inside = (name: string) =>
    rows.map(([room]) => room).filter((room) => room === name || room.startsWith(`${name}/`));
  return rows.map(([room, { rooms, packages }]): [string, Rights] => [
    room,
    { rooms: rooms.flatMap((name) => (name.endsWith('/*') ? inside(name.slice(0, -2)) : [name])), packages },
  ]);
})();
const ROOMS: ReadonlyMap<string, Rights> = new Map(TABLE);

const allows = (packages: readonly string[], target: string) =>
  packages.some((name) => (name.endsWith('*') ? target.startsWith(name.slice(0, -1)) : target === name));

/** The most files that a folder holds, the unit tests beside them not counted. */
const MOST_FILES = 20;

const files = sources(['app', 'content', 'domain', 'server', 'kit', 'bench', 'prove'], /\.tsx?$/);
const isTest = (path: string) => /\.test\.tsx?$/.test(path);
const importsOf = (text: string) =>
  [...text.matchAll(/(?:\bfrom|\bimport\(?)\s*'([^']+)'/g)].map(({ 1: target = '', index }) => ({
    target,
    index,
  }));

test('every file is in a room of CONTRIBUTING and imports only what that may', () => {
  const code = files.filter(({ path }) => !isTest(path));
  const refused = code.flatMap((file) => {
    const room = dirname(file.path);
    const rights = ROOMS.get(room);
    if (!rights) return [`${file.path}: ${room} is not a room: add it to CONTRIBUTING, or move the file`];
    return importsOf(file.text)
      .filter(({ target }) =>
        target.startsWith('.')
          ? ![room, ...rights.rooms].includes(dirname(join(room, target)))
          : !allows(rights.packages, target),
      )
      .map(({ target, index }) => `${placeOf(file, index)}: ${target}`);
  });
  expect(refused).toEqual([]);
});

test('every room of CONTRIBUTING is a folder with source, listed once, and imports rooms that are listed', () => {
  const inUse = new Set(files.map(({ path }) => dirname(path)));
  const wrong = TABLE.flatMap(([room, { rooms }], at) => [
    ...(inUse.has(room) ? [] : [`${room}: no such folder`]),
    ...(TABLE.findIndex(([name]) => name === room) === at ? [] : [`${room}: listed twice`]),
    ...rooms.filter((name) => !ROOMS.has(name) && name !== 'app/styles').map((name) => `${room}: ${name}?`),
  ]);
  expect(wrong).toEqual([]);
});

test('no file imports itself, not even through others', () => {
  const imports = new Map(
    files.map(({ path, text }) => [
      path,
      importsOf(text)
        .filter(({ target }) => target.startsWith('.'))
        .map(({ target }) => join(dirname(path), target)),
    ]),
  );
  expect(circlesIn(imports)).toEqual([]);
});

test('no room imports a room that imports it', () => {
  expect(circlesIn(new Map([...ROOMS].map(([room, { rooms }]) => [room, rooms])))).toEqual([]);
});

test('a folder holds at most twenty files', () => {
  const count = new Map<string, number>();
  for (const { path } of sources(
    ['app', 'server', 'domain', 'tests', 'e2e', 'scripts', 'kit', 'bench', 'prove'],
    /./,
  )) {
    const unitTest = /^(app|server|domain)\//.test(path) && isTest(path);
    if (!unitTest) count.set(dirname(path), (count.get(dirname(path)) ?? 0) + 1);
  }
  expect([...count].filter(([, files]) => files > MOST_FILES)).toEqual([]);
});

/** What Windows has not, or does otherwise, stands here. */
const PLATFORM = 'server/core/platform.ts';
/** Of the scripts each has its own reason. */
const LET_OFF: Record<string, string> = {
  'scripts/install/child.mjs': 'a group of processes, unless it is Windows',
  'scripts/install/node.mjs': 'whether a start still lives',
  'scripts/install/packages.mjs': 'links of the PostgreSQL of Linux and macOS',
  'scripts/ensure.mjs': 'whether a build still lives',
};

const POSIX_ONLY =
  /\bprocess\.(kill|umask|(get|set)e?[ug]id)\b|\b(l|f)?ch(own|mod)(Sync)?\(|\bsymlink(Sync)?\(|\bdetached: |\.[ug]id\b|\bmode & |['"`]\/(proc|etc|dev|bin|usr)\b|\b(execFile|spawn)(Sync)?\(\s*'|\bfunction syncFolder/;

const posixCalls = () =>
  [...sources(['server'], /\.ts$/), ...sources(['scripts'], /\.mjs$/)]
    .filter(({ path }) => path !== PLATFORM && !isTest(path))
    .flatMap(({ path, text }) =>
      text
        .split('\n')
        .map((line) => POSIX_ONLY.exec(line)?.[0])
        .filter((call) => call !== undefined)
        .map((call) => ({ path, call })),
    );

test('what only Linux and macOS have is called in one file of the server', () => {
  expect(posixCalls().filter(({ path }) => !(path in LET_OFF))).toEqual([]);
});

test('each script that is let off still has such a call', () => {
  const paths = new Set(posixCalls().map(({ path }) => path));
  expect(Object.keys(LET_OFF).filter((path) => !paths.has(path))).toEqual([]);
});

test('there are no barrel files: an import names the file that holds the thing', () => {
  expect(files.filter(({ path }) => /\/index\.tsx?$/.test(path))).toEqual([]);
});

test('every file can be read in one sitting', () => {
  const all = [...files, ...sources(['tests', 'e2e'], /\.ts$/), ...sources(['scripts'], /\.mjs$/)];
  const tooLong = all.flatMap(({ path, text }) => {
    const most = isTest(path) || /^(tests|e2e)\//.test(path) ? 400 : 250;
    const lines = text.split('\n').length;
    return lines > most ? [`${path}:${lines}: longer than ${most} lines`] : [];
  });
  expect(tooLong).toEqual([]);
});

test('every file has a name that says what it holds', () => {
  const vague = /(^|\/)(utils?|helpers?|common|misc|lib|types|constants|index)(\/|\.tsx?$)/;
  expect(files.map(({ path }) => path).filter((path) => vague.test(path))).toEqual([]);
});

/** Each circle of a graph once, as the way around it: `a → b → a`. */
function circlesIn(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const circles: string[] = [];
  const finished = new Set<string>();
  const visit = (node: string, way: readonly string[]) => {
    const at = way.indexOf(node);
    if (at >= 0) circles.push([...way.slice(at), node].join(' → '));
    if (at >= 0 || finished.has(node)) return;
    for (const next of graph.get(node) ?? []) visit(next, [...way, node]);
    finished.add(node);
  };
  for (const node of graph.keys()) visit(node, []);
  return circles;
}
