import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { newFolder } from '../../tests/support/files.ts';
import { postgresAccount, postgresBinaries } from './account.ts';

test.skipIf(process.getuid?.() !== 0)(
  'a copy for the account that lacks a library is made anew, and one that is whole stays',
  () => {
    const packaged = join(newFolder(), 'packaged');
    for (const folder of ['bin', 'lib']) mkdirSync(join(packaged, folder), { recursive: true });
    writeFileSync(join(packaged, 'bin/postgres'), `only for this test: ${process.pid}`);
    writeFileSync(join(packaged, 'lib/first'), '');
    chmodSync(packaged, 0o700); // the account does not reach it
    const copied = () => postgresBinaries(postgresAccount(), packaged);
    const [copy] = [copied(), writeFileSync(join(packaged, 'lib/second'), '')]; // as the links that were not there
    const whole = copied();
    onTestFinished(() => [copy, whole].forEach((each) => void rmSync(each, { recursive: true })));
    expect(new Set([packaged, copy, whole]).size).toBe(3);
    expect(existsSync(join(whole, 'lib/second'))).toBe(true);
    writeFileSync(join(whole, 'lib/first'), 'in use');
    expect([copied(), readFileSync(join(whole, 'lib/first'), 'utf8')]).toEqual([whole, 'in use']);
  },
);
