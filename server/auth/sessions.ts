import { recordAction } from '../core/audit.ts';
import type { AppContext } from '../core/context.ts';
import type { Database, Transaction } from '../core/database.ts';
import { ApiError } from '../core/errors.ts';
import { ACCESS_TOKEN_SECONDS, signAccessToken } from '../core/tokens.ts';
import { randomText } from './passwords.ts';
import { isListedAdministrator, USER_COLUMNS, type User } from './users.ts';

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

/** A session of somebody who only confirms the password lasts as long as that counts as fresh (private.exigir_entrada_recente). */
export const CONFIRMING = '5 minutes';

/** `began` is the moment of the sign-in. */
type Session = { session_id: string; began: Date };

/** The answer of sign-in, sign-up and refresh. Source: docs/contract.md §5.2. */
export type SessionAnswer = Awaited<ReturnType<typeof sessionAnswer>>;

/**
 * Starts a session, which is noted where the account is an administrator's; returns its answer with the first
 * refresh token, null when the password is not the one of this hash any more.
 */
export async function startSession(
  tx: Transaction,
  context: AppContext,
  { id, encrypted_password }: Pick<User, 'id' | 'encrypted_password'>,
  lifetime = LIFETIME,
): Promise<SessionAnswer | null> {
  const { rows } = await tx.query<User>(
    `update auth.users set last_sign_in_at = now(), updated_at = now()
     where id = $1 and encrypted_password = $2 and deleted_at is null returning ${USER_COLUMNS}`,
    [id, encrypted_password],
  );
  const [user] = rows;
  if (!user) return null;
  const started = await tx.query<Session>(
    `insert into auth.sessions (user_id, not_after) values ($1, now() + $2::interval)
     returning id as session_id, created_at as began`,
    [id, lifetime],
  );
  const session = started.rows[0] as Session;
  const token = await addRefreshToken(tx, id, session.session_id, null);
  const answer = await sessionAnswer(context, user, session, token);
  if (await isListedAdministrator(tx, id)) await recordAction(tx, 'entrou', { by: id });
  return answer;
}

/**
 * Refreshes the session of `token`. A token works once; within the reuse interval it still
 * gets the last one, because an answer can be lost or two tabs can ask at once. A later use
 * means a copied token: every token of the session is revoked, and 400 thrown.
 * Source: docs/contract.md §5.3.
 */
export async function refreshSession(context: AppContext, token: string): Promise<SessionAnswer> {
  const answer = await context.database.asOwner((tx) => refreshIn(tx, context, token));
  if (answer instanceof ApiError) throw answer; // after the commit, so that a revocation is stored
  return answer;
}

async function refreshIn(
  tx: Transaction,
  context: AppContext,
  token: string,
): Promise<SessionAnswer | ApiError> {
  // The lock on the session's row: a concurrent refresh waits here and then sees the new token.
  const { rows: live } = await tx.query<User & Session & { over: boolean }>(
    `select ${USER_COLUMNS}, sessions.id as session_id, sessions.created_at as began,
       coalesce(sessions.not_after <= now(), false)
         or coalesce(sessions.refreshed_at at time zone 'utc', sessions.created_at) <= now() - $2::interval
         or sessions.created_at > now() + $3::interval as over
     from auth.refresh_tokens join auth.sessions on sessions.id = refresh_tokens.session_id
       join auth.users on users.id = sessions.user_id
     where refresh_tokens.token = $1 and users.deleted_at is null for update of sessions`,
    [token, IDLE, AHEAD],
  );
  const [session] = live;
  if (!session) return refused('refresh_token_not_found', 'Refresh Token Not Found');
  if (session.over) return refused('session_expired', 'Session Expired');
  if (session.banned) return refused('user_banned', 'User Banned');

  const { rows: tokens } = await tx.query<{ token: string; revoked: boolean; recent: boolean }>(
    `select token, revoked, updated_at between now() - $3::interval and now() + $3::interval as recent
     from auth.refresh_tokens where session_id = $1 and (token = $2 or not revoked) order by id desc`,
    [session.session_id, token, REUSE_INTERVAL],
  );
  const given = tokens.find((one) => one.token === token);
  let next = given?.revoked && given.recent ? tokens.find((one) => !one.revoked)?.token : undefined;
  if (!next) {
    await tx.query(
      'update auth.refresh_tokens set revoked = true, updated_at = now() where session_id = $1 and not revoked',
      [session.session_id],
    );
    if (!given || given.revoked) return refused('refresh_token_already_used', 'Already Used');
    next = await addRefreshToken(tx, session.id, session.session_id, token);
  }
  await tx.query(
    `update auth.sessions set refreshed_at = now() at time zone 'utc', updated_at = now() where id = $1`,
    [session.session_id],
  );
  return sessionAnswer(context, session, session, next);
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

async function sessionAnswer(context: AppContext, { shown }: User, session: Session, refreshToken: string) {
  const began = Math.floor(session.began.getTime() / 1000);
  const { token, expiresAt } = await signAccessToken(
    context.keys.jwt,
    {
      iss: context.config.siteUrl ? `${context.config.siteUrl}/auth/v1` : 'supabase', // never from the Host header
      sub: shown.id,
      email: shown.email,
      phone: '',
      app_metadata: shown.app_metadata,
      user_metadata: shown.user_metadata,
      aal: 'aal1',
      amr: [{ method: 'password', timestamp: began }],
      session_id: session.session_id,
    },
    Math.floor(Date.now() / 1000),
  );
  return {
    access_token: token,
    token_type: 'bearer' as const,
    expires_in: ACCESS_TOKEN_SECONDS,
    expires_at: expiresAt,
    refresh_token: refreshToken,
    user: shown,
  };
}

/** Ends sessions of a person with their refresh tokens: all, only one, or all but one. Returns how many. */
export async function endSessions(
  tx: Transaction,
  userId: string,
  { only = null, except = null }: { only?: string | null; except?: string | null } = {},
): Promise<number> {
  const { rowCount } = await tx.query(
    'delete from auth.sessions where user_id = $1 and id = coalesce($2::uuid, id) and id is distinct from $3::uuid',
    [userId, only, except],
  );
  return rowCount ?? 0;
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
