import { beforeEach, describe, expect, test } from 'vitest';
import { addPerson, call, outcome, PASSWORD, present, refresh } from '../../tests/support/accounts.ts';
import { auditEntries } from '../../tests/support/desk.ts';
import { embedded, serverForTests } from '../../tests/support/server.ts';

// What strangers, and pages of other sites, send to the accounts.

describe.each(embedded)('calls of strangers, $name', (engine) => {
  const server = serverForTests(engine, { limits: 'on', signup: true });
  beforeEach(() => server.database.query('delete from servidor.limites'));

  test.each(['cross-site', 'same-site'])('a page of another site (%s) is refused', async (site) => {
    const { email } = await addPerson(server);
    const headers = { 'Sec-Fetch-Site': site };
    const body = { email, password: PASSWORD };
    const answer = call(server, 'POST', '/token?grant_type=password', { body, headers });
    expect(await outcome(answer)).toBe('403 403');
    expect((await call(server, 'GET', '/settings', { headers })).status).toBe(200);
  });

  test('one address refreshes three hundred times in five minutes, then is asked to come back', async () => {
    const outcomes = new Set<string>();
    for (let at = 0; at < 300; at += 1) outcomes.add(await outcome(refresh(server, 'abcdefghijkl')));
    expect([...outcomes]).toEqual(['400 refresh_token_not_found']);
    const answer = await refresh(server, 'abcdefghijkl');
    expect(await outcome(answer)).toBe('503 over_request_rate_limit'); // at 429 auth-js would end the session
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  describe('signing out', () => {
    const leave = (bearer: string, scope: string) =>
      call(server, 'POST', `/logout?scope=${scope}`, { bearer });
    const noted = async (work: () => Promise<unknown>) => {
      const before = (await auditEntries(server)).length;
      await work();
      return (await auditEntries(server)).slice(before).map(({ acao, detalhes }) => [acao, detalhes]);
    };

    test('is noted once for an administrator, and not where it ends nothing', async () => {
      const { session } = await present(server, { administrator: true });
      expect(
        await noted(async () => {
          for (let at = 0; at < 5; at += 1)
            expect(await outcome(leave(session.access_token, 'others'))).toBe('204');
        }),
      ).toEqual([]);
      expect(await noted(() => leave(session.access_token, 'global'))).toEqual([
        ['saiu', { alcance: 'global' }],
      ]);
      expect(await noted(() => leave(session.access_token, 'global'))).toEqual([]);
    });

    test('of a stranger is never noted', async () => {
      const { session } = await present(server);
      expect(
        await noted(async () => {
          await leave(session.access_token, 'others');
          await leave(session.access_token, 'local');
        }),
      ).toEqual([]);
    });
  });
});
