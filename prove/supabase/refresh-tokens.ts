import { createHash, createHmac, randomBytes } from 'node:crypto';
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

/** How GoTrue keeps refresh tokens; there are two ways (docs/contract.md §12). */
export type Generation = {
  /** The first token of a session. */
  first: (tx: pg.PoolClient, userId: string, sessionId: string) => Promise<string>;
  /** The token that follows this one. Throws SignInRefused. */
  next: (tx: pg.PoolClient, token: string) => Promise<Refreshed>;
};

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

/** A row for each token; a used one is revoked and is the parent of the next. */
export const firstGeneration: Generation = {
  first: (tx, userId, sessionId) => addToken(tx, userId, sessionId, null),

  next: async (tx, token) => {
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

/** No rows: the session holds a key and the number of its last token. */
export const secondGeneration: Generation = {
  first: async (tx, _userId, sessionId) => {
    const key = randomBytes(32);
    await tx.query(
      'update auth.sessions set refresh_token_hmac_key = $2, refresh_token_counter = 0 where id = $1',
      [sessionId, key.toString('base64')],
    );
    return written(sessionId, 0, key);
  },

  next: async (tx, token) => {
    const { sessionId, counter } = readToken(token);
    const { rows } = await tx.query<{ user_id: string; key: string; counter: string; recent: boolean }>(
      `select user_id, refresh_token_hmac_key as key, refresh_token_counter as counter,
         refreshed_at > (now() at time zone 'utc') - $2::interval as recent
       from auth.sessions where id = $1 for update`,
      [sessionId, REUSE_INTERVAL],
    );
    const [session] = rows;
    if (!session)
      throw new SignInRefused(400, 'session_not_found', 'Invalid Refresh Token: No Valid Session Found');
    const key = Buffer.from(session.key, 'base64');
    if (written(sessionId, counter, key) !== token) throw unknown();
    const last = Number(session.counter);
    if (counter === last) {
      await tx.query('update auth.sessions set refresh_token_counter = $2 where id = $1', [
        sessionId,
        last + 1,
      ]);
      await touch(tx, sessionId);
      return { userId: session.user_id, sessionId, token: written(sessionId, last + 1, key) };
    }
    if (counter === last - 1 || session.recent)
      return { userId: session.user_id, sessionId, token: written(sessionId, last, key) };
    await tx.query('delete from auth.sessions where id = $1', [sessionId]);
    throw alreadyUsed();
  },
};

/** Version, session, counter, 16 bytes of HMAC and 4 of checksum, in URL-safe base64. */
function written(sessionId: string, counter: number, key: Buffer): string {
  const body = Buffer.concat([
    Buffer.from([0]),
    Buffer.from(sessionId.replaceAll('-', ''), 'hex'),
    varint(counter),
  ]);
  const signed = Buffer.concat([body, createHmac('sha256', key).update(body).digest().subarray(0, 16)]);
  return Buffer.concat([signed, createHash('sha256').update(signed).digest().subarray(0, 4)]).toString(
    'base64url',
  );
}

function readToken(token: string): { sessionId: string; counter: number } {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length < 38 || bytes[0] !== 0)
    throw new SignInRefused(400, 'validation_failed', 'Refresh token is not valid');
  const sessionId = bytes
    .subarray(1, 17)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  let counter = 0;
  for (let at = 17, shift = 0; at < bytes.length - 20; at += 1, shift += 7)
    counter += ((bytes[at] ?? 0) & 0x7f) * 2 ** shift;
  return { sessionId, counter };
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 0x7f; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 0x80);
  return Buffer.from([...bytes, rest]);
}

async function touch(tx: pg.PoolClient, sessionId: string): Promise<void> {
  await tx.query(
    `update auth.sessions set refreshed_at = now() at time zone 'utc', updated_at = now() where id = $1`,
    [sessionId],
  );
}
