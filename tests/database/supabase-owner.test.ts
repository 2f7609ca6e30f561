import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addPerson } from '../support/accounts.ts';
import { agedEnrolments } from '../support/aged-enrolments.ts';
import { auditEntries } from '../support/desk.ts';
import { engines, openTestServer, type TestServer } from '../support/server.ts';

// What the owner of a Supabase project calls by SQL (docs/supabase.md).

describe.each(engines)('$name', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openTestServer(engine);
  });
  afterAll(() => server.close());
  const value = async (sql: string, values: unknown[] = []) =>
    (await server.database.query<{ value: unknown }>(`select ${sql} as value`, values)).rows[0]?.value;

  describe('the first administrator', () => {
    beforeEach(() => server.database.query('delete from private.administradores where true'));
    const first = (email: unknown) => value('private.primeiro_administrador($1)', [email]);
    const listed = async () =>
      (await server.database.query('select user_id from private.administradores where desativado_em is null'))
        .rows;

    test('is made by the e-mail, however it is written, and told; once more changes nothing', async () => {
      const { id, email } = await addPerson(server);
      expect(await first(` ${email.toUpperCase()} `)).toBe(
        `${email} administra o site a partir de agora: entre em /admin/inscricoes.`,
      );
      expect(await listed()).toEqual([{ user_id: id }]);
      const entries = await auditEntries(server);
      expect(entries.at(-1)).toMatchObject({ acao: 'deu_acesso', quem: null, conta: id });
      expect(await first(email)).toBe(`${email} já administra o site.`);
      expect(await auditEntries(server)).toEqual(entries);
    });

    test('gets a disabled access back while nobody else has one', async () => {
      const { id, email } = await addPerson(server, { administrator: true });
      await value('private.desativar_administrador($1, null)', [id]);
      expect(await first(email)).toMatch(/a partir de agora/);
      expect(await listed()).toEqual([{ user_id: id }]);
    });

    test.each(['ninguem@example.com', '', null])('is nobody without an account: %j', async (email) => {
      await expect(first(email)).rejects.toThrow(/^Não há conta com o e-mail/);
    });

    test('is nobody whose account was deleted or never confirmed', async () => {
      const { id, email } = await addPerson(server);
      const set = (sql: string) => server.database.query(`update auth.users set ${sql} where id = $1`, [id]);
      await set('email_confirmed_at = null');
      await expect(first(email)).rejects.toThrow(/ainda não foi confirmada.*Auto Confirm User/);
      await set('email_confirmed_at = now(), deleted_at = now()');
      await expect(first(email)).rejects.toThrow(/^Não há conta/);
      expect(await listed()).toEqual([]);
    });

    test('is refused once somebody else has access', async () => {
      const { id } = await addPerson(server, { administrator: true });
      const { email } = await addPerson(server);
      await expect(first(email)).rejects.toThrow(/já tem quem administre, e nada mudou/);
      expect(await listed()).toEqual([{ user_id: id }]);
    });
  });

  test('the newest migration is told to everybody', async () => {
    const { MIGRATIONS } = await import('../../server/data/migrate.ts');
    const answer = await server.app.request('/rest/v1/rpc/versao_do_banco', {
      method: 'POST',
      headers: { apikey: server.keys.anonKey, 'Content-Type': 'application/json' },
      body: '{}',
    });
    const newest = MIGRATIONS.at(-1)?.name.slice(0, 14);
    expect([answer.status, await answer.json()]).toEqual([200, newest]);
    const cli = 'supabase_migrations.schema_migrations'; // where the CLI writes, that counts
    await server.database.query('create schema if not exists supabase_migrations');
    await server.database.query(`create table if not exists ${cli} (version text primary key)`);
    await server.database.query(`insert into ${cli} (version) values ('99990101000000')`);
    expect(await value('public.versao_do_banco()')).toBe('99990101000000');
    await server.database.query(`delete from ${cli} where version = '99990101000000'`);
  });

  describe('a day of retention by pg_cron', () => {
    const { many, row, rows } = agedEnrolments(() => server);
    const PROJECT = 'https://abcdefgh.supabase.co';
    const run = (project: unknown = PROJECT, key: unknown = 'secreta') =>
      value('private.aplicar_prazos_do_dia($1, $2)', [project, key]);

    test('needs pg_net, the address and the key', async () => {
      await expect(run()).rejects.toThrow(/Ligue antes a extensão pg_net/);
      // in its place: notes what it is asked for
      await server.database.query(`create schema net; create table net.pedidos (url text, headers jsonb);
        create function net.http_delete(url text, params jsonb default '{}', headers jsonb default '{}', timeout_milliseconds integer default 1000)
          returns bigint language sql as $$ insert into net.pedidos values (url, headers) returning 1::bigint $$`);
      await expect(run('abcdefgh')).rejects.toThrow(/^Diga o endereço do projeto/);
      await expect(run(PROJECT, null)).rejects.toThrow(/^Diga o endereço do projeto/);
    });

    test('erases what has expired, asks for its documents, and records the run', async () => {
      await many(2, 'nao-aprovada', '7 months');
      await many(2, 'aprovada', '1 day');
      await row('nao-aprovada', '7 months'); // its document was uploaded
      await server.database.query(
        `insert into storage.objects (bucket_id, name, created_at)
         values ('cadastro_unico_uploads', 'public/' || gen_random_uuid() || '_foto da mesa.pdf', now() - interval '25 hours')`,
      );
      expect(await run()).toEqual({ inscricoes: 3, documentos: 0, envios: 2 });
      expect(await rows()).toHaveLength(2);
      const asked = (
        await server.database.query<{ url: string; headers: object }>('select * from net.pedidos')
      ).rows;
      expect(asked).toHaveLength(2);
      for (const { url, headers } of asked) {
        expect(url).toMatch(
          /^https:\/\/abcdefgh\.supabase\.co\/storage\/v1\/object\/cadastro_unico_uploads\/public\/[0-9a-f-]{36}_[^ ]+$/,
        );
        expect(headers).toEqual({ apikey: 'secreta', Authorization: 'Bearer secreta' });
      }
      expect((await auditEntries(server)).at(-1)).toMatchObject({ acao: 'retencao', quem: null });
    });

    test('waits for a person as every run does', async () => {
      await many(25, 'nao-aprovada', '7 months');
      expect(await run()).toMatchObject({ inscricoes: 0, freio: { motivo: 'muitas' } });
      expect(await rows()).toHaveLength(27);
    });
  });
});
