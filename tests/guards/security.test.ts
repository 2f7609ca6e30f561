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

const NUMBERS = ASVS.trim().split(/\s+/).flatMap(rangeOf);
const TEST = /\.(?:test|e2e)\.tsx?$/;

/** The numbers that the beginning of a line names: `1.2.6-8, 1.3.1`. */
const numbersOf = (list: string) => list.split(', ').flatMap(rangeOf);

function rangeOf(range: string): string[] {
  const [, section = '', first = '', last = first] = /^(\d+\.\d+)\.(\d+)(?:-(\d+))?$/.exec(range) ?? [];
  return Array.from(
    { length: Number(last) - Number(first) + 1 },
    (_, at) => `${section}.${Number(first) + at}`,
  );
}

/** The lines below a heading of the third level, each with its numbers and what it says. */
function linesOf(heading: string): { numbers: string[]; says: string }[] {
  const [, part = ''] = new RegExp(`^### ${heading}\n([\\s\\S]*?)(?=^##)`, 'm').exec(text) ?? [];
  return [...part.matchAll(/^- ((?:\d+\.[\d.-]+(?:, )?)+):? (.+)$/gm)].map(([, list = '', says = '']) => ({
    numbers: numbersOf(list),
    says,
  }));
}

const MET = linesOf('Met');
const UNMET = linesOf('Not met');
const NONE = linesOf('Not applicable');
const inOrder = (lines: typeof MET) =>
  lines
    .map(({ numbers: [first = ''] }) => NUMBERS.indexOf(first))
    .every((place, at, all) => place >= 0 && place > (all[at - 1] ?? -1));

const SECTIONS = [...text.matchAll(/^## (\d+)\. /gm)].map(([, number]) => `§${number}`);
const THREATS = [...text.matchAll(/^\| (T\d\d) \| (.+) \| (.+) \| (.+) \|$/gm)].map(
  ([, number = '', threat = '', defence = '', shown = '']) => ({ number, threat, defence, shown }),
);

test('every requirement of levels 1 and 2 is answered once, in order', () => {
  expect(NUMBERS).toHaveLength(253);
  const answered = [MET, UNMET, NONE].flat().flatMap(({ numbers }) => numbers);
  expect(answered.toSorted()).toEqual(NUMBERS.toSorted());
  expect([MET, UNMET, NONE].map(inOrder)).toEqual([true, true, true]);
});

test('each is met with a place, or says why not', () => {
  const withoutPlace = MET.filter(({ says }) => {
    const [, name = '', where = ''] = /^(.+?): (.+)$/.exec(says) ?? [];
    return name === '' || !/`[\w./-]+\/[\w./-]+`|\.md\)|§\d/.test(where);
  });
  expect(withoutPlace).toEqual([]);
  expect(UNMET.filter(({ says }) => says.split(' ').length < 8)).toEqual([]);
  expect(NONE.filter(({ says }) => says.split(' ').length < 2)).toEqual([]);
});

test('every section and threat that it cites of itself is there', () => {
  const known = [...SECTIONS, ...THREATS.map(({ number }) => number)];
  const cited = [...text.matchAll(/(?<!\.md\)? )(?<!\bSPEC )(§\d+|\bT\d\d\b)/g)].map(([one]) => one);
  expect(cited.length).toBeGreaterThan(70);
  expect(cited.filter((one) => !known.includes(one))).toEqual([]);
});

test('the numbers of states are those that the text tells', () => {
  const [met, none, unmet] = [MET, NONE, UNMET].map(
    (lines) => lines.flatMap(({ numbers }) => numbers).length,
  );
  expect(text).toContain(`${met} met, ${none} not applicable, ${unmet} not met.`);
});

test('each threat has its weight, a defence, and a test that is there', () => {
  expect(THREATS.map(({ number }) => Number(number.slice(1)))).toEqual(THREATS.map((_, at) => at + 1));
  expect(THREATS.length).toBeGreaterThanOrEqual(60);
  const wrong = THREATS.filter(({ threat, defence, shown }) => {
    const tests = [...shown.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file);
    const areThere = tests.every((file) => TEST.test(file) && existsSync(join(ROOT, file)));
    return !/\([1-5]·[1-5]\)$/.test(threat) || defence === '' || tests.length === 0 || !areThere;
  });
  expect(wrong).toEqual([]);
});

test('every file that it cites is there', () => {
  const files = [...text.matchAll(/`((?:[\w-]+\/)+[\w.-]+\.\w+)`/g)].map(([, file = '']) => file);
  expect(files.length).toBeGreaterThan(150);
  expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
});

test('the ways to it are there', () => {
  for (const from of ['README.md', 'CONTRIBUTING.md', 'docs/operar.md'])
    expect(readFileSync(join(ROOT, from), 'utf8')).toContain(`](${relative(dirname(from), FILE)})`);
});
