import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  addPerson,
  call,
  decoded,
  outcome,
  PASSWORD,
  sessionOf,
  signIn,
} from '../../tests/support/accounts.ts';
import { auditEntries } from '../../tests/support/desk.ts';
import { embedded, serverForTests } from '../../tests/support/server.ts';
import { ApiError, errorBody } from '../core/errors.ts';
import { verify } from './argon2.ts';
import { hashPassword } from './passwords.ts';

// The files of a worker share their modules: the ones here are loaded anew, and again after.
vi.hoisted(() => vi.resetModules());
vi.mock('./argon2.ts', async (original) => {
  const real = await original<typeof import('./argon2.ts')>();
  return { ...real, verify: vi.fn(real.verify) };
});

afterAll(() => {
  vi.doUnmock('./argon2.ts');
  vi.resetModules();
});

describe.each(embedded)('signing in, $name', (engine) => {
  const server = serverForTests(engine, { limits: 'on', siteUrl: 'https://www.example.com' });
  beforeEach(() => server.database.query('delete from servidor.limites'));

  test('a right password answers a session', async () => {
    const { id, email } = await addPerson(server);
    const response = await signIn(server, ` ${email.toUpperCase()} `);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const session = await sessionOf(response);
    const now = Math.floor(Date.now() / 1000);
    expect(session).toEqual({
      access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      token_type: 'bearer',
      expires_in: 900,
      expires_at: expect.toSatisfy((at: number) => Math.abs(at - now - 900) < 10),
      refresh_token: expect.stringMatching(/^[a-z0-9]{26}$/),
      user: {
        id,
        aud: 'authenticated',
        role: 'authenticated',
        email,
        email_confirmed_at: expect.any(String),
        phone: '',
        confirmed_at: expect.any(String),
        last_sign_in_at: expect.any(String),
        app_metadata: { provider: 'email', providers: ['email'] },
        user_metadata: {},
        created_at: expect.any(String),
        updated_at: expect.any(String),
        is_anonymous: false,
      },
    });
    const { header, payload } = decoded(session.access_token);
    expect(header).toEqual({ alg: 'HS256', typ: 'JWT' });
    expect(payload).toEqual({
      iss: 'https://www.example.com/auth/v1',
      sub: id,
      aud: 'authenticated',
      role: 'authenticated',
      iat: session.expires_at - 900,
      exp: session.expires_at,
      email,
      phone: '',
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: {},
      aal: 'aal1',
      amr: [{ method: 'password', timestamp: expect.any(Number) }],
      session_id: expect.any(String),
      is_anonymous: false,
    });
  });

  test.each<[string, string, unknown]>([
    ['nothing', '400 PGRST102', ''],
    ['a number for the e-mail', '400 PGRST102', { email: 1, password: PASSWORD }],
    ['an object for the password', '400 PGRST102', { email: 'x@example.com', password: {} }],
    ['no e-mail', '400 validation_failed', { password: PASSWORD }],
    ['an empty e-mail', '400 validation_failed', { email: '', password: PASSWORD }],
    ['NUL in the e-mail', '400 invalid_credentials', { email: 'x\u0000@example.com', password: PASSWORD }],
    [
      'a long e-mail',
      '400 invalid_credentials',
      { email: `${'x'.repeat(300)}@example.com`, password: PASSWORD },
    ],
    ['SQL', '400 invalid_credentials', { email: "' or 1=1 --@example.com", password: PASSWORD }],
  ])('%s answers %s', async (_what, expected, body) => {
    expect(await outcome(call(server, 'POST', '/token?grant_type=password', { body }))).toBe(expected);
  });

  test.each(['', '?grant_type=', '?grant_type=pkce', '?grant_type=id_token', '?grant_type=PASSWORD'])(
    'the grant type of /token%s is unknown',
    async (query) => {
      expect(await outcome(call(server, 'POST', `/token${query}`, { body: {} }))).toBe(
        '400 invalid_credentials',
      );
    },
  );

  test('wrong password, no password and unknown e-mail get one answer after the same work', async () => {
    const { email } = await addPerson(server, { passwordHash: hashPassword(PASSWORD) });
    const answers = [];
    for (const body of [
      { email, password: 'outra senha de teste' },
      { email },
      { email: 'ninguem@example.com', password: PASSWORD },
      { email: 'not an e-mail', password: PASSWORD },
    ]) {
      vi.mocked(verify).mockClear();
      const response = await call(server, 'POST', '/token?grant_type=password', { body });
      const hashes = vi
        .mocked(verify)
        .mock.calls.map(([hash]) => hash.replace(/[\w+/]{22,}/g, ({ length }) => `${length}`));
      answers.push({ status: response.status, body: await response.json(), hashes });
    }
    for (const answer of answers)
      expect(answer).toEqual({
        status: 400,
        body: errorBody(new ApiError(400, 'invalid_credentials', 'Invalid login credentials')),
        hashes: ['$argon2id$v=19$m=19456,t=2,p=1$22$43'], // letters of salt and tag
      });
  });

  test.each([
    ["banned_until = now() + interval '1 day'", '400 user_banned', 2],
    ["banned_until = now() - interval '1 day'", '200', 1],
    ['deleted_at = now()', '400 invalid_credentials', 0],
    ['encrypted_password = null', '400 invalid_credentials', 2],
  ])('an account with %s answers %s, and %i failures are noted', async (change, right, failures) => {
    const { id, email } = await addPerson(server);
    await server.database.query(`update auth.users set ${change} where id = $1`, [id]);
    expect(await outcome(signIn(server, email))).toBe(right);
    expect(await outcome(signIn(server, email, 'outra senha de teste'))).toBe('400 invalid_credentials');
    const noted = (await auditEntries(server)).filter(({ conta }) => conta === id);
    expect(noted.map(({ acao }) => acao)).toEqual(Array(failures).fill('falha_de_login'));
  });

  test('a password that changes while it is checked starts no session', async () => {
    const { id, email } = await addPerson(server);
    vi.mocked(verify).mockImplementationOnce(async () => {
      await server.database.query('update auth.users set encrypted_password = null where id = $1', [id]);
      return true;
    });
    expect(await outcome(signIn(server, email))).toBe('400 invalid_credentials');
    expect(await server.rows('select from auth.sessions where user_id = $1', id)).toEqual([]);
  });

  test('after five failures one address waits, another does not, and nothing is hashed meanwhile', async () => {
    const { email } = await addPerson(server);
    for (let failure = 0; failure < 5; failure++)
      expect(await outcome(signIn(server, email, 'outra senha de teste'))).toBe('400 invalid_credentials');
    vi.mocked(verify).mockClear();
    const blocked = await signIn(server, email.toUpperCase());
    expect(await outcome(blocked)).toBe('429 over_request_rate_limit');
    expect(Number(blocked.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(verify).not.toHaveBeenCalled();
    expect(await outcome(signIn(server, email, PASSWORD, '10.0.0.2'))).toBe('200');
  });

  test('unknown e-mails are counted like known ones', async () => {
    const outcomes = [];
    for (let failure = 0; failure < 6; failure++)
      outcomes.push(await outcome(signIn(server, 'ninguem@example.com')));
    expect(outcomes.slice(4)).toEqual(['400 invalid_credentials', '429 over_request_rate_limit']);
  });

  test('a sign-in that succeeds is not counted and forgets the failures before it', async () => {
    const { email } = await addPerson(server);
    for (let round = 0; round < 3; round++) {
      for (let failure = 0; failure < 4; failure++) await signIn(server, email, 'outra senha de teste');
      expect(await outcome(signIn(server, email))).toBe('200');
    }
    const many = await Promise.all(Array.from({ length: 12 }, () => outcome(signIn(server, email))));
    expect(many).toEqual(Array(12).fill('200'));
  });

  test('a burst at once gets no more guesses than one after the other', async () => {
    const { email } = await addPerson(server);
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, () => outcome(signIn(server, email, 'outra senha de teste'))),
    );
    expect(outcomes.filter((one) => one === '400 invalid_credentials')).toHaveLength(5);
    expect(outcomes.filter((one) => one === '429 over_request_rate_limit')).toHaveLength(35);
  });

  test('an address that tries many accounts waits, whatever it tries next', async () => {
    const { email } = await addPerson(server);
    const tries = Array.from({ length: 60 }, (_, at) => outcome(signIn(server, `pessoa${at}@example.com`)));
    const tried = (await Promise.all(tries)).filter((one) => one === '400 invalid_credentials');
    expect(tried).toHaveLength(30);
    expect(await outcome(signIn(server, email))).toBe('429 over_request_rate_limit');
    expect(await outcome(signIn(server, email, PASSWORD, '10.0.0.2'))).toBe('200');
  });

  test('neither counters nor the log contain an e-mail or a password, and each counter lasts its minutes', async () => {
    await signIn(server, 'fulano@example.com', 'segredo muito secreto');
    const rows = await server.rows<{ key: string; expire: string }>('select * from servidor.limites');
    const left = (expire: string) => Math.round((Number(expire) - Date.now()) / 60_000);
    expect(rows.map(({ key, expire }) => `${key.split(':')[0]} ${left(expire)}`).sort()).toEqual([
      ...['anonymous-audit 60', 'sign-in-account 1', 'sign-in-account-anywhere 10'],
      ...['sign-in-address 5', 'sign-in-address-network 5'],
    ]);
    const stored = JSON.stringify([rows, server.lines]);
    expect(stored).not.toMatch(/fulano|segredo/);
  });
});
