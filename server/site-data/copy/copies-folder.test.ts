import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { newFolder } from '../../../tests/support/files.ts';
import { type Copy, removeOldCopies } from './copies-folder.ts';

let folder = '';
beforeEach(() => {
  folder = newFolder();
});

/** A copy that was made `daysAgo`. */
function copyOf(daysAgo: number): Copy {
  const momento = new Date(Date.UTC(2026, 10, 22) - daysAgo * 86_400_000).toISOString();
  const name = `copia-${momento.slice(0, 10)}-0000`;
  mkdirSync(join(folder, name));
  return { name, path: join(folder, name), manifest: { momento } as Copy['manifest'] };
}

test.each([
  ['as many as wanted stay', [4, 3, 2, 1, 0], 3, [2, 1, 0]],
  ['what is more than thirty days old goes when there are younger ones', [60, 31, 30, 1, 0], 14, [30, 1, 0]],
  ['a clock that jumped ahead takes none by age', [402, 401, 400, 0], 14, [402, 401, 400, 0]],
  ['those of a clock that was ahead go first', [0, -398, -399, -400], 3, [0, -398, -399]],
] as const)('%s', async (_what, days, most, left) => {
  const copies = days.map(copyOf);
  const made = copies[days.indexOf(0 as never)]?.name ?? '';
  const stay = await removeOldCopies(copies, most, made);
  const names = copies
    .filter((_, at) => (left as readonly number[]).includes(days[at] ?? 0))
    .map(({ name }) => name);
  expect(stay.map(({ name }) => name)).toEqual(names);
  expect(readdirSync(folder).sort()).toEqual([...names].sort());
});
