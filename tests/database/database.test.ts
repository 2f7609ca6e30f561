import { describe, expect, test } from 'vitest';
import type { Caller, Transaction } from '../../server/core/database.ts';
import { engines, forThisTest, openTestDatabase } from '../support/server.ts';

const anon = { role: 'anon', claims: { role: 'anon' } } as const;

describe.each(engines)('$name', (engine) => {
  test('a caller’s transaction runs as the caller, and leaves nothing behind on its connection', async () => {
    const database = await forThisTest(openTestDatabase(engine));
    const who = async (caller: Caller) => {
      const asked = `select current_user as role, session_user as login, auth.jwt() as claims, current_setting('prova.x', true) <> '' as left`;
      return (await database.as(caller, (tx) => tx.query(asked))).rows[0];
    };
    const claims = { role: 'authenticated', sub: "a'b\\c" };
    await database.as(anon, (tx) => tx.query('select'), { settings: { 'prova.x': 'left' } });
    for (const caller of [anon, { role: 'authenticated', claims } as const, anon])
      expect(await who(caller)).toEqual({ ...caller, login: 'authenticator', left: false });
  });

  test('the login that serves callers may read nothing itself', async () => {
    const database = await forThisTest(openTestDatabase(engine));
    const attempt = async (tx: Transaction) => {
      await tx.query('reset role');
      await tx.query('select * from public.inscricoes_projeto');
    };
    await expect(database.as(anon, attempt)).rejects.toMatchObject({ code: '42501' });
  });

  test('a statement that runs too long is ended, and the connection serves on', async () => {
    const database = await forThisTest(openTestDatabase(engine));
    const settings = { statement_timeout: '50' };
    const slow = database.as(anon, (tx) => tx.query('select pg_sleep(10)'), { settings });
    await expect(slow).rejects.toMatchObject({ code: '57014' });
    const { rows } = await database.as(anon, (tx) => tx.query('show statement_timeout'));
    expect(rows).toEqual([{ statement_timeout: '3s' }]);
  });

  test('a write is committed, alone or not; undone when it fails, and refused where it reads', async () => {
    const database = await forThisTest(openTestDatabase(engine));
    await database.query(
      'create table public.prova (n integer check (n > 0)); grant insert on public.prova to anon',
    );
    const tries: [n: number, Parameters<typeof database.as>[2], code?: string][] = [
      [1, {}],
      [2, { single: true }],
      [0, { single: true }, '23514'],
      [5, { readOnly: true }, '25006'],
      [6, { single: true }],
    ];
    for (const [n, options, code] of tries) {
      const put = database.as(anon, (tx) => tx.query('insert into prova values ($1)', [n]), options);
      if (code) await expect(put).rejects.toMatchObject({ code });
      else await put;
    }
    const { rows } = await database.query('select array_agg(n order by n) as stored from public.prova');
    expect(rows).toEqual([{ stored: [1, 2, 6] }]);
  });
});
