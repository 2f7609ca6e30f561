import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import pino from 'pino';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../../server/core/config.ts';
import { MIGRATIONS, migrate } from '../../server/data/migrate.ts';
import { openDatabase } from '../../server/data/open-database.ts';
import { copyFirstStart } from '../support/first-start.ts';
import { type Engine, engines, migrateAfter, openEmpty } from '../support/server.ts';
import { TEST_FOLDER } from '../support/test-folder.ts';

// A start on a database that other migrations made stops with one sentence.

const SENTENCE =
  /^Este banco de dados foi feito por outra versão do site, e nada nele foi mudado\. .*DATA_DIR.*DATABASE_URL.*\.$/;
const OTHER_VERSION = { name: 'OtherVersion', message: expect.stringMatching(SENTENCE) };

/** What earlier versions recorded: names alone. */
const EARLIER = `
  drop table servidor.migracoes;
  create table servidor.migracoes (nome text primary key, aplicada_em timestamptz not null default now());
  insert into servidor.migracoes (nome) values ('0001_roles.sql'), ('20261101000001_administradores.sql');`;

describe.each(engines)('on $name', (engine) => {
  test.each([
    ['the names of earlier migrations', EARLIER],
    [
      'a migration that is not known',
      `insert into servidor.migracoes values ('20991231000001_depois.sql', 'x')`,
    ],
    [
      'another text of a migration',
      `update servidor.migracoes set impressao = md5(impressao) where nome like '%_busca.sql'`,
    ],
  ])('a database with %s stops the start, untouched', async (_what, sql) => {
    const { client, close } = await migrateAfter(engine, '');
    await client.query(sql);
    const before = await everything(client, engine);
    await expect(migrate(client)).rejects.toMatchObject(OTHER_VERSION);
    expect(await everything(client, engine)).toEqual(before);
    // nobody is left waiting for the lock
    const { rows } = await client.query(
      `select from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()`,
    );
    expect(rows.length).toBe(0);
    await close();
  });

  test('a migration that PostgreSQL refuses is named, and none of the missing ones is kept', async () => {
    const { client, close } = await openEmpty(engine);
    const at = MIGRATIONS.findIndex(({ name }) => name.endsWith('_copias.sql'));
    const refused = MIGRATIONS[at]?.name;
    await client.query([...appliedUpTo(at), 'create view private.copias as select 1 as um'].join(';\n'));
    const before = await everything(client, engine);
    await expect(migrate(client)).rejects.toMatchObject({
      name: 'MigrationFailed',
      message: expect.stringMatching(
        new RegExp(
          `^A migração ${refused} não pôde ser aplicada \\(PostgreSQL 42P07\\), e nada mudou\\. .*\\.$`,
        ),
      ),
    });
    expect(await everything(client, engine)).toEqual(before);
    await close();
  });

  test('a start that was cut short goes on with the migrations that are missing', async () => {
    const { client, close } = await migrateAfter(engine, appliedUpTo(6).join(';\n'));
    const { rows: applied } = await client.query('select nome from servidor.migracoes order by nome');
    expect(applied.map(({ nome }) => nome)).toEqual(MIGRATIONS.map(({ name }) => name));
    await close();
  });
});

/** What makes a database that has these migrations alone, as `slice` counts them. */
function appliedUpTo(end: number): string[] {
  const done = MIGRATIONS.slice(0, end);
  const rows = done.map(({ name, sql }) => {
    const hash = createHash('sha256').update(sql).digest('hex');
    return `insert into servidor.migracoes (nome, impressao) values ('${name}', '${hash}')`;
  });
  const table = 'create schema servidor; create table servidor.migracoes (nome text, impressao text)';
  return [table, ...done.map(({ sql }) => sql), ...rows];
}

test('the embedded PostgreSQL is stopped then, and its folder is free for the version that made it', async () => {
  const dataDir = mkdtempSync(join(TEST_FOLDER, 'cc-other-'));
  await copyFirstStart(dataDir);
  const config = readConfig({ DATA_DIR: dataDir });
  const log = pino({ level: 'silent' });
  const rename = (from: string, to: string) =>
    `update servidor.migracoes set nome = '${to}' where nome = '${from}'`;
  const [ours, theirs] = [MIGRATIONS.at(-1)?.name ?? '', '20261121000306_busca_e_vez.sql'];
  const made = await openDatabase(config, log);
  await made.database.query(rename(ours, theirs));
  await made.close();

  await expect(openDatabase(config, log)).rejects.toMatchObject(OTHER_VERSION);
  expect(existsSync(join(dataDir, 'postgresql/postmaster.pid'))).toBe(false);
  expect(readdirSync(dataDir)).not.toContain('owner');
  rmSync(dataDir, { recursive: true, force: true });
});

/** Every relation and function with its rights, every role's password, and what was applied. */
async function everything({ database }: pg.Client, { superuser }: Engine) {
  const client = new pg.Client({ ...superuser, database });
  await client.connect();
  const { rows } = await client.query<{ line: string }>(`
    select c.oid || c.relname || coalesce(c.relacl::text, '') || c.xmin as line from pg_class c where c.oid >= 16384
    union all select p.oid || p.proname || p.xmin from pg_proc p where p.oid >= 16384
    union all select rolname || coalesce(rolpassword, '') from pg_authid
    union all select to_jsonb(m)::text from servidor.migracoes m order by 1`);
  await client.end();
  return rows.map(({ line }) => line);
}
