import { noteDeed } from '../core/audit.ts';
import type { Database, Transaction } from '../core/database.ts';
import { hashPassword, makePassword } from './passwords.ts';
import { endSessions } from './sessions.ts';
import { emailFrom, findUser, USER_COLUMNS, type User } from './users.ts';

/** Whom the house makes when nobody said who its first administrator is. */
const FIRST_EMAIL = 'admin@example.com';

/**
 * A new, confirmed account with its identity, as Supabase keeps them; null when
 * the e-mail has one already. The e-mail comes from `emailFrom`, the hash from
 * `hashPassword`: hashing waits in a queue, and no transaction should. Source: contract §9.
 */
export async function createUser(
  tx: Transaction,
  {
    email,
    passwordHash,
    metadata = {},
    by = null,
  }: { email: string; passwordHash: string; metadata?: object; by?: string | null },
): Promise<User | null> {
  const { rows } = await tx.query<User>(
    `insert into auth.users (email, encrypted_password, email_confirmed_at, raw_user_meta_data)
     values ($1, $2, now(), $3)
     on conflict (email) where is_sso_user = false do nothing returning ${USER_COLUMNS}`,
    [email, passwordHash, JSON.stringify(metadata)],
  );
  const [user] = rows;
  if (!user) return null;
  await tx.query(
    `insert into auth.identities (provider_id, user_id, identity_data, provider)
     values ($1::uuid::text, $1, $2, 'email')`,
    [user.id, JSON.stringify({ sub: user.id, email, email_verified: true, phone_verified: false })],
  );
  await noteDeed(tx, 'criou_conta', { by, account: user.id });
  return user;
}

/** Puts a new password in place and ends the person's sessions, all but `keep`. `by` is the account that asked, null for the command. */
export async function setPassword(
  tx: Transaction,
  userId: string,
  passwordHash: string,
  { keep = null, by = null }: { keep?: string | null; by?: string | null } = {},
): Promise<void> {
  await tx.query('update auth.users set encrypted_password = $2, updated_at = now() where id = $1', [
    userId,
    passwordHash,
  ]);
  await endSessions(tx, userId, keep === null ? 'all' : { except: keep });
  await noteDeed(tx, 'trocou_senha', { by, account: userId });
}

/** Lets nobody else change who is an administrator until the transaction ends. Others are waited for here, before the record's line is held. */
export async function holdAdministrators(tx: Transaction): Promise<void> {
  await tx.query('lock table private.administradores in share row exclusive mode');
}

/** Puts a person on the list of administrators, or back onto it. */
export async function makeAdministrator(
  tx: Transaction,
  userId: string,
  by: string | null = null,
): Promise<void> {
  await tx.query('select private.ativar_administrador($1, $2)', [userId, by]);
}

/** Takes the rights of an administrator away and ends their sessions, at once. */
export async function disableAdministrator(tx: Transaction, userId: string): Promise<void> {
  await tx.query('select private.desativar_administrador($1, null)', [userId]);
}

export type Administrator = {
  user_id: string;
  email: string;
  criado_em: Date;
  desativado_em: Date | null;
  last_sign_in_at: Date | null;
};

/** Every administrator, also the disabled ones, in the order of their e-mails. */
export async function listAdministrators(tx: Transaction): Promise<Administrator[]> {
  const { rows } = await tx.query<Administrator>(
    `select a.user_id, u.email, a.criado_em, a.desativado_em, u.last_sign_in_at
     from private.administradores a join auth.users u on u.id = a.user_id
     where u.deleted_at is null order by u.email`,
  );
  return rows;
}

/**
 * An account with this password that is an administrator: made, or when the
 * e-mail has an account already, taken over, its old password and sessions ended.
 */
export async function admit(
  tx: Transaction,
  email: string,
  passwordHash: string,
  by: string | null = null,
): Promise<User> {
  await holdAdministrators(tx);
  const made = await createUser(tx, { email, passwordHash, by });
  const user = made ?? (await findUser(tx, email));
  if (!user) throw new Error('an account is neither new nor there');
  if (!made) await setPassword(tx, user.id, passwordHash, { by });
  await makeAdministrator(tx, user.id, by);
  return user;
}

/**
 * Where no administrator exists, makes one: the given, or one with a password of
 * its own, which is the result, to be shown once. Null when there is nothing to
 * show. Where one exists already, even disabled, nothing is changed.
 */
export async function ensureFirstAdministrator(
  database: Database,
  given: { email: string; password: string } | null,
): Promise<{ email: string; password: string } | null> {
  if (await database.asOwner(anyAdministrator)) return null;
  const email = emailFrom(given?.email ?? FIRST_EMAIL);
  if (email === null) throw new Error('the first administrator has no usable e-mail');
  const password = given?.password ?? makePassword();
  const passwordHash = await hashPassword(password);
  const made = await database.asOwner(async (tx) => {
    await holdAdministrators(tx); // several servers may start at once
    if (await anyAdministrator(tx)) return false;
    await admit(tx, email, passwordHash);
    return true;
  });
  return made && !given ? { email, password } : null;
}

async function anyAdministrator(tx: Transaction): Promise<boolean> {
  const { rows } = await tx.query('select from private.administradores limit 1');
  return rows.length > 0;
}
