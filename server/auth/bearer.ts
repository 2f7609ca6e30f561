import type { Caller, Transaction } from '../core/database.ts';
import { ApiError } from '../core/errors.ts';
import { USER_COLUMNS, type User } from './users.ts';

/** The person of an access token, and their live session. */
export type SignedIn = { user: User; sessionId: string };

/**
 * The person of the bearer token. Throws 401 for nobody, 403 unless the session is live: its row exists,
 * has not ended and has an unrevoked refresh token, as private.meu_papel() tests it.
 * Source: docs/contract.md §5.4.
 */
export async function signedInUser(tx: Transaction, caller: Caller): Promise<SignedIn> {
  const { sub, session_id: sessionId } = caller.claims;
  if (!sub || !sessionId) throw new ApiError(401, 'no_authorization', 'This endpoint requires a person');
  const { rows } = await tx.query<User & { live: boolean }>(
    `select ${USER_COLUMNS}, exists (
       select from auth.sessions join auth.refresh_tokens on refresh_tokens.session_id = sessions.id
       where sessions.id = $2 and sessions.user_id = users.id
         and (sessions.not_after is null or sessions.not_after > now())
         and sessions.created_at <= now() + interval '1 hour'
         and not coalesce(refresh_tokens.revoked, false)) as live
     from auth.users where users.id = $1 and users.deleted_at is null`,
    [sub, sessionId],
  );
  const [user] = rows;
  if (!user?.live)
    throw new ApiError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');
  if (user.banned) throw new ApiError(403, 'user_banned', 'Esta conta está suspensa.');
  return { user, sessionId };
}
