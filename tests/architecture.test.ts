import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { sources } from './sources.ts';

/**
 * Who may import whom. A room is a folder, and rooms are flat: a folder that is
 * not listed here may not hold source. A file may import its own room, the rooms
 * listed, and packages that match. CONTRIBUTING.md draws the same table.
 */
const ROOMS: Record<string, { rooms: string[]; packages: RegExp }> = {
  content: { rooms: [], packages: /^$/ },
  domain: { rooms: ['content'], packages: /^(zod\/mini|qrcode-generator)$/ },
  'app/ui': { rooms: [], packages: /^react(-dom)?$/ },
  'app/api': { rooms: ['domain', 'content'], packages: /^(react|@supabase\/(postgrest|storage|auth)-js)$/ },
  'app/home': { rooms: ['app/ui', 'domain', 'content'], packages: /^react(-router)?$/ },
  'app/information': { rooms: ['app/ui', 'domain', 'content'], packages: /^react(-router)?$/ },
  'app/document': { rooms: ['app/ui', 'domain', 'content'], packages: /^(react|@cantoo\/pdf-lib)$/ },
  'app/social-project': {
    rooms: ['app/document', 'app/ui', 'app/api', 'domain', 'content'],
    packages: /^react(-router)?$/,
  },
  'app/admin': {
    rooms: ['app/ui', 'app/api', 'domain', 'content'],
    packages: /^(react(-dom|-router)?|@tanstack\/react-query|fflate)$/,
  },
  app: {
    rooms: [
      'app/styles',
      'app/ui',
      'app/api',
      'app/home',
      'app/information',
      'app/social-project',
      'app/admin',
      'domain',
      'content',
    ],
    packages: /^(react(-dom|-router)?(\/.+)?)$/,
  },
  'server/core': {
    rooms: [],
    packages: /^(node:.+|pg|pino|jose|hono(\/.+)?|rate-limiter-flexible)$/,
  },
  'server/postgres': { rooms: [], packages: /^(node:.+|pg)$/ },
  'server/rest': { rooms: ['server/core'], packages: /^(node:.+|hono(\/.+)?)$/ },
  'server/auth': { rooms: ['server/core'], packages: /^(node:.+|hono(\/.+)?|jose|@node-rs\/argon2)$/ },
  'server/storage': {
    rooms: ['server/core', 'domain'],
    packages: /^(node:.+|hono(\/.+)?|jose|busboy)$/,
  },
  server: {
    rooms: [
      'server/core',
      'server/postgres',
      'server/rest',
      'server/auth',
      'server/storage',
      'domain',
      'content',
    ],
    packages: /^(node:.+|hono(\/.+)?|@hono\/node-server(\/.+)?|pg|pino)$/,
  },
};

const files = sources(['app', 'content', 'domain', 'server'], /\.tsx?$/);
const isTest = (path: string) => /\.test\.tsx?$/.test(path);

test.each(files.filter(({ path }) => !isTest(path)))(
  '$path imports only what its room may',
  ({ path, text }) => {
    const room = dirname(path);
    const rules = ROOMS[room];
    if (!rules) throw new Error(`${room} is not a room: add it to ROOMS, or move the file`);

    const imports = [...text.matchAll(/(?:\bfrom|\bimport\(?)\s*'([^']+)'/g)].map(
      ([, target]) => target ?? '',
    );
    const refused = imports.filter((target) =>
      target.startsWith('.')
        ? ![room, ...rules.rooms].includes(dirname(join(room, target)))
        : !rules.packages.test(target),
    );
    expect(refused).toEqual([]);
  },
);

test('there are no barrel files: an import names the file that holds the thing', () => {
  expect(files.filter(({ path }) => /\/index\.tsx?$/.test(path))).toEqual([]);
});

test.each([...files, ...sources(['tests', 'e2e'], /\.ts$/)])(
  '$path can be read in one sitting',
  ({ path, text }) => {
    const most = isTest(path) || /^(tests|e2e)\//.test(path) ? 400 : 250;
    expect(text.split('\n').length).toBeLessThanOrEqual(most);
  },
);

test.each(files)('$path has a name that says what it holds', ({ path }) => {
  expect(path).not.toMatch(/(^|\/)(utils?|helpers?|common|misc|lib|types|constants|index)(\/|\.tsx?$)/);
});
