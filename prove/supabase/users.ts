import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { hashPassword } from '../../server/auth/passwords.ts';
import { type Address, addressOf } from './cluster.ts';
import { SignInRefused } from './refresh-tokens.ts';

export type User = {
  id: string;
  email: string;
  encrypted_password: string | null;
  raw_app_meta_data: object | null;
  raw_user_meta_data: object | null;
  banned: boolean;
  created_at: Date | null;
  updated_at: Date | null;
  last_sign_in_at: Date | null;
  email_confirmed_at: Date | null;
};

const COLUMNS = `id, email, encrypted_password, raw_app_meta_data, raw_user_meta_data,
  coalesce(banned_until > now(), false) as banned, created_at, updated_at, last_sign_in_at, email_confirmed_at`;

/** What a call may hold. */
export type CallFields = {
  id?: string;
  email?: string;
  password?: string;
  password_hash?: string;
  email_confirm?: boolean;
  current_password?: string;
  refresh_token?: string;
  data?: object;
};

/** As GoTrue takes it: argon2 or bcrypt. */
const HASH = /^\$(argon2(d|i|id)\$v=(16|19)\$m=\d+,t=\d+,p=\d+\$|2[aby]\$)/;

/** The accounts of a project, read and written as GoTrue does. */
export function openUsers(cluster: Address, database: string, passwordLength: number) {
  const pool = new pg.Pool({ ...addressOf(cluster, 'supabase_auth_admin'), database, max: 4 });
  pool.on('error', () => {}); // an idle connection goes with its database

  async function inTransaction<T>(work: (tx: pg.PoolClient) => Promise<T>): Promise<T> {
    const tx = await pool.connect();
    try {
      await tx.query('begin');
      const result = await work(tx);
      await tx.query('commit');
      return result;
    } catch (error) {
      // a reuse is written down although it is refused
      await tx.query(error instanceof SignInRefused && error.keep ? 'commit' : 'rollback').catch(() => {});
      throw error;
    } finally {
      tx.release();
    }
  }

  async function userBy(column: 'id' | 'email', value: string): Promise<User | undefined> {
    const { rows } = await pool.query<User>(
      `select ${COLUMNS} from auth.users where ${column} = $1 and deleted_at is null`,
      [value],
    );
    return rows[0];
  }

  function checkPassword(password = ''): void {
    const words = `Password should be at least ${passwordLength} characters.`;
    if (password.length < passwordLength)
      throw new SignInRefused(422, 'weak_password', words, { reasons: ['length'] });
  }

  async function write(
    { id = randomUUID(), email = '', data = {} }: CallFields,
    secret: string,
    confirmed = true,
  ) {
    const address = email.toLowerCase();
    const identity = { sub: id, email: address, email_verified: false, phone_verified: false };
    await inTransaction(async (tx) => {
      await tx.query(
        `insert into auth.users (instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, confirmation_token, recovery_token,
           email_change_token_new, email_change, raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
         values ('00000000-0000-0000-0000-000000000000', $1, 'authenticated', 'authenticated', $2, $3, case when $5 then now() end, '', '', '', '',
           '{"provider":"email","providers":["email"]}', $4, now(), now())`,
        [id, address, secret, JSON.stringify(data), confirmed],
      );
      await tx.query(
        `insert into auth.identities (id, provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
         values (gen_random_uuid(), $1::text, $1::uuid, $2, 'email', now(), now(), now())`,
        [id, JSON.stringify(identity)],
      );
    });
    return (await userBy('id', id)) as User;
  }

  async function addUser(asked: CallFields): Promise<User> {
    const { email, password } = asked;
    if (!email?.includes('@') || !password)
      throw new SignInRefused(400, 'validation_failed', 'Signup requires a valid email and password');
    checkPassword(password);
    if (await userBy('email', email.toLowerCase()))
      throw new SignInRefused(422, 'user_already_exists', 'User already registered');
    return write({ email, data: asked.data }, await hashPassword(password));
  }

  /**
   * What whoever has the secret key asks of the accounts: takes an account's own id and the hash of
   * its password, or the password, as the dashboard gives it. Source: decision 108; supabase/auth
   * v2.196.0, internal/api/admin.go (AdminUserParams, adminUserCreate) and internal/models/user.go (NewUserWithPasswordHash).
   */
  async function administer(method: string, path: string, asked: () => Promise<CallFields>): Promise<object> {
    if (method === 'GET') return { users: [], aud: 'authenticated' };
    if (method === 'DELETE') {
      await pool.query('delete from auth.users where id = $1', [path.split('/').at(-1)]);
      return {};
    }
    const account = await asked();
    const { email = '', password, password_hash: secret = '', email_confirm } = account;
    if (await userBy('email', email.toLowerCase()))
      throw new SignInRefused(
        422,
        'email_exists',
        'A user with this email address has already been registered',
      );
    if (password !== undefined) return personOf(await addUser({ email, password }));
    if (secret !== '' && !HASH.test(secret))
      throw new SignInRefused(500, 'unexpected_failure', 'Error creating user');
    return personOf(await write(account, secret, email_confirm === true));
  }

  return { pool, inTransaction, userBy, addUser, checkPassword, administer };
}

/** A user as GoTrue shows it: never a hash or a token. */
export function personOf(user: User) {
  return {
    id: user.id,
    aud: 'authenticated',
    role: 'authenticated',
    email: user.email,
    email_confirmed_at: user.email_confirmed_at,
    phone: '',
    confirmed_at: user.email_confirmed_at,
    last_sign_in_at: user.last_sign_in_at,
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    identities: [],
    created_at: user.created_at,
    updated_at: user.updated_at,
    is_anonymous: false,
  };
}
