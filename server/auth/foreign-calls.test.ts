import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  addPerson,
  call,
  outcome,
  PASSWORD,
  present,
  refresh,
  signIn,
} from '../../tests/support/accounts.ts';
import { auditEntries } from '../../tests/support/desk.ts';
import { embedded, serverForTests } from '../../tests/support/server.ts';

// What strangers, and pages of other sites, send to the accounts, and what of it the audit log holds.

const WRONG = 'outra senha de teste';
const NOBODY = 'ninguem@example.com';
const LAST = { ultima_da_hora: true };

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
    expect(await outcome(answer)).toBe('503 PGRST003'); // at 429 auth-js would end the session
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  /** The entries of what is done: action, account and details of each. */
  async function noted(work: () => Promise<unknown>) {
    const before = (await auditEntries(server)).length;
    await work();
    return (await auditEntries(server))
      .slice(before)
      .map(({ acao, conta, detalhes }) => [acao, conta, detalhes]);
  }
  let addresses = 0;
  /** Addresses of their own, so that no other limit ends it sooner. */
  const elsewhere = () => `10.2.0.${++addresses}`;
  const fails = (email: string, times = 5) =>
    noted(async () => {
      for (let time = 0; time < times; time += 1) await signIn(server, email, WRONG, elsewhere());
    });
  /** As if 28 failures had been noted in the last half hour, with two left. */
  const nearlyAll = (account = '') =>
    server.database.query('insert into servidor.limites (key, points, expire) values ($1, 28, $2)', [
      `anonymous-audit:falha_de_login ${account}`,
      Date.now() + 1_800_000,
    ]);

  test('of failed sign-ins, from anywhere, thirty an hour are noted of nobody and of strangers together, and of each administrator', async () => {
    const [one, other] = [
      await addPerson(server, { administrator: true }),
      await addPerson(server, { administrator: true }),
    ];
    const stranger = await addPerson(server);
    for (const account of ['', one.id]) await nearlyAll(account);
    expect(await fails(stranger.email, 1)).toEqual([['falha_de_login', stranger.id, {}]]);
    expect(await fails(NOBODY)).toEqual([['falha_de_login', null, LAST]]);
    expect(await fails(one.email)).toEqual([
      ['falha_de_login', one.id, {}],
      ['falha_de_login', one.id, LAST],
    ]);
    await server.rows('select private.desativar_administrador($1, null)', other.id);
    expect(await fails(other.email, 1)).toEqual([['falha_de_login', other.id, {}]]);
  });

  test('what somebody does to their own account is noted of an administrator, each time, and never of a stranger', async () => {
    const own = ({ email, session }: Awaited<ReturnType<typeof present>>) =>
      noted(async () => {
        const bearer = session.access_token;
        const change = (current_password: string) =>
          outcome(call(server, 'PUT', '/user', { bearer, body: { password: WRONG, current_password } }));
        expect(await change('não é esta')).toBe('400 current_password_invalid');
        expect(await change(PASSWORD)).toBe('200');
        expect(await outcome(signIn(server, email, WRONG))).toBe('200');
        for (const scope of ['local', 'global'])
          await call(server, 'POST', `/logout?scope=${scope}`, { bearer }); // of which one ends something
      });
    const admin = await present(server, { administrator: true });
    expect(await own(admin)).toEqual([
      ['errou_senha', admin.id, {}],
      ['trocou_senha', admin.id, {}],
      ['entrou', null, {}],
      ['saiu', null, { alcance: 'local' }],
    ]);
    expect(await own(await present(server))).toEqual([]);
    const body = { email: `${randomUUID().slice(0, 13)}@example.com`, password: PASSWORD };
    expect(await noted(() => call(server, 'POST', '/signup', { body }))).toEqual([]);
  });
});
