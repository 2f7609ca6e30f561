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
    const copy = postgresBinaries(postgresAccount(), packaged);
    onTestFinished(() => rmSync(copy, { recursive: true }));
    expect(copy).not.toBe(packaged);

    writeFileSync(join(packaged, 'lib/second'), ''); // as the links that were not there
    expect(postgresBinaries(postgresAccount(), packaged)).toBe(copy);
    expect(existsSync(join(copy, 'lib/second'))).toBe(true);
    writeFileSync(join(copy, 'lib/first'), 'in use');
    expect(postgresBinaries(postgresAccount(), packaged)).toBe(copy);
    expect(readFileSync(join(copy, 'lib/first'), 'utf8')).toBe('in use');
  },
);
