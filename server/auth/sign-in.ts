import { createHash } from 'node:crypto';
import { type Details, recordAction } from '../core/audit.ts';
import type { AppContext } from '../core/context.ts';
import type { Database } from '../core/database.ts';
import { ApiError } from '../core/errors.ts';
import { networkOf } from '../core/proxies.ts';
import { keyedQueue } from '../core/queue.ts';
import { textOf } from '../http/request-body.ts';
import { type Cookies, type DeviceCookie, knownDevices } from './known-devices.ts';
import { verifyPassword } from './passwords.ts';
import { type SessionAnswer, startSession } from './sessions.ts';
import { emailFrom, findUser, isListedAdministrator } from './users.ts';

const TOO_MANY = 'over_request_rate_limit';

type Attempt = {
  typed: string;
  password: string;
  address: string;
  /** The number of the device's cookie, null without one. */
  cookie: string | null;
  /** How long the session may last. */
  lifetime: string | undefined;
};

/**
 * Sign-in with e-mail and password, one at a time for each known device and for each address of the others, so
 * that no burst passes the counters and nobody waits for a stranger at the same address. Returns the session,
 * and the cookie by which the device is known next time. Refusals in the order of docs/contract.md §5.2.
 */
export function passwordSignIn(context: AppContext) {
  const oneAtATime = keyedQueue();
  const devices = knownDevices(context);
  return async (
    fields: Record<string, unknown>,
    address: string,
    cookies: Cookies,
    lifetime?: string,
  ): Promise<{ answer: SessionAnswer; cookie: DeviceCookie }> => {
    const [typed, password] = [textOf(fields, 'email'), textOf(fields, 'password')];
    if (typed === '') throw new ApiError(400, 'validation_failed', 'missing email');
    const account = accountKey(typed);
    const cookie = devices.find(cookies, account);
    const attempt = { typed, password, address, cookie, lifetime };
    const answer = await oneAtATime(cookie ?? address, () => signIn(context, account, attempt));
    return { answer, cookie: devices.make(account) };
  };
}

/** A wrong e-mail and a wrong password are answered identically, after the same work. */
async function signIn(
  context: AppContext,
  account: string,
  { typed, password, address, cookie, lifetime }: Attempt,
): Promise<SessionAnswer> {
  const { throttles, database } = context;
  const here = `${account} ${address}`;
  const device = cookie && !(await throttles.isReached('sign-in-device', cookie)) ? cookie : null;
  if (device === null) {
    await throttles.check('sign-in-address', address, TOO_MANY);
    await throttles.check('sign-in-account', here, TOO_MANY);
    // an account with many failures: one attempt a minute of each, whatever others do meanwhile, so that nobody is locked out
    if (await throttles.isReached('sign-in-account-anywhere', account))
      await throttles.use('sign-in-wait', here, TOO_MANY);
  }

  const email = emailFrom(typed);
  const user = email === null ? null : await database.asOwner((tx) => findUser(tx, email));
  const asker = device === null ? { network: networkOf(address) } : 'known';
  const fits = await verifyPassword(user?.encrypted_password ?? null, password, asker);
  if (!user || !fits) {
    if (device === null) await throttles.add('sign-in-account', here);
    else await throttles.add('sign-in-device', device);
    await throttles.add('sign-in-account-anywhere', account);
    await throttles.add('sign-in-address', address);
    await recordFailure(context, user?.id ?? null);
    throw invalidCredentials();
  }
  if (user.banned) {
    await recordFailure(context, user.id);
    throw new ApiError(400, 'user_banned', 'Esta conta está suspensa.');
  }
  await throttles.reset('sign-in-account', here);
  const answer = await database.asOwner((tx) => startSession(tx, context, user, lifetime));
  if (!answer) throw invalidCredentials(); // the password was changed in the meantime
  return answer;
}

/** Clears the sign-in throttles of an account, and those of every address, in all servers at once. */
export async function endWaits(database: Database, email: string): Promise<void> {
  await database.query(
    `delete from servidor.limites where split_part(key, ':', 1) like 'sign-in%' and (
       starts_with(key, 'sign-in-address') or split_part(split_part(key, ':', 2), ' ', 1) = $1)`,
    [accountKey(email)],
  );
}

/**
 * Notes a failed sign-in: the first thirty of an hour, of each administrator's account and together of all others,
 * so that no stranger fills the audit log; the thirtieth says so. `account` is null for an unknown e-mail, which
 * itself is never stored; the work is the same. Source: docs/security.md T14.
 */
async function recordFailure({ throttles, database }: AppContext, account: string | null): Promise<void> {
  const isListed = await database.asOwner((tx) => isListedAdministrator(tx, account));
  const left = await throttles.add('anonymous-audit', `falha_de_login ${isListed ? account : ''}`);
  if (left < 0) return;
  const details: Details = left === 0 ? { ultima_da_hora: true } : {};
  await recordAction({ query: database.queryWithoutFlush }, 'falha_de_login', { account, details });
}

/** The account's key in the counters, which does not tell the e-mail. */
function accountKey(email: string): string {
  return createHash('sha256').update(email.trim().toLowerCase()).digest('base64url');
}

function invalidCredentials(): ApiError {
  return new ApiError(400, 'invalid_credentials', 'Invalid login credentials');
}
