import { beforeEach, describe, expect, test } from 'vitest';
import { ROW } from '../../tests/support/people.ts';
import { startRestServer, type Who } from '../../tests/support/rest-server.ts';
import { embedded, forTests } from '../../tests/support/server.ts';

describe.each(embedded)('$name', (engine) => {
  const rest = forTests(() => startRestServer(engine));
  beforeEach(async () => {
    await rest.server.database.query('truncate public.inscricoes_projeto cascade');
    await rest.server.database.query(
      `insert into public.inscricoes_projeto (${Object.keys(ROW)}) values (${Object.keys(ROW).map((_, at) => `$${at + 1}`)})`,
      Object.values(ROW),
    );
  });

  const enrolments = '/inscricoes_projeto';
  const one = `${enrolments}?cpf=eq.${ROW.cpf}`;

  /** Who, and the answers to: list, count, add, add and read back, upsert, change, delete, ask. */
  const RIGHTS: [Who, number, number, number, number, number, number, number, number][] = [
    ['nobody', 401, 401, 201, 401, 401, 401, 401, 404],
    ['visitor', 401, 401, 201, 401, 401, 401, 401, 404],
    ['stranger', 200, 200, 201, 403, 403, 403, 403, 200],
    ['administrator', 200, 200, 201, 403, 403, 403, 403, 200],
    ['signed out', 200, 200, 201, 403, 403, 403, 403, 200],
    ['forged', 401, 401, 401, 401, 401, 401, 401, 401], // other tokens that are none: server/auth/routes.test.ts
  ];

  test.each(RIGHTS)(
    '%s and the enrolments',
    async (who, list, count, add, back, upsert, change, remove, ask) => {
      const { call } = rest;
      const prefer = (value: string) => ({ body: ROW, headers: { prefer: value } });
      const statuses = {
        list: (await call(who, 'GET', `${enrolments}?select=*&order=created_at.desc`)).status,
        count: (await call(who, 'HEAD', enrolments, { headers: { prefer: 'count=exact' } })).status,
        add: (await call(who, 'POST', enrolments, { body: ROW })).status,
        back: (await call(who, 'POST', enrolments, prefer('return=representation'))).status,
        upsert: (await call(who, 'POST', enrolments, prefer('resolution=merge-duplicates'))).status,
        change: (await call(who, 'PATCH', one, { body: { nome_completo: 'Outra' } })).status,
        remove: (await call(who, 'DELETE', one)).status,
        ask: (await call(who, 'POST', '/rpc/meu_papel')).status,
      };
      expect(statuses).toEqual({ list, count, add, back, upsert, change, remove, ask });
    },
  );

  test.each([
    ['stranger', 0, null],
    ['administrator', 1, 'direcao'],
    ['signed out', 0, null],
  ] as const)('%s sees %i enrolments', async (who, rows, ask) => {
    const { call } = rest;
    const answer = await call(who, 'GET', enrolments, { headers: { prefer: 'count=exact' } });
    expect(await answer.json()).toHaveLength(rows);
    expect(answer.headers.get('content-range')).toBe(rows ? '0-0/1' : '*/0');
    expect(await (await call(who, 'GET', '/rpc/meu_papel')).json()).toBe(ask);
  });

  test('nothing of the schema is told', async () => {
    const paths = `/ /a/b ${enrolments}/1 /nada /segredo /administradores /users /pg_class /constructor /fechada`;
    for (const path of ['', ...paths.split(' '), `${enrolments}%22%20x`]) {
      const answer = await rest.call('administrator', 'GET', path);
      expect([path, answer.status, await answer.json()]).toMatchObject([path, 404, { code: 'PGRST125' }]);
    }
    for (const name of ['secreta', 'pode', 'pg_sleep', 'toString']) {
      const answer = await rest.call('administrator', 'POST', `/rpc/${name}`);
      expect([name, answer.status, await answer.json()]).toMatchObject([name, 404, { code: 'PGRST202' }]);
    }
  });

  test('a call runs as its caller, and GET in a transaction that cannot write', async () => {
    const { call, stranger } = rest;
    expect(await (await call('visitor', 'GET', '/rpc/quem')).json()).toEqual({
      role: 'anon',
      uid: null,
      timezone: 'UTC',
      readonly: 'on',
    });
    expect(await (await call('stranger', 'POST', '/rpc/quem')).json()).toMatchObject({
      role: 'authenticated',
      uid: stranger.userId,
      readonly: 'off',
    });
  });
});
