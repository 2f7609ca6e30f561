import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
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

test('every npm command of the README, CONTRIBUTING and DECISIONS exists', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const named = ['README.md', 'CONTRIBUTING.md', 'DECISIONS.md'].flatMap((file) =>
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
