import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../support/sources.ts';
import { decisions } from './decisions.ts';

// DECISIONS.md, and the table of SPEC.md that says where the product differs.

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const entries = decisions();

test('each decision stands once, the newest first, and takes in older ones', () => {
  const numbers = entries.map(({ number }) => Number(number || Number.NaN));
  expect(numbers).toEqual(numbers.toSorted((a, b) => b - a));
  const all = [...numbers, ...entries.flatMap(({ also }) => also.map(Number))];
  expect(new Set(all).size).toBe(all.length);
  expect(entries.filter(({ number, also }) => also.some((one) => Number(one) >= Number(number)))).toEqual([]);
});

test('a decision has a date, a status and four parts', () => {
  const wrong = entries.flatMap(({ number, text }) => {
    const [, day = ''] =
      /^## .+\n\n(\d{4}-\d{2}-\d{2}) · \*accepted(?:; also \d+(?:(?:, | and )\d+)*)?\*\n/.exec(text) ?? [];
    const date = new Date(`${day}T12:00:00Z`);
    const isDay = !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === day;
    const parts = [...text.matchAll(/^\*\*(.+?)\*\*\s*(\S)/gm)].map(([, part]) => part).join(' ');
    return [
      ...(isDay ? [] : ['no date and status']),
      ...(parts === 'Context. Decision. Cost. Look again.' ? [] : [`parts ${parts}`]),
    ].map((fault) => `${number}: ${fault}`);
  });
  expect(wrong).toEqual([]);
});

test('a decision is at most fifteen lines, but for the table of packages', () => {
  const linesOf = (text: string) => text.split('\n').filter((line) => /^[^|\s]/.test(line)).length;
  expect(entries.filter(({ text }) => linesOf(text) > 15).map(({ number }) => number)).toEqual([]);
});

test('every package has a row with its licence, an exact version and the hash of what is fetched', () => {
  const { dependencies, devDependencies } = JSON.parse(read('package.json')) as Record<
    string,
    Record<string, string>
  >;
  const rows = [...(entries.find(({ number }) => number === '159')?.text ?? '').matchAll(/^\| .+ \|$/gm)].map(
    ([row]) => row.split(' | '),
  );
  const licensed = rows.filter((cells) => /MIT|ISC|BSD|Apache|MPL|OFL/.test(cells[2] ?? ''));
  expect(licensed.length).toBeGreaterThan(15);
  const named = licensed.map((cells) => cells[1] ?? '').join(', ');
  const wanted = Object.keys({ ...dependencies, ...devDependencies }).filter(
    (name) => !name.startsWith('@types/'),
  );
  /** Packages of one maker share a row: `@supabase/auth-js, postgrest-js, storage-js`, `@zxcvbn-ts`. */
  const shortOf = (name: string) =>
    name
      .replace(/^@supabase\//, '')
      .replace(/^(@zxcvbn-ts)\/.*/, '$1')
      .replace(/^@biomejs\//, '');
  expect(wanted.filter((name) => !named.includes(shortOf(name)))).toEqual([]);
  const versions = Object.values({ ...dependencies, ...devDependencies });
  expect(versions.filter((version) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))).toEqual([]);
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { integrity?: string; link?: boolean }>;
  };
  const fetched = Object.entries(packages).filter(([path]) => path !== '');
  expect(fetched.length).toBeGreaterThan(100);
  expect(
    fetched.filter(([, { integrity }]) => !/^sha512-/.test(integrity ?? '')).map(([path]) => path),
  ).toEqual([]);
});

test('SPEC.md holds the specification word for word, then where the product differs', () => {
  const [specification = '', differences = ''] = read('SPEC.md').split('\n\n# Where the product differs\n');
  expect(createHash('sha256').update(specification).digest('hex')).toBe(
    '961c632d0ffe39a20a0107b7498a63b56d76e3960d78b7784c8f099f4add8761',
  );
  const rows = differences.split('\n').filter((line) => line.startsWith('| '));
  expect(rows.length).toBeGreaterThan(40);
  expect(rows.filter((row) => row.split(' | ').length !== 5)).toEqual([]);
});
