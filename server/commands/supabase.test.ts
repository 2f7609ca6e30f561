import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { brand } from '../../content/brand.ts';
import { startOwnPostgres } from '../../prove/own-postgres.ts';
import { run } from '../../tests/support/copies.ts';
import { OF_1_2 } from '../../tests/support/versions/version-1-2.ts';
import { PROJECT_LEDGER } from '../site-data/open/ledger.ts';
import { hasCode } from '../site-data/open/migrate.ts';
import { isProductFile, MIGRATIONS } from '../site-data/open/migrations.ts';

// On Supabase's own parts: npm run prove -- supabase, -- supabase update.

let own: Awaited<ReturnType<typeof startOwnPostgres>>;
beforeAll(async () => {
  own = await startOwnPostgres();
  await onDatabase(await own.newDatabase(), (client) => client.query('create role supabase_auth_admin'));
});
afterAll(() => own.stop());

async function onDatabase<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return work(client).finally(() => client.end());
}

/** What a project comes with, and these migrations by its CLI, which cuts them into statements. */
async function makeProject(applied: readonly { name: string; sql: string }[]): Promise<string> {
  const address = await own.newDatabase();
  await onDatabase(address, async (client) => {
    for (const { name, sql } of MIGRATIONS)
      if (!isProductFile(name) && !/^000[45]/.test(name)) await client.query(sql);
    if (applied.length > 0) await client.query(PROJECT_LEDGER.make);
    for (const { name, sql } of applied) {
      await client.query(sql);
      await client.query('insert into supabase_migrations.schema_migrations values ($1, $2, $3)', [
        name.slice(0, 14),
        sql.split(/;\n/).map((part) => part.trim()),
        name.slice(15, -4),
      ]);
    }
  });
  return address;
}

const push = (DATABASE_URL: string) => run('supabase', ['push'], { DATABASE_URL });
const VERSIONS = MIGRATIONS.filter(({ name }) => isProductFile(name)).map(({ name }) => name.slice(0, 14));

const PROJECTS: [string, readonly { name: string; sql: string }[]][] = [
  ['an empty project', []],
  ['a project of 1.2.0', OF_1_2],
  ['a project whose tables came by a stray db push', MIGRATIONS.filter(({ name }) => isProductFile(name))],
];

describe.each(PROJECTS)('%s', (_what, applied) => {
  test('has this version afterwards, and the CLI finds nothing to do', async () => {
    const address = await makeProject(applied);
    for (let time = 0; time < 2; time += 1) {
      expect(await push(address)).toMatchObject({ code: 0 });
      await onDatabase(address, async (client) => {
        const { rows } = await client.query(
          'select version from supabase_migrations.schema_migrations order by 1',
        );
        expect(rows.map(({ version }) => version)).toEqual(VERSIONS);
        expect(await hasCode(client)).toBe(true);
        const { rows: said } = await client.query('select public.versao_do_banco() as v');
        expect(said[0]?.v).toBe(VERSIONS.at(-1));
        const { rows: own } = await client.query('select private.contato_alheio($1) as c', [brand.email]);
        expect(own).toEqual([{ c: null }]);
      });
    }
  });
});

test('a project of 1.1, another product’s database and our own server’s are refused, untouched', async () => {
  const old = await makeProject([{ name: '20261122000001_administradores.sql', sql: 'select 1' }]);
  expect((await push(old)).refusal).toMatch(/anterior à 1\.2, e nada nele foi mudado/);
  await onDatabase(old, async (client) => {
    const { rows } = await client.query('select version from supabase_migrations.schema_migrations');
    expect(rows).toEqual([{ version: '20261122000001' }]);
  });
  const ours = await own.newDatabase();
  await onDatabase(ours, (client) => client.query('create schema servidor'));
  expect((await push(ours)).refusal).toMatch('este banco não é de um projeto do Supabase');
});
