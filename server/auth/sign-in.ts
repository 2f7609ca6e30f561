import { createHash } from 'node:crypto';
import { recordAction } from '../core/audit.ts';
import type { AppContext } from '../core/context.ts';
import type { Database, Transaction } from '../core/database.ts';
import { ApiError } from '../core/errors.ts';
import { networkOf } from '../core/proxies.ts';
import { keyedQueue } from '../core/queue.ts';
import { textOf } from '../http/request-body.ts';
import { anonymousEntry, isListedAdministrator, ownEntry } from './anonymous-audit.ts';
import { type Cookies, type DeviceCookie, knownDevices } from './known-devices.ts';
import { verifyPassword } from './passwords.ts';
import { type Device, type SessionAnswer, startSession } from './sessions.ts';
import { emailFrom, findUser, USER_COLUMNS, type User } from './users.ts';

const TOO_MANY = 'over_request_rate_limit';

type SignedIn = { answer: SessionAnswer; cookie: DeviceCookie };

/**
 * Sign-in with e-mail and password, one at a time for each known device and for each address of the others, so
 * that no burst passes the counters and nobody waits for a stranger at the same address. Returns the session,
 * and the cookie by which the device is known next time. Refusals in the order of docs/contract.md §5.2.
 */
export function passwordSignIn(context: AppContext) {
  const oneAtATime = keyedQueue();
  return async (fields: Record<string, unknown>, device: Device, cookies: Cookies): Promise<SignedIn> => {
    const [typed, password] = [textOf(fields, 'email'), textOf(fields, 'password')];
    if (typed === '') throw new ApiError(400, 'validation_failed', 'missing email');
    const deviceCode = await knownDevices(context).find(cookies, accountKey(typed));
    return oneAtATime(deviceCode ?? device.address, () =>
      signIn(context, { typed, password }, device, deviceCode),
    );
  };
}

/** A wrong e-mail and a wrong password are answered identically, after the same work. */
async function signIn(
  context: AppContext,
  { typed, password }: { typed: string; password: string },
  device: Device,
  cookieCode: string | null,
): Promise<SignedIn> {
  const { throttles, database } = context;
  const devices = knownDevices(context);
  const account = accountKey(typed);
  const here = `${account} ${device.address}`;
  // its last failure may have come while this one waited
  const deviceCode =
    cookieCode && (await throttles.isReached('sign-in-device', cookieCode)) ? null : cookieCode;
  let isKnownAddress = false;
  if (deviceCode === null) {
    isKnownAddress = await devices.isKnownAddress(account, device.address);
    if (!isKnownAddress) await throttles.check('sign-in-address', device.address, TOO_MANY);
    await throttles.check('sign-in-account', here, TOO_MANY);
    if (!isKnownAddress) await waitAsUnknown(context, account, here);
  }

  const email = emailFrom(typed);
  const user = email === null ? null : await database.asOwner((tx) => findUser(tx, email));
  const asker = deviceCode !== null || isKnownAddress ? 'known' : { network: networkOf(device.address) };
  const fits = await verifyPassword(user?.encrypted_password ?? null, password, asker);
  if (!user || !fits) {
    if (deviceCode !== null) await throttles.add('sign-in-device', deviceCode);
    else await throttles.add('sign-in-account', here);
    await throttles.add('sign-in-account-anywhere', account);
    await throttles.add('sign-in-address', device.address);
    await recordFailure(context, user?.id ?? null);
    throw invalidCredentials();
  }
  if (user.banned) {
    await recordFailure(context, user.id);
    throw new ApiError(400, 'user_banned', 'Esta conta está suspensa.');
  }
  await throttles.reset('sign-in-account', here);
  await devices.addAddress(account, device.address);

  const entry = await ownEntry(context, 'entrou', user.id);
  const answer = await database.asOwner(async (tx) => {
    const current = await recordSignIn(tx, user.id, user.encrypted_password);
    if (!current) throw invalidCredentials(); // the password was changed in the meantime
    return startSession(tx, context, current, device, entry);
  });
  return { answer, cookie: devices.make(account) };
}

/**
 * Once an account has many failures, an unknown device waits before each
 * attempt, and has that attempt whatever others do meanwhile: nobody is locked out.
 * Throws 429 with at most 60 s of Retry-After; asking during the wait makes it no longer.
 */
async function waitAsUnknown({ throttles }: AppContext, account: string, here: string): Promise<void> {
  if (!(await throttles.isReached('sign-in-account-anywhere', account))) return;
  await throttles.check('sign-in-wait', here, TOO_MANY);
  if (await throttles.isReached('sign-in-waited', here)) return throttles.reset('sign-in-waited', here);
  await throttles.add('sign-in-waited', here);
  await throttles.add('sign-in-wait', here);
  await throttles.check('sign-in-wait', here, TOO_MANY);
}

/** Clears the sign-in throttles of an account, and those of every address, in all servers at once. */
export async function endWaits(database: Database, email: string): Promise<void> {
  await database.query(
    `delete from servidor.limites where split_part(key, ':', 1) like 'sign-in%' and (
       starts_with(key, 'sign-in-address') or split_part(split_part(key, ':', 2), ' ', 1) = $1)`,
    [accountKey(email)],
  );
}

/** `account` is null for an unknown e-mail, which itself is never stored; the work is the same. */
async function recordFailure(context: AppContext, account: string | null): Promise<void> {
  const { database } = context;
  const isListed = await database.asOwner((tx) => isListedAdministrator(tx, account));
  const details = await anonymousEntry(context, 'falha_de_login', isListed ? account : null);
  if (details)
    await recordAction({ query: database.queryWithoutFlush }, 'falha_de_login', { account, details });
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
  return rows[0] ?? null;
}

/** The account's key in the counters, which does not tell the e-mail. */
function accountKey(email: string): string {
  return createHash('sha256').update(email.trim().toLowerCase()).digest('base64url');
}

function invalidCredentials(): ApiError {
  return new ApiError(400, 'invalid_credentials', 'Invalid login credentials');
}
