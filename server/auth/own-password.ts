import type { Context } from 'hono';
import { recordAction } from '../core/audit.ts';
import type { AppContext, Env } from '../core/context.ts';
import type { Caller } from '../core/database.ts';
import { ApiError } from '../core/errors.ts';
import { textOf } from '../http/request-body.ts';
import { signedInUser } from './bearer.ts';
import { verifyPassword } from './passwords.ts';
import { isListedAdministrator, type User } from './users.ts';

/**
 * The signed-in person, whose own password the request's `current_password` is: whoever finds an open page,
 * or a stolen session, sets no password. A wrong one is noted where the account is an administrator's; 429 after five,
 * and after thirty of one address, right or wrong: each costs a hash.
 * `called` is what the page calls it. Throws as `signedInUser`. Source: docs/contract.md §5.4; decision 90.
 */
export async function requireOwnPassword(
  { throttles, database }: AppContext,
  c: Context<Env>,
  caller: Caller,
  fields: Record<string, unknown>,
  called: 'senha atual' | 'sua senha',
): Promise<User> {
  const { user } = await database.asOwner((tx) => signedInUser(tx, caller));
  const given = textOf(fields, 'current_password');
  if (given === '') throw new ApiError(400, 'current_password_required', `Digite a ${called}.`);
  await throttles.use('account', c.get('address'), 'over_request_rate_limit');
  await throttles.use('own-password', user.id, 'over_request_rate_limit'); // counted first: a burst gets no more
  if (await verifyPassword(user.encrypted_password, given)) {
    await throttles.reset('own-password', user.id);
    return user;
  }
  const about = { by: user.id, account: user.id };
  if (await database.asOwner((tx) => isListedAdministrator(tx, user.id)))
    await recordAction({ query: database.queryWithoutFlush }, 'errou_senha', about);
  throw new ApiError(400, 'current_password_invalid', `A ${called} não confere.`);
}
