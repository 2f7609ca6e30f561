import { beforeEach, describe, expect, test } from 'vitest';
import { MIGRATIONS } from '../../server/site-data/open/migrations.ts';
import { addPerson } from '../support/accounts.ts';
import { agedEnrolments } from '../support/aged-enrolments.ts';
import { auditEntries, rpc } from '../support/desk.ts';
import { engines, serverForTests } from '../support/server.ts';

// What the owner of a Supabase project calls by SQL (docs/supabase.md).

describe.each(engines)('$name', (engine) => {
  const server = serverForTests(engine);
  const value = (sql: string, ...values: unknown[]) => server.value<unknown>(`select ${sql}`, ...values);

  describe('the first administrator', () => {
    beforeEach(() => server.database.query('delete from private.administradores where true'));
    const first = (email: unknown) => value('private.primeiro_administrador($1)', email);
    const listed = () =>
      server.rows(
        `select user_id from private.administradores where desativado_em is null and papel = 'direcao' and private.antiga(user_id)`,
      );

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

    test('gets a disabled access back while nobody else has one, and is refused once somebody has', async () => {
      const [one, other] = [await addPerson(server, { administrator: true }), await addPerson(server)];
      const clerk = await addPerson(server, { administrator: true, role: 'secretaria' });
      await expect(first(other.email)).rejects.toThrow(/já tem quem administre, e nada mudou/);
      expect(await listed()).toEqual([{ user_id: one.id }]);
      await value('private.desativar_administrador($1, null)', one.id);
      expect(await first(one.email)).toMatch(/a partir de agora/);
      expect(await listed()).toEqual([{ user_id: one.id }]);
      await server.rows('update auth.users set deleted_at = now() where id = $1', one.id);
      expect(await first(clerk.email)).toMatch(/a partir de agora/);
      expect(await listed()).toContainEqual({ user_id: clerk.id });
    });

    test('is nobody without an account, or whose account was deleted or never confirmed', async () => {
      for (const email of ['ninguem@example.com', '', null])
        await expect(first(email)).rejects.toThrow(/^Não há conta com o e-mail/);
      const { id, email } = await addPerson(server);
      const set = (sql: string) => server.database.query(`update auth.users set ${sql} where id = $1`, [id]);
      await set('email_confirmed_at = null');
      await expect(first(email)).rejects.toThrow(/ainda não foi confirmada.*Auto Confirm User/);
      await set('email_confirmed_at = now(), deleted_at = now()');
      await expect(first(email)).rejects.toThrow(/^Não há conta/);
      expect(await listed()).toEqual([]);
    });
  });

  test('the newest migration is told to everybody', async () => {
    const { status, body } = await rpc(server, server.keys.anonKey, 'versao_do_banco');
    expect([status, body]).toEqual([200, MIGRATIONS.at(-1)?.name.slice(0, 14)]);
  });

  describe('a day of retention by pg_cron', () => {
    const { many, rows, tamper } = agedEnrolments(() => server);
    const PROJECT = 'https://abcdefgh.supabase.co';
    const run = (project: unknown = PROJECT, key: unknown = 'secreta') =>
      value('private.aplicar_prazos_do_dia($1, $2)', project, key);
    const query = (sql: string) => server.database.query(sql);
    const uploads = (count: number) =>
      query(`insert into storage.objects (bucket_id, name, created_at)
        select 'cadastro_unico_uploads', 'public/' || gen_random_uuid() || '_foto da mesa.pdf', now() - interval '25 hours'
        from generate_series(1, ${count})`);
    beforeEach(async () => {
      await query('delete from public.inscricoes_projeto where true');
      await query('delete from storage.objects where true'); // what has just lost its row is due too
    });

    test('where none ever went well, what was due before that waits for a person', async () => {
      const batch = async () => (await query('select * from private.apagar_vencidas(100)')).rows[0];
      if (!engine.hosted) await query('alter schema servidor rename to outro'); // a project has none
      await many(3, 'nao-aprovada', '6 months 2 days');
      await many(200, 'aprovada', '2 days');
      expect(await value('private.conferir_freio()')).toBe(null); // due for two days: a first run in time
      await many(1, 'aprovada', '95 days', true);
      expect(await value(`private.conferir_freio() ->> 'reason'`)).toBe('relogio'); // of documents alone too
      await query('delete from public.inscricoes_projeto where cadastro_unico_url is not null');
      await many(7, 'nao-aprovada', '7 months', true);
      const freio = { reason: 'relogio', last: null, enrolments: 10, ofEnrolments: 210, documents: 7 };
      expect([await batch(), (await rows()).length]).toMatchObject([
        { inscricoes: 0, documentos: 0, freio },
        210,
      ]);
      await query('select private.soltar_freio()');
      expect([await batch(), (await rows()).length]).toMatchObject([{ inscricoes: 10, freio: null }, 200]);
      await tamper(`set acao = 'saiu' where acao in ('retencao', 'liberou_retencao')`);
      await query('delete from storage.objects where true');
      expect(await value('private.conferir_freio()')).toBe(null);
      await uploads(1);
      await query(`update storage.objects set created_at = now() - interval '5 days' where true`);
      expect(await batch()).toMatchObject({ inscricoes: 0, freio: { reason: 'relogio', enrolments: 0 } });
      if (!engine.hosted) await query('alter schema outro rename to servidor');
    });

    // A double in the place of pg_net; on the real one `npm run prove -- supabase retention`.
    test.skipIf(engine.hosted)(
      'what has expired goes, its documents are asked for by hundreds while they stand; but for a person it waits',
      async () => {
        await many(102, 'nao-aprovada', '7 months');
        await many(102, 'aprovada', '91 days', true);
        await expect(run()).rejects.toThrow(/Ligue antes a extensão pg_net/);
        const deletes = (body: string, does: string) =>
          query(`create function net.http_delete(url text, headers jsonb, timeout_milliseconds integer default 5000${body})
            returns bigint language sql as '${does}'`);
        await query('create schema net; create table net.asked (url text, headers jsonb, body jsonb)');
        await deletes('', 'select 1::bigint');
        await expect(run()).rejects.toThrow(/atualize o projeto/); // it sends no body
        await deletes(
          ', body jsonb default null',
          'insert into net.asked values (url, headers, body) returning 1::bigint',
        );
        for (const wrong of [['abcdefgh'], [PROJECT, null]])
          await expect(run(...wrong)).rejects.toThrow(/^Diga o endereço do projeto/);
        expect(await rows()).toHaveLength(204);

        await query(`select private.anotar('retencao'), private.soltar_freio()`);
        await uploads(234);
        const url = `${PROJECT}/storage/v1/object/cadastro_unico_uploads`;
        const key = {
          apikey: 'secreta',
          Authorization: 'Bearer secreta',
          'Content-Type': 'application/json',
        };
        for (const inscricoes of [102, 0]) {
          expect(await run()).toEqual({ inscricoes, documentos: inscricoes, envios: 234 });
          const asked = await server.rows('with a as (delete from net.asked returning *) select * from a');
          const names = asked.map(({ body }) => body.prefixes);
          expect(names.map(({ length }) => length)).toEqual([100, 100, 34]);
          expect(new Set(names.flat()).size).toBe(234);
          expect(names[0][0]).toMatch(/^public\/[0-9a-f-]{36}_foto da mesa\.pdf$/);
          expect(asked[0]).toMatchObject({ url, headers: key });
        }
        expect((await auditEntries(server)).at(-1)).toMatchObject({ acao: 'retencao', quem: null });
        await many(26, 'nao-aprovada', '7 months');
        expect(await run()).toMatchObject({ inscricoes: 0, freio: { reason: 'muitas' } });
        expect([(await rows()).length, await server.rows('select from net.asked')]).toEqual([128, []]);
      },
    );
  });
});
