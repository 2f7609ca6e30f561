import { createHash } from 'node:crypto';
import { noteDeed } from '../core/audit.ts';
import type { Transaction } from '../core/database.ts';
import { ApiError } from '../core/errors.ts';
import type { House } from '../core/house.ts';
import { fieldsOf, textOf } from './body.ts';
import { verifyPassword } from './passwords.ts';
import { lanes } from './queue.ts';
import { type Device, type SessionAnswer, startSession } from './sessions.ts';
import { emailFrom, findUser, USER_COLUMNS, type User } from './users.ts';

const TOO_MANY = 'over_request_rate_limit';

/**
 * Signing in with e-mail and password. One address signs in one at a time: so no
 * burst gets past the counters, and no single address fills the hashing queue.
 */
export function passwordSignIn(house: House) {
  const oneAtATime = lanes(1_000);
  return (body: Uint8Array, device: Device): Promise<SessionAnswer> =>
    oneAtATime(device.address, () => signIn(house, body, device));
}

/** Refusals in the order of contract §5.2; whatever is wrong with e-mail or password, the same one after the same work. */
async function signIn(house: House, body: Uint8Array, device: Device): Promise<SessionAnswer> {
  const { throttles, database } = house;
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
    await noteFailure(database, user?.id ?? null);
    throw invalidCredentials();
  }
  if (user.banned || !user.email_confirmed_at) await noteFailure(database, user.id);
  if (user.banned) throw new ApiError(400, 'user_banned', 'Esta conta está suspensa.');
  if (!user.email_confirmed_at)
    throw new ApiError(400, 'email_not_confirmed', 'Este e-mail ainda não foi confirmado.');
  await throttles.forget('sign-in-account', `${account} ${device.address}`);

  return database.asOwner(async (tx) => {
    const present = await recordSignIn(tx, user.id, user.encrypted_password);
    if (!present) throw invalidCredentials(); // the password was changed in the meantime
    return startSession(tx, house, present, device);
  });
}

/** For the record; `account` is null when nobody has the e-mail, which itself is never kept. */
async function noteFailure(database: House['database'], account: string | null): Promise<void> {
  await noteDeed({ query: database.querySoon }, 'falha_de_login', { account });
}

/** Notes the moment and gives the person as they are now; null when their password is another by now. */
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

/** What stands for an account in the counters: nothing that names a person. */
function accountKey(email: string): string {
  return createHash('sha256').update(email.trim().toLowerCase()).digest('base64url');
}

function invalidCredentials(): ApiError {
  return new ApiError(400, 'invalid_credentials', 'Invalid login credentials');
}
