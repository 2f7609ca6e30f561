import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join, posix, win32 } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder } from '../../tests/support/files.ts';
import { isInside, isOfSystem, putInPlace, syncFolder, syncFolderAsync } from './platform.ts';

test.each([
  [win32, 'C:\\site\\data', 'D:\\copias', false],
  [win32, 'C:\\site\\data', '\\\\servidor\\copias', false],
  [win32, 'C:\\site\\data', 'C:\\site\\data-2', false],
  [win32, 'C:\\site\\data', 'C:\\site', false],
  [win32, 'C:\\site\\data', 'C:\\site\\data', true],
  [win32, 'C:\\site\\data', 'c:\\SITE\\Data\\copias', true],
  [win32, 'C:\\site\\data', 'C:\\site\\data\\..copias', true],
  [posix, '/site/data', '/copias', false],
  [posix, '/site/data', '/site/data-2', false],
  [posix, '/site/data', '/site/data/copias', true],
  [posix, '/', '/copias', true],
])('inside a folder is only what lies below it, on its own drive (%#)', (paths, folder, path, inside) => {
  expect(isInside(folder, path, paths)).toBe(inside);
});

test.each([
  ['C:\\', true],
  ['d:\\', true],
  ['C:\\Users', true],
  ['C:\\Users\\pessoa', true],
  ['C:\\Program Files (x86)', true],
  ['C:\\Users\\pessoa\\site', false],
  ['D:\\site', false],
  ['/', true],
  ['/home/pessoa', true],
  ['/home/pessoa/site', false],
])('%s is of the system: %s', (folder, ofSystem) => {
  expect(isOfSystem(folder)).toBe(ofSystem);
});

test('a folder takes the place of an empty one, and of no other', async () => {
  const base = newFolder();
  const [made, empty, full] = ['made', 'empty', 'full'].map((name) => join(base, name)) as [
    string,
    string,
    string,
  ];
  for (const folder of [made, empty, full]) mkdirSync(folder);
  writeFileSync(join(full, 'theirs'), '');
  expect(() => putInPlace(made, full)).toThrow(/ENOTEMPTY/);
  putInPlace(made, empty);
  syncFolder(base);
  await syncFolderAsync(base);
  expect([existsSync(made), readdirSync(full)]).toEqual([false, ['theirs']]);
});
