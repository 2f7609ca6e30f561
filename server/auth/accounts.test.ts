import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  addPerson,
  isAdministrator,
  outcome,
  PASSWORD,
  present,
  refresh,
  signIn,
} from '../../tests/accounts.ts';
import { engines, type OpenHouse, openHouse, openTestDatabase } from '../../tests/house.ts';
import {
  disableAdministrator,
  ensureFirstAdministrator,
  makeAdministrator,
  setPassword,
} from './accounts.ts';
import { hashPassword } from './passwords.ts';

describe.each(engines)('accounts, $name', (engine) => {
  let house: OpenHouse;
  beforeAll(async () => {
    house = await openHouse(engine);
  });
  afterAll(() => house.close());

  test('an account is kept the way a hosted project can load it', async () => {
    const { id, email } = await addPerson(house);
    const { rows: users } = await house.database.query('select * from auth.users where id = $1', [id]);
    const empty = {
      confirmation_token: '',
      recovery_token: '',
      email_change: '',
      email_change_token_new: '',
    };
    expect(users).toEqual([
      expect.objectContaining({
        ...empty,
        email_change_token_current: '',
        phone_change: '',
        phone_change_token: '',
        reauthentication_token: '',
        instance_id: '00000000-0000-0000-0000-000000000000',
        aud: 'authenticated',
        role: 'authenticated',
        email,
        encrypted_password: expect.stringMatching(/^\$argon2id\$/),
        email_confirmed_at: expect.any(Date),
        raw_app_meta_data: { provider: 'email', providers: ['email'] },
        raw_user_meta_data: {},
        phone: null,
        banned_until: null,
        deleted_at: null,
        is_sso_user: false,
        is_anonymous: false,
      }),
    ]);
    const { rows: identities } = await house.database.query(
      'select * from auth.identities where user_id = $1',
      [id],
    );
    expect(identities).toEqual([
      expect.objectContaining({
        provider_id: id,
        provider: 'email',
        email,
        identity_data: { sub: id, email, email_verified: true, phone_verified: false },
      }),
    ]);
  });

  test('disabling an administrator ends access at once, and enabling gives it back after a new sign-in', async () => {
    const { id, email, session } = await present(house, { administrator: true });
    expect(await isAdministrator(house, session.access_token)).toBe(true);
    await house.database.asOwner((tx) => disableAdministrator(tx, id));
    expect(await isAdministrator(house, session.access_token)).toBe(false);
    expect(await outcome(refresh(house, session.refresh_token))).toBe('400 refresh_token_not_found');

    const again = await signIn(house, email); // they stay a person with an account
    const { access_token } = (await again.json()) as { access_token: string };
    expect(await isAdministrator(house, access_token)).toBe(false);
    await house.database.asOwner((tx) => makeAdministrator(tx, id));
    expect(await isAdministrator(house, access_token)).toBe(true);
  });

  test('a new password ends every session', async () => {
    const { id, email, session } = await present(house);
    const passwordHash = await hashPassword('outra senha de teste');
    await house.database.asOwner((tx) => setPassword(tx, id, passwordHash));
    expect(await outcome(refresh(house, session.refresh_token))).toBe('400 refresh_token_not_found');
    expect(await outcome(signIn(house, email))).toBe('400 invalid_credentials');
    expect(await outcome(signIn(house, email, 'outra senha de teste'))).toBe('200');
  });
});

describe.each(engines)('the first administrator, $name', (engine) => {
  const given = { email: 'Maria@Example.com', password: PASSWORD };

  test('is made with a password to show once, when nobody said who', async () => {
    const house = await openHouse(engine);
    const made = await ensureFirstAdministrator(house.database, null);
    expect(made).toEqual({
      email: 'admin@example.com',
      password: expect.stringMatching(/^[a-hj-km-np-z2-9]{20}$/),
    });
    const response = await signIn(house, 'admin@example.com', made?.password);
    const { access_token } = (await response.json()) as { access_token: string };
    expect(await isAdministrator(house, access_token)).toBe(true);
    expect(await ensureFirstAdministrator(house.database, null)).toBeNull();
    await house.close();
  });

  test('is the one of the environment, and there is nothing to show', async () => {
    const house = await openHouse(engine);
    expect(await ensureFirstAdministrator(house.database, given)).toBeNull();
    expect(await outcome(signIn(house, 'maria@example.com'))).toBe('200');
    await house.close();
  });

  test('is not made when there is one, even a disabled one, whatever the environment says', async () => {
    const house = await openHouse(engine);
    const { id } = await addPerson(house, { administrator: true });
    await house.database.asOwner((tx) => disableAdministrator(tx, id));
    expect(await ensureFirstAdministrator(house.database, given)).toBeNull();
    expect(await ensureFirstAdministrator(house.database, null)).toBeNull();
    expect(await outcome(signIn(house, 'maria@example.com'))).toBe('400 invalid_credentials');
    await house.close();
  });

  test('takes over an account that a stranger made with that e-mail', async () => {
    const house = await openHouse(engine);
    const { email, session } = await present(house);
    await ensureFirstAdministrator(house.database, { email, password: 'outra senha de teste' });
    expect(await outcome(signIn(house, email))).toBe('400 invalid_credentials');
    expect(await outcome(refresh(house, session.refresh_token))).toBe('400 refresh_token_not_found');
    expect(await outcome(signIn(house, email, 'outra senha de teste'))).toBe('200');
    await house.close();
  });

  test('is one, also when several servers start at once', async () => {
    const database = await openTestDatabase(engine);
    const made = await Promise.all(Array.from({ length: 4 }, () => ensureFirstAdministrator(database, null)));
    expect(made.filter(Boolean)).toHaveLength(1);
    const { rows } = await database.query('select from private.administradores');
    expect(rows).toHaveLength(1);
    await database.close();
  });
});
