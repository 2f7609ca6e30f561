import { AuthClient } from '@supabase/auth-js';
import { describe, expect, test, vi } from 'vitest';
import { disableAdministrator } from '../../server/auth/accounts.ts';
import { addPerson, isAdministrator, PASSWORD, signIn } from '../support/accounts.ts';
import { engines, forThisTest, openTestServer, serverForTests, type TestServer } from '../support/server.ts';

// The calls 5 to 8 of SPEC §7, made by the official client.

/** A client of another server, without a tab. */
const clientOf = ({ url, keys, fetch }: TestServer) =>
  new AuthClient({
    url: `${url}/auth/v1`,
    headers: { apikey: keys.anonKey },
    fetch,
    persistSession: false,
    autoRefreshToken: false,
  });

describe.each(engines)('the official client, $name', (engine) => {
  const server = serverForTests(engine, { signup: true });

  /** A browser tab; two with the same `stored` share what a reload or another tab would find. */
  function tab(stored = new Map<string, string>(), fetch = server.fetch) {
    const client = new AuthClient({
      url: `${server.url}/auth/v1`,
      headers: { apikey: server.keys.anonKey, Authorization: `Bearer ${server.keys.anonKey}` },
      storageKey: 'sessao',
      storage: {
        getItem: (key) => stored.get(key) ?? null,
        setItem: (key, value) => void stored.set(key, value),
        removeItem: (key) => void stored.delete(key),
      },
      persistSession: true,
      autoRefreshToken: false,
      detectSessionInUrl: false,
      fetch,
    });
    const events: string[] = [];
    client.onAuthStateChange((event) => void events.push(event));
    return { client, events, stored };
  }

  async function signedIn({ administrator = false } = {}) {
    const person = await addPerson(server, { administrator });
    const opened = tab();
    const { data, error } = await opened.client.signInWithPassword({
      email: person.email,
      password: PASSWORD,
    });
    if (error) throw error;
    return { ...person, ...opened, session: data.session };
  }

  test('call 5: signing in gives user and session', async () => {
    const { id, email, client, events, session } = await signedIn();
    expect(session).toMatchObject({ token_type: 'bearer', expires_in: 900, user: { id, email } });
    expect((await client.getSession()).data.session?.access_token).toBe(session.access_token);
    expect((await client.getUser()).data.user).toEqual(session.user);
    await vi.waitFor(() => expect(events).toEqual(['INITIAL_SESSION', 'SIGNED_IN']));
  });

  test.each([
    ['another password', (email: string) => ({ email, password: 'outra senha de teste' })],
    ['an unknown e-mail', () => ({ email: 'ninguem@example.com', password: PASSWORD })],
    ['an empty password', (email: string) => ({ email, password: '' })],
  ])('call 5: %s is refused without saying what is wrong', async (_what, credentials) => {
    const { email } = await addPerson(server);
    const { data, error } = await tab().client.signInWithPassword(credentials(email));
    expect(data).toEqual({ user: null, session: null });
    expect(error).toMatchObject({
      name: 'AuthApiError',
      status: 400,
      code: 'invalid_credentials',
      message: 'Invalid login credentials',
    });
  });

  test.skipIf(engine.hosted)('call 5: too many wrong passwords are answered with 429', async () => {
    const strict = await forThisTest(openTestServer(engine, { limits: 'on' }));
    const { email } = await addPerson(strict);
    for (let failure = 0; failure < 5; failure++) await signIn(strict, email, 'outra senha', 'local');
    const client = clientOf(strict);
    const { error } = await client.signInWithPassword({ email, password: PASSWORD });
    expect(error).toMatchObject({ status: 429, code: 'over_request_rate_limit' });
  });

  test.skipIf(engine.hosted)(
    'call 5: a fault of the server is one that the client may try again',
    async () => {
      const broken = await openTestServer(engine);
      await broken.database.query('alter table auth.users rename to users2');
      const client = clientOf(broken);
      const { error } = await client.signInWithPassword({ email: 'ninguem@example.com', password: PASSWORD });
      expect(error).toMatchObject({ name: 'AuthRetryableFetchError', status: 500 });
      await broken.close();
    },
  );

  test('call 6: signing out ends every session at the server and the one in the tab', async () => {
    const { email, client, events, stored, session } = await signedIn({ administrator: true });
    const elsewhere = tab();
    await elsewhere.client.signInWithPassword({ email, password: PASSWORD });
    expect(await isAdministrator(server, session.access_token)).toBe(true);
    expect(await client.signOut()).toEqual({ error: null });
    expect(stored.size).toBe(0);
    expect(await isAdministrator(server, session.access_token)).toBe(false);
    expect((await elsewhere.client.refreshSession()).error).toMatchObject({
      code: 'refresh_token_not_found',
    });
    await vi.waitFor(() => expect(events.at(-1)).toBe('SIGNED_OUT'));
  });

  test.each([
    ['local', null, 'refresh_token_not_found'],
    ['others', 'refresh_token_not_found', null],
  ] as const)('call 6: signing out with scope %s', async (scope, other, own) => {
    const { email, client, session } = await signedIn();
    const elsewhere = tab();
    await elsewhere.client.signInWithPassword({ email, password: PASSWORD });
    expect(await client.signOut({ scope })).toEqual({ error: null });
    expect((await elsewhere.client.refreshSession()).error?.code ?? null).toBe(other);
    const fresh = await tab().client.refreshSession({ refresh_token: session.refresh_token });
    expect(fresh.error?.code ?? null).toBe(own);
  });

  test('call 6: signing out after the session ended elsewhere is no error', async () => {
    const { id, client, stored } = await signedIn({ administrator: true });
    await server.database.asOwner((tx) => disableAdministrator(tx, id));
    expect(await client.signOut()).toEqual({ error: null });
    expect(stored.size).toBe(0);
  });

  test('call 7: a stored session is read without a call, and a call refreshes it', async () => {
    const { stored, session } = await signedIn();
    const reloaded = tab(stored);
    expect((await reloaded.client.getSession()).data.session?.refresh_token).toBe(session.refresh_token);
    const { data, error } = await reloaded.client.refreshSession();
    expect(error).toBeNull();
    expect(data.session?.refresh_token).not.toBe(session.refresh_token);
    await vi.waitFor(() => expect(reloaded.events).toContain('TOKEN_REFRESHED'));
  });

  test('call 7: an access token that ran out is refreshed when the session is read', async () => {
    const { stored, session } = await signedIn();
    stored.set('sessao', JSON.stringify({ ...session, expires_at: Math.floor(Date.now() / 1000) - 10 }));
    const { data } = await tab(stored).client.getSession();
    expect(data.session?.access_token).toBeTruthy();
    expect(data.session?.refresh_token).not.toBe(session.refresh_token);
  });

  test('call 7: two tabs that refresh at once both stay signed in', async () => {
    const { session } = await signedIn();
    const refreshed = await Promise.all(
      [tab(), tab()].map(({ client }) => client.refreshSession({ refresh_token: session.refresh_token })),
    );
    const tokens = refreshed.map(({ data }) => data.session?.refresh_token);
    expect(tokens[0]).toBeTruthy();
    expect(tokens[0]).toBe(tokens[1]);
  });

  test('call 7: a refresh token used again later signs the tab out', async () => {
    const { session, client } = await signedIn();
    await client.refreshSession();
    await client.refreshSession();
    await server.database.query(
      `update auth.refresh_tokens set updated_at = updated_at - interval '61 seconds'`,
    );
    const thief = await tab().client.refreshSession({ refresh_token: session.refresh_token });
    expect(thief.error).toMatchObject({ status: 400, code: 'refresh_token_already_used' });
    expect(await isAdministrator(server, session.access_token)).toBe(false);
    // GoTrue keeps the row of a session whose tokens it has revoked
    const ended = (await client.getUser()).error?.name;
    expect(ended).toBe(engine.hosted ? undefined : 'AuthSessionMissingError');
  });

  test('call 7: asking for oneself after the session ended clears the tab', async () => {
    const { id, client, stored } = await signedIn({ administrator: true });
    await server.database.asOwner((tx) => disableAdministrator(tx, id));
    const { error } = await client.getUser();
    expect(error?.name).toBe('AuthSessionMissingError');
    expect(stored.size).toBe(0);
  });

  test('a new password is taken, and a weak one says why', async () => {
    const { email, client, events } = await signedIn();
    const weak = await client.updateUser({ password: 'curta', current_password: PASSWORD });
    expect(weak.error).toMatchObject({ name: 'AuthWeakPasswordError', status: 422, reasons: ['length'] });
    const { data, error } = await client.updateUser({
      password: 'outra senha de teste',
      current_password: PASSWORD,
    });
    expect(error).toBeNull();
    expect(data.user?.email).toBe(email);
    await vi.waitFor(() => expect(events).toContain('USER_UPDATED'));
  });

  test('call 8: signing up gives a session and the data that was given', async () => {
    const { client, events } = tab();
    const { data, error } = await client.signUp({
      email: 'nova@example.com',
      password: PASSWORD,
      options: { data: { nome: 'Pessoa de Teste' } },
    });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      email: 'nova@example.com',
      user_metadata: { nome: 'Pessoa de Teste' },
    });
    expect(data.session?.access_token).toBeTruthy();
    await vi.waitFor(() => expect(events).toContain('SIGNED_IN'));

    const again = await tab().client.signUp({ email: 'nova@example.com', password: PASSWORD });
    expect(again.error).toMatchObject({ status: 422, code: 'user_already_exists' });
    const weak = await tab().client.signUp({ email: 'outra@example.com', password: 'curta' });
    expect(weak.error).toMatchObject({ name: 'AuthWeakPasswordError', reasons: ['length'] });
  });

  test('call 8: signing up is refused where it is switched off', async () => {
    const closed = await forThisTest(openTestServer(engine));
    const client = clientOf(closed);
    const { error } = await client.signUp({ email: 'nova@example.com', password: PASSWORD });
    expect(error).toMatchObject({ name: 'AuthApiError', status: 422, code: 'signup_disabled' });
  });
});
