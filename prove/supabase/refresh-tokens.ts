import { randomBytes } from 'node:crypto';
import type pg from 'pg';

/** A refusal in GoTrue's shape. `keep`: what was written before it stays. */
export class SignInRefused extends Error {
  readonly status: number;
  readonly code: string;
  readonly weak: { reasons: string[] } | undefined;
  readonly keep: boolean;

  constructor(status: number, code: string, message: string, weak?: { reasons: string[] }, keep = false) {
    super(message);
    this.status = status;
    this.code = code;
    this.weak = weak;
    this.keep = keep;
  }
}

type Refreshed = { userId: string; sessionId: string; token: string };

const REUSE_INTERVAL = '10 seconds';

const unknown = () =>
  new SignInRefused(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found');
const alreadyUsed = () =>
  new SignInRefused(
    400,
    'refresh_token_already_used',
    'Invalid Refresh Token: Already Used',
    undefined,
    true,
  );

/**
 * How GoTrue keeps refresh tokens in its first generation (docs/contract.md §12; what both leave of a session:
 * tests/database/live-session.test.ts): a row for each token; a used one is revoked and is the parent of the next.
 */
export const refreshTokens = {
  /** The first token of a session. */
  first: (tx: pg.PoolClient, userId: string, sessionId: string) => addToken(tx, userId, sessionId, null),

  /** The token that follows this one. Throws SignInRefused. */
  next: async (tx: pg.PoolClient, token: string): Promise<Refreshed> => {
    const { rows } = await tx.query<{ user_id: string; session_id: string }>(
      'select user_id, session_id from auth.refresh_tokens where token = $1',
      [token],
    );
    const [known] = rows;
    if (!known) throw unknown();
    const { user_id: userId, session_id: sessionId } = known;
    await touch(tx, sessionId);
    const { rows: all } = await tx.query<{
      token: string;
      parent: string | null;
      revoked: boolean;
      recent: boolean;
    }>(
      `select token, parent, revoked, updated_at > now() - $2::interval as recent from auth.refresh_tokens
       where session_id = $1 order by id desc`,
      [sessionId, REUSE_INTERVAL],
    );
    const given = all.find((row) => row.token === token);
    const active = all.find((row) => !row.revoked);
    if (given && !given.revoked) {
      await tx.query('update auth.refresh_tokens set revoked = true, updated_at = now() where token = $1', [
        token,
      ]);
      return { userId, sessionId, token: await addToken(tx, userId, sessionId, token) };
    }
    if (active && (active.parent === token || given?.recent))
      return { userId, sessionId, token: active.token };
    await tx.query(
      'update auth.refresh_tokens set revoked = true, updated_at = now() where session_id = $1',
      [sessionId],
    );
    throw alreadyUsed();
  },
};

async function addToken(
  tx: pg.PoolClient,
  userId: string,
  sessionId: string,
  parent: string | null,
): Promise<string> {
  const token = randomBytes(16).toString('hex').slice(0, 12);
  await tx.query(
    `insert into auth.refresh_tokens (instance_id, token, user_id, revoked, created_at, updated_at, parent, session_id)
     values ('00000000-0000-0000-0000-000000000000', $1, $2, false, now(), now(), $3, $4)`,
    [token, userId, parent, sessionId],
  );
  return token;
}

async function touch(tx: pg.PoolClient, sessionId: string): Promise<void> {
  await tx.query(
    `update auth.sessions set refreshed_at = now() at time zone 'utc', updated_at = now() where id = $1`,
    [sessionId],
  );
}
