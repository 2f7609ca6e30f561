import { chmodSync, cpSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { startWithSuperuser } from '../../prove/own-postgres.ts';
import { runCommand } from '../../server/commands/run-command.ts';
import { readConfig } from '../../server/core/config.ts';
import { readInstallation, writeInstallation } from '../../server/core/installation.ts';
import { withClient } from '../../server/site-data/copy/client.ts';
import { isSameFolder } from '../../server/site-data/open/installation.ts';
import { migrate } from '../../server/site-data/open/migrate.ts';
import { openDatabase } from '../../server/site-data/open/open-database.ts';
import { folderForTests, hashesOf } from '../support/files.ts';
import { copyFirstStart } from '../support/first-start.ts';
import { ANON } from '../support/sign-in.ts';

// Which data folder and which own PostgreSQL belong together: the start says one thing and changes nothing.

const log = pino({ level: 'silent' });
const above = folderForTests();
let cluster: Awaited<ReturnType<typeof startWithSuperuser>>;
let used = 0;
let database = '';
let dataDir = '';

beforeAll(async () => {
  chmodSync(above, 0o755);
  cluster = await startWithSuperuser(above, { settings: { fsync: 'off' } });
  await ask('postgres', 'create database com_tabelas');
  await withClient({ ...cluster.superuser, database: 'com_tabelas' }, migrate);
});
afterAll(() => cluster.stop());
beforeEach(async () => {
  used += 1;
  database = await makeDatabase(`escola_${used}`);
  dataDir = join(above, `dados-${used}`);
});

/** One with the tables alone, which each start would make anew. */
async function makeDatabase(name: string): Promise<string> {
  await ask('postgres', `create database ${name} template com_tabelas`);
  return name;
}

async function ask(name: string, sql: string) {
  const client = new pg.Client({ ...cluster.superuser, database: name });
  await client.connect();
  const { rows } = await client.query(sql);
  await client.end();
  return rows;
}

const settings = (folder: string, name: string, more: Record<string, string> = {}) => {
  const { host, user, password } = cluster.superuser;
  const url = `postgres://${user}:${password}@localhost/${name}?host=${encodeURIComponent(host)}`;
  return { DATA_DIR: folder, DATABASE_URL: url, ...more };
};

/** A server's start on a folder and a database. */
const open = (folder = dataDir, name = database, more: Record<string, string> = {}) =>
  openDatabase(readConfig(settings(folder, name, more)), log);

const ask1 = async (sql: string) => (await ask(database, sql))[0] as Record<string, unknown>;

/** What a refusal must leave as it was: the folder, and what the database says of itself. */
async function expectRefused(
  sentence: RegExp,
  folder = dataDir,
  name = database,
  more: Record<string, string> = {},
) {
  const asItIs = async () => [
    hashesOf(folder),
    await ask(
      name,
      `select n.nspname, c.relname from pg_class c join pg_namespace n on n.oid = relnamespace
      where nspname in ('servidor', 'private', 'public', 'storage', 'auth') order by 1, 2`,
    ),
    await ask(name, `select to_regclass('servidor.instalacao') is not null as made`),
    await ask('postgres', `select rolpassword from pg_authid where rolname = 'authenticator'`),
  ];
  const before = await asItIs();
  const error = await open(folder, name, more).catch((thrown: Error) => thrown);
  expect(error).toMatchObject({ name: 'Refused', message: expect.stringMatching(sentence) });
  expect(await asItIs()).toEqual(before);
}

async function command(name: string, args: string[], folder = dataDir) {
  const said = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  try {
    return await runCommand(name, args, settings(folder, database));
  } finally {
    said.mockRestore();
  }
}

describe('a data folder and its own PostgreSQL', () => {
  test('belong together: an empty database in its place is refused, and nothing is made in it', async () => {
    await (await open()).close();
    await ask('postgres', 'create database vazio');
    await expectRefused(
      /^A pasta \S+ é de um site que já existe, mas este banco de dados está vazio ou não é o dele\. Nada foi mudado\. .*\.$/,
      dataDir,
      'vazio',
    );
    await (await open()).close();
  });

  test('are refused with another site’s database or another site’s folder', async () => {
    await (await open()).close();
    const [otherFolder, otherDatabase] = [`${dataDir}-outra`, await makeDatabase('outra_escola')];
    await (await open(otherFolder, otherDatabase)).close();
    await expectRefused(/^A pasta \S+ é de um site e este banco de dados é de outro/, dataDir, otherDatabase);
    mkdirSync(`${dataDir}-nova`);
    await expectRefused(
      /^Este banco de dados é de um site cujas chaves e documentos estão em \S+, e DATA_DIR é outra pasta/,
      `${dataDir}-nova`,
    );
    rmSync(`${dataDir}-nova`, { recursive: true });
  });

  test('need DATABASE_URL: without it the start never makes an embedded database beside it', async () => {
    await (await open()).close();
    const before = hashesOf(dataDir);
    const alone = openDatabase(readConfig({ DATA_DIR: dataDir }), log);
    await expect(alone).rejects.toThrow(
      /^As inscrições desta pasta \(\S+\) estão num PostgreSQL próprio, e DATABASE_URL não diz qual\. Nada foi mudado\. /,
    );
    expect(hashesOf(dataDir)).toEqual(before);
  });

  test('with an embedded database in the folder, DATABASE_URL is refused', async () => {
    await copyFirstStart(dataDir);
    await expectRefused(
      /^O banco desta pasta \(\S+\) é o embutido, em \S+, e DATABASE_URL nomeia outro\. Nada foi mudado\. /,
    );
  });

  test('go on after the folder was renamed; a copy of it is refused while and after the site is live', async () => {
    await (await open()).close();
    const renamed = `${dataDir}-mudada`;
    renameSync(dataDir, renamed);
    dataDir = renamed;
    const live = await open();
    const copy = `${dataDir}-copia`;
    cpSync(dataDir, copy, { recursive: true, preserveTimestamps: true });
    const sentence =
      /^Os documentos deste banco estão em \S+-mudada \(desde .*\), e \S+ é uma cópia dessa pasta\. Nada foi mudado\. /;
    await expectRefused(sentence, copy);
    const beside = await open(); // a second server on the very folder
    await beside.close();
    await live.close();
    await (await open()).close();
    await expectRefused(sentence, copy);

    expect(await command('data', ['--here'], copy)).toBe(0);
    await (await open(copy)).close();
    await expectRefused(/uma cópia de segurança voltou só num dos dois\. Nada foi mudado\. /);
  });

  test('are refused on another machine than the last start’s, and a folder with its number is not taken for it', async () => {
    await (await open()).close();
    const was = await ask1('select pasta, arquivo from servidor.instalacao');
    const say = (folder: unknown, number: unknown) =>
      ask1(`update servidor.instalacao set pasta = '${folder}', arquivo = ${number} returning id`);
    await say('outra-maquina:/srv/data', 0);
    await expectRefused(
      /^Os documentos deste banco estão em outra-maquina:\/srv\/data \(desde .* npm run data -- --here\.$/,
    );
    await say('outra-maquina:/srv/data', was.arquivo); // the same folder by the network
    await (await open()).close();
    const copy = `${dataDir}-copia`;
    cpSync(dataDir, copy, { recursive: true });
    await say(was.pasta, statSync(copy).ino); // as disks' own folders have one number
    await expectRefused(/^Os documentos deste banco estão em /, copy);
    await say('outra-maquina:/srv/data', 0);
    expect(await command('data', ['--here'])).toBe(0);
    await (await open()).close();
  });

  test.runIf(process.platform === 'linux')('no disk’s own folder is known by its number', () => {
    const arquivo = String(statSync('/proc').ino);
    expect(isSameFolder('/proc', { arquivo, pasta: 'outra-maquina:/data' })).toBe(false);
    expect(isSameFolder('/proc', { arquivo, pasta: `${hostname()}:/proc` })).toBe(true);
  });

  test('let no second server with other keys in, and the first one goes on', async () => {
    const live = await open();
    const secret = { JWT_SECRET: 'outro-segredo-que-e-so-deste-teste-01234567' };
    await expectRefused(/^Outro servidor deste site está no ar com outras chaves/, dataDir, database, secret);
    await live.database.as(ANON, (tx) => tx.query('select'));
    expect(await command('keys', ['rotate']).catch((error: Error) => error.message)).toMatch(
      /^O site está no ar neste banco de dados\. Nada foi mudado\. /,
    );
    await live.close();
    await (await open(dataDir, database, secret)).close(); // alone, it is the owner's own change
    await expectRefused(/^As chaves desta pasta \(\S+\) não são as deste site: .*JWT_SECRET saiu do \.env/);
    expect(await command('keys', ['rotate'])).toBe(0);
    await (await open()).close();
  });

  test('in a PostgreSQL with another site leave that site’s login alone, and are served all the same', async () => {
    await (await open()).close();
    const first = await ask1(`select shobj_description('authenticator'::regrole, 'pg_authid') as site`);
    const password = await ask1(`select rolpassword from pg_authid where rolname = 'authenticator'`);
    const [folder, name] = [`${dataDir}-vizinha`, await makeDatabase('vizinha')];
    const second = await open(folder, name);
    const asked = await second.database.as(ANON, (tx) => tx.query('select current_user as role'));
    expect(asked.rows).toEqual([{ role: 'anon' }]);
    await second.close();
    expect(await ask1(`select shobj_description('authenticator'::regrole, 'pg_authid') as site`)).toEqual(
      first,
    );
    expect(await ask1(`select rolpassword from pg_authid where rolname = 'authenticator'`)).toEqual(password);
  });

  test('are refused when one of them is of before a restore, and in the middle of one', async () => {
    await (await open()).close();
    const now = readInstallation(dataDir);
    if (!now) throw new Error('no installation');
    for (const geracao of [now.geracao + 1, now.geracao - 1]) {
      writeInstallation(dataDir, { ...now, geracao });
      await expectRefused(/uma cópia de segurança voltou só num dos dois\. Nada foi mudado\. /);
    }
    writeInstallation(dataDir, { ...now, restaurando: 'copia-de-teste' });
    await expectRefused(
      /^A volta da cópia copia-de-teste para \S+ não terminou, e nada é servido pela metade\. /,
    );
    writeInstallation(dataDir, now);
    await (await open()).close();
  });

  test('a first start that came to the row, but not to instalacao.json, goes on at the next', async () => {
    await (await open()).close();
    rmSync(join(dataDir, 'instalacao.json'));
    await (await open()).close();
    expect(readInstallation(dataDir)?.id).toBe((await ask1('select id from servidor.instalacao')).id);
  });
});
