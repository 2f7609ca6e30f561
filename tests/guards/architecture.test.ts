import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { placeOf, sources } from '../support/sources.ts';

/**
 * The rooms, a line each: name, what it holds, the rooms and the packages that it may import. `x/*` is x and what is
 * inside; *screen* is app/ui/*, app/api, domain/*, content.
 */
const LINES = `
content | words and facts of the centre | – | –
domain | dates, contacts, opening hours, settings, QR code, personal code, closed times | content | qrcode-generator
domain/document | the uploaded file: kinds, photos, PDF | domain, content | –
domain/enrolment | fields, answers, masks, doubts, protocol | domain, domain/document, content | –
domain/centre | what is published of the centre, its bounds, as it is typed | domain, domain/enrolment, content | –
domain/desk | situations, filter, sheet, spreadsheet, messages | domain, domain/document, domain/enrolment, content | –
app/ui | parts of every screen | content | react, react-dom
app/ui/browser | the browser's storage, and the pieces that React takes over | – | react
app/ui/dialog | dialogs and the history of the browser | app/ui, app/ui/toast | react
app/ui/fields | labelled fields, and the one that corrects an answer | app/ui, domain/desk, domain/enrolment, content | react
app/ui/toast | toasts | app/ui | react, react-dom
app/api | the back end's address, session, clients | domain/*, content | react, @supabase/postgrest-js, @supabase/storage-js
app/home, app/information | public pages | screen | react, react-dom
app/document | preparing a photo or PDF in the browser | app/ui/*, domain/*, content | react, @cantoo/pdf-lib
app/social-project/parts | what the steps of the form share | screen | react, react-dom
app/social-project/progress, app/social-project/after | how far it is; after it was sent | app/social-project/parts, screen | react, react-dom
app/social-project/sending | sending it, and again | app/social-project/after, app/social-project/parts, screen | react, react-dom
app/social-project/draft | the unfinished form in the browser | app/social-project/sending, app/social-project/parts, screen | react, react-dom
app/social-project/form | the form | app/document, app/social-project/progress, app/social-project/draft, app/social-project/sending, app/social-project/parts, screen | react, react-dom
app/social-project/situation | the family's page about what became of it | app/document, app/social-project/form, app/social-project/sending, app/social-project/parts, screen | react, react-dom
app/social-project | the page of the project | app/social-project/form, app/social-project/draft, app/social-project/after, app/social-project/situation, screen | react, react-dom
app/admin/api | calls of the desk, and the types of their answers | screen | react, react-dom, @tanstack/react-query
app/admin/controls | what several rooms use: forms, fields, tables, keys, alerts, unsaved text | app/admin/api, screen | react, react-dom, @tanstack/react-query
app/admin/retention, app/admin/sheet, app/admin/audit, app/admin/accounts, app/admin/enrolment/state, app/admin/list/toolbar | periods, the brake and erasing, as they are shown; the answers of one enrolment; the audit log; administrators; what is done about the open enrolment: calls, undo, telling the family, and the rules of deciding; what waits, find, filter, keys, focus | app/admin/controls, app/admin/api, screen | react, react-dom, @tanstack/react-query
app/admin/settings | what the direção changes | app/document, app/admin/controls, app/admin/api, screen | react, react-dom, @tanstack/react-query
app/admin/document | documents beside the answers | app/admin/controls, app/admin/api, screen | react, react-dom, @tanstack/react-query, pdfjs-dist/legacy/build/pdf.mjs
app/admin/export | spreadsheets | app/admin/controls, app/admin/api, screen | react, react-dom, @tanstack/react-query, fflate
app/admin/import | who trains already, from a spreadsheet | app/admin/export, app/admin/controls, app/admin/api, screen | react, react-dom, @tanstack/react-query, fflate, hucre/csv, hucre/xlsx
app/admin/print | sheets on paper | app/admin/sheet, app/admin/controls, app/admin/api, screen | react, react-dom, @tanstack/react-query
app/admin/numbers | what a sponsor asks of a period, on the page, on paper and in spreadsheets | app/admin/export, app/admin/print, app/admin/controls, app/admin/api, screen | react, react-dom, @tanstack/react-query
app/admin/classes | the classes, the list of a day, and a teacher's own | app/admin/list/bulk, app/admin/print, app/admin/controls, app/admin/api, screen | react, react-dom, @tanstack/react-query
app/admin/enrolment/follow-up | history, notes, family | app/admin/enrolment/state, app/admin/retention, app/admin/sheet, app/admin/controls, app/admin/api, screen | react, react-dom, @tanstack/react-query
app/admin/enrolment/answers | correcting answers, attaching documents, enrolling at the counter | app/social-project, app/social-project/form, app/social-project/sending, app/social-project/parts, app/admin/enrolment/state, app/admin/enrolment/follow-up, app/admin/document, app/admin/controls, app/admin/api, screen | react, @tanstack/react-query
app/admin/enrolment | one enrolment, opened and decided | app/admin/enrolment/answers, app/admin/enrolment/follow-up, app/admin/enrolment/state, app/admin/document, app/admin/print, app/admin/retention, app/admin/sheet, app/admin/controls, app/admin/api, screen | react, react-dom, @tanstack/react-query
app/admin/list/bulk | deciding about several, telling families one after the other | app/admin/enrolment/follow-up, app/admin/enrolment/state, app/admin/controls, app/admin/api, screen | react, react-dom, @tanstack/react-query
app/admin/list | the list | app/admin/list/bulk, app/admin/list/toolbar, app/admin/enrolment, app/admin/enrolment/answers, app/admin/enrolment/state, app/admin/document, app/admin/print, app/admin/export, app/admin/import, app/admin/retention, app/admin/sheet, app/admin/controls, app/admin/api, screen | react, react-dom, @tanstack/react-query
app/admin | the desk: sign-in, shell | app/admin/list, app/admin/classes, app/admin/numbers, app/admin/audit, app/admin/accounts, app/admin/settings, app/admin/retention, app/admin/controls, app/admin/api, screen | react, react-dom, @tanstack/react-query
app/site | layout, header, screens, error screen, head | app/home, app/information, app/social-project, app/social-project/situation, app/admin, screen | react
app | entry points: browser, prerender, start script | app/site, app/styles, screen | react, react/*, react-dom, react-dom/*, zod/mini
server/core | what Windows has not, or does otherwise (platform.ts); configuration, context, database pools, keys, tokens, throttles, errors, workers | – | node:*, pg, pino, jose, hono, hono/*
server/http | connections, slow bodies; caller, body, refusal and origin of a call to the three APIs; headers of pages | server/core | node:*, hono
server/postgres | the embedded PostgreSQL | server/core | node:*, pg, pino
server/rest | the Supabase subset: enrolments and functions | server/core, server/http, domain, domain/enrolment | node:*, hono, hono/*
server/auth | the Supabase subset: accounts and sessions | server/core, server/http, domain, content | node:*, hono, hono/*, jose
server/storage | the Supabase subset: documents | server/core, server/http, domain/*, content | node:*, hono, hono/*, jose, @fastify/busboy
server/retention | deletion of expired data | server/core, server/storage, domain/*, content | node:*
server/incident | whom an incident affects | server/core, domain/*, content | –
server/site-data/copy | what a copy of a site is, making one, what was erased since | server/core, content | node:*, pg, pg-copy-streams, age-encryption
server/site-data/open | whose data a folder and a database hold; opening, migrating, updating | server/core, server/postgres, server/storage, server/site-data/copy, domain | node:*, pg, pino
server/site-data/restore | checking a copy, drilling it, putting it into an empty site, and what going back to one loses | server/core, server/postgres, server/retention, server/site-data/copy, server/site-data/open, domain, content | node:*, pg, pino
server/site-data/move | a project of Supabase, as what is copied and as where a copy goes: its calls, accounts, documents, identity | server/core, server/site-data/copy, server/site-data/open, server/site-data/restore, domain/*, content | node:*, pg
server/watch | what can be wrong with a site, said once; /health, alerts, and what npm run doctor looks at | server/core, server/http, server/storage, server/postgres, server/site-data/copy, server/site-data/open, domain/*, content | node:*, pg, pino, hono
server | main, app, pages, hourly clean-up, nightly backup | server/core, server/http, server/rest, server/auth, server/storage, server/retention, server/site-data/copy, server/site-data/open, server/watch, domain/*, content | node:*, pino, hono, hono/*, @hono/node-server, @hono/node-server/*
server/demo | made-up enrolments with their documents, to see a full list, and taking them away | server/core, server/storage, domain/*, content | node:*, @cantoo/pdf-lib
server/commands | one file a command, one registry | server/core, server/rest, server/storage, server/demo, server/postgres, server/watch, server/auth, server/site-data/*, server/retention, server/incident, domain/*, content | node:*, pg, pino
kit | what families, the desk and whoever runs a site do, for proofs, measurements and tests of every kind: a server with data of its own, enrolling, signing in, the smallest documents; what runs of tests need: their folders and their end, a browser, the suite's order, the sums | domain/*, content | node:*
prove | proofs that take minutes, run by hand | kit, server/core, server/site-data/*, server/postgres, domain/*, content | node:*, pg, pino, sharp, @playwright/test
prove/supabase | a project of Supabase's parts: PostgreSQL as hosted, PostgREST, storage-api, a sign-in double, a gateway that can be cut; where it answers otherwise | kit, prove, server/auth, server/postgres, server/site-data/open | node:*, pg, jose
prove/update | a site of the release before, made by its own code, and what of it is there afterwards, its open pages too; its pages over this database on Supabase's parts, and the other way round | kit, prove, prove/owner, prove/supabase, server, server/core, server/site-data/*, domain/*, content | node:*, pg, @playwright/test
prove/moving | a site moved to Supabase's parts and back | kit, prove, prove/supabase, server/site-data/copy, domain/*, content | node:*
prove/owner | what docs/supabase.md asks of an owner: a static host, which e2e uses too; the scheduled retention | kit, prove, prove/supabase | node:*
prove/exam | a ledger of what was acknowledged, and what it is compared with: kills; as root full disks, a wrong clock; attackers | kit, prove, server/core, server/postgres, domain/*, content | node:*
prove/pictures | the README's and the manual's pictures, taken of the pages, and what is seen in them | kit, prove, domain/*, content | node:*, sharp, @playwright/test
prove/browsers | form, situation, desk and every page in Firefox, WebKit and older Chromium, and with faults | kit, prove, prove/pdf, domain/*, content | node:*, sharp, @cantoo/pdf-lib, @playwright/test
prove/desk | people at the desk in two browsers, and the families who wait for them | kit, prove, prove/pdf, domain/*, content | node:*, @playwright/test
prove/pdf | sample PDFs, and reading one | – | node:*, sharp, @playwright/test
bench | measurements, run by hand | kit, prove, prove/browsers, prove/supabase, server/core, server/site-data/copy, server/demo, server/commands, server/postgres, domain/*, content | node:*, pg, sharp, @playwright/test`;

/** Rooms and packages: `name` itself, `name/*` and `name:*` what is below. */
type Rights = { rooms: readonly string[]; packages: readonly string[] };

const namesIn = (cell: string) => (cell === '–' ? [] : cell.split(', '));

const TABLE: readonly [room: string, rights: Rights][] = (() => {
  const rows = (LINES.match(/.+/g) ?? []).flatMap((line) => {
    const [names = '', , imports = '', packages = ''] = line.split(' | ');
    const rooms = namesIn(imports.replace(/\bscreen\b/, 'app/ui/*, app/api, domain/*, content'));
    return namesIn(names).map((room): [string, Rights] => [room, { rooms, packages: namesIn(packages) }]);
  });
  const inside = (name: string) =>
    rows.map(([room]) => room).filter((room) => room === name || room.startsWith(`${name}/`));
  return rows.map(([room, { rooms, packages }]) => [
    room,
    { rooms: rooms.flatMap((name) => (name.endsWith('/*') ? inside(name.slice(0, -2)) : [name])), packages },
  ]);
})();
const ROOMS = new Map(TABLE);

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

test('every file is in a room and imports only what that may', () => {
  const code = files.filter(({ path }) => !isTest(path));
  const refused = code.flatMap((file) => {
    const room = dirname(file.path);
    const rights = ROOMS.get(room);
    if (!rights) return [`${file.path}: ${room} is not a room: add it to LINES, or move the file`];
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

test('every room is a folder with source, listed once, and imports rooms that are listed', () => {
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
