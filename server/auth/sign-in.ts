import { createHash } from 'node:crypto';
import { recordAction } from '../core/audit.ts';
import type { AppContext } from '../core/context.ts';
import type { Transaction } from '../core/database.ts';
import { ApiError } from '../core/errors.ts';
import { fieldsOf, textOf } from './body.ts';
import { verifyPassword } from './passwords.ts';
import { keyedQueue } from './queue.ts';
import { type Device, type SessionAnswer, startSession } from './sessions.ts';
import { emailFrom, findUser, USER_COLUMNS, type User } from './users.ts';

const TOO_MANY = 'over_request_rate_limit';

/**
 * Sign-in with e-mail and password, one at a time for each address, so that no burst
 * passes the counters and no single address fills the hashing queue.
 */
export function passwordSignIn(context: AppContext) {
  const oneAtATime = keyedQueue(1_000);
  return (body: Uint8Array, device: Device): Promise<SessionAnswer> =>
    oneAtATime(device.address, () => signIn(context, body, device));
}

/** Refusals in the order of docs/contract.md §5.2. A wrong e-mail and a wrong password are answered identically, after the same work. */
async function signIn(context: AppContext, body: Uint8Array, device: Device): Promise<SessionAnswer> {
  const { throttles, database } = context;
  await throttles.check('sign-in-address', device.address, TOO_MANY);
  const fields = fieldsOf(body);
  const [given, password, phone] = [
    textOf(fields, 'email'),
    textOf(fields, 'password'),
    textOf(fields, 'phone'),
  ];
  if (given === '' && phone === '') throw new ApiError(400, 'validation_failed', 'missing email or phone');
  if (given === '') throw new ApiError(422, 'phone_provider_disabled', 'Phone logins are disabled');

  const account = accountKey(given);
  await throttles.check('sign-in-account', `${account} ${device.address}`, TOO_MANY);
  await throttles.check('sign-in-account-anywhere', account, TOO_MANY);

  const email = emailFrom(given);
  const user = email === null ? null : await database.asOwner((tx) => findUser(tx, email));
  const fits = await verifyPassword(user?.encrypted_password ?? null, password);
  if (!user || !fits) {
    await throttles.use('sign-in-account', `${account} ${device.address}`, TOO_MANY);
    await throttles.use('sign-in-account-anywhere', account, TOO_MANY);
    await throttles.use('sign-in-address', device.address, TOO_MANY);
    await recordFailure(database, user?.id ?? null);
    throw invalidCredentials();
  }
  if (user.banned || !user.email_confirmed_at) await recordFailure(database, user.id);
  if (user.banned) throw new ApiError(400, 'user_banned', 'Esta conta está suspensa.');
  if (!user.email_confirmed_at)
    throw new ApiError(400, 'email_not_confirmed', 'Este e-mail ainda não foi confirmado.');
  await throttles.reset('sign-in-account', `${account} ${device.address}`);

  return database.asOwner(async (tx) => {
    const current = await recordSignIn(tx, user.id, user.encrypted_password);
    if (!current) throw invalidCredentials(); // the password was changed in the meantime
    return startSession(tx, context, current, device);
  });
}

/** `account` is null for an unknown e-mail, which itself is never stored. */
async function recordFailure(database: AppContext['database'], account: string | null): Promise<void> {
  await recordAction({ query: database.queryWithoutFlush }, 'falha_de_login', { account });
}

/** Stores the moment of sign-in; returns the person, null when their password has changed meanwhile. */
export async function recordSignIn(
  tx: Transaction,
  userId: string,
  passwordHash: string | null,
): Promise<User | null> {
  const { rows } = await tx.query<User>(
    `update auth.users set last_sign_in_at = now(), updated_at = now()
     where id = $1 and encrypted_password = $2 and deleted_at is null returning ${USER_COLUMNS}`,
    [userId, passwordHash],
  );
  await tx.query(
    'update auth.identities set last_sign_in_at = now(), updated_at = now() where user_id = $1',
    [userId],
  );
  return rows[0] ?? null;
}

/** The account's key in the counters, which does not reveal the e-mail. */
function accountKey(email: string): string {
  return createHash('sha256').update(email.trim().toLowerCase()).digest('base64url');
}

function invalidCredentials(): ApiError {
  return new ApiError(400, 'invalid_credentials', 'Invalid login credentials');
}
