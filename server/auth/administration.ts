import { type Context, Hono } from 'hono';
import { ROLES, type Role } from '../../domain/roles.ts';
import type { AppContext, Env } from '../core/context.ts';
import type { Caller, Transaction } from '../core/database.ts';
import { ApiError, isPgError } from '../core/errors.ts';
import { isUuid } from '../core/tokens.ts';
import { callerFrom } from '../http/api.ts';
import { fieldsOf, textOf } from '../http/request-body.ts';
import { addAdministrator, listAdministrators, lockAdministrators, setPassword } from './accounts.ts';
import { signedInUser } from './bearer.ts';
import { requireOwnPassword } from './own-password.ts';
import { checkNewPassword } from './password-rules.ts';
import { hashPassword } from './passwords.ts';
import { emailFrom, userAnswer } from './users.ts';

/**
 * The two calls of GoTrue's administration that need a password hash, open to whoever may
 * change accounts, because the role that GoTrue asks for does not exist here. Other
 * callers are answered 403 as there. `current_password`, the
 * caller's own, `papel` and `nome` are fields of ours. Source: docs/contract.md §5.4.
 */
export function administrationRoutes(context: AppContext): Hono<Env> {
  const routes = new Hono<Env>();
  const { database, throttles } = context;

  /** `{email, password, current_password, papel, nome}`: gives an account access, a new one or the one of that e-mail; direção unless `papel` says another role. */
  routes.post('/users', async (c) => {
    const caller = await administrator(c, context);
    const fields = await fieldsOf(c);
    const email = emailFrom(textOf(fields, 'email'));
    if (email === null) throw new ApiError(400, 'validation_failed', 'O e-mail não está completo.');
    const role = roleFrom(fields);
    await requireCallersPassword(caller, fields);
    const passwordHash = await hashNewPassword(c, textOf(fields, 'password'), email);
    const answer = await database.asOwner(async (tx) => {
      const by = await stillAdministrator(tx, caller);
      if ((await listAdministrators(tx)).some((one) => one.email === email))
        throw new ApiError(422, 'email_exists', 'Esta pessoa já está na lista. Veja se está sem acesso.');
      const added = await addAdministrator(tx, email, passwordHash, by, role);
      await tx.query('select private.dar_nome($1, $2, $3)', [added.id, by, textOf(fields, 'nome')]);
      return userAnswer(added);
    });
    return c.json(answer);
  });

  /** `{password, current_password}`: a new password for another administrator, not of the direção; their sessions end. */
  routes.put('/users/:id', async (c) => {
    const caller = await administrator(c, context);
    const id = c.req.param('id').toLowerCase();
    const fields = await fieldsOf(c);
    if (id === caller.claims.sub)
      throw new ApiError(400, 'validation_failed', 'A própria senha se troca com a senha atual.');
    const target =
      isUuid(id) && (await database.asOwner(listAdministrators)).find((one) => one.user_id === id);
    if (!target)
      throw new ApiError(404, 'user_not_found', 'Esta pessoa não está na lista de administradores.');
    await requireCallersPassword(caller, fields);
    const passwordHash = await hashNewPassword(c, textOf(fields, 'password'), target.email);
    await database.asOwner(async (tx) => {
      const by = await stillAdministrator(tx, caller);
      await tx
        .query('select private.exigir_folga_de_contas($1, true)', [target.user_id])
        .catch((error: unknown) => {
          throw isPgError(error) && error.code === 'P0001'
            ? new ApiError(422, 'not_allowed', error.message)
            : error;
        });
      await setPassword(tx, target.user_id, passwordHash, { by });
    });
    return c.json({ id: target.user_id, email: target.email });
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

/** The role that is asked for. Throws 400. */
function roleFrom(fields: Record<string, unknown>): Role {
  const typed = textOf(fields, 'papel') || 'direcao';
  const role = ROLES.find((one) => one === typed);
  if (!role) throw new ApiError(400, 'validation_failed', 'Este papel não se pode dar.');
  return role;
}

/** The caller. Throws 403 not_admin unless they may change accounts. */
async function administrator(c: Context<Env>, context: AppContext): Promise<Caller> {
  const caller = await callerFrom(c, context);
  await context.database.asOwner((tx) => requireMayChangeAccounts(tx, caller));
  return caller;
}

/**
 * Checks again under the lock that the caller may change accounts: it may have changed
 * while the body arrived. Returns their account. Throws 403 not_admin.
 */
async function stillAdministrator(tx: Transaction, caller: Caller): Promise<string> {
  await lockAdministrators(tx);
  return requireMayChangeAccounts(tx, caller);
}

async function requireMayChangeAccounts(tx: Transaction, caller: Caller): Promise<string> {
  const { sub } = caller.claims;
  if (caller.role !== 'authenticated' || !sub) throw notAllowed();
  await tx.query(`select set_config('request.jwt.claims', $1, true)`, [JSON.stringify(caller.claims)]);
  const { rows } = await tx.query<{ may: boolean }>(`select private.pode('mudar_contas') as may`);
  if (!rows[0]?.may) throw notAllowed();
  return sub;
}

function notAllowed(): ApiError {
  return new ApiError(403, 'not_admin', 'User not allowed');
}
