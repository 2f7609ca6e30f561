import { chmodSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { SYSTEM_15, startWithSuperuser } from '../../prove/own-postgres.ts';
import { incident } from '../../server/commands/incident.ts';
import { runCommand } from '../../server/commands/run-command.ts';
import { ConfigError, readConfig } from '../../server/core/config.ts';
import { loadKeys } from '../../server/core/keys.ts';
import { Refused } from '../../server/core/refused.ts';
import { withClient } from '../../server/site-data/copy/client.ts';
import { migrate } from '../../server/site-data/open/migrate.ts';
import { openDatabase, openSupabase } from '../../server/site-data/open/open-database.ts';
import { run, runOn } from '../support/copies.ts';
import { folderForTests, newFolder } from '../support/files.ts';
import { ANON } from '../support/sign-in.ts';

const silent = pino({ level: 'silent' });

describe.each([
  { name: 'PostgreSQL embutido', binaries: undefined },
  ...(SYSTEM_15 ? [{ name: 'PostgreSQL 15', binaries: SYSTEM_15 }] : []),
])('a $name of one’s own', ({ binaries }) => {
  const folder = folderForTests();
  chmodSync(folder, 0o755);
  let cluster: Awaited<ReturnType<typeof startWithSuperuser>>;
  beforeAll(async () => {
    cluster = await startWithSuperuser(folder, { binaries, settings: { fsync: 'off' } });
    await asRoot(`create role dona login password 'dela' createrole bypassrls`);
    await asRoot(`create role visita login password 'dela'`);
    await asRoot('create database escola owner dona');
    await asRoot('create database com_tabelas owner dona');
    const dona = { ...cluster.connection, user: 'dona', password: 'dela' };
    await withClient({ ...dona, database: 'com_tabelas' }, migrate); // for tests of what comes after
  });
  afterAll(() => cluster.stop());

  const asRoot = async (sql: string) => {
    const client = new pg.Client(cluster.superuser);
    await client.connect();
    const answer = await client.query(sql);
    await client.end();
    return answer;
  };
  const configOf =
    (...login: Parameters<typeof configFor>) =>
    () =>
      configFor(...login);
  const configFor = (login: string, database: string, password = 'dela') =>
    readConfig({
      DATA_DIR: newFolder(),
      DATABASE_URL: `postgres://${login}:${password}@localhost/${database}?host=${encodeURIComponent(cluster.connection.host)}`,
    });

  test('is served by a login that is no superuser, twice in a row', async () => {
    const config = configFor('dona', 'escola');
    for (let start = 0; start < 2; start += 1) {
      const opened = await openDatabase(config, silent);
      const { rows } = await opened.database.as(ANON, (tx) =>
        tx.query('select session_user as login, current_user as role'),
      );
      expect(rows).toEqual([{ login: 'authenticator', role: 'anon' }]);
      await expect(
        opened.database.as(ANON, (tx) => tx.query('select * from public.inscricoes_projeto')),
      ).rejects.toMatchObject({ code: '42501' });
      await opened.close();
    }
  });

  test('is refused by name when the login may not do what is needed', async () => {
    const config = configFor('visita', 'escola');
    await expect(openDatabase(config, silent)).rejects.toThrow(ConfigError);
    await expect(openDatabase(config, silent)).rejects.toThrow(/^DATABASE_URL: /);
  });

  test('is refused when it does not count letters as the site does', async () => {
    for (const encoding of ['SQL_ASCII', 'LATIN1']) {
      await asRoot(
        `create database ${encoding} owner dona encoding '${encoding}' locale 'C' template template0`,
      );
      await expect(openDatabase(configFor('dona', encoding.toLowerCase()), silent)).rejects.toThrow(
        `DATABASE_URL: este banco é ${encoding}, e precisa ser UTF8; crie outro (docs/operar.md, «PostgreSQL próprio»)`,
      );
    }
  });

  test('is refused, untouched, when it is another program’s; what extensions bring is nobody’s', async () => {
    await asRoot('create database alheia owner dona');
    const there = { ...cluster.superuser, database: 'alheia' };
    const ask = (sql: string) => withClient(there, (client) => client.query(sql));
    const known = await ask(`select from pg_available_extensions where name = 'pg_stat_statements'`);
    await ask('create table agenda (dia date); create view hoje as table agenda');
    const start = () => openDatabase(configFor('dona', 'alheia'), silent);
    const relations = 'select relname from pg_class where oid >= 16384 order by relname';
    const { rows: before } = await ask(relations);
    await expect(start()).rejects.toThrow(
      'DATABASE_URL: este banco tem tabelas de outro programa, como agenda. Nada foi mudado. Crie outro, vazio (docs/operar.md, «PostgreSQL próprio»)',
    );
    expect((await ask(relations)).rows).toEqual(before);
    await ask('drop table agenda cascade');
    if (known.rowCount) await ask('create extension pg_stat_statements');
    await (await start()).close();
  });

  test('an owner’s commands change neither its logins nor its migrations, and make no keys', async () => {
    await asRoot('create database casa owner dona template com_tabelas');
    const config = configFor('dona', 'casa');
    const server = await openDatabase(config, silent);
    await server.database.query(
      'delete from servidor.migracoes where nome = (select max(nome) from servidor.migracoes)',
    );
    const asItIs = async () => {
      const { rows } = await asRoot(`select rolpassword from pg_authid where rolname = 'authenticator'`);
      const { rows: applied } = await server.database.query('select * from servidor.migracoes');
      return [rows, applied];
    };
    const before = await asItIs();

    const [fresh, clone] = [newFolder(), newFolder()];
    loadKeys(clone, config); // of another site, by mistake or not
    const from = (DATA_DIR: string) => ({ DATA_DIR, DATABASE_URL: config.databaseUrl ?? '' });
    const said = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    expect(await runCommand('audit', [], from(clone))).toBe(0);
    expect(await runCommand('incident', ['--from', '2020-01-01', '--to', '2020-01-02'], from(clone))).toBe(0);
    expect(await runCommand('admin', ['list'], from(clone))).toBe(0);
    expect(await runCommand('retention', [], from(clone))).toBe(0);
    for (const wanted of ['3', '--apagar'])
      await expect(runCommand('demo:data', [wanted], from(fresh))).rejects.toThrow(Refused);
    said.mockRestore();

    expect(await asItIs()).toEqual(before);
    expect(readdirSync(fresh)).toEqual([]);
    await server.database.as(ANON, (tx) => tx.query('select')); // its first connection for callers
    await server.close();
  });

  test('a Supabase project is left as it is: only what reads opens it, and says what it cannot know', async () => {
    await asRoot('create database projeto owner dona template com_tabelas');
    const config = configFor('dona', 'projeto');
    const ours = await openDatabase(config, silent);
    expect(await openSupabase(config, silent)).toBeNull();
    const itself = { DATA_DIR: config.dataDir, DATABASE_URL: config.databaseUrl ?? '' };
    // what a database of another version has not
    await ours.database.query('alter table private.prazos_a_encurtar rename to prazos_de_outra');
    await expect(runCommand('desk', ['lista_de_ajustes'], itself)).rejects.toThrow(
      /^O banco não é da versão do site que está nesta pasta\. .*npm start/,
    );
    const works = async () =>
      expect(await run('desk', ['lista_de_turmas'], itself)).toMatchObject({ code: 0, refusal: null });
    await works();
    await ours.database.query('drop schema servidor cascade');
    await ours.close();
    await asRoot('create role supabase_auth_admin');

    await expect(openDatabase(config, silent)).rejects.toThrow(
      'DATABASE_URL: este banco é de um projeto do Supabase',
    );
    const nowhere = { DATA_DIR: join(config.dataDir, 'nada'), DATABASE_URL: config.databaseUrl ?? '' };
    await expect(runCommand('admin', ['list'], nowhere)).rejects.toThrow(
      /^DATABASE_URL: este banco é de um projeto do Supabase, onde isto não roda: .* \(docs\/supabase\.md\)$/,
    );
    const { lines } = await run('doctor', [], nowhere);
    expect(lines.join()).toContain('rode npm run doctor -- --supabase ENDEREÇO CHAVE');
    await expect(runCommand('desk', ['lista_de_ajustes'], itself)).rejects.toThrow(
      /^O banco não é da versão do site que está nesta pasta\. .*npm run supabase -- push/,
    );
    await works();
    const theirs = await openSupabase(config, silent);
    if (!theirs) throw new Error('it was taken for ours');
    const period = ['--from', '2026-11-20', '--to', '2026-11-21'];
    const said = await runOn({ ...theirs, documentsDir: '' }, incident, period, { today: '2026-11-21' });
    expect([said.code, said.lines.join()]).toEqual([
      0,
      expect.stringContaining('no Supabase leituras não são anotadas'),
    ]);
    await theirs.close();

    await asRoot('create database vazio owner dona');
    const empty = configFor('dona', 'vazio');
    await expect(openSupabase(empty, silent)).rejects.toThrow(
      'DATABASE_URL: este projeto do Supabase ainda não tem as tabelas do site',
    );
    await asRoot('drop role supabase_auth_admin');
  });

  test.each([
    [
      'a wrong password',
      configOf('dona', 'escola', 'outra'),
      /^DATABASE_URL: o PostgreSQL recusou “dona” no banco “escola” \(28P01\); confira /,
    ],
    ['nobody by that name', configOf('ninguem', 'escola'), /^DATABASE_URL: o PostgreSQL recusou “ninguem”/],
    [
      'a database that is not there',
      configOf('dona', 'nenhum'),
      /^DATABASE_URL: o PostgreSQL recusou “dona” no banco “nenhum” \(3D000\); confira /,
    ],
  ])('%s is told with its code, and a repetition changes nothing', async (_what, config, sentence) => {
    const error = await openDatabase(config(), silent).catch((error: Error) => error);
    expect(error).toMatchObject({ name: 'ConfigError', message: expect.stringMatching(sentence) });
  });

  test('while it goes down, and when it is down, it does not answer: a start may be repeated', async () => {
    const client = new pg.Client(cluster.superuser);
    await client.connect(); // which keeps it from ending
    const pid = Number(readFileSync(join(folder, 'postgresql/postmaster.pid'), 'utf8').split('\n')[0]);
    process.kill(pid, 'SIGTERM');
    const started = () => openDatabase(configFor('dona', 'escola'), silent).catch((error: Error) => error);
    const waits = {
      name: 'NotAnswering',
      message: expect.stringMatching(/^DATABASE_URL: .* não responde; inicie-o/),
    };
    await expect.poll(started, { timeout: 10_000 }).toMatchObject(waits);
    await client.end();
    await cluster.died;
    expect(await started()).toMatchObject(waits);
  });
});
