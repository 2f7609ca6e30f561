import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { beforeEach, expect, test } from 'vitest';
import { changesOf, newFolder } from '../../../tests/support/files.ts';
import { copyFirstStart } from '../../../tests/support/first-start.ts';
import { readConfig } from '../../core/config.ts';
import { examineFolder } from '../../watch/folder.ts';
import { acceptFolder } from './accept-folder.ts';
import { openDatabase } from './open-database.ts';

// Half of a copied data folder: the start says one thing, at once, and the doctor says it too.

const WAYS = 'volte uma cópia de segurança numa DATA_DIR nova (npm run restore).';

let dataDir = '';
beforeEach(async () => {
  dataDir = newFolder();
  await copyFirstStart(dataDir);
  writeFileSync(join(dataDir, 'lastro'), 'x'); // there is space: it is not given up
});

const at = (name: string) => join(dataDir, 'postgresql', name);
const without = (name: string) => () => rmSync(at(name), { recursive: true });
const emptied = (name: string) => () => {
  for (const each of readdirSync(at(name))) rmSync(at(`${name}/${each}`), { recursive: true });
};
const empty = (name: string) => () => truncateSync(at(name));
/** Every second file, as a copy that was cut short in the middle. */
const half = (name: string) => () => {
  for (const [number, each] of readdirSync(at(name)).sort().entries())
    if (number % 2 === 1) rmSync(at(`${name}/${each}`));
};
const open = () =>
  openDatabase(readConfig({ DATA_DIR: dataDir }), pino({ level: 'silent' })).catch((error: Error) => error);

test.each([
  ['our database', without('base/5'), 'falta base/5/PG_VERSION'],
  ['pg_control', without('global/pg_control'), 'falta global/pg_control'],
  ['the bytes of pg_control', empty('global/pg_control'), 'falta global/pg_control'],
  ['half of global', half('global'), 'falta global/'],
  ['half of our database', half('base/5'), 'falta base/5/'],
  ['an empty folder, which some programs do not copy', without('pg_notify'), 'falta pg_notify'],
  ['the settings', without('postgresql.conf'), 'falta postgresql.conf'],
  ['who may connect', without('pg_hba.conf'), 'falta pg_hba.conf'],
  ['PG_VERSION', without('PG_VERSION'), 'falta PG_VERSION'],
])(
  'without %s it is refused before PostgreSQL starts, and nothing is changed',
  async (_what, damage, lack) => {
    damage();
    const before = changesOf(dataDir);
    const error = await open();
    expect(error).toMatchObject({
      name: 'Refused',
      message: expect.stringMatching(
        /^A pasta \S+ tem uma parte de um banco de dados \(.+\), e nada nela foi mudado\. Traga a pasta inteira para o lugar dela, ou /,
      ),
    });
    expect((error as Error).message).toContain(`(${lack}`);
    expect((error as Error).message).toContain(WAYS);
    expect(changesOf(dataDir)).toEqual(before);
    const { findings } = examineFolder(readConfig({ DATA_DIR: dataDir }), join(dataDir, '.env'));
    expect(JSON.stringify(findings)).toContain(lack);
  },
);

test('of another major version, whole or half, it is refused, by the doctor too', async () => {
  writeFileSync(at('PG_VERSION'), '17\n');
  const says = `O banco em ${at('')} é do PostgreSQL 17, e o que o site executa é o 18. Nada foi mudado.`;
  for (const damage of [() => {}, without('base/5')]) {
    damage();
    const before = changesOf(dataDir);
    const { findings } = examineFolder(readConfig({ DATA_DIR: dataDir }), join(dataDir, '.env'));
    expect(JSON.stringify(findings)).toContain(says);
    expect(await open()).toMatchObject({ name: 'Refused', message: expect.stringContaining(says) });
    expect(changesOf(dataDir)).toEqual(before);
  }
});

/** Only PostgreSQL itself sees these: it notes in its own files that it ran. */
test.each([
  ['what is in the write-ahead log', emptied('pg_wal'), 'checkpoint record'],
  ['the commit log', emptied('pg_xact'), 'could not access status of transaction'],
  ['the bytes of the write-ahead log', () => empty(`pg_wal/${segment()}`)(), 'checkpoint record'],
  ['the commit log’s bytes', empty('pg_xact/0000'), 'could not access status of transaction'],
  [
    'a setting that it understands',
    () => writeFileSync(at('postgresql.conf'), 'shared_buffers = nada\n'),
    'contains errors',
  ],
  ['a catalog of all databases', without('global/1262'), 'global/1262'],
  ['a catalog', without('base/5/1259'), 'base/5/1259'],
  ['the bytes of a catalog', empty('base/5/1249'), ''],
  ['a catalog that it reads last', without('base/5/2610'), 'base/5/2610'],
  ['the file of an index', () => withoutFile('inscricoes_projeto_pkey'), 'não há nada em base/5/'],
  ['the file of a table', () => withoutFile('inscricoes_projeto'), 'não há nada em base/5/'],
  ['the bytes of an index', () => emptyIndex('inscricoes_projeto_pkey'), 'não há nada em base/5/'],
])('without %s PostgreSQL’s own reason is the sentence, at once', async (_what, damage, reason) => {
  await damage();
  const error = await open();
  expect(error).toMatchObject({
    name: 'Refused',
    message: expect.stringMatching(
      /^O PostgreSQL não abre o banco de \S+ \(.+\)\. Nada foi apagado\. Se a pasta veio de uma cópia, ela não está inteira: /,
    ),
  });
  expect((error as Error).message).toContain(reason);
  expect((error as Error).message).toContain(WAYS);
  expect(readdirSync(dataDir)).toEqual(expect.not.arrayContaining(['owner']));
  expect(readdirSync(at('.'))).not.toContain('postmaster.pid');
  expect(readFileSync(join(dataDir, 'lastro'), 'utf8')).toBe('x');
});

const segment = () => readdirSync(at('pg_wal')).find((name) => /^[0-9A-F]{24}$/.test(name)) ?? '';

/** Where a relation of ours lies. */
async function fileOf(relation: string): Promise<string> {
  const opened = await openDatabase(readConfig({ DATA_DIR: dataDir }), pino({ level: 'silent' }));
  const { rows } = await opened.database.query<{ path: string }>('select pg_relation_filepath($1) as path', [
    `public.${relation}`,
  ]);
  await opened.close();
  return rows[0]?.path ?? '';
}
const withoutFile = async (relation: string) => without(await fileOf(relation))();
const emptyIndex = async (relation: string) => empty(await fileOf(relation))();

test('without the folder of documents the sentence says which, the doctor too, and the owner may go on without', async () => {
  rmSync(join(dataDir, 'documents'), { recursive: true });
  const config = readConfig({ DATA_DIR: dataDir });
  const says = `A pasta dos documentos, ${join(dataDir, 'documents')}, não existe. Nada foi mudado. Traga-a de onde a pasta de dados veio, `;
  expect(await open()).toMatchObject({ name: 'Refused', message: expect.stringContaining(says) });
  expect(readdirSync(dataDir)).not.toContain('documents');
  expect(JSON.stringify(examineFolder(config, join(dataDir, '.env')).findings)).toContain(says);
  expect(await acceptFolder(config)).toEqual({ missing: 0, unknown: 0 });
  const opened = await openDatabase(config, pino({ level: 'silent' }));
  await opened.close();
});
