import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { newFolder } from '../../tests/support/files.ts';
import { watchWork } from './server-log.ts';

let folder = '';
beforeEach(() => {
  folder = newFolder();
});

const write = (line: string) => appendFileSync(join(folder, 'postgresql.log'), `2026-11-23 [7] ${line}\n`);

test('a recovery that goes on is work, connections that it refuses are none', () => {
  const works = watchWork(folder);
  expect(works()).toBe(false); // there is no log yet
  write('LOG:  redo in progress, elapsed time: 5.00 s');
  expect([works(), works()]).toEqual([true, false]);
  for (let line = 0; line < 2_000; line += 1) write('FATAL:  the database system is in recovery mode');
  expect(works()).toBe(false);
  write('LOG:  redo in progress, elapsed time: 10.00 s');
  expect(works()).toBe(true);
});

test('what was written before it looks is none, and a log that begins anew is read from its beginning', () => {
  for (let line = 0; line < 10; line += 1) write('LOG:  database system was shut down');
  const works = watchWork(folder);
  expect(works()).toBe(false);
  writeFileSync(join(folder, 'postgresql.log'), '2026-11-23 [7] LOG:  starting\n');
  expect(works()).toBe(true);
});
