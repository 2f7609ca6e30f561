import type { Role } from '../../domain/roles.ts';
import { recordAction } from '../core/audit.ts';
import { ConfigError } from '../core/config.ts';
import type { Database, Transaction } from '../core/database.ts';
import { ApiError } from '../core/errors.ts';
import { checkNewPassword } from './password-rules.ts';
import { hashPassword, makePassword } from './passwords.ts';
import { endSessions } from './sessions.ts';
import { emailFrom, findUser, isListedAdministrator, USER_COLUMNS, type User } from './users.ts';

/** E-mail of the first administrator when ADMIN_EMAIL is not set. */
const FIRST_EMAIL = 'admin@example.com';

/**
 * Creates a confirmed account with its identity, as Supabase stores them; null when
 * the e-mail has one already. The e-mail comes from `emailFrom`, the hash from
 * `hashPassword`, called before the transaction, because it waits in a queue. Source: docs/contract.md §9.
 */
export async function createUser(
  tx: Transaction,
  email: string,
  passwordHash: string,
  metadata: object = {},
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
  return user;
}

/**
 * Sets a new password and ends the person's sessions, all but `exceptSession`. `by` is the account that asked,
 * null for the command. What somebody does to their own account is noted where it is an administrator's.
 */
export async function setPassword(
  tx: Transaction,
  userId: string,
  passwordHash: string,
  by: string | null = null,
  exceptSession: string | null = null,
): Promise<void> {
  await tx.query('update auth.users set encrypted_password = $2, updated_at = now() where id = $1', [
    userId,
    passwordHash,
  ]);
  await endSessions(tx, userId, { except: exceptSession });
  if (by !== userId || (await isListedAdministrator(tx, userId)))
    await recordAction(tx, 'trocou_senha', { by, account: userId });
}

/** Locks the list of administrators until the transaction ends; call it before the audit log is locked by its first entry. */
export async function lockAdministrators(tx: Transaction): Promise<void> {
  await tx.query('lock table private.administradores in share row exclusive mode');
}

/**
 * Gives a person access. Somebody new gets this `role`; a disabled administrator gets their former one back.
 */
export async function makeAdministrator(
  tx: Transaction,
  userId: string,
  by: string | null = null,
  role: Role = 'direcao',
): Promise<void> {
  await tx.query('select private.ativar_administrador($1, $2, $3)', [userId, by, role]);
}

/** Gives somebody who is listed another role, for the owner's command. */
export async function giveRole(tx: Transaction, userId: string, role: Role): Promise<void> {
  await tx.query('select private.dar_papel($1, null, $2)', [userId, role]);
}

/** Takes an administrator's rights away and ends their sessions. */
export async function disableAdministrator(tx: Transaction, userId: string): Promise<void> {
  await tx.query('select private.desativar_administrador($1, null)', [userId]);
}

export type Administrator = {
  user_id: string;
  email: string;
  criado_em: Date;
  desativado_em: Date | null;
  last_sign_in_at: Date | null;
  papel: Role;
};

/** Every administrator, also the disabled ones, ordered by e-mail. */
export async function listAdministrators(tx: Transaction): Promise<Administrator[]> {
  const { rows } = await tx.query<Administrator>(
    `select a.user_id, u.email, a.criado_em, a.desativado_em, u.last_sign_in_at, a.papel
     from private.administradores a join auth.users u on u.id = a.user_id
     where u.deleted_at is null order by u.email`,
  );
  return rows;
}

/**
 * Gives an account with this password access, in this role: a new one, or the one that
 * has the e-mail already, whose old password and sessions end.
 */
export async function addAdministrator(
  tx: Transaction,
  email: string,
  passwordHash: string,
  by: string | null = null,
  role: Role = 'direcao',
): Promise<User> {
  await lockAdministrators(tx);
  const made = await createUser(tx, email, passwordHash);
  const user = made ?? (await findUser(tx, email));
  if (!user) throw new Error('an account neither exists nor could be made');
  if (made) await recordAction(tx, 'criou_conta', { by, account: user.id });
  else await setPassword(tx, user.id, passwordHash, by);
  await makeAdministrator(tx, user.id, by, role);
  return user;
}

/**
 * Makes the first administrator where none exists, not even a disabled one: the given,
 * or one with a generated password. Returns the generated login, to be shown once, else
 * null. Throws ConfigError for a given password that is too easy to guess.
 */
export async function ensureFirstAdministrator(
  database: Database,
  given: { email: string; password: string } | null,
): Promise<{ email: string; password: string } | null> {
  if (await database.asOwner(anyAdministrator)) return null;
  const email = emailFrom(given?.email ?? FIRST_EMAIL);
  if (email === null) throw new Error('the first administrator has no usable e-mail');
  const password = given?.password ?? makePassword();
  if (given) await checkGiven(given.password, email);
  const passwordHash = await hashPassword(password);
  const made = await database.asOwner(async (tx) => {
    await lockAdministrators(tx); // several servers may start at once
    if (await anyAdministrator(tx)) return false;
    await addAdministrator(tx, email, passwordHash);
    return true;
  });
  return made && !given ? { email, password } : null;
}

async function checkGiven(password: string, email: string): Promise<void> {
  await checkNewPassword(password, email).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    throw new ConfigError('ADMIN_PASSWORD', error.message);
  });
}

async function anyAdministrator(tx: Transaction): Promise<boolean> {
  const { rows } = await tx.query('select from private.administradores limit 1');
  return rows.length > 0;
}
