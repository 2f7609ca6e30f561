import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../support/sources.ts';

// The guides of CONTRIBUTING as tables: file, what, found by; and the way of one decision.

const CONTRIBUTING = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8');
const [, GUIDES = ''] = /^## Guides$([\s\S]*?)^## /m.exec(CONTRIBUTING) ?? [];
const SECTIONS = GUIDES.split(/^### /m)
  .slice(1)
  .map((text) => ({ guide: text.split('\n')[0] ?? '', text }));
const ROWS = SECTIONS.flatMap(({ guide, text }) =>
  text.includes('\n| File | What | Found by |\n')
    ? [...text.matchAll(/^\| (.+) \| (.+) \| (.+) \|$/gm)]
        .slice(1)
        .map(([row, files = '', what = '', foundBy = '']) => ({ guide, row, files, what, foundBy }))
    : [],
);
const inBackticks = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);

/** The text of a file, or of all files of a folder. */
function textOf(path: string): string {
  const place = join(ROOT, path);
  if (!statSync(place).isDirectory()) return readFileSync(place, 'utf8');
  return readdirSync(place)
    .map((file) => readFileSync(join(place, file), 'utf8'))
    .join('\n');
}

test('there is a guide for each thing that is added often', () => {
  const wanted = ['A question', 'A filter', 'A column of the list', 'A command', "A setting's default"];
  const further = [
    'A period',
    'A setting',
    'An attribute of a class',
    'An audit action',
    'A situation',
    'A function',
    'A change of the database',
  ];
  const guides = new Set(ROWS.map(({ guide }) => guide));
  expect([...wanted, ...further].filter((guide) => !guides.has(guide))).toEqual([]);
  expect(ROWS.length).toBeGreaterThan(50);
});

test('each name in a row stands in a file of that row', () => {
  const wrong = ROWS.flatMap(({ row, files, what }) => {
    const paths = inBackticks(files).filter((path) => /[/.]/.test(path));
    const names = inBackticks(what).filter((name) => /^(?:private\.)?[A-Za-z]\w{2,}$/.test(name));
    const text = paths.map(textOf).join('\n');
    const missing = names.filter((name) => paths.length > 0 && !text.includes(name.replace('private.', '')));
    return missing.map((name) => `${name}: ${row}`);
  });
  expect(wrong).toEqual([]);
});

test('each row says what finds it', () => {
  expect(ROWS.filter(({ foundBy }) => foundBy.trim().length < 5)).toEqual([]);
});

test('the way of a decision is fewer than eight files, and what is said of each stands in it', () => {
  const [, way = ''] = /^\*\*One decision, .*\n([\s\S]*?)\n\n/m.exec(CONTRIBUTING) ?? [];
  const steps = way.split('\n').map((step) => inBackticks(step.replace(/\([^()]*\)/g, '')));
  expect(steps.length).toBeGreaterThan(3);
  expect(steps.length).toBeLessThan(8);
  const missing = steps.flatMap(([path = '', ...names]) => {
    const text = textOf(path);
    return names
      .filter(
        (name) => /^(?:private\.)?[A-Za-z]\w+$/.test(name) && !text.includes(name.replace('private.', '')),
      )
      .map((name) => `${path}: ${name}`);
  });
  expect(missing).toEqual([]);
});
