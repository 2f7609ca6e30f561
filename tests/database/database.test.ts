import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Caller, openPools, type Transaction } from '../../server/core/database.ts';
import { AUTHENTICATOR_PASSWORD, engines, forThisTest, openTestDatabase } from '../support/server.ts';

const anon = { role: 'anon', claims: { role: 'anon' } } as const;

/** `asks`: false when it answers by itself. */
type Pooler = {
  asks?: (bytes: Buffer, inFront: { end: (answer: string) => void }) => boolean;
  answers?: (bytes: Buffer) => Buffer;
};

/** A pooler that takes no settings at the opening of a connection, and says so with this SQLSTATE. */
function refusing(code: string): Pooler {
  const refusal = `SFATAL\0VFATAL\0C${code}\0Munsupported startup parameter: options\0\0`;
  const asks: Pooler['asks'] = (bytes, inFront) => {
    if (!bytes.includes('options\0')) return true;
    inFront.end(`E\0\0\0${String.fromCharCode(refusal.length + 4)}${refusal}`);
    return false;
  };
  return { asks };
}

/** A connection's own number, in BackendKeyData, is the pooler's. */
function numbering(bytes: Buffer): Buffer {
  const at = bytes.indexOf('K\0\0\0\x0c', 0, 'latin1');
  if (at >= 0) bytes.writeUInt32BE(7, at + 5);
  return bytes;
}

/** As poolers that share PostgreSQL's processes do. */
const poolers: [string, Pooler][] = [
  ['gives the connection a number of its own', { answers: numbering }],
  ['refuses settings', refusing('08P01')],
  ['does not know settings', refusing('0A000')],
];

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
    await expect(database.asAnonymous(attempt)).rejects.toMatchObject({ code: '42501' });
  });

  test('a statement that runs too long is ended, and the connection serves on', async () => {
    const database = await forThisTest(openTestDatabase(engine));
    const settings = { statement_timeout: '50' };
    const slow = database.as(anon, (tx) => tx.query('select pg_sleep(10)'), { settings });
    await expect(slow).rejects.toMatchObject({ code: '57014' });
    const { rows } = await database.as(anon, (tx) => tx.query('show statement_timeout'));
    expect(rows).toEqual([{ statement_timeout: '3s' }]);
  });

  test('the one statement of an anonymous caller runs as in a transaction of theirs, and is committed by itself', async () => {
    const database = await forThisTest(openTestDatabase(engine));
    await database.query(`
      create table public.prova (who jsonb default jsonb_build_object('role', current_user, 'login', session_user,
        'claims', auth.jwt(), 'path', current_setting('search_path'), 'zone', current_setting('timezone'),
        'limit', current_setting('statement_timeout')), n integer check (n > 0));
      grant insert, select on public.prova to anon`);
    const put = (n: number) =>
      database.asAnonymous((tx) => tx.query('insert into prova (n) values ($1)', [n]));
    await put(1);
    await expect(put(0)).rejects.toMatchObject({ code: '23514' });
    await put(2); // the refused one left the connection as it was
    const who = { ...anon, login: 'authenticator', path: 'public', zone: 'UTC', limit: '3s' };
    const { rows } = await database.query('select who, n from public.prova order by n');
    expect(rows).toEqual([1, 2].map((n) => ({ who, n })));
    const ended = database.asAnonymous((tx) => tx.query('select pg_terminate_backend(pg_backend_pid())'));
    await expect(ended).rejects.toThrow();
    await put(3); // over another connection
  });

  test.skipIf(engine.hosted).each(poolers)(
    'an anonymous caller is served by a transaction where a pooler %s, and elsewhere without one',
    async (_does, pooler) => {
      const database = await openTestDatabase(engine);
      const asked = `select current_user as role, source from pg_settings where name = 'TimeZone'`;
      const how = async ({ asAnonymous }: Pick<typeof database, 'asAnonymous'>) =>
        (await asAnonymous((tx) => tx.query(asked))).rows;
      expect(await how(database)).toEqual([{ role: 'anon', source: 'client' }]);

      const { host = '', port = 5432 } = database.login;
      let refusals = 0;
      const proxy = createServer((inFront) => {
        const behindIt = host.startsWith('/') ? connect(join(host, `.s.PGSQL.${port}`)) : connect(port, host);
        for (const end of [inFront, behindIt]) end.on('error', () => {});
        inFront.on('data', (bytes) => {
          if (pooler.asks?.(bytes, inFront) ?? true) behindIt.write(bytes);
          else refusals += 1;
        });
        behindIt.on('data', (bytes) => inFront.write(pooler.answers?.(bytes) ?? bytes));
        inFront.on('close', () => behindIt.destroy());
        behindIt.on('close', () => inFront.destroy());
      });
      await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
      const login = { ...database.login, ...(proxy.address() as { port: number }), host: '127.0.0.1' };
      const callers = { ...login, user: 'authenticator', password: AUTHENTICATOR_PASSWORD };
      const behind = openPools({ owner: login, callers, separate: true, onError: () => {} });
      for (const _time of [1, 2]) expect(await how(behind)).toEqual([{ role: 'anon', source: 'session' }]);
      expect(refusals).toBe(pooler.asks ? 1 : 0); // it is remembered
      await behind.close();
      proxy.close();
      await database.close();
    },
  );

  test('a write is committed, alone or not; undone when it fails or was only tried, and refused where it reads', async () => {
    const database = await forThisTest(openTestDatabase(engine));
    await database.query(
      'create table public.prova (n integer check (n > 0)); grant insert on public.prova to anon',
    );
    const tries: [n: number, Parameters<typeof database.as>[2], code?: string][] = [
      [1, {}],
      [2, { single: true }],
      [0, { single: true }, '23514'],
      [3, { single: true, rollback: true }],
      [4, { rollback: true }],
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
