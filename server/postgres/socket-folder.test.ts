import { chmodSync, lstatSync, mkdirSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { newFolder } from '../../tests/support/files.ts';
import { Refused } from '../core/refused.ts';
import { makeSocketFolder } from './socket-folder.ts';

let base = '';
beforeEach(() => {
  base = newFolder();
});
const mode = (folder: string) => lstatSync(folder).mode & 0o777;

test('the socket lies inside the folder that is ours, closed to others', () => {
  const folder = makeSocketFolder(base, null);
  expect(dirname(folder)).toBe(base);
  expect(mode(folder)).toBe(0o700);
  chmodSync(folder, 0o777);
  expect(makeSocketFolder(base, null)).toBe(folder); // and a restart finds it
  expect(mode(folder)).toBe(0o700);
});

test('what lies there instead of a folder is refused and not changed', () => {
  const aim = join(base, 'elsewhere');
  mkdirSync(aim, { mode: 0o755 });
  chmodSync(aim, 0o755);
  symlinkSync(aim, join(base, 'soquete'));
  expect(() => makeSocketFolder(base, null)).toThrow(Refused);
  expect(mode(aim)).toBe(0o755);
  expect(readlinkSync(join(base, 'soquete'))).toBe(aim);
  rmSync(join(base, 'soquete'));
  writeFileSync(join(base, 'soquete'), '');
  expect(() => makeSocketFolder(base, null)).toThrow(Refused);
});

test.runIf(process.getuid?.() === 0)('a folder that somebody else made is refused', () => {
  mkdirSync(join(base, 'soquete'));
  chmodSync(base, 0o700);
  const { uid, gid } = { uid: 65_534, gid: 65_534 };
  rmSync(join(base, 'soquete'), { recursive: true });
  makeSocketFolder(base, { uid, gid });
  expect(() => makeSocketFolder(base, null)).toThrow(/não é deste site/);
  expect(makeSocketFolder(base, { uid, gid })).toContain(base);
});

test('a path too long for a socket gets a folder with a name that nobody can know, the same at a restart', () => {
  const long = join(base, 'x'.repeat(100));
  mkdirSync(long);
  const folder = makeSocketFolder(long, null);
  expect(dirname(folder)).toBe(tmpdir());
  expect(mode(folder)).toBe(0o700);
  expect(makeSocketFolder(long, null)).toBe(folder);
  rmSync(folder, { recursive: true });
  expect(makeSocketFolder(long, null)).toBe(folder); // somebody cleaned up
  rmSync(folder, { recursive: true });
});
