import { type Context, Hono } from 'hono';
import type { AppContext, Env } from '../core/context.ts';
import type { Caller, Transaction } from '../core/database.ts';
import { ApiError } from '../core/errors.ts';
import { isUuid } from '../core/tokens.ts';
import { addAdministrator, listAdministrators, lockAdministrators, setPassword } from './accounts.ts';
import { callerFrom, signedInUser } from './bearer.ts';
import { fieldsOf, readBody, textOf } from './body.ts';
import { requireOwnPassword } from './own-password.ts';
import { checkNewPassword } from './password-rules.ts';
import { hashPassword } from './passwords.ts';
import { emailFrom, userAnswer } from './users.ts';

/**
 * The two calls of GoTrue's administration that need a password hash, open to
 * administrators, because the role that GoTrue asks for does not exist here. Other
 * callers, and other calls below /admin, are answered 403 as there. `current_password`, the
 * caller's own, is a field of ours. Source: docs/contract.md §5.4.
 */
export function administrationRoutes(context: AppContext): Hono<Env> {
  const routes = new Hono<Env>();
  const { database, throttles } = context;

  /** `{email, password, current_password}`: makes an account an administrator, a new one or the one of that e-mail. */
  routes.post('/users', async (c) => {
    const caller = await administrator(c, context);
    const fields = fieldsOf(await readBody(c.req.raw));
    const email = emailFrom(textOf(fields, 'email'));
    if (email === null) throw new ApiError(400, 'validation_failed', 'O e-mail não está completo.');
    await requireCallersPassword(caller, fields);
    const passwordHash = await hashNewPassword(c, textOf(fields, 'password'), email);
    const answer = await database.asOwner(async (tx) => {
      const by = await stillAdministrator(tx, caller);
      const known = await listAdministrators(tx);
      if (known.some((one) => one.email === email)) return null;
      return userAnswer(tx, await addAdministrator(tx, email, passwordHash, by));
    });
    if (!answer)
      throw new ApiError(422, 'email_exists', 'Esta pessoa já está na lista. Veja se está sem acesso.');
    return c.json(answer);
  });

  /** `{password, current_password}`: a new password for another administrator; their sessions end. */
  routes.put('/users/:id', async (c) => {
    const caller = await administrator(c, context);
    const id = c.req.param('id').toLowerCase();
    const fields = fieldsOf(await readBody(c.req.raw));
    if (id === caller.claims.sub)
      throw new ApiError(400, 'validation_failed', 'A própria senha se troca com a senha atual.');
    const everyone = await database.asOwner(listAdministrators);
    const target = isUuid(id) && everyone.find((one) => one.user_id === id);
    if (!target)
      throw new ApiError(404, 'user_not_found', 'Esta pessoa não está na lista de administradores.');
    await requireCallersPassword(caller, fields);
    const passwordHash = await hashNewPassword(c, textOf(fields, 'password'), target.email);
    await database.asOwner(async (tx) => {
      const by = await stillAdministrator(tx, caller);
      await setPassword(tx, target.user_id, passwordHash, { by });
    });
    return c.json({ id: target.user_id, email: target.email });
  });

  routes.all('*', async (c) => {
    await callerFrom(c, context);
    throw notAllowed();
  });

  async function requireCallersPassword(caller: Caller, fields: Record<string, unknown>): Promise<void> {
    const { user } = await database.asOwner((tx) => signedInUser(tx, caller));
    await requireOwnPassword(context, user, textOf(fields, 'current_password'), 'sua senha');
  }

  /** The hash of a new password. Throws when it breaks a rule, and 429 after too many. */
  async function hashNewPassword(c: Context<Env>, password: string, email: string): Promise<string> {
    if (password === '') throw new ApiError(400, 'validation_failed', 'Falta a senha.');
    await throttles.use('account', c.get('address'), 'over_request_rate_limit');
    await checkNewPassword(password, email);
    return hashPassword(password);
  }

  return routes;
}

/** The caller. Throws 403 not_admin unless they are an administrator. */
async function administrator(c: Context<Env>, context: AppContext): Promise<Caller> {
  const caller = await callerFrom(c, context);
  if (caller.role === 'authenticated' && caller.claims.sub) {
    const { rows } = await context.database.as(
      caller,
      (tx) => tx.query<{ is: boolean }>('select public.sou_administrador() as is'),
      { readOnly: true },
    );
    if (rows[0]?.is) return caller;
  }
  throw notAllowed();
}

/**
 * Checks again under the lock that the caller is an administrator: it may have changed
 * while the body arrived. Returns their account. Throws 403 not_admin.
 */
async function stillAdministrator(tx: Transaction, caller: Caller): Promise<string> {
  await lockAdministrators(tx);
  await tx.query(`select set_config('request.jwt.claims', $1, true)`, [JSON.stringify(caller.claims)]);
  const { rows } = await tx.query<{ is: boolean }>('select private.is_admin() as is');
  if (!rows[0]?.is || !caller.claims.sub) throw notAllowed();
  return caller.claims.sub;
}

function notAllowed(): ApiError {
  return new ApiError(403, 'not_admin', 'User not allowed');
}
