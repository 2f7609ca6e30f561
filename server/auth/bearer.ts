import type { Context } from 'hono';
import type { Caller, Transaction } from '../core/database.ts';
import { ApiError } from '../core/errors.ts';
import type { Env, House } from '../core/house.ts';
import { callerOf } from '../core/tokens.ts';
import { USER_COLUMNS, type User } from './users.ts';

/** A person whose session lives, by the access token they sent. */
export type Present = { user: User; sessionId: string };

/** The text after `Bearer`. Throws 401 when there is none. */
export function bearerOf(c: Context<Env>): string {
  const [, token] = /^bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '') ?? [];
  if (!token) throw new ApiError(401, 'no_authorization', 'This endpoint requires a valid Bearer token');
  return token;
}

/** Who the bearer token speaks for. Throws 401 without one, 403 bad_jwt for one that is not ours or is over. */
export async function callerFrom(c: Context<Env>, house: House): Promise<Caller> {
  return callerOf(bearerOf(c), house.keys.jwt, house.keys.anonKey).catch(() => {
    throw new ApiError(403, 'bad_jwt', 'invalid JWT: unable to parse or verify signature');
  });
}

/**
 * The person behind the bearer token. A session lives while its row does, until
 * its end, with a refresh token that is not revoked: the test of private.is_admin().
 * Source: contract §5.4.
 */
export async function presentPerson(tx: Transaction, caller: Caller): Promise<Present> {
  const { sub, session_id: sessionId } = caller.claims;
  if (!sub || !sessionId) throw new ApiError(403, 'bad_jwt', 'invalid claim: missing sub claim');
  const { rows } = await tx.query<User & { live: boolean }>(
    `select ${USER_COLUMNS}, exists (
       select from auth.sessions join auth.refresh_tokens on refresh_tokens.session_id = sessions.id
       where sessions.id = $2 and sessions.user_id = users.id
         and (sessions.not_after is null or sessions.not_after > now())
         and not coalesce(refresh_tokens.revoked, false)) as live
     from auth.users where users.id = $1 and users.deleted_at is null`,
    [sub, sessionId],
  );
  const [user] = rows;
  if (!user) throw new ApiError(403, 'user_not_found', 'User from sub claim in JWT does not exist');
  if (!user.live)
    throw new ApiError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');
  if (user.banned) throw new ApiError(403, 'user_banned', 'Esta conta está suspensa.');
  return { user, sessionId };
}
