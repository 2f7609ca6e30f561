import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  call,
  decoded,
  isAdministrator,
  outcome,
  PASSWORD,
  sessionOf,
  signIn,
} from '../../tests/support/accounts.ts';
import { embedded, forThisTest, openTestServer, serverForTests } from '../../tests/support/server.ts';

describe.each(embedded)('signing up, $name', (engine) => {
  const server = serverForTests(engine, { signup: true, limits: 'on' });
  beforeEach(() => server.database.query('delete from servidor.limites'));

  const signUp = (body: unknown) => call(server, 'POST', '/signup', { body });
  const newEmail = () => `${randomUUID().slice(0, 13)}@example.com`;

  test('it is off unless the owner switches it on', async () => {
    const closed = await forThisTest(openTestServer(engine));
    const body = { email: newEmail(), password: PASSWORD };
    expect(await outcome(call(closed, 'POST', '/signup', { body }))).toBe('422 signup_disabled');
    expect(await closed.rows('select from auth.users')).toEqual([]);
    const settings = { disable_signup: true, external: { email: true } };
    expect(await (await call(closed, 'GET', '/settings')).json()).toMatchObject(settings);
    expect(await (await call(server, 'GET', '/settings')).json()).toMatchObject({ disable_signup: false });
  });

  test('a new account has a session and no rights', async () => {
    const email = newEmail();
    const session = await sessionOf(
      await signUp({
        email: email.toUpperCase(),
        password: PASSWORD,
        data: { nome: 'Pessoa de Teste' },
        role: 'service_role',
        app_metadata: { role: 'admin' },
        gotrue_meta_security: {},
        code_challenge: null,
        code_challenge_method: null,
      }),
    );
    expect(session.user).toMatchObject({
      email,
      role: 'authenticated',
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: { nome: 'Pessoa de Teste' },
      last_sign_in_at: expect.any(String),
    });
    expect(decoded(session.access_token).payload).toMatchObject({ iss: 'supabase', role: 'authenticated' });
    expect(await isAdministrator(server, session.access_token)).toBe(false);
    expect(await outcome(signIn(server, email))).toBe('200');
  });

  test('an e-mail has one account, also when two sign up at once', async () => {
    const email = newEmail();
    const outcomes = await Promise.all(
      Array.from({ length: 4 }, () => outcome(signUp({ email, password: PASSWORD }))),
    );
    expect(outcomes.sort()).toEqual(['200', ...Array<string>(3).fill('422 user_already_exists')]);
  });

  test.each<[unknown, string, string]>([
    [{ email: 'a@example.com' }, '400 validation_failed', 'no password'],
    [{ password: PASSWORD }, '400 validation_failed', 'no e-mail'],
    [{ email: 'example.com', password: PASSWORD }, '400 validation_failed', 'no @'],
    [{ email: 'a@b@example.com', password: PASSWORD }, '400 validation_failed', 'two @'],
    [{ email: 'a\u0000@example.com', password: PASSWORD }, '400 validation_failed', 'NUL'],
    [{ email: '\u3164@example.com', password: PASSWORD }, '400 validation_failed', 'a letter nobody sees'],
    [{ email: 'a@example.com', password: 'x'.repeat(73) }, '400 validation_failed', 'a long password'],
    [{ email: 'nova@example.com', password: 'nova@example.com' }, '422 weak_password', 'the e-mail'],
    [{ email: 'a@example.com', password: PASSWORD, data: 'x' }, '400 PGRST102', 'data that is a text'],
    [{ email: 'a@example.com', password: PASSWORD, data: [] }, '400 PGRST102', 'data that is a list'],
    [{ email: 'a@example.com', password: PASSWORD, data: { x: '\u0000' } }, '400 22P05', 'NUL in data'],
    [
      { email: 'a@example.com', password: PASSWORD, data: { x: 'x'.repeat(2_000) } },
      '400 validation_failed',
      'data that no token can carry',
    ],
  ])('%j answers %s: %s', async (body, expected) => {
    expect(await outcome(signUp(body))).toBe(expected);
  });

  test('thirty in five minutes are enough from one address', async () => {
    const weak = { email: 'a@example.com', password: 'curta' };
    for (let time = 0; time < 30; time++) expect(await outcome(signUp(weak))).toBe('422 weak_password');
    expect(await outcome(signUp(weak))).toBe('429 over_request_rate_limit');
    const other = call(server, 'POST', '/signup', { body: weak, address: '10.0.0.2' });
    expect(await outcome(other)).toBe('422 weak_password');
  });
});
