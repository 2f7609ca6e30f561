import { createHmac, randomUUID } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import {
  call,
  decoded,
  outcome,
  PASSWORD,
  present,
  refresh,
  sessionOf,
  signIn,
} from '../../tests/support/accounts.ts';
import { embedded, serverForTests } from '../../tests/support/server.ts';
import { disableAdministrator } from './accounts.ts';

const NEW_PASSWORD = 'outra senha de teste';

describe.each(embedded)('the auth API, $name', (engine) => {
  const server = serverForTests(engine);

  describe('who may do what', () => {
    const change = (sql: string) => async () => {
      const { id, session } = await present(server);
      await server.database.query(sql, [id]);
      return session.access_token;
    };
    /** How each kind of person comes by the bearer they send. */
    const PEOPLE: Record<string, () => Promise<string | undefined>> = {
      'somebody without a bearer': async () => undefined,
      'a visitor': async () => server.keys.anonKey,
      'a member': async () => (await present(server)).session.access_token,
      'an administrator': async () => (await present(server, { administrator: true })).session.access_token,
      'a disabled administrator': async () => {
        const { id, session } = await present(server, { administrator: true });
        await server.database.asOwner((tx) => disableAdministrator(tx, id));
        return session.access_token;
      },
      'somebody signed out': async () => {
        const { session } = await present(server);
        await call(server, 'POST', '/logout', { bearer: session.access_token });
        return session.access_token;
      },
      'a banned person': change(
        `update auth.users set banned_until = now() + interval '1 day' where id = $1`,
      ),
      'a deleted person': change('update auth.users set deleted_at = now() where id = $1'),
      'a person whose session is over': change(
        'update auth.sessions set not_after = now() where user_id = $1',
      ),
      'a person whose session is yet to begin': change(
        `update auth.sessions set created_at = now() + interval '61 minutes' where user_id = $1`,
      ),
      'a person whose tokens are revoked': change(
        'update auth.refresh_tokens set revoked = true where user_id = $1::uuid::text',
      ),
    };
    const none = '401 no_authorization';
    const ended = '403 session_not_found';
    test.each([
      //                                  GET /user                 PUT /user                 POST /logout              POST /admin/users
      ['somebody without a bearer', none, none, none, '403 not_admin'],
      ['a visitor', none, none, none, '403 not_admin'],
      ['a member', '200', '200', '204', '403 not_admin'],
      ['an administrator', '200', '200', '204', '403 not_admin'], // no more: they signed out
      ['a disabled administrator', ended, ended, ended, '403 not_admin'],
      ['somebody signed out', ended, ended, ended, '403 not_admin'],
      ['a banned person', '403 user_banned', '403 user_banned', '403 user_banned', '403 not_admin'],
      ['a deleted person', ended, ended, ended, '403 not_admin'],
      ['a person whose session is over', ended, ended, ended, '403 not_admin'],
      ['a person whose session is yet to begin', ended, ended, ended, '403 not_admin'],
      ['a person whose tokens are revoked', ended, ended, ended, '403 not_admin'],
    ])(
      '%s: seeing oneself %s, new password %s, signing out %s, managing users %s',
      async (who, ...expected) => {
        const bearer = await PEOPLE[who]?.();
        const as = bearer === undefined ? {} : { bearer };
        expect([
          await outcome(call(server, 'GET', '/user', as)),
          await outcome(
            call(server, 'PUT', '/user', {
              ...as,
              body: { password: NEW_PASSWORD, current_password: PASSWORD },
            }),
          ),
          await outcome(call(server, 'POST', '/logout', as)),
          await outcome(call(server, 'POST', '/admin/users', { ...as, body: {} })),
        ]).toEqual(expected);
      },
    );
  });

  test('forged, foreign and worn-out tokens are refused', async () => {
    const { session } = await present(server, { administrator: true });
    const { payload } = decoded(session.access_token) as { payload: Record<string, unknown> };
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const signed = (
      claims: Record<string, unknown>,
      {
        header = { alg: 'HS256', typ: 'JWT' },
        key = server.keys.jwt,
        hash = 'sha256',
      }: { header?: object; key?: Uint8Array; hash?: string } = {},
    ) => {
      const text = `${encode(header)}.${encode({ ...payload, ...claims })}`;
      return `${text}.${createHmac(hash, key).update(text).digest('base64url')}`;
    };
    const ours = new TextEncoder().encode('a key of the attacker, long enough to be one');
    const jwk = { kty: 'oct', k: Buffer.from(ours).toString('base64url'), alg: 'HS256' };
    const [head = '', body = '', signature = ''] = session.access_token.split('.');

    const forged: Record<string, string> = {
      'no signature, alg none': `${encode({ alg: 'none', typ: 'JWT' })}.${body}.`,
      'no signature, alg NONE': `${encode({ alg: 'NONE' })}.${body}.${signature}`,
      'the signature left out': `${head}.${body}.`,
      'another key': signed({}, { key: ours }),
      'an empty key': signed({}, { key: new Uint8Array() }),
      'the key of signed links': signed({}, { key: server.keys.link }),
      'the public key as the key': signed({}, { key: new TextEncoder().encode(server.keys.anonKey) }),
      'claims changed under the old signature': `${head}.${encode({ ...payload, sub: randomUUID() })}.${signature}`,
      HS512: signed({}, { header: { alg: 'HS512', typ: 'JWT' }, hash: 'sha512' }),
      'HS384 said, HS256 done': signed({}, { header: { alg: 'HS384', typ: 'JWT' } }),
      'a key in the header': signed({}, { header: { alg: 'HS256', jwk }, key: ours }),
      'an address for a key': signed(
        {},
        { header: { alg: 'HS256', jku: 'http://evil.test/keys' }, key: ours },
      ),
      'a path as kid': signed({}, { header: { alg: 'HS256', kid: '../../dev/null' }, key: new Uint8Array() }),
      'an unknown critical extension': signed({}, { header: { alg: 'HS256', crit: ['x'], x: 1 } }),
      'expired an hour ago': signed({ exp: Math.floor(Date.now() / 1000) - 3_600 }),
      'not valid yet': signed({ nbf: Math.floor(Date.now() / 1000) + 3_600 }),
      'no end': signed({ exp: undefined }),
      'an end that is text': signed({ exp: '9999999999' }),
      'another audience': signed({ aud: 'anon' }),
      'several audiences': signed({ aud: ['authenticated', 'other'] }),
      'no audience': signed({ aud: undefined }),
      'role service_role': signed({ role: 'service_role' }),
      'role postgres': signed({ role: 'postgres' }),
      'role anon with a person': signed({ role: 'anon' }),
      'no role': signed({ role: undefined }),
      'no person': signed({ sub: undefined }),
      'a person that is no uuid': signed({ sub: "' or true --" }),
      'no session': signed({ session_id: undefined }),
      'a session that is no uuid': signed({ session_id: 'x' }),
      'two dots and nothing': '..',
      'one word': 'x',
    };
    const refused: Record<string, string> = {};
    for (const [name, bearer] of Object.entries(forged))
      refused[name] = await outcome(call(server, 'GET', '/user', { bearer }));
    expect(refused).toEqual(
      Object.fromEntries(
        Object.keys(forged).map((name) => [name, expect.stringMatching(/^401 PGRST30[13]$/)]),
      ),
    );

    const own = signed({ session_id: randomUUID() });
    expect(await outcome(call(server, 'GET', '/user', { bearer: own }))).toBe('403 session_not_found');
    const { session: strangers } = await present(server);
    const { session_id } = decoded(strangers.access_token).payload as { session_id: string };
    const mixed = signed({ session_id });
    expect(await outcome(call(server, 'GET', '/user', { bearer: mixed }))).toBe('403 session_not_found');
    const unknown = signed({ sub: randomUUID() });
    expect(await outcome(call(server, 'GET', '/user', { bearer: unknown }))).toBe('403 session_not_found');
    expect(await outcome(call(server, 'GET', '/user', { bearer: signed({}) }))).toBe('200');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 910_000 }); // it was right a moment ago
    expect(await outcome(call(server, 'GET', '/user', { bearer: signed({}) }))).toBe('401 PGRST303');
    vi.useRealTimers();
  });

  const NOT_SERVED =
    'GET/token?grant_type=password POST/otp POST/recover POST/verify GET/authorize?provider=google GET/logout ' +
    'GET/.well-known/jwks.json POST/factors GET/ DELETE/user PATCH/user/x GET/health GET/admin/users';
  test.each(NOT_SERVED.split(' '))('%s is a JSON 404', async (request) => {
    const [, method = '', path = ''] = /^([A-Z]+)(.+)$/.exec(request) ?? [];
    const response = await call(server, method, path);
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    expect(await outcome(response)).toBe('404 PGRST125');
  });

  test('a person sees themselves, and never a hash or a token', async () => {
    const { id, session } = await present(server);
    const response = await call(server, 'GET', '/user', { bearer: session.access_token });
    const text = await response.text();
    expect(JSON.parse(text)).toEqual(session.user);
    expect(JSON.parse(text)).toMatchObject({ id });
    expect(text).not.toMatch(/argon2|token|password/);
  });

  test('signing out ends all sessions, or only this one', async () => {
    const sessions = async (scope: string) => {
      const { email, session: first } = await present(server);
      const second = await sessionOf(await signIn(server, email));
      const signedOut = await outcome(
        call(server, 'POST', `/logout${scope}`, { bearer: first.access_token }),
      );
      const left = await Promise.all(
        [first, second].map(({ refresh_token }) => outcome(refresh(server, refresh_token))),
      );
      return [signedOut, ...left];
    };
    const ended = '400 refresh_token_not_found';
    expect(await sessions('')).toEqual(['204', ended, ended]);
    expect(await sessions('?scope=global')).toEqual(['204', ended, ended]);
    expect(await sessions('?scope=local')).toEqual(['204', ended, '200']);
  });

  describe('changing the password', () => {
    const put = (bearer: string, body: unknown) =>
      call(server, 'PUT', '/user', {
        bearer,
        body: typeof body === 'object' ? { current_password: PASSWORD, ...body } : body,
      });

    test('a new password works from then on, the old one does not, and the other sessions end', async () => {
      const { email, session } = await present(server);
      const other = await sessionOf(await signIn(server, email));
      expect(await outcome(put(session.access_token, { password: email }))).toBe('422 weak_password');
      const response = await put(session.access_token, { password: NEW_PASSWORD });
      expect(response.status).toBe(200);
      expect(await response.json()).toMatchObject({ id: session.user.id, email });
      expect(await outcome(signIn(server, email))).toBe('400 invalid_credentials');
      const cookie = (await signIn(server, email, NEW_PASSWORD)).headers.get('set-cookie'); // over plain http
      expect(cookie).toMatch(/^cc-aparelho-[^;]+; Max-Age=\d+; Path=\/auth\/v1; HttpOnly; SameSite=Strict$/);
      expect(await outcome(refresh(server, session.refresh_token))).toBe('200');
      expect(await outcome(refresh(server, other.refresh_token))).toBe('400 refresh_token_not_found');
    });

    test.each<[unknown, string, string]>([
      [{ password: 'curta' }, '422 weak_password', 'too short'],
      [{ password: 'longa '.repeat(20) }, '400 validation_failed', 'too long'],
      [{ password: PASSWORD }, '422 same_password', 'the old one'],
      [{}, '400 validation_failed', 'nothing'],
      [{ password: NEW_PASSWORD, email: 'x@example.com' }, '400 validation_failed', 'an e-mail with it'],
      [{ data: { role: 'admin' } }, '400 validation_failed', 'other data'],
      [{ password: NEW_PASSWORD, app_metadata: { role: 'x' } }, '400 validation_failed', 'rights with it'],
      [
        { password: NEW_PASSWORD, current_password: null },
        '400 current_password_required',
        'not who they are',
      ],
      [
        { password: NEW_PASSWORD, current_password: NEW_PASSWORD },
        '400 current_password_invalid',
        'somebody else',
      ],
      ['{', '400 PGRST102', 'not JSON'],
    ])('%j answers %s: %s', async (body, expected) => {
      const { email, session } = await present(server);
      expect(await outcome(put(session.access_token, body))).toBe(expected);
      expect(await outcome(signIn(server, email))).toBe('200');
    });
  });
});
