import { chmodSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { describe, expect, test } from 'vitest';
import { SYSTEM_15 } from '../../../prove/own-postgres.ts';
import { expectDone, expectRefused, run } from '../../../tests/support/copies.ts';
import { hashesOf, newFolder } from '../../../tests/support/files.ts';
import { copyFirstStart } from '../../../tests/support/first-start.ts';
import { insertOf, ROW } from '../../../tests/support/people.ts';
import { readConfig } from '../../core/config.ts';
import { packagedBinaries, runnableBinaries } from '../../postgres/account.ts';
import { openDatabase } from './open-database.ts';

// POSTGRES_BIN: another build of PostgreSQL runs over the data folder in place of the package's.

const open = (environment: Record<string, string>) =>
  openDatabase(readConfig(environment), pino({ level: 'silent' }));
const says = (bin: string) =>
  `POSTGRES_BIN: não há em ${bin} um PostgreSQL inteiro que a conta do banco alcance; use uma pasta bin, como /usr/lib/postgresql/18/bin`;

test.each<[string, string, (folder: string) => void]>([
  ['a folder that is not there', 'nada/bin', () => {}],
  [
    'one that lacks the server',
    'bin',
    (bin) => {
      mkdirSync(bin);
      symlinkSync(join(packagedBinaries(), 'bin/initdb'), join(bin, 'initdb'));
    },
  ],
])('of %s one sentence is said, and nothing is made', async (_what, name, make) => {
  const folder = newFolder();
  const bin = join(folder, name);
  make(bin);
  const environment = { DATA_DIR: join(folder, 'data'), POSTGRES_BIN: bin };
  await expect(open(environment)).rejects.toMatchObject({
    name: 'ConfigError',
    message: says(bin),
  });
  expect(Object.keys(hashesOf(environment.DATA_DIR))).toEqual([]);
});

test.runIf(process.getuid?.() === 0)(
  'as root, of one that the account of the database cannot enter',
  async () => {
    const folder = newFolder();
    const closed = join(folder, 'closed');
    symlinkSync(packagedBinaries(), join(folder, 'native'));
    mkdirSync(join(closed, 'bin'), { recursive: true });
    for (const name of ['initdb', 'postgres'])
      symlinkSync(join(packagedBinaries(), 'bin', name), join(closed, 'bin', name));
    chmodSync(closed, 0o700);
    const bin = join(closed, 'bin');
    await expect(open({ DATA_DIR: join(folder, 'data'), POSTGRES_BIN: bin })).rejects.toThrow(says(bin));
  },
);

describe.skipIf(!SYSTEM_15)('with PostgreSQL 15 of the distribution', () => {
  const bin = join(SYSTEM_15 ?? '', 'bin');

  test('a site is made, given other keys, copied and started again', async () => {
    const environment = { DATA_DIR: newFolder(), POSTGRES_BIN: bin, BACKUP_DIR: newFolder() };
    const made = await open(environment);
    await made.database.query(...insertOf({ ...ROW, nome_completo: 'Érica de Teste' }));
    await made.database.query(...insertOf({ ...ROW, nome_completo: 'Eva de Teste' }));
    await made.close();
    expectDone(await run('keys', ['rotate'], environment));
    expectDone(await run('backup', [], environment));

    const again = await open(environment);
    const { rows } = await again.database.query<{ nome: string; version: string }>(
      `select nome, current_setting('server_version') as version from private.acompanhamentos order by nome`,
    );
    await again.close();
    expect(rows.map(({ nome }) => nome)).toEqual(['Érica de Teste', 'Eva de Teste']);
    expect(rows[0]?.version).toMatch(/^15\./);

    const without = await run('data', ['--here'], { DATA_DIR: environment.DATA_DIR });
    expectRefused(
      without,
      /é do PostgreSQL 15, e o que o site executa é o 18\. Nada foi mudado\. Confira POSTGRES_BIN no \.env: ali cabe a pasta bin de um PostgreSQL 15\./,
    );
  });

  test('a site of the embedded one is refused, untouched', async () => {
    const dataDir = newFolder();
    await copyFirstStart(dataDir);
    const before = hashesOf(dataDir);
    await expect(open({ DATA_DIR: dataDir, POSTGRES_BIN: bin })).rejects.toMatchObject({
      name: 'Refused',
      message: expect.stringMatching(
        /é do PostgreSQL 18, e o que o site executa é o 15\. Nada foi mudado\. Confira POSTGRES_BIN/,
      ),
    });
    expect(hashesOf(dataDir)).toEqual(before);
  });
});

test('without it the package’s are run', () => {
  expect(runnableBinaries(readConfig({}))).toBe(runnableBinaries(readConfig({ POSTGRES_BIN: ' ' })));
});
