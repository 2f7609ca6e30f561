import { beforeAll, describe, expect, test } from 'vitest';
import { nationalDigits } from '../../domain/contact.ts';
import { NEEDS_REASON, SITUATIONS } from '../../domain/desk/situations.ts';
import { DESK_CALLS } from '../support/desk.ts';
import { PEOPLE, startRestServer, type Who } from '../support/rest-server.ts';
import { engines, forTests, type TestServer } from '../support/server.ts';

/** Those whose token is not believed are refused as such; a function that a visitor may not call does not exist for one. */
const OURS: Record<Exclude<Who, 'administrator'>, number> = {
  nobody: 404,
  visitor: 404,
  stranger: 403,
  'signed out': 403,
  expired: 401,
  forged: 401,
  'alg none': 401,
  service_role: 401,
  'other audience': 401,
  empty: 401,
};

/** PostgREST names what a caller may not call, asks for no audience, and knows the role of the service key, which is no administrator. */
const postgrest = (administrator: number) => ({
  ...OURS,
  nobody: 401,
  visitor: 401,
  'other audience': administrator,
  service_role: 403,
});

const TABLES = ['acompanhamentos', 'anotacoes', 'correcoes', 'historico', 'comparacoes'];

describe.each(engines)('$name', (engine) => {
  let server: TestServer;
  const desk = forTests(() => startRestServer(engine));
  beforeAll(async () => {
    server = desk.server;
    // startRestServer opens every function of `public` to all, to try its own: take back what is not theirs
    for (const name of Object.keys(DESK_CALLS))
      await server.database.query(
        `do $$ begin execute (select 'revoke execute on function ' || oid::regprocedure || ' from anon' from pg_proc
           where proname = '${name}' and pronamespace = 'public'::regnamespace); end $$`,
      );
  });

  test.each(Object.entries(DESK_CALLS))(
    '%s answers administrators only',
    async (name, [body, administrator]) => {
      const statuses = await Promise.all(
        PEOPLE.map(
          async (who) => [who, (await desk.call(who, 'POST', `/rpc/${name}`, { body })).status] as const,
        ),
      );
      expect(Object.fromEntries(statuses)).toEqual({
        ...(engine.hosted ? postgrest(administrator) : OURS),
        administrator,
      });
    },
  );

  test.each(TABLES)('%s is no table for anybody', async (name) => {
    for (const who of ['visitor', 'stranger', 'administrator'] as const) {
      const answer = await desk.call(who, 'GET', `/${name}`);
      expect([answer.status, (await answer.json()).code]).toEqual([
        404,
        engine.hosted ? '42P01' : 'PGRST205',
      ]);
      const other = await desk.call(who, 'GET', `/${name}`, { headers: { 'accept-profile': 'private' } });
      expect(other.status).toBe(406);
    }
  });

  test('no role but the owner reads or writes a table of the desk', async () => {
    for (const role of ['anon', 'authenticated'] as const)
      for (const name of TABLES)
        for (const sql of [
          `select * from private.${name}`,
          `delete from private.${name} where true`,
          `insert into private.${name} default values`,
        ])
          await expect(
            server.database.as({ role, claims: { role } }, (tx) => tx.query(sql)),
          ).rejects.toMatchObject({ code: '42501' });
  });

  test('a refusal names no table, and the log no search', async () => {
    const answer = await desk.call('stranger', 'POST', '/rpc/lista_de_inscricoes', {
      body: { filtro: { busca: 'NomeMarcado' } },
    });
    expect(await answer.text()).not.toMatch(/private|acompanhamentos|NomeMarcado/);
    await desk.call('administrator', 'POST', '/rpc/lista_de_inscricoes', {
      body: { filtro: { busca: 'NomeMarcado' } },
    });
    expect(server.lines.join()).not.toContain('NomeMarcado');
  });

  test('the situations and their reasons are the same in SQL and in TypeScript', async () => {
    const rows: { definition: string }[] =
      await server.rows(`select pg_get_constraintdef(oid) as definition from pg_constraint where conrelid = 'private.acompanhamentos'::regclass
         and conname in ('acompanhamentos_situacao_check', 'motivo_obrigatorio') order by conname`);
    const codes = rows.map(({ definition }) =>
      [...definition.matchAll(/'([a-z-]+)'::text/g)].map(([, code]) => code),
    );
    expect(codes).toEqual([Object.keys(SITUATIONS), [...NEEDS_REASON]]);
  });

  test.each([
    '(62) 90000-0000',
    '+55 62 90000-0000',
    '062900000000',
    '5562900000000',
    '55900000000',
    '0055 62 3300-0000',
    '62 3300 0000',
  ])('the phone %s has the same digits in SQL and in TypeScript', async (phone) => {
    const digits = await server.value<string>('select private.algarismos_do_telefone($1) as digits', phone);
    expect(digits).toBe(nationalDigits(phone));
  });
});
