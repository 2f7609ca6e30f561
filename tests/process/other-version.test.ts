import { createHash } from 'node:crypto';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import pino from 'pino';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../../server/core/config.ts';
import { VERSION } from '../../server/core/sources.ts';
import { migrate } from '../../server/site-data/open/migrate.ts';
import { MIGRATIONS } from '../../server/site-data/open/migrations.ts';
import { openDatabase } from '../../server/site-data/open/open-database.ts';
import { run } from '../support/copies.ts';
import { newFolder } from '../support/files.ts';
import { copyFirstStart } from '../support/first-start.ts';
import {
  type Engine,
  engines,
  forThisTest,
  migrateAfter,
  openEmpty,
  openMigrated,
} from '../support/server.ts';

// A start on a database that other migrations made stops with one sentence, which never says to
// part with data; the next version's migration is applied by itself, after a copy, or not at all.

const is = (sentence: RegExp) => ({ name: 'OtherVersion', message: expect.stringMatching(sentence) });
const UNKNOWN =
  /^Este banco de dados tem uma migração que esta versão do site não conhece \(\d+_\w+\.sql\), e nada nele foi mudado\. Os dados estão inteiros: use a versão que fez o banco( \(.*\))?, ou volte à anterior .*«Atualizar»\.$/;
const OLDER =
  /^Este banco de dados é de uma versão do site anterior à 1\.2, e nada nele foi mudado\. Traga-o primeiro à versão 1\.2 \(a 1\.2\.0: git .* v1\.2\.0\), como ela diz, e depois a esta\.$/;
const CHANGED =
  /^A migração \d+_\w+\.sql, que este banco já tem, está com outro texto nesta pasta do site, e nada no banco foi mudado\. Os dados estão inteiros: .*esta versão \(a \S+: git fetch --tags && git checkout v[\d.]+\), .*a que fez o banco\.$/;

/** How a sentence names a version. */
const tagged = (version: string) => `(a ${version}: git fetch --tags && git checkout v${version})`;

/** What 1.1.1 recorded. */
const EARLIER = `
  delete from servidor.migracoes where nome ~ '^[0-9]{14}_';
  insert into servidor.migracoes values ('20261122000001_administradores.sql', 'x'), ('20261123000026_pg_net.sql', 'y')`;

describe.each(engines)('on $name', (engine) => {
  test.each([
    ['the migrations of 1.1', EARLIER, OLDER],
    [
      'a migration of another version',
      `insert into servidor.migracoes values ('20261122000001_outra.sql', 'x')`,
      UNKNOWN,
    ],
    [
      'another text of a migration',
      `update servidor.migracoes set impressao = md5(impressao) where nome like '%_redes.sql'`,
      CHANGED,
    ],
  ])('a database with %s stops the start, untouched', async (_what, sql, sentence) => {
    const { client } = await forThisTest(openMigrated(engine));
    await client.query(sql);
    const before = await everything(client, engine);
    await expect(migrate(client)).rejects.toMatchObject(is(sentence));
    expect(await everything(client, engine)).toEqual(before);
    // nobody is left waiting for the lock
    const { rows } = await client.query(
      `select from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()`,
    );
    expect(rows.length).toBe(0);
  });

  test('a migration that PostgreSQL refuses is named, and none of the missing ones is kept', async () => {
    const { client } = await forThisTest(openEmpty(engine));
    const at = MIGRATIONS.findIndex(({ name }) => name.endsWith('_redes.sql'));
    const refused = MIGRATIONS[at]?.name;
    await client.query(
      [...appliedUpTo(at), 'alter table private.chegadas add column rede bytea', SERVED].join(';\n'),
    );
    const before = await everything(client, engine);
    await expect(migrate(client)).rejects.toMatchObject({
      name: 'MigrationFailed',
      message: expect.stringMatching(
        new RegExp(
          `^A migração ${refused} não pôde ser aplicada \\(PostgreSQL 42701\\), e nada mudou\\. Inicie de novo; se não passar, com a versão anterior do site \\(a 1\\.0\\.9: git fetch --tags && git checkout v1\\.0\\.9\\), .*\\.$`,
        ),
      ),
    });
    expect(await everything(client, engine)).toEqual(before);
  });

  test('a start that was cut short goes on with the migrations that are missing', async () => {
    const { client } = await forThisTest(migrateAfter(engine, appliedUpTo(6).join(';\n')));
    const { rows: applied } = await client.query('select nome from servidor.migracoes order by nome');
    expect(applied.map(({ nome }) => nome)).toEqual(MIGRATIONS.map(({ name }) => name));
  });
});

/** A server of 1.0.9 was the last to serve it. */
const SERVED = `insert into servidor.instalacao (id, geracao, versao, segredo, marca, arquivo, pasta)
  values (gen_random_uuid(), 1, '1.0.9', 'x', gen_random_uuid(), 0, '/x')`;

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
  const dataDir = newFolder();
  await copyFirstStart(dataDir);
  const config = readConfig({ DATA_DIR: dataDir });
  const log = pino({ level: 'silent' });
  const rename = (from: string, to: string) =>
    `update servidor.migracoes set nome = '${to}' where nome = '${from}'`;
  const [ours, theirs] = [MIGRATIONS.at(-1)?.name ?? '', '20261121000306_busca_e_vez.sql'];
  const made = await openDatabase(config, log);
  await made.database.query(rename(ours, theirs));
  await made.close();

  await expect(openDatabase(config, log)).rejects.toMatchObject(is(UNKNOWN));
  await expect(openDatabase(config, log)).rejects.toThrow(tagged(VERSION));
  expect(existsSync(join(dataDir, 'postgresql/postmaster.pid'))).toBe(false);
  expect(readdirSync(dataDir)).not.toContain('owner');
});

test('the next version’s migration is applied after a copy; cut in the middle, the version before serves on', async () => {
  const dataDir = newFolder();
  await copyFirstStart(dataDir);
  const config = readConfig({ DATA_DIR: dataDir });
  const open = (where = config) => openDatabase(where, pino({ level: 'silent' }));
  const rowsOf = async ({ database, close }: Awaited<ReturnType<typeof open>>) => {
    const { rows } = await database.query<object>('select * from private.apagamentos');
    await close();
    return rows;
  };
  const before = await open();
  await before.database.query(
    `insert into private.apagamentos (inscricao_id, o_que, motivo) values (gen_random_uuid(), 'inscricao', 'teste')`,
  );
  const [row] = await rowsOf(before);

  const step = 'alter table private.apagamentos add column proxima text';
  const cut = `${step}; select pg_terminate_backend(pg_backend_pid())`;
  await withNext(cut, () => expect(open()).rejects.toMatchObject({ name: 'MigrationFailed' }));
  expect(await rowsOf(await open())).toEqual([row]);

  const { copy } = await withNext(step, async () => {
    const opened = await open();
    const copy = /^Cópia de segurança de antes de atualizar: (\S+)$/.exec(opened.notices[0] ?? '')?.[1] ?? '';
    expect(await rowsOf(opened)).toEqual([{ ...row, proxima: null }]);
    return { copy };
  });

  // back to the version before: its sentence, and the way that this names
  await expect(open()).rejects.toMatchObject(is(UNKNOWN));
  await expect(open()).rejects.toThrow(`use a versão que fez o banco ${tagged(VERSION)}, ou volte`);
  const back = readConfig({ DATA_DIR: join(newFolder(), 'data') });
  expect(await run('restore', [copy], { DATA_DIR: back.dataDir })).toMatchObject({ code: 0 });
  expect(await rowsOf(await open(back))).toEqual([row]);
  rmSync(`${dataDir}-antes-de-atualizar`, { recursive: true });
});

/** Does the work as a version that has one more migration. */
async function withNext<T>(sql: string, work: () => Promise<T>): Promise<T> {
  const all = MIGRATIONS as { name: string; sql: string }[];
  all.push({ name: '20991231000001_proxima.sql', sql });
  try {
    return await work();
  } finally {
    all.pop();
  }
}

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
