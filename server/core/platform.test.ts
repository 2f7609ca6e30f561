import { posix, win32 } from 'node:path';
import { expect, test } from 'vitest';
import { isInside, isOfSystem } from './platform.ts';

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
  ['D:\\site', false],
  ['/', true],
  ['/home/pessoa', true],
  ['/home/pessoa/site', false],
])('%s is of the system: %s', (folder, ofSystem) => {
  expect(isOfSystem(folder)).toBe(ofSystem);
});
