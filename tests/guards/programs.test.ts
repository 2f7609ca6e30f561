import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PROGRAMS } from '../../prove/programs.ts';
import { newFolder } from '../support/files.ts';
import { ROOT, sources } from '../support/sources.ts';

test('a proof or measurement that a text names is one, and each is a file with a line about it', () => {
  const folders = 'docs app server domain content kit tests e2e prove bench scripts'.split(' ');
  const texts = ['README.md', 'CONTRIBUTING.md', 'DECISIONS.md']
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))
    .concat(sources(folders, /\.(md|tsx?|mjs|sql)$/));
  const wrong = texts.flatMap(({ path, text }) =>
    [...text.matchAll(/npm run (prove|bench) -- ([a-z-]+(?: [a-z]+)?)/g)].flatMap(
      ([all, folder, words = '']) => {
        const names: readonly string[] = PROGRAMS[folder as 'prove' | 'bench'].map(({ name }) => name);
        return names.includes(words) || [...names, 'list'].includes(words.split(' ')[0] ?? '')
          ? []
          : `${path}: ${all}`;
      },
    ),
  );
  expect(wrong).toEqual([]);
  const missing = Object.entries(PROGRAMS).flatMap(([folder, programs]) =>
    programs.filter(({ file, minutes, does }) => {
      return !existsSync(join(ROOT, folder, `${file}.ts`)) || Number.isNaN(minutes) || does === '';
    }),
  );
  expect(missing).toEqual([]);
});

test('every script of package.json is a file or a tool that is there', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const files = Object.values(scripts).flatMap((line) => /node (scripts\/\S+)/.exec(line)?.[1] ?? []);
  const there = sources(['scripts'], /\.mjs$/).map(({ path }) => path);
  expect(files.filter((file) => !there.includes(file))).toEqual([]);
});

// Vite, which runs the tests, understands more than Node does: syntax that is not erased, pictures and styles as
// modules, `import.meta.glob`, names of a CommonJS package that Node does not see.

test('Node itself loads every file of the server, of the commands and of the proofs', () => {
  const files = sources(['content', 'domain', 'server', 'kit', 'prove', 'bench'], /(?<!\.test)\.ts$/);
  expect(files.length).toBeGreaterThan(400);
  const list = join(newFolder(), 'files.json');
  writeFileSync(list, JSON.stringify(files.map(({ path }) => join(ROOT, path))));
  const load = `
    for (const file of JSON.parse(fs.readFileSync(process.argv[1], 'utf8')))
      await import(file).catch(({ message }) => console.log(file + ': ' + message));
    process.exit(0);`;
  expect(
    execFileSync(process.execPath, ['--input-type=module', '-e', load, list], { encoding: 'utf8' }),
  ).toBe('');
});
