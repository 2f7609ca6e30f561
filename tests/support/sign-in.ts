import { randomBytes, randomUUID } from 'node:crypto';
import type { Role } from '../../domain/roles.ts';
import type { AppContext } from '../../server/core/context.ts';
import type { Caller } from '../../server/core/database.ts';
import { signAccessToken } from '../../server/core/tokens.ts';

export type SignedIn = { token: string; userId: string; sessionId: string; email: string };

/**
 * A person with an account and a live session, made by SQL; `token` is their access token, issued now unless
 * `issuedAt` (seconds since 1970) says otherwise, of a sign-in then unless `signedInAt` does. An
 * administrator has the role direção by default; anybody else is only signed up.
 */
export async function signedIn(
  server: Pick<AppContext, 'database' | 'keys'>,
  {
    administrator,
    role = 'direcao',
    issuedAt = Math.floor(Date.now() / 1000),
    signedInAt = issuedAt,
  }: { administrator: boolean; role?: Role; issuedAt?: number; signedInAt?: number },
): Promise<SignedIn> {
  const [userId, sessionId] = [randomUUID(), randomUUID()];
  const email = `${userId.slice(0, 8)}@example.com`;
  await server.database.asOwner(async (tx) => {
    await tx.query('insert into auth.users (id, email, email_confirmed_at) values ($1, $2, now())', [
      userId,
      email,
    ]);
    await tx.query('insert into auth.sessions (id, user_id) values ($1, $2)', [sessionId, userId]);
    await tx.query('insert into auth.refresh_tokens (token, user_id, session_id) values ($1, $2, $3)', [
      randomBytes(12).toString('base64url'),
      userId,
      sessionId,
    ]);
    if (administrator)
      await tx.query(
        `insert into private.administradores (user_id, papel, papel_desde) values ($1, $2, '2020-01-01')`,
        [userId, role],
      );
  });
  const { token } = await signAccessToken(
    server.keys.jwt,
    {
      sub: userId,
      session_id: sessionId,
      email,
      aal: 'aal1',
      amr: [{ method: 'password', timestamp: signedInAt }],
    },
    issuedAt,
  );
  return { token, userId, sessionId, email };
}

/** Who has not signed in. */
export const ANON = { role: 'anon', claims: { role: 'anon' } } as const;

/** Who that is, as the server sees it. */
export function callerOf({ userId, sessionId }: SignedIn): Caller {
  return {
    role: 'authenticated',
    claims: { role: 'authenticated', sub: userId, session_id: sessionId },
  };
}
