import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { privacy } from '../content/privacy.ts';
import { ROOT, sources } from './sources.ts';

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const config = read('server/core/config.ts');
const variables = [
  ...new Set([...config.matchAll(/(?:value\('|environment\.)([A-Z_]+)/g)].map(([, name]) => name ?? '')),
].sort();

test('.env.example has exactly the variables the server reads, each with a comment', () => {
  const example = read('.env.example');
  expect([...example.matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name).sort()).toEqual(variables);
  for (const block of example.split(/\n\n/)) expect(block).toMatch(/^# /);
});

test('the README names every variable', () => {
  expect(variables.filter((name) => !read('README.md').includes(`\`${name}\``))).toEqual([]);
});

const GUIDES = [
  'docs/plano-de-incidente.md',
  'docs/registro-de-tratamento.md',
  'docs/manual-da-secretaria.md',
];

test('every npm command of the README, CONTRIBUTING, DECISIONS and the guides exists', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const named = ['README.md', 'CONTRIBUTING.md', 'DECISIONS.md', ...GUIDES].flatMap((file) =>
    [...read(file).matchAll(/npm run ([a-z:]+)/g)].map(([, name]) => name ?? ''),
  );
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
});

test('every script of package.json is a file or a tool that is there', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const files = Object.values(scripts).flatMap((line) => /node (scripts\/\S+)/.exec(line)?.[1] ?? []);
  expect(files.filter((file) => !sources(['scripts'], /\.mjs$/).some(({ path }) => path === file))).toEqual(
    [],
  );
});

test('every path that README and CONTRIBUTING name is there', () => {
  const named = ['README.md', 'CONTRIBUTING.md'].flatMap((file) =>
    [
      ...read(file).matchAll(
        /`((?:app|content|domain|server|supabase|tests|scripts)\/[\w./-]+\.(?:tsx?|mjs|css))`/g,
      ),
    ].map(([, path]) => path ?? ''),
  );
  const all = sources(['app', 'content', 'domain', 'server', 'tests', 'scripts'], /./).map(
    ({ path }) => path,
  );
  expect(named.filter((path) => !all.includes(path))).toEqual([]);
});

test('the README links to every guide, and every link between documents leads somewhere', () => {
  expect(GUIDES.filter((file) => !read('README.md').includes(`](${file})`))).toEqual([]);
  const dead = ['README.md', ...GUIDES].flatMap((file) =>
    [...read(file).matchAll(/\]\(([^):]+)\)/g)].flatMap(([, target = '']) =>
      existsSync(join(ROOT, dirname(file), target)) ? [] : `${file}: ${target}`,
    ),
  );
  expect(dead).toEqual([]);
});

test('how long things are kept is told as the settings have it: README, record of processing, privacy notice', () => {
  const settings = [
    ...read('supabase/migrations/20261121000303_apagar.sql').matchAll(
      /add column (guardar_\w+_(dias|meses)) integer default (\d+)/g,
    ),
  ].map(([, column, unit, term]) => ({ column, unit, term }));
  const rows = (file: string, cell: RegExp) =>
    read(file)
      .split('\n')
      .flatMap((line) => {
        const column = /`(guardar_\w+)`/.exec(line)?.[1];
        const term = cell.exec(line)?.[1];
        return column && term ? { column, term } : [];
      });
  const told = settings.map(({ column, term }) => ({ column, term }));
  expect(told.length).toBe(6);
  expect(rows('README.md', /\| (\d+) \|/)).toEqual(told);
  expect(rows('docs/registro-de-tratamento.md', /\| (\d+ (?:dias|meses)) \|$/)).toEqual(
    settings.map(({ column, unit, term }) => ({ column, term: `${term} ${unit}` })),
  );

  const [notice] = privacy.sections.flatMap(({ id, blocks }) =>
    id === 'prazo' ? JSON.stringify(blocks) : [],
  );
  const promised = ['documento_dias', 'nao_aprovada_meses', 'espera_meses', 'participante_meses'].map(
    (name) => {
      const setting = settings.find(({ column }) => column === `guardar_${name}`);
      return `${setting?.term} ${setting?.unit}`;
    },
  );
  expect([...(notice ?? '').matchAll(/\d+ (?:dias|meses)/g)].map(([term]) => term)).toEqual(promised);
});

test('the privacy notice names every key that the pages keep in a browser, and no other', () => {
  const code = sources(['app'], /\.tsx?$/).filter(({ path }) => !/\.test\.tsx?$/.test(path));
  const keys = code.flatMap(({ text }) => [...text.matchAll(/(?<!BroadcastChannel\()'(cc-[a-z-]+)'/g)]);
  const told = privacy.sections
    .flatMap(({ table }) => table?.rows ?? [])
    .flatMap(([first]) => first ?? [])
    .flatMap((run) => (typeof run === 'object' && 'strong' in run ? run.strong : []));
  expect([...new Set(keys.map(([, key]) => key))].sort()).toEqual(told.sort());
  // Whoever writes there names its key: but two, that are handed theirs.
  const handed = ['app/social-project/browser-storage.ts', 'app/api/auth.ts'];
  const nameless = code.filter(({ text }) => /\.setItem\(/.test(text) && !/'cc-/.test(text));
  expect(nameless.map(({ path }) => path).filter((path) => !handed.includes(path))).toEqual([]);
  expect(code.filter(({ text }) => /document\.cookie|indexedDB/.test(text))).toEqual([]);
});
