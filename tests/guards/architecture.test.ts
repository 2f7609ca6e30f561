import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { sources } from '../support/sources.ts';

type Room = { rooms: readonly string[]; packages: RegExp };

const DOMAIN = ['domain', 'domain/document', 'domain/enrolment', 'domain/desk', 'content'];
const UI = ['app/ui', 'app/ui/dialog', 'app/ui/toast'];
const SCREEN = [...UI, 'app/api', ...DOMAIN];
const REACT = /^react(-dom|-router)?$/;
const NONE = /^$/;

/** A room of the desk: the desk rooms below it, and what every screen may use. */
const desk = (...below: string[]): Room => ({
  rooms: [...below.map((room) => `app/admin/${room}`), ...SCREEN],
  packages: /^(react(-dom|-router)?|@tanstack\/react-query|fflate)$/,
});

/** A room of the enrolment form: the form's rooms below it, and what every screen may use. */
const form = (...below: string[]): Room => ({
  rooms: [...below.map((room) => `app/social-project/${room}`), ...SCREEN],
  packages: REACT,
});

/**
 * Who may import whom. A room is a folder; a folder that is not listed may not hold
 * source. A file may import its own room, the rooms listed, and packages that match.
 * CONTRIBUTING.md draws the same table.
 */
const ROOMS: Record<string, Room> = {
  content: { rooms: [], packages: NONE },
  domain: { rooms: ['content'], packages: /^qrcode-generator$/ },
  'domain/document': { rooms: ['domain', 'content'], packages: NONE },
  'domain/enrolment': { rooms: ['domain', 'domain/document', 'content'], packages: /^zod\/mini$/ },
  'domain/desk': {
    rooms: ['domain', 'domain/document', 'domain/enrolment', 'content'],
    packages: NONE,
  },

  'app/ui': { rooms: [], packages: /^react(-dom)?$/ },
  'app/ui/dialog': { rooms: ['app/ui', 'app/ui/toast'], packages: /^react$/ },
  'app/ui/toast': { rooms: ['app/ui'], packages: /^react(-dom)?$/ },
  'app/api': { rooms: DOMAIN, packages: /^(react|@supabase\/(postgrest|storage|auth)-js)$/ },
  'app/home': { rooms: [...UI, ...DOMAIN], packages: REACT },
  'app/information': { rooms: [...UI, ...DOMAIN], packages: REACT },
  'app/document': { rooms: [...UI, ...DOMAIN], packages: /^(react|@cantoo\/pdf-lib)$/ },

  'app/social-project/parts': form(),
  'app/social-project/review': form('parts'),
  'app/social-project/progress': form('parts'),
  'app/social-project/after': form('parts'),
  'app/social-project/sending': form('after', 'parts'),
  'app/social-project/draft': form('sending', 'parts'),
  'app/social-project/form': {
    ...form('review', 'progress', 'draft', 'sending', 'parts'),
    rooms: ['app/document', ...form('review', 'progress', 'draft', 'sending', 'parts').rooms],
  },
  'app/social-project/situation': {
    ...form('form', 'sending', 'parts'),
    rooms: ['app/document', ...form('form', 'sending', 'parts').rooms],
  },
  'app/social-project': form('form', 'draft', 'after'),

  'app/admin/api': desk(),
  'app/admin/controls': desk('api'),
  'app/admin/retention': desk('controls', 'api'),
  'app/admin/sheet': desk('controls', 'api'),
  'app/admin/print': desk('sheet', 'controls', 'api'),
  'app/admin/export': desk('controls', 'api'),
  'app/admin/audit': desk('controls', 'api'),
  'app/admin/accounts': desk('controls', 'api'),
  'app/admin/document': {
    ...desk('controls', 'api'),
    packages: /^(react|@tanstack\/react-query|pdfjs-dist\/legacy\/build\/pdf\.mjs)$/,
  },
  'app/admin/enrolment/state': desk('controls', 'api'),
  'app/admin/enrolment/follow-up': desk('enrolment/state', 'retention', 'controls', 'api'),
  'app/admin/enrolment/decision': desk('enrolment/state', 'enrolment/follow-up', 'controls', 'api'),
  'app/admin/enrolment': desk(
    ...['enrolment/decision', 'enrolment/follow-up', 'enrolment/state', 'document', 'print'],
    ...['retention', 'sheet', 'controls', 'api'],
  ),
  'app/admin/list/toolbar': desk('print', 'controls', 'api'),
  'app/admin/list': desk(
    ...['list/toolbar', 'enrolment', 'document', 'print', 'export', 'retention', 'sheet', 'controls', 'api'],
  ),
  'app/admin': desk('list', 'audit', 'accounts', 'retention', 'controls', 'api'),

  'app/site': {
    rooms: [
      ...['app/home', 'app/information', 'app/social-project', 'app/social-project/situation', 'app/admin'],
      ...SCREEN,
    ],
    packages: /^react(-router)?$/,
  },
  app: {
    rooms: ['app/site', 'app/styles', ...SCREEN],
    packages: /^(react(-dom|-router)?(\/.+)?|zod\/mini)$/,
  },

  'server/core': {
    rooms: [],
    packages: /^(node:.+|pg|pino|jose|hono(\/.+)?|rate-limiter-flexible)$/,
  },
  'server/postgres': { rooms: ['server/core'], packages: /^(node:.+|pg|pino)$/ },
  'server/rest': { rooms: ['server/core', 'domain'], packages: /^(node:.+|hono(\/.+)?)$/ },
  'server/auth': {
    rooms: ['server/core', 'content'],
    packages: /^(node:.+|hono(\/.+)?|jose|@node-rs\/argon2)$/,
  },
  'server/storage': {
    rooms: ['server/core', ...DOMAIN],
    packages: /^(node:.+|hono(\/.+)?|jose|busboy)$/,
  },
  'server/backup': {
    rooms: ['server/core', 'content'],
    packages: /^(node:.+|pg|pg-copy-streams|age-encryption)$/,
  },
  'server/retention': { rooms: ['server/core', 'server/storage', ...DOMAIN], packages: /^node:.+$/ },
  'server/incident': { rooms: ['server/core', ...DOMAIN], packages: NONE },
  'server/data': {
    rooms: ['server/core', 'server/postgres', 'server/storage', 'server/backup'],
    packages: /^(node:.+|pg|pino)$/,
  },
  server: {
    rooms: [
      'server/core',
      'server/rest',
      'server/auth',
      'server/storage',
      'server/retention',
      'server/backup',
      'server/data',
      ...DOMAIN,
    ],
    packages: /^(node:.+|hono(\/.+)?|@hono\/node-server(\/.+)?|pino)$/,
  },
  'server/supabase': {
    rooms: ['server/core', 'server/backup', ...DOMAIN],
    packages: /^(node:.+|pg)$/,
  },
  'server/doctor': {
    rooms: ['server/core', 'server/postgres', 'server/data', 'server/backup', ...DOMAIN],
    packages: /^(node:.+|pg)$/,
  },
  'server/demo': {
    rooms: ['server/core', 'server/storage', ...DOMAIN],
    packages: /^(node:.+|@cantoo\/pdf-lib)$/,
  },
  'server/commands': {
    rooms: [
      'server/core',
      'server/storage',
      'server/demo',
      'server/postgres',
      'server/doctor',
      'server/auth',
      'server/backup',
      'server/supabase',
      'server/data',
      'server/retention',
      'server/incident',
      ...DOMAIN,
    ],
    packages: /^(node:.+|pg|pino)$/,
  },

  'prove/malformed': { rooms: DOMAIN, packages: /^(node:.+|fast-check)$/ },
  prove: {
    rooms: [
      'prove/malformed',
      'server/core',
      'server/backup',
      'server/data',
      'server/commands',
      'server/postgres',
      'app/admin/export',
      ...DOMAIN,
    ],
    packages: /^(node:.+|pg|pino|sharp|@playwright\/test)$/,
  },
  'prove/supabase': {
    rooms: ['prove', 'server/postgres'],
    packages: /^(node:.+|pg|jose|@node-rs\/argon2)$/,
  },
  'prove/moving': {
    rooms: ['prove', 'prove/supabase', 'server/core', 'server/backup', ...DOMAIN],
    packages: /^(node:.+|pg|jose)$/,
  },
  'prove/owner': {
    rooms: ['prove', 'prove/supabase', 'prove/moving'],
    packages: /^(node:.+|pg)$/,
  },
  'prove/exam': {
    rooms: ['prove', 'server/core', 'server/postgres', ...DOMAIN],
    packages: /^(node:.+|pg)$/,
  },
  'prove/family': {
    rooms: ['prove', 'server/core', 'server/postgres', ...DOMAIN],
    packages: /^(node:.+|pg)$/,
  },
  'prove/browsers': {
    rooms: ['prove', ...DOMAIN],
    packages: /^(node:.+|sharp|@playwright\/test|@cantoo\/pdf-lib)$/,
  },
  'prove/pdf': {
    rooms: ['prove', 'prove/browsers', 'app/api', ...DOMAIN],
    packages: /^(node:.+|sharp|@playwright\/test)$/,
  },
  bench: {
    rooms: [
      'prove',
      'prove/browsers',
      'prove/supabase',
      'server/core',
      'server/backup',
      'server/demo',
      'server/commands',
      'server/postgres',
      ...DOMAIN,
    ],
    packages: /^(node:.+|pg|sharp|@playwright\/test)$/,
  },
};

/** The most files that a folder holds, the unit tests beside them not counted. */
const MOST_FILES = 20;

const files = sources(['app', 'content', 'domain', 'server', 'bench', 'prove'], /\.tsx?$/);
const isTest = (path: string) => /\.test\.tsx?$/.test(path);
const importsOf = (text: string) =>
  [...text.matchAll(/(?:\bfrom|\bimport\(?)\s*'([^']+)'/g)].map(([, target]) => target ?? '');

test.each(files.filter(({ path }) => !isTest(path)))(
  '$path imports only what its room may',
  ({ path, text }) => {
    const room = dirname(path);
    const rules = ROOMS[room];
    if (!rules) throw new Error(`${room} is not a room: add it to ROOMS, or move the file`);

    const refused = importsOf(text).filter((target) =>
      target.startsWith('.')
        ? ![room, ...rules.rooms].includes(dirname(join(room, target)))
        : !rules.packages.test(target),
    );
    expect(refused).toEqual([]);
  },
);

test('no file imports itself, not even through others', () => {
  const imports = new Map(
    files.map(({ path, text }) => [
      path,
      importsOf(text)
        .filter((target) => target.startsWith('.'))
        .map((target) => join(dirname(path), target)),
    ]),
  );
  expect(circlesIn(imports)).toEqual([]);
});

test('no room imports a room that imports it', () => {
  expect(circlesIn(new Map(Object.entries(ROOMS).map(([room, { rooms }]) => [room, [...rooms]])))).toEqual(
    [],
  );
});

test('a folder holds at most twenty files', () => {
  const count = new Map<string, number>();
  for (const { path } of sources(
    ['app', 'server', 'domain', 'tests', 'e2e', 'scripts', 'bench', 'prove'],
    /./,
  )) {
    const unitTest = /^(app|server|domain)\//.test(path) && isTest(path);
    if (!unitTest) count.set(dirname(path), (count.get(dirname(path)) ?? 0) + 1);
  }
  expect([...count].filter(([, files]) => files > MOST_FILES)).toEqual([]);
});

test('there are no barrel files: an import names the file that holds the thing', () => {
  expect(files.filter(({ path }) => /\/index\.tsx?$/.test(path))).toEqual([]);
});

test.each([...files, ...sources(['tests', 'e2e'], /\.ts$/), ...sources(['scripts'], /\.mjs$/)])(
  '$path can be read in one sitting',
  ({ path, text }) => {
    const most = isTest(path) || /^(tests|e2e)\//.test(path) ? 400 : 250;
    expect(text.split('\n').length).toBeLessThanOrEqual(most);
  },
);

test.each(files)('$path has a name that says what it holds', ({ path }) => {
  expect(path).not.toMatch(/(^|\/)(utils?|helpers?|common|misc|lib|types|constants|index)(\/|\.tsx?$)/);
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
