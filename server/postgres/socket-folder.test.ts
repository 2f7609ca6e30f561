import { chmodSync, lstatSync, mkdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { newFolder } from '../../tests/support/files.ts';
import { Refused } from '../core/refused.ts';
import { makeSocketFolder } from './socket-folder.ts';

let base = '';
beforeEach(() => {
  base = newFolder();
});
const mode = (folder: string) => lstatSync(folder).mode & 0o777;

test('the socket lies inside the folder that is ours, or below the temporary one where the path is too long for it; closed to others, the same at a restart', () => {
  const long = join(base, 'x'.repeat(100));
  mkdirSync(long);
  for (const [each, above] of [
    [base, base],
    [long, tmpdir()],
  ] as const) {
    const folder = makeSocketFolder(each, null);
    onTestFinished(() => rmSync(folder, { recursive: true }));
    expect([dirname(folder), mode(folder)]).toEqual([above, 0o700]);
    chmodSync(folder, 0o777);
    expect([makeSocketFolder(each, null), mode(folder)]).toEqual([folder, 0o700]);
  }
});

test('what lies there instead of a folder is refused and not changed', () => {
  const aim = join(base, 'elsewhere');
  mkdirSync(aim);
  chmodSync(aim, 0o755);
  symlinkSync(aim, join(base, 'soquete'));
  expect(() => makeSocketFolder(base, null)).toThrow(Refused);
  expect([mode(aim), readlinkSync(join(base, 'soquete'))]).toEqual([0o755, aim]);
});

test.runIf(process.getuid?.() === 0)('a folder that somebody else made is refused', () => {
  const account = { uid: 65_534, gid: 65_534 };
  makeSocketFolder(base, account);
  expect(() => makeSocketFolder(base, null)).toThrow(/não é deste site/);
  expect(makeSocketFolder(base, account)).toContain(base);
});
