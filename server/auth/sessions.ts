import { isIP } from 'node:net';
import { type Details, recordAction } from '../core/audit.ts';
import type { AppContext } from '../core/context.ts';
import type { Database, Transaction } from '../core/database.ts';
import { ApiError } from '../core/errors.ts';
import { ACCESS_TOKEN_SECONDS, signAccessToken } from '../core/tokens.ts';
import { randomText } from './passwords.ts';
import { USER_COLUMNS, type User, userAnswer } from './users.ts';

/** A session ends after seven days, or after twelve hours without a refresh. */
const LIFETIME = '7 days';
const IDLE = '12 hours';

/**
 * Sessions that began more than this far in the future began under a wrong clock, and would end years late.
 * As private.meu_papel().
 */
const AHEAD = '1 hour';

/**
 * For this long after its use a token still gets the current one: an answer may have been lost, or two tabs
 * asked.
 */
const REUSE_INTERVAL = '60 seconds';

/** A refresh token: 26 letters and digits, 134 bits; GoTrue's have 12. */
const TOKEN_LETTERS = 26;
const TOKEN = /^[a-z0-9]{12,26}$/;

/** `began` is the moment of the sign-in. */
export type Session = { id: string; began: Date };

export type Device = { address: string; userAgent: string | null };

/** The answer of sign-in, sign-up and refresh. Source: docs/contract.md §5.2. */
export type SessionAnswer = Awaited<ReturnType<typeof sessionAnswer>>;

/** Starts a session; returns its answer with the first refresh token. `entry` are the details of its audit entry, null for none. */
export async function startSession(
  tx: Transaction,
  context: AppContext,
  user: User,
  device: Device,
  entry: Details | null,
) {
  const agent = device.userAgent?.slice(0, 255) ?? null;
  const address = isIP(device.address) ? device.address : null;
  const { rows } = await tx.query<Session>(
    `insert into auth.sessions (user_id, not_after, user_agent, ip)
     values ($1, now() + $2::interval, $3, $4) returning id, created_at as began`,
    [user.id, LIFETIME, agent, address],
  );
  const [session] = rows;
  if (!session) throw new Error('an insert returned no row');
  const token = await addRefreshToken(tx, user.id, session.id, null);
  const answer = await sessionAnswer(context, user, session, token);
  if (entry) await recordAction(tx, 'entrou', { by: user.id, details: entry });
  return answer;
}

/**
 * Refreshes the session of `token`. A token works once; within the reuse interval it still
 * gets the last one, because an answer can be lost or two tabs can ask at once. A later use
 * means a copied token: every token of the session is revoked, and 400 thrown.
 * Source: docs/contract.md §5.3.
 */
export async function refreshSession(context: AppContext, token: string): Promise<SessionAnswer> {
  if (!TOKEN.test(token)) throw new ApiError(400, 'validation_failed', 'Refresh Token is not valid');
  const answer = await context.database.asOwner((tx) => refreshIn(tx, context, token));
  if (answer instanceof ApiError) throw answer; // after the commit, so that a revocation is stored
  return answer;
}

async function refreshIn(
  tx: Transaction,
  context: AppContext,
  token: string,
): Promise<SessionAnswer | ApiError> {
  const { rows: known } = await tx.query<{ session_id: string }>(
    'select session_id from auth.refresh_tokens where token = $1',
    [token],
  );
  if (!known[0]) return refused('refresh_token_not_found', 'Refresh Token Not Found');
  const sessionId = known[0].session_id;

  // The lock on the session's row: a concurrent refresh waits here and then sees the new token.
  const { rows: live } = await tx.query<User & { session_began: Date; over: boolean }>(
    `select ${USER_COLUMNS}, sessions.created_at as session_began,
       coalesce(sessions.not_after <= now(), false)
         or coalesce(sessions.refreshed_at at time zone 'utc', sessions.created_at) <= now() - $2::interval
         or sessions.created_at > now() + $3::interval as over
     from auth.sessions join auth.users on users.id = sessions.user_id
     where sessions.id = $1 and users.deleted_at is null for update of sessions`,
    [sessionId, IDLE, AHEAD],
  );
  const [user] = live;
  if (!user) return refused('session_not_found', 'No Valid Session Found');
  if (user.over) return refused('session_expired', 'Session Expired');
  if (user.banned) return refused('user_banned', 'User Banned');

  const next = await nextToken(tx, token, user.id, sessionId);
  if (!next) return refused('refresh_token_already_used', 'Already Used');
  await tx.query(
    `update auth.sessions set refreshed_at = now() at time zone 'utc', updated_at = now() where id = $1`,
    [sessionId],
  );
  return sessionAnswer(context, user, { id: sessionId, began: user.session_began }, next);
}

/**
 * The new token for `token`; null when that was used too long ago: then every token of the session is
 * revoked.
 */
async function nextToken(
  tx: Transaction,
  token: string,
  userId: string,
  sessionId: string,
): Promise<string | null> {
  const { rows } = await tx.query<{ token: string; revoked: boolean; recent: boolean }>(
    `select token, revoked, updated_at between now() - $3::interval and now() + $3::interval as recent
     from auth.refresh_tokens where session_id = $1 and (token = $2 or not revoked) order by id desc`,
    [sessionId, token, REUSE_INTERVAL],
  );
  const given = rows.find((row) => row.token === token);
  const active = rows.find((row) => !row.revoked);
  if (given && !given.revoked) {
    await revokeTokens(tx, sessionId);
    return addRefreshToken(tx, userId, sessionId, token);
  }
  if (active && given?.recent) return active.token;
  await revokeTokens(tx, sessionId);
  return null;
}

async function revokeTokens(tx: Transaction, sessionId: string): Promise<void> {
  await tx.query(
    'update auth.refresh_tokens set revoked = true, updated_at = now() where session_id = $1 and not revoked',
    [sessionId],
  );
}

async function addRefreshToken(
  tx: Transaction,
  userId: string,
  sessionId: string,
  parent: string | null,
): Promise<string> {
  const token = randomText('abcdefghijklmnopqrstuvwxyz0123456789', TOKEN_LETTERS);
  await tx.query(
    'insert into auth.refresh_tokens (token, user_id, session_id, parent) values ($1, $2, $3, $4)',
    [token, userId, sessionId, parent],
  );
  return token;
}

async function sessionAnswer(context: AppContext, user: User, session: Session, refreshToken: string) {
  const began = Math.floor(session.began.getTime() / 1000);
  const { token, expiresAt } = await signAccessToken(
    context.keys.jwt,
    {
      iss: context.config.siteUrl ? `${context.config.siteUrl}/auth/v1` : 'supabase', // never from the Host header
      sub: user.id,
      email: user.email,
      phone: '',
      app_metadata: user.raw_app_meta_data,
      user_metadata: user.raw_user_meta_data,
      aal: 'aal1',
      amr: [{ method: 'password', timestamp: began }],
      session_id: session.id,
    },
    Math.floor(Date.now() / 1000),
  );
  return {
    access_token: token,
    token_type: 'bearer' as const,
    expires_in: ACCESS_TOKEN_SECONDS,
    expires_at: expiresAt,
    refresh_token: refreshToken,
    user: userAnswer(user),
  };
}

/** Ends sessions of a person with their refresh tokens: all, only one, or all but one. Returns how many. */
export async function endSessions(
  tx: Transaction,
  userId: string,
  which: 'all' | { only?: string; except?: string } = 'all',
): Promise<number> {
  const { only = null, except = null } = which === 'all' ? {} : which;
  const { rowCount } = await tx.query(
    'delete from auth.sessions where user_id = $1 and id = coalesce($2::uuid, id) and id is distinct from $3::uuid',
    [userId, only, except],
  );
  return rowCount ?? 0;
}

/** Lets a session that only confirms the password live as long as that counts as fresh (private.exigir_entrada_recente). */
export async function endSoon(database: Database, { refresh_token }: SessionAnswer): Promise<void> {
  await database.query(
    `update auth.sessions set not_after = now() + interval '5 minutes'
     where id = (select session_id from auth.refresh_tokens where token = $1)`,
    [refresh_token],
  );
}

/** Deletes sessions that ended a day ago or more, or begin in the future, with their addresses. */
export async function deleteEndedSessions(database: Database): Promise<void> {
  await database.query(
    `delete from auth.sessions where not_after < now() - interval '1 day'
       or coalesce(refreshed_at at time zone 'utc', created_at) < now() - $1::interval - interval '1 day'
       or created_at > now() + $2::interval`,
    [IDLE, AHEAD],
  );
}

function refused(code: string, what: string): ApiError {
  return new ApiError(400, code, `Invalid Refresh Token: ${what}`);
}
