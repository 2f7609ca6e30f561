import { beforeAll, describe, expect, test } from 'vitest';
import {
  call,
  isAdministrator,
  outcome,
  PASSWORD,
  present,
  refresh,
  sessionOf,
  signIn,
} from '../../tests/support/accounts.ts';
import { embedded, serverForTests } from '../../tests/support/server.ts';
import { deleteEndedSessions } from './sessions.ts';

describe.each(embedded)('refreshing, $name', (engine) => {
  const server = serverForTests(engine);
  // the owner's connections have the zone of the machine
  beforeAll(async () => {
    await server.rows(`alter database ${server.login.database} set timezone to 'America/Sao_Paulo'`);
    const end = 'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()';
    await server.rows(end).catch(() => {});
  });

  const next = async (token: string) => (await sessionOf(await refresh(server, token))).refresh_token;
  const sessionIdOf = async (token: string) => {
    return server.value<string>('select session_id from auth.refresh_tokens where token = $1', token);
  };
  const used = (ago: string) =>
    `created_at = now() - interval '3 days', refreshed_at = now() at time zone 'utc' - interval '${ago}'`;
  /** Makes every token older by this many seconds. */
  const later = (seconds = 61) =>
    server.rows(`update auth.refresh_tokens set updated_at = updated_at - $1 * interval '1 second'`, seconds);

  test('a token is exchanged for a child in the same session', async () => {
    const { session } = await present(server);
    const refreshed = await sessionOf(await refresh(server, session.refresh_token));
    expect(refreshed.refresh_token).not.toBe(session.refresh_token);
    expect(refreshed.user.id).toBe(session.user.id);
    expect(Object.keys(refreshed)).toEqual(Object.keys(session));
    expect(
      await server.rows(
        'select token, parent, revoked from auth.refresh_tokens where session_id = $1 order by id',
        await sessionIdOf(session.refresh_token),
      ),
    ).toEqual([
      { token: session.refresh_token, parent: null, revoked: true },
      { token: refreshed.refresh_token, parent: session.refresh_token, revoked: false },
    ]);
    expect(await outcome(call(server, 'GET', '/user', { bearer: refreshed.access_token }))).toBe('200');
    await server.rows(
      `update auth.sessions set created_at = now() - interval '13 hours', refreshed_at = refreshed_at - interval '11 hours'`,
    );
    expect(await outcome(refresh(server, refreshed.refresh_token))).toBe('200'); // the half day began anew
  });

  test('a token has more than 128 bits, and one of GoTrue’s length is taken too', async () => {
    const { session } = await present(server);
    expect(session.refresh_token).toMatch(/^[a-z0-9]{26}$/);
    const older = 'older0token1';
    await server.database.query('update auth.refresh_tokens set token = $1 where token = $2', [
      older,
      session.refresh_token,
    ]);
    expect(await next(older)).toMatch(/^[a-z0-9]{26}$/);
  });

  test('a used token gets the active one for a minute: its answer was lost, or two tabs asked', async () => {
    const { session } = await present(server);
    await later(3_600); // as old as one is when it is renewed
    const child = await next(session.refresh_token);
    await later(50);
    expect(await next(session.refresh_token)).toBe(child);
    const grandchild = await next(child);
    expect(await next(session.refresh_token)).toBe(grandchild);
  });

  test('a token that was used while the clock was ahead is no good afterwards', async () => {
    const { session } = await present(server);
    await next(session.refresh_token);
    await later(-86_400);
    expect(await outcome(refresh(server, session.refresh_token))).toBe('400 refresh_token_already_used');
  });

  test.each(['parent', 'grandparent'])(
    'the %s of the active token, used again after a minute, revokes the whole session and ends access at once',
    async (which) => {
      const { session } = await present(server, { administrator: true });
      const parent = which === 'parent' ? session.refresh_token : await next(session.refresh_token);
      const last = await sessionOf(await refresh(server, parent));
      expect(await isAdministrator(server, last.access_token)).toBe(true);
      await later();

      expect(await outcome(refresh(server, session.refresh_token))).toBe('400 refresh_token_already_used');
      expect(await isAdministrator(server, last.access_token)).toBe(false);
      expect(await isAdministrator(server, session.access_token)).toBe(false);
      expect(await outcome(refresh(server, last.refresh_token))).toBe('400 refresh_token_already_used');
      expect(await outcome(call(server, 'GET', '/user', { bearer: last.access_token }))).toBe(
        '403 session_not_found',
      );
    },
  );

  test('a renewal makes no older token good for another minute', async () => {
    const { session } = await present(server);
    const child = await next(session.refresh_token);
    await later();
    await next(child);
    expect(await outcome(refresh(server, session.refresh_token))).toBe('400 refresh_token_already_used');
  });

  test('a reused token leaves the other sessions of the person alone', async () => {
    const { session, email } = await present(server);
    const other = await sessionOf(await signIn(server, email));
    await next(await next(session.refresh_token));
    await later();
    expect(await outcome(refresh(server, session.refresh_token))).toBe('400 refresh_token_already_used');
    expect(await outcome(refresh(server, other.refresh_token))).toBe('200');
  });

  test.each([
    ['not_after = now()', '400 session_expired', 'seven days are over'],
    [`not_after = now() + interval '1 minute'`, '200', 'they are not yet'],
    [`created_at = now() - interval '13 hours'`, '400 session_expired', 'nobody used it for half a day'],
    [`created_at = now() + interval '61 minutes'`, '400 session_expired', 'the clock was ahead then'],
    [used('11 hours'), '200', 'somebody used it since'],
    [used('13 hours'), '400 session_expired', 'nobody used it for half a day'],
  ])('a session with %s answers %s: %s', async (change, expected) => {
    const { session } = await present(server);
    const id = await sessionIdOf(session.refresh_token);
    await server.database.query(`update auth.sessions set ${change} where id = $1`, [id]);
    expect(await outcome(refresh(server, session.refresh_token))).toBe(expected);
  });

  test('sessions that ended a day ago, or began while the clock was ahead, are removed; the others stay', async () => {
    const KINDS: [change: string, stays: boolean][] = [
      [`created_at = now() - interval '35 hours'`, true],
      [`created_at = now() - interval '37 hours'`, false],
      [used('35 hours'), true],
      [used('37 hours'), false],
      [`created_at = now() + interval '61 minutes'`, false],
      [`not_after = now() - interval '23 hours'`, true],
      [`not_after = now() - interval '25 hours'`, false],
    ];
    const tokens = await Promise.all(KINDS.map(async () => (await present(server)).session.refresh_token));
    for (const [at, token] of tokens.entries())
      await server.rows(`update auth.sessions set ${KINDS[at]?.[0]} where id = $1`, await sessionIdOf(token));
    await deleteEndedSessions(server.database);
    const left = await Promise.all(tokens.map(sessionIdOf));
    expect(left.map(Boolean)).toEqual(KINDS.map(([, stays]) => stays));
  });

  test('a session lasts seven days; one that only confirms the password lasts as long as it counts as fresh, and is gone then', async () => {
    const { email, session: usual } = await present(server, { administrator: true });
    const body = { email, password: PASSWORD };
    const answer = call(server, 'POST', '/token?grant_type=password&confirmar', { body });
    const session = await sessionOf(await answer);
    const id = await sessionIdOf(session.refresh_token);
    const lasts = async (of?: string) =>
      server.value('select not_after - created_at as lasts from auth.sessions where id = $1', of);
    expect(await lasts(await sessionIdOf(usual.refresh_token))).toMatchObject({ days: 7 });
    expect(await lasts(id)).toMatchObject({ minutes: 5 });
    expect(await isAdministrator(server, session.access_token)).toBe(true);
    await server.database.query(`update auth.sessions set not_after = now() where id = $1`, [id]);
    expect(await isAdministrator(server, session.access_token)).toBe(false);
    expect(await outcome(refresh(server, session.refresh_token))).toBe('400 session_expired');
  });

  test('a banned person cannot refresh, a deleted one neither', async () => {
    const { session, id } = await present(server);
    await server.database.query(
      `update auth.users set banned_until = now() + interval '1 day' where id = $1`,
      [id],
    );
    expect(await outcome(refresh(server, session.refresh_token))).toBe('400 user_banned');
    await server.database.query('update auth.users set deleted_at = now() where id = $1', [id]);
    expect(await outcome(refresh(server, session.refresh_token))).toBe('400 refresh_token_not_found');
  });

  test.each<[unknown, string, string]>([
    ['abcdefghijkl', '400 refresh_token_not_found', 'nobody has it'],
    ['', '400 refresh_token_not_found', 'empty'],
    [null, '400 refresh_token_not_found', 'absent'],
    ['x\0', '400 22021', 'no text of a database'],
    [12, '400 PGRST102', 'a number'],
  ])('the token %j answers %s (%s)', async (token, expected) => {
    expect(await outcome(refresh(server, token))).toBe(expected);
  });
});
