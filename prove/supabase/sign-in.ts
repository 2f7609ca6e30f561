import { randomUUID } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import { verify } from '../../server/auth/argon2.ts';
import { hashPassword } from '../../server/auth/passwords.ts';
import type { Address } from './cluster.ts';
import { refreshTokens, SignInRefused } from './refresh-tokens.ts';
import { type CallFields, openUsers, personOf, type User } from './users.ts';

/** Settings of a project's sign-in that the product depends on. */
export type SignInOptions = {
  signup?: boolean;
  tokenSeconds?: number;
  passwordLength?: number;
};

/**
 * In GoTrue's place, which no registry has: writes `auth.*` as it does and answers the calls of
 * /auth/v1 that the site's official client makes. Source: docs/contract.md §5, §12.
 */
export function openSignIn(
  cluster: Address,
  database: string,
  jwtSecret: string,
  { signup = false, tokenSeconds = 900, passwordLength = 12 }: SignInOptions = {},
) {
  const users = openUsers(cluster, database, passwordLength);
  const { pool, inTransaction, userBy, addUser, checkPassword } = users;
  const key = new TextEncoder().encode(jwtSecret);

  async function answerOf(user: User, sessionId: string, refreshToken: string) {
    const now = Math.floor(Date.now() / 1000);
    const { rows: methods } = await pool.query<{ method: string; timestamp: number }>(
      `select authentication_method as method, extract(epoch from updated_at)::integer as timestamp
       from auth.mfa_amr_claims where session_id = $1 order by updated_at desc`,
      [sessionId],
    );
    const claims = {
      role: 'authenticated',
      email: user.email,
      phone: '',
      app_metadata: user.raw_app_meta_data ?? {},
      user_metadata: user.raw_user_meta_data ?? {},
      aal: 'aal1',
      amr: methods, // of the sign-in: a refresh never makes it later
      session_id: sessionId,
      is_anonymous: false,
    };
    const token = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setIssuer('http://127.0.0.1/auth/v1')
      .setSubject(user.id)
      .setAudience('authenticated')
      .setIssuedAt(now)
      .setExpirationTime(now + tokenSeconds)
      .sign(key);
    return {
      access_token: token,
      token_type: 'bearer',
      expires_in: tokenSeconds,
      expires_at: now + tokenSeconds,
      refresh_token: refreshToken,
      user: personOf(user),
    };
  }

  async function startSession(user: User) {
    const sessionId = randomUUID();
    const refreshToken = await inTransaction(async (tx) => {
      await tx.query(
        `insert into auth.sessions (id, user_id, created_at, updated_at, aal) values ($1, $2, now(), now(), 'aal1')`,
        [sessionId, user.id],
      );
      await tx.query(
        `insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method) values ($1, $2, now(), now(), 'password')`,
        [randomUUID(), sessionId],
      );
      await tx.query('update auth.users set last_sign_in_at = now(), updated_at = now() where id = $1', [
        user.id,
      ]);
      return refreshTokens.first(tx, user.id, sessionId);
    });
    return answerOf((await userBy('id', user.id)) ?? user, sessionId, refreshToken);
  }

  async function byPassword({ email, password }: CallFields) {
    if (typeof email !== 'string' || email === '')
      throw new SignInRefused(400, 'validation_failed', 'missing email or phone');
    const user = await userBy('email', email.toLowerCase());
    if (!user?.encrypted_password || !(await verify(user.encrypted_password, password ?? '')))
      throw new SignInRefused(400, 'invalid_credentials', 'Invalid login credentials');
    if (user.banned) throw new SignInRefused(400, 'user_banned', 'User is banned');
    return startSession(user);
  }

  async function byRefreshToken({ refresh_token }: CallFields) {
    const { userId, sessionId, token } = await inTransaction((tx) =>
      refreshTokens.next(tx, String(refresh_token ?? '')),
    );
    const user = await userBy('id', userId);
    if (!user || user.banned)
      throw new SignInRefused(400, 'user_banned', 'Invalid Refresh Token: User Banned');
    return answerOf(user, sessionId, token);
  }

  /** Of the keys of the project, which are of no session. */
  async function roleOf(request: Request): Promise<unknown> {
    const bearer = request.headers.get('authorization')?.replace(/^Bearer /i, '') ?? '';
    const { payload } = await jwtVerify(bearer, key).catch(() => ({ payload: { role: null } }));
    return payload.role;
  }

  /** Who asks, by the bearer and a session that still is. */
  async function callerOf(request: Request): Promise<{ user: User; sessionId: string }> {
    const [, bearer] = /^Bearer (.+)$/i.exec(request.headers.get('authorization') ?? '') ?? [];
    if (!bearer)
      throw new SignInRefused(401, 'no_authorization', 'This endpoint requires a valid Bearer token');
    const { payload } = await jwtVerify(bearer, key, { algorithms: ['HS256'] }).catch((error: Error) => {
      throw new SignInRefused(
        403,
        'bad_jwt',
        `invalid JWT: unable to parse or verify signature, ${error.message}`,
      );
    });
    if (!payload.sub) throw new SignInRefused(403, 'bad_jwt', 'invalid claim: missing sub claim');
    const user = await userBy('id', payload.sub);
    if (!user) throw new SignInRefused(403, 'user_not_found', 'User from sub claim in JWT does not exist');
    const sessionId = String(payload.session_id);
    const { rowCount } = await pool.query('select from auth.sessions where id = $1', [sessionId]);
    if (!rowCount)
      throw new SignInRefused(
        403,
        'session_not_found',
        'Session from session_id claim in JWT does not exist',
      );
    if (user.banned) throw new SignInRefused(403, 'user_banned', 'User is banned');
    return { user, sessionId };
  }

  async function signOut(request: Request, url: URL): Promise<null> {
    const { user, sessionId } = await callerOf(request);
    const scope = url.searchParams.get('scope') ?? 'global';
    const which = {
      global: 'user_id = $1 or id = $2',
      local: 'user_id = $1 and id = $2',
      others: 'user_id = $1 and id <> $2',
    }[scope];
    if (!which) throw new SignInRefused(400, 'validation_failed', `Unsupported logout scope "${scope}"`);
    await pool.query(`delete from auth.sessions where ${which}`, [user.id, sessionId]);
    return null;
  }

  async function changePassword(request: Request, { password, current_password }: CallFields) {
    const { user, sessionId } = await callerOf(request);
    if (password !== undefined) {
      if (current_password === undefined)
        throw new SignInRefused(
          400,
          'current_password_required',
          'Current password required when setting new password.',
        );
      if (!(await verify(user.encrypted_password ?? '', current_password)))
        throw new SignInRefused(
          400,
          'current_password_invalid',
          'Current password required when setting new password.',
        );
      checkPassword(password);
      if (password === current_password)
        throw new SignInRefused(
          422,
          'same_password',
          'New password should be different from the old password.',
        );
      await pool.query('update auth.users set encrypted_password = $2, updated_at = now() where id = $1', [
        user.id,
        await hashPassword(password),
      ]);
      await pool.query('delete from auth.sessions where user_id = $1 and id <> $2', [user.id, sessionId]);
    }
    return personOf((await userBy('id', user.id)) ?? user);
  }

  async function answer(request: Request): Promise<unknown> {
    const url = new URL(request.url);
    const call = `${request.method} ${url.pathname}`;
    if (call === 'GET /health') return { name: 'sign-in double', version: '0' };
    if (call === 'GET /settings')
      return { disable_signup: !signup, mailer_autoconfirm: true, external: { email: true } };
    if (call === 'GET /user') return personOf((await callerOf(request)).user);
    if (call === 'POST /logout') return signOut(request, url);
    if (url.pathname.startsWith('/admin/users') && (await roleOf(request)) === 'service_role')
      return users.administer(request.method, url.pathname, () => bodyOf(request));
    const asked = await bodyOf(request);
    if (call === 'PUT /user') return changePassword(request, asked);
    if (call === 'POST /signup') {
      if (!signup) throw new SignInRefused(422, 'signup_disabled', 'Signups not allowed for this instance');
      return startSession(await addUser(asked));
    }
    if (call === 'POST /token') {
      const grant = url.searchParams.get('grant_type');
      if (grant === 'password') return byPassword(asked);
      if (grant === 'refresh_token') return byRefreshToken(asked);
      throw new SignInRefused(400, 'invalid_credentials', 'unsupported_grant_type');
    }
    if (url.pathname.startsWith('/admin/')) {
      await callerOf(request); // without the secret key
      throw new SignInRefused(403, 'not_admin', 'User not allowed');
    }
    throw new SignInRefused(404, 'not_found', 'Not Found');
  }

  return {
    addUser,
    close: () => pool.end(),
    handle: async (request: Request): Promise<Response> => {
      const dated = request.headers.get('x-supabase-api-version') === '2024-01-01';
      const version: Record<string, string> = dated ? { 'x-supabase-api-version': '2024-01-01' } : {};
      try {
        const body = await answer(request);
        return body === null
          ? new Response(null, { status: 204, headers: version })
          : Response.json(body, { headers: version });
      } catch (error) {
        const { status, code, message, weak } =
          error instanceof SignInRefused
            ? error
            : new SignInRefused(500, 'unexpected_failure', String(error));
        const said = {
          ...(dated ? { code, message } : { code: status, error_code: code, msg: message }),
          ...(weak && { weak_password: weak }),
        };
        return Response.json(said, { status, headers: { ...version, 'x-sb-error-code': code } });
      }
    },
  };
}

async function bodyOf(request: Request): Promise<CallFields> {
  const body = (await request.json().catch(() => null)) as CallFields | null;
  if (body === null || typeof body !== 'object')
    throw new SignInRefused(400, 'bad_json', 'Could not parse request body as JSON');
  return body;
}
