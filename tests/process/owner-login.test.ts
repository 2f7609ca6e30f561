import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../server/core/config.ts';
import type { Config } from '../../server/core/context.ts';
import { loadKeys } from '../../server/core/keys.ts';
import { runningAt } from '../../server/postgres/cluster.ts';
import { type OpenedDatabase, openDatabase } from '../../server/site-data/open/open-database.ts';
import { ANON } from '../support/sign-in.ts';
import { TEST_FOLDER } from '../support/test-folder.ts';

// Nobody who reaches the embedded PostgreSQL through the site is its superuser.

const silent = pino({ level: 'silent' });
const NOTHING = {
  rolsuper: false,
  rolreplication: false,
  rolcreatedb: false,
  rolcreaterole: false,
  rolbypassrls: false,
};

/** What acts outside the database, or would make its caller a superuser; `file` is one that nobody made. */
const beyond = (file: string) => [
  `copy (select 1) to program 'touch ${file}'`,
  `copy (select 1) to '${file}'`,
  `copy servidor.limites from '/etc/passwd'`,
  `select pg_read_file('/etc/passwd')`,
  `select pg_ls_dir('/')`,
  `select lo_import('/etc/passwd')`,
  `create function public.de_fora() returns void language c as '/tmp/x.so', 'x'`,
  `alter system set log_statement = 'all'`,
  `set log_statement = 'all'`,
  `set session_replication_role = 'replica'`,
  `set session authorization postgres`,
  `set role postgres`,
  `alter role dono superuser`,
  `alter role postgres password 'sabida'`,
  `create role outro superuser`,
  `grant postgres to dono`,
  `grant pg_execute_server_program to dono`,
  `grant pg_read_server_files to authenticator`,
  `select rolpassword from pg_authid`,
];

let dataDir = '';
let config: Config;
const begin = () => {
  dataDir = mkdtempSync(join(TEST_FOLDER, 'cc-owner-'));
  config = readConfig({ DATA_DIR: dataDir });
};
const login = () => runningAt(join(dataDir, 'postgresql'), loadKeys(dataDir, config).ownerPassword);

describe('the site on an embedded PostgreSQL', () => {
  let opened: OpenedDatabase;
  beforeAll(async () => {
    begin();
    opened = await openDatabase(config, silent);
  });
  afterAll(async () => {
    await opened.close();
    rmSync(dataDir, { recursive: true });
  });

  test('has no connection of a superuser, and one is not let in', async () => {
    const { database } = opened;
    const who = 'select session_user as login, current_user as role';
    const answers = [
      await database.query(who),
      await database.queryWithoutFlush(who),
      await database.asOwner((tx) => tx.query(who)),
      await database.as(ANON, (tx) => tx.query(who)),
    ];
    const owner = { login: 'dono', role: 'dono' };
    const visitor = { login: 'authenticator', role: 'anon' };
    expect(answers.flatMap(({ rows }) => rows)).toEqual([owner, owner, owner, visitor]);
    const { rows } = await database.query(
      `select rolname, ${Object.keys(NOTHING)} from pg_roles where rolname in ('anon', 'authenticated')
         or rolname in (select usename from pg_stat_activity where datid is not null) order by 1`,
    );
    expect(rows).toEqual([
      { ...NOTHING, rolname: 'anon' },
      { ...NOTHING, rolname: 'authenticated' },
      { ...NOTHING, rolname: 'authenticator' },
      { ...NOTHING, rolname: 'dono', rolcreaterole: true, rolbypassrls: true },
    ]);
    for (const other of [{ user: 'postgres' }, { database: 'template1' }])
      await expect(new pg.Client({ ...login(), ...other }).connect()).rejects.toMatchObject({
        code: '28000',
      });
  });

  test('reaches no program, file or setting of the machine, and cannot make itself a superuser', async () => {
    const file = join(dataDir, 'feito');
    const codeOf = (sql: string) =>
      opened.database.query(sql).then(
        () => 'done',
        ({ code }: pg.DatabaseError) => code,
      );
    for (const sql of beyond(file)) expect([sql, await codeOf(sql)]).toEqual([sql, '42501']);
    expect(existsSync(file)).toBe(false);
  });
});
