import type { Hono } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { recordAction } from '../core/audit.ts';
import type { AppContext, Env } from '../core/context.ts';
import { ApiError, unavailable } from '../core/errors.ts';
import { networkOf } from '../core/proxies.ts';
import { apiRoutes, callerFrom, unknownPath } from '../http/api.ts';
import { fieldsOf, isObject, textOf, wrongBody } from '../http/request-body.ts';
import { createUser, setPassword } from './accounts.ts';
import { administrationRoutes } from './administration.ts';
import { signedInUser } from './bearer.ts';
import { requireOwnPassword } from './own-password.ts';
import { hashNewPassword } from './password-rules.ts';
import { CONFIRMING, endSessions, refreshSession, startSession } from './sessions.ts';
import { passwordSignIn } from './sign-in.ts';
import { emailFrom, isListedAdministrator } from './users.ts';

/** Most bytes of a person's metadata, which is part of every access token. */
const METADATA_MAX_BYTES = 2_000;

/**
 * The part of GoTrue that the product calls: sign in, refresh, own account, own
 * password, sign out, sign up. Source: docs/contract.md §5.
 */
export function authRoutes(context: AppContext): Hono<Env> {
  const routes = apiRoutes(context);
  const { database, throttles, config } = context;
  const signIn = passwordSignIn(context);

  /**
   * `?grant_type=password` with `{email, password}`, with `&confirmar` only to confirm the password for an act;
   * `?grant_type=refresh_token` with `{refresh_token}`.
   */
  routes.post('/token', async (c) => {
    const grant = c.req.query('grant_type');
    if (grant === 'password') {
      // a name that no other host of the domain and no plain http can set
      const prefix = c.get('secure') ? 'host' : undefined;
      const cookies = (name: string) => getCookie(c, name, prefix);
      const lifetime = c.req.query('confirmar') === undefined ? undefined : CONFIRMING;
      const { answer, cookie } = await signIn(await fieldsOf(c), c.get('address'), cookies, lifetime);
      setCookie(c, cookie.name, cookie.value, {
        path: prefix ? '/' : '/auth/v1',
        httpOnly: true,
        sameSite: 'Strict',
        secure: c.get('secure'),
        maxAge: cookie.seconds,
        ...(prefix && { prefix }),
      });
      return c.json(answer);
    }
    if (grant === 'refresh_token') {
      // 503 and not 429: auth-js ends a session at any 4xx of a refresh, and tries again after this
      if ((await throttles.add('refresh', c.get('address'))) < 0) throw unavailable();
      const fields = await fieldsOf(c);
      return c.json(await refreshSession(context, textOf(fields, 'refresh_token')));
    }
    throw new ApiError(400, 'invalid_credentials', 'unsupported_grant_type');
  });

  routes.get('/user', async (c) => {
    const caller = await callerFrom(c, context);
    const { user } = await database.asOwner((tx) => signedInUser(tx, caller));
    return c.json(user.shown);
  });

  /**
   * `{password, current_password}`: changes the caller's password and ends their other sessions; nothing else
   * can be changed.
   */
  routes.put('/user', async (c) => {
    const caller = await callerFrom(c, context);
    const fields = await fieldsOf(c);
    const password = textOf(fields, 'password');
    const other = Object.keys(fields).find(
      (name) => !['password', 'current_password'].includes(name) && (fields[name] ?? null) !== null,
    );
    if (other || password === '')
      throw new ApiError(400, 'validation_failed', 'Aqui só a senha pode ser trocada.');
    const user = await requireOwnPassword(context, c, caller, fields, 'senha atual');
    if (password === fields.current_password)
      throw new ApiError(422, 'same_password', 'A senha nova precisa ser diferente da atual.');
    const passwordHash = await hashNewPassword(password, user.email);
    await database.asOwner(async (tx) => {
      const { sessionId } = await signedInUser(tx, caller); // it may have ended while we hashed
      await setPassword(tx, user.id, passwordHash, user.id, sessionId);
    });
    return c.json(user.shown);
  });

  /** `?scope=local` ends this session, anything else all. */
  routes.post('/logout', async (c) => {
    const caller = await callerFrom(c, context);
    const scope = c.req.query('scope') === 'local' ? 'local' : 'global';
    await database.asOwner(async (tx) => {
      const { user, sessionId } = await signedInUser(tx, caller);
      const ended = await endSessions(tx, user.id, scope === 'local' ? { only: sessionId } : {});
      // No entry for strangers, or when no session ended: both could be repeated without end.
      if (ended > 0 && (await isListedAdministrator(tx, user.id)))
        await recordAction(tx, 'saiu', { by: user.id, details: { alcance: scope } });
    });
    return c.body(null, 204);
  });

  /** `{email, password, data}`, with SIGNUP=on only. A new account sees nothing until it is made an administrator. */
  routes.post('/signup', async (c) => {
    if (!config.signup) throw new ApiError(422, 'signup_disabled', 'Signups not allowed for this instance');
    const fields = await fieldsOf(c);
    const email = emailFrom(textOf(fields, 'email'));
    const metadata = fields.data ?? {};
    if (!isObject(metadata)) throw wrongBody('data must be an object');
    if (Buffer.byteLength(JSON.stringify(metadata)) > METADATA_MAX_BYTES)
      throw new ApiError(400, 'validation_failed', `data exceeds ${METADATA_MAX_BYTES} bytes`);
    if (email === null) throw new ApiError(400, 'validation_failed', 'O e-mail não está completo.');
    await throttles.use('account', c.get('address'), 'over_request_rate_limit');
    const asker = { network: networkOf(c.get('address')) };
    const encrypted_password = await hashNewPassword(textOf(fields, 'password'), email, asker);
    const answer = await database.asOwner(async (tx) => {
      const made = await createUser(tx, email, encrypted_password, metadata);
      return made && startSession(tx, context, made);
    });
    if (!answer) throw new ApiError(422, 'user_already_exists', 'Já existe uma conta com este e-mail.');
    return c.json(answer);
  });

  routes.get('/settings', (c) =>
    c.json({
      external: { email: true },
      disable_signup: !config.signup,
    }),
  );

  routes.route('/admin', administrationRoutes(context));

  routes.all('*', unknownPath);
  return routes;
}
