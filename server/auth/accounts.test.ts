import { describe, expect, test } from 'vitest';
import { addPerson, isAdministrator, outcome, PASSWORD, signIn } from '../../tests/support/accounts.ts';
import {
  embedded,
  forThisTest,
  openTestDatabase,
  openTestServer,
  serverForTests,
} from '../../tests/support/server.ts';
import { disableAdministrator, ensureFirstAdministrator } from './accounts.ts';

describe.each(embedded)('accounts, $name', (engine) => {
  const server = serverForTests(engine);

  test('an account is stored as a hosted project can load it', async () => {
    const { id, email } = await addPerson(server);
    const users = await server.rows('select * from auth.users where id = $1', id);
    // GoTrue answers 500 where one is null
    const empty =
      'confirmation_token recovery_token email_change email_change_token_new email_change_token_current phone_change phone_change_token reauthentication_token';
    expect(users).toMatchObject([
      {
        ...Object.fromEntries(empty.split(' ').map((column) => [column, ''])),
        instance_id: '00000000-0000-0000-0000-000000000000',
        ...{ aud: 'authenticated', role: 'authenticated', email, email_confirmed_at: expect.any(Date) },
        encrypted_password: expect.stringMatching(/^\$argon2id\$/),
        raw_app_meta_data: { provider: 'email', providers: ['email'] },
        ...{ raw_user_meta_data: {}, phone: null, banned_until: null, deleted_at: null },
        ...{ is_sso_user: false, is_anonymous: false },
      },
    ]);
    expect(await server.rows('select * from auth.identities where user_id = $1', id)).toEqual([
      expect.objectContaining({
        provider_id: id,
        provider: 'email',
        email,
        identity_data: { sub: id, email, email_verified: true, phone_verified: false },
      }),
    ]);
  });
});

describe.each(embedded)('the first administrator, $name', (engine) => {
  const given = { email: 'Maria@Example.com', password: PASSWORD };

  test('is made with a generated password when none is configured', async () => {
    const server = await forThisTest(openTestServer(engine));
    const made = await ensureFirstAdministrator(server.database, null);
    expect(made).toEqual({
      email: 'admin@example.com',
      password: expect.stringMatching(/^[a-hj-km-np-z2-9]{20}$/),
    });
    const response = await signIn(server, 'admin@example.com', made?.password);
    const { access_token } = (await response.json()) as { access_token: string };
    expect(await isAdministrator(server, access_token)).toBe(true);
    expect(await ensureFirstAdministrator(server.database, null)).toBeNull();
  });

  test('is the one of the environment, and there is nothing to show', async () => {
    const server = await forThisTest(openTestServer(engine));
    const weak = { ...given, password: 'senha123456789' };
    await expect(ensureFirstAdministrator(server.database, weak)).rejects.toThrow(/^ADMIN_PASSWORD: /);
    expect(await ensureFirstAdministrator(server.database, given)).toBeNull();
    expect(await outcome(signIn(server, 'maria@example.com'))).toBe('200');
  });

  test('is not made when one exists, even a disabled one, with or without configuration', async () => {
    const server = await forThisTest(openTestServer(engine));
    const { id } = await addPerson(server, { administrator: true });
    await server.database.asOwner((tx) => disableAdministrator(tx, id));
    expect(await ensureFirstAdministrator(server.database, given)).toBeNull();
    expect(await ensureFirstAdministrator(server.database, null)).toBeNull();
    expect(await outcome(signIn(server, 'maria@example.com'))).toBe('400 invalid_credentials');
  });

  test('is one, also when several servers start at once', async () => {
    const database = await forThisTest(openTestDatabase(engine));
    const made = await Promise.all(Array.from({ length: 4 }, () => ensureFirstAdministrator(database, null)));
    expect(made.filter(Boolean)).toHaveLength(1);
    expect(await database.rows('select from private.administradores')).toHaveLength(1);
  });
});
