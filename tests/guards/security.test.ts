import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../support/sources.ts';

const FILE = 'docs/security.md';
const text = readFileSync(join(ROOT, FILE), 'utf8');

/** The numbers of levels 1 and 2 of OWASP's ASVS 5.0.0, a line for each chapter. */
const ASVS = `
  1.1.1-2 1.2.1-9 1.3.1-11 1.4.1-3 1.5.1-2
  2.1.1-3 2.2.1-3 2.3.1-4 2.4.1
  3.2.1-2 3.3.1-4 3.4.1-6 3.5.1-5 3.7.1-2
  4.1.1-3 4.2.1 4.3.1-2 4.4.1-4
  5.1.1 5.2.1-3 5.3.1-2 5.4.1-3
  6.1.1-3 6.2.1-12 6.3.1-4 6.4.1-4 6.5.1-5 6.6.1-3 6.8.1-4
  7.1.1-3 7.2.1-4 7.3.1-2 7.4.1-5 7.5.1-2 7.6.1-2
  8.1.1-2 8.2.1-3 8.3.1 8.4.1
  9.1.1-3 9.2.1-4
  10.1.1-2 10.2.1-2 10.3.1-4 10.4.1-11 10.5.1-5 10.6.1-2 10.7.1-3
  11.1.1-2 11.2.1-3 11.3.1-3 11.4.1-4 11.5.1 11.6.1
  12.1.1-3 12.2.1-2 12.3.1-4
  13.1.1 13.2.1-5 13.3.1-2 13.4.1-5
  14.1.1-2 14.2.1-4 14.3.1-3
  15.1.1-3 15.2.1-3 15.3.1-7
  16.1.1 16.2.1-5 16.3.1-4 16.4.1-3 16.5.1-3
  17.1.1 17.2.1-4 17.3.1-2`;

const NUMBERS = ASVS.trim()
  .split(/\s+/)
  .flatMap((range) => {
    const [, section = '', first = '', last = first] = /^(\d+\.\d+)\.(\d+)(?:-(\d+))?$/.exec(range) ?? [];
    return Array.from(
      { length: Number(last) - Number(first) + 1 },
      (_, at) => `${section}.${Number(first) + at}`,
    );
  });

const STATES = ['met', 'not applicable', 'not met'];

const ROWS = [...text.matchAll(/^\| (\d+\.\d+\.\d+) \|(.*)\|$/gm)].map(([, number = '', rest = '']) => {
  const [name = '', state = '', where = '', ...more] = rest.split(' | ').map((cell) => cell.trim());
  return { number, name, state, where, more };
});

test('every requirement of levels 1 and 2 is answered once, in order', () => {
  expect(NUMBERS).toHaveLength(253);
  expect(ROWS.map(({ number }) => number)).toEqual(NUMBERS);
});

test('each is met with a place, or says why not', () => {
  const sections = [...text.matchAll(/^## (\d+)\. /gm)].map(([, number]) => `§${number}`);
  const wrong = ROWS.flatMap(({ number, name, state, where, more }) => {
    const isWhole = name !== '' && STATES.includes(state) && where !== '' && more.length === 0;
    const unknown = [...where.matchAll(/(?<!\S\) |\.md )§\d+(?!\.)/g)].filter(
      ([one]) => !sections.includes(one),
    );
    const hasPlace = /`[\w./-]+\/[\w./-]+`|\.md\)|§\d/.test(where);
    return isWhole && unknown.length === 0 && (state !== 'met' || hasPlace) ? [] : number;
  });
  expect(wrong).toEqual([]);
});

test('the numbers of states are those that the text tells', () => {
  const [met, none, unmet] = STATES.map((wanted) => ROWS.filter(({ state }) => state === wanted).length);
  expect(text).toContain(`${met} met, ${none} not applicable, ${unmet} not met.`);
});

test('every file and every test that it cites is there', () => {
  const files = [...text.matchAll(/`((?:[\w-]+\/)+[\w.-]+\.\w+)`/g)].map(([, file = '']) => file);
  expect(files.length).toBeGreaterThan(200);
  expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);

  const titles = [...text.matchAll(/`([\w./-]+\.(?:test|e2e)\.tsx?)` “([^”]+)”/g)];
  expect(titles.length).toBeGreaterThan(50);
  expect(text.match(/“/g)).toHaveLength(titles.length); // no title stands without its file
  expect(
    titles.flatMap(([, file = '', title = '']) =>
      readFileSync(join(ROOT, file), 'utf8').includes(title) ? [] : `${file}: ${title}`,
    ),
  ).toEqual([]);
});

test('the ways to it are there', () => {
  for (const from of ['README.md', 'CONTRIBUTING.md', 'docs/threats.md', 'docs/operar.md'])
    expect(readFileSync(join(ROOT, from), 'utf8')).toContain(`](${relative(dirname(from), FILE)})`);
});
