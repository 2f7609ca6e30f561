import { createHash, randomUUID } from 'node:crypto';
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../../server/config.ts';
import { openDatabase } from '../../server/open-database.ts';

// What an owner does to a data folder by mistake: the start says one thing and changes nothing.

const log = pino({ level: 'silent' });
let dataDir = '';
const open = () => openDatabase(readConfig({ DATA_DIR: dataDir }), log);

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'cc-whose-'));
  const made = await open();
  await made.database.query('create table public.guardada as select 42 as resposta');
  await made.close();
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

/** Every file below the folder with its hash; sockets and folders by name. */
function filesOf(folder: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .sort()
      .map((name) => {
        const path = join(folder, name);
        const hash = () => createHash('sha256').update(readFileSync(path)).digest('hex');
        return [name, lstatSync(path).isFile() ? hash() : ''];
      }),
  );
}

async function expectRefused(sentence: RegExp) {
  const before = filesOf(dataDir);
  const error = await open().catch((thrown: Error) => thrown);
  expect(error).toMatchObject({ name: 'Refused', message: expect.stringMatching(sentence) });
  expect(filesOf(dataDir)).toEqual(before);
}

async function expectWhole() {
  const opened = await open();
  expect((await opened.database.query('select resposta from public.guardada')).rows).toEqual([
    { resposta: 42 },
  ]);
  await opened.close();
}

describe('a data folder', () => {
  test('whose copy lacks PG_VERSION is refused, and goes on once it is whole', async () => {
    const [file, aside] = [join(dataDir, 'postgresql/PG_VERSION'), join(dataDir, 'aside')];
    renameSync(file, aside);
    await expectRefused(/^A pasta \S+ tem uma parte de um banco de dados .*nada nela foi mudado\. .*\.$/);
    renameSync(aside, file);
    await expectWhole();
  });

  test('whose keys.json is missing is refused before PostgreSQL starts, and goes on with it', async () => {
    const [file, aside] = [join(dataDir, 'keys.json'), join(dataDir, 'aside')];
    renameSync(file, aside);
    await expectRefused(/^Há um banco de dados em \S+, mas falta keys\.json.*Nada foi mudado\. .*\.$/);
    renameSync(aside, file);
    await expectWhole();
  });

  test('with keys and documents whose database is missing is refused, and goes on with it', async () => {
    mkdirSync(join(dataDir, 'documents'));
    writeFileSync(join(dataDir, 'documents', randomUUID()), '%PDF-1.4');
    const [folder, aside] = [join(dataDir, 'postgresql'), join(dataDir, 'aside')];
    renameSync(folder, aside);
    await expectRefused(
      /^A pasta \S+ tem chaves e documentos, mas não há banco de dados .*Nada foi mudado\. .*\.$/,
    );
    renameSync(aside, folder);
    await expectWhole();
  });

  test('that was renamed goes on where it is', async () => {
    const renamed = `${dataDir}-renomeada`;
    renameSync(dataDir, renamed);
    dataDir = renamed;
    await expectWhole();
  });

  test('whose first start was cut short begins again', async () => {
    rmSync(dataDir, { recursive: true });
    mkdirSync(join(dataDir, 'postgresql.iniciando/base'), { recursive: true });
    mkdirSync(join(dataDir, 'postgresql'));
    const opened = await open();
    expect((await opened.database.query('select 1 as um')).rows).toEqual([{ um: 1 }]);
    await opened.close();
    expect(readdirSync(dataDir).filter((name) => name.startsWith('postgresql'))).toEqual([
      'postgresql',
      'postgresql.log',
    ]);
  });
});
