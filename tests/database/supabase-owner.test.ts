import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addPerson } from '../support/accounts.ts';
import { agedEnrolments } from '../support/aged-enrolments.ts';
import { auditEntries } from '../support/desk.ts';
import { engines, serverForTests } from '../support/server.ts';

// What the owner of a Supabase project calls by SQL (docs/supabase.md).

describe.each(engines)('$name', (engine) => {
  const server = serverForTests(engine);
  const value = (sql: string, values: unknown[] = []) =>
    server.value<unknown>(`select ${sql} as value`, ...values);

  describe('the first administrator', () => {
    beforeEach(() => server.database.query('delete from private.administradores where true'));
    const first = (email: unknown) => value('private.primeiro_administrador($1)', [email]);
    const listed = () =>
      server.rows('select user_id from private.administradores where desativado_em is null');

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
    const { MIGRATIONS } = await import('../../server/site-data/open/migrations.ts');
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
    const { many, row, rows, tamper } = agedEnrolments(() => server);
    const PROJECT = 'https://abcdefgh.supabase.co';
    const run = (project: unknown = PROJECT, key: unknown = 'secreta') =>
      value('private.aplicar_prazos_do_dia($1, $2)', [project, key]);
    const query = (sql: string) => server.database.query(sql);
    const uploads = (count: number) =>
      query(`insert into storage.objects (bucket_id, name, created_at)
        select 'cadastro_unico_uploads', 'public/' || gen_random_uuid() || '_foto da mesa.pdf', now() - interval '25 hours'
        from generate_series(1, ${count})`);

    test('needs pg_net, and changes nothing without it', async () => {
      await many(2, 'nao-aprovada', '7 months');
      await expect(run()).rejects.toThrow(/Ligue antes a extensão pg_net/);
      expect(await rows()).toHaveLength(2);
      await query('delete from public.inscricoes_projeto where true');
    });

    test('where none ever went well, what was due before that waits for a person', async () => {
      const batch = async () => (await query('select * from private.apagar_vencidas(100)')).rows[0];
      if (!engine.hosted) await query('alter schema servidor rename to outro'); // a project has none
      await many(3, 'nao-aprovada', '6 months 2 days');
      await many(200, 'aprovada', '2 days');
      expect(await value('private.conferir_freio()')).toBe(null); // due for two days: a first run in time
      await many(7, 'nao-aprovada', '7 months', true);
      const freio = { motivo: 'relogio', ultima: null, inscricoes: 10, de_inscricoes: 210, documentos: 7 };
      expect(await batch()).toMatchObject({ inscricoes: 0, documentos: 0, freio });
      expect(await rows()).toHaveLength(210);
      await query('select private.soltar_freio()');
      expect(await batch()).toMatchObject({ inscricoes: 10, freio: null });
      expect(await rows()).toHaveLength(200);
      await tamper(`set acao = 'saiu' where acao in ('retencao', 'liberou_retencao')`);
      await query('delete from storage.objects where true'); // what has just lost its row is due too
      expect(await value('private.conferir_freio()')).toBe(null);
      await uploads(1);
      await query(`update storage.objects set created_at = now() - interval '5 days' where true`);
      expect(await batch()).toMatchObject({ inscricoes: 0, freio: { motivo: 'relogio', inscricoes: 0 } });
      await query('delete from storage.objects where true');
      await query('delete from public.inscricoes_projeto where true');
      if (!engine.hosted) await query('alter schema outro rename to servidor');
    });

    describe.skipIf(!engine.hosted?.modules.includes('pg_net'))('with pg_net', () => {
      type Asked = { url: string; headers: object; body: { prefixes: string[] } | null; timeout: number };
      /** What pg_net was asked for since the last time, in order: its worker is in another database. */
      const asked = async () => {
        const found =
          await server.rows<Asked>(`select url, headers, convert_from(body, 'UTF8')::jsonb as body, timeout_milliseconds as timeout
           from net.http_request_queue order by id`);
        await query('delete from net.http_request_queue where true');
        return found;
      };
      /** Whether it lets a deletion send a body, as from its version 0.15.0 on. */
      let batches = false;
      beforeAll(async () => {
        await query('create extension pg_net');
        batches =
          (await value(
            `(select extversion !~ '^0[.](\\d|1[0-4])[.]' from pg_extension where extname = 'pg_net')`,
          )) === true;
      });

      test('needs the address, the key, and a pg_net that sends a body', async () => {
        if (!batches) return expect(run()).rejects.toThrow(/atualize o projeto/);
        await expect(run('abcdefgh')).rejects.toThrow(/^Diga o endereço do projeto/);
        await expect(run(PROJECT, null)).rejects.toThrow(/^Diga o endereço do projeto/);
      });

      test('erases what has expired, asks for its documents, and records the run', async ({ skip }) => {
        skip(!batches, 'this pg_net sends no body');
        await query(`select private.anotar('retencao')`);
        await many(2, 'nao-aprovada', '7 months');
        await many(2, 'aprovada', '1 day');
        const { key } = await row('nao-aprovada', '7 months'); // its document was uploaded
        await uploads(1);
        expect(await run()).toEqual({ inscricoes: 3, documentos: 0, envios: 2 });
        expect(await rows()).toHaveLength(2);
        const [one, ...others] = await asked();
        expect(others).toEqual([]);
        expect(one).toEqual({
          url: `${PROJECT}/storage/v1/object/cadastro_unico_uploads`,
          headers: { apikey: 'secreta', Authorization: 'Bearer secreta', 'Content-Type': 'application/json' },
          body: { prefixes: expect.arrayContaining([key, expect.stringMatching(/_foto da mesa\.pdf$/)]) },
          timeout: 30_000,
        });
        expect((await auditEntries(server)).at(-1)).toMatchObject({ acao: 'retencao', quem: null });
      });

      test('asks for all of them on one day, by hundreds, and again while they stand', async ({ skip }) => {
        skip(!batches, 'this pg_net sends no body');
        await query('delete from storage.objects where true');
        await uploads(1_234);
        for (const _day of ['this', 'the next']) {
          expect(await run()).toEqual({ inscricoes: 0, documentos: 0, envios: 1_234 });
          const names = (await asked()).map(({ body }) => body?.prefixes ?? []);
          expect(names.map(({ length }) => length)).toEqual([...Array.from({ length: 12 }, () => 100), 34]);
          expect(new Set(names.flat()).size).toBe(1_234);
        }
        await query('delete from storage.objects where true');
        expect(await run()).toMatchObject({ envios: 0 });
        expect(await asked()).toEqual([]);
      });

      test('waits for a person as every run does', async ({ skip }) => {
        skip(!batches, 'this pg_net sends no body');
        const before = (await rows()).length;
        await many(25, 'nao-aprovada', '7 months');
        expect(await run()).toMatchObject({ inscricoes: 0, freio: { motivo: 'muitas' } });
        expect(await rows()).toHaveLength(before + 25);
      });
    });
  });
});
