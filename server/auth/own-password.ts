import { recordAction } from '../core/audit.ts';
import type { AppContext } from '../core/context.ts';
import { ApiError } from '../core/errors.ts';
import { ownEntry } from './anonymous-audit.ts';
import { verifyPassword } from './passwords.ts';
import type { User } from './users.ts';

/**
 * Throws unless `given` is the signed-in person's own password: whoever finds an open page,
 * or a stolen session, sets no password. A wrong one is noted; 429 after five of an account.
 * `called` is what the page calls it. Source: docs/contract.md §5.4; decision 90.
 */
export async function requireOwnPassword(
  context: AppContext,
  user: User,
  given: string,
  called: 'senha atual' | 'sua senha',
): Promise<void> {
  const { throttles, database } = context;
  if (given === '') throw new ApiError(400, 'current_password_required', `Digite a ${called}.`);
  await throttles.use('own-password', user.id, 'over_request_rate_limit'); // counted first: a burst gets no more
  if (await verifyPassword(user.encrypted_password, given)) return throttles.reset('own-password', user.id);
  const details = await ownEntry(context, 'errou_senha', user.id);
  const about = { by: user.id, account: user.id };
  if (details)
    await recordAction({ query: database.queryWithoutFlush }, 'errou_senha', { ...about, details });
  throw new ApiError(400, 'current_password_invalid', `A ${called} não confere.`);
}
