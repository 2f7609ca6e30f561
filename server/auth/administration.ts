import { type Context, Hono } from 'hono';
import { ROLES } from '../../domain/roles.ts';
import type { AppContext, Env } from '../core/context.ts';
import type { Caller, Transaction } from '../core/database.ts';
import { ApiError } from '../core/errors.ts';
import { callerFrom } from '../http/api.ts';
import { fieldsOf, textOf } from '../http/request-body.ts';
import { addAdministrator, listAdministrators, lockAdministrators, setPassword } from './accounts.ts';
import { requireOwnPassword } from './own-password.ts';
import { hashNewPassword } from './password-rules.ts';
import { emailFrom } from './users.ts';

/**
 * The two calls of GoTrue's administration that need a password hash, open to whoever may
 * change accounts, because the role that GoTrue asks for does not exist here. Other
 * callers are answered 403 as there. `current_password`, the
 * caller's own, `papel` and `nome` are fields of ours. Source: docs/contract.md §5.4.
 */
export function administrationRoutes(context: AppContext): Hono<Env> {
  const routes = new Hono<Env>();
  const { database } = context;

  /** `{email, password, current_password, papel, nome}`: gives an account access, a new one or the one of that e-mail; direção unless `papel` says another role. */
  routes.post('/users', async (c) => {
    const caller = await administrator(c, context);
    const fields = await fieldsOf(c);
    const email = emailFrom(textOf(fields, 'email'));
    if (email === null) throw new ApiError(400, 'validation_failed', 'O e-mail não está completo.');
    const papel = textOf(fields, 'papel') || 'direcao';
    const role = ROLES.find((one) => one === papel);
    if (!role) throw new ApiError(400, 'validation_failed', 'Este papel não se pode dar.');
    await requireOwnPassword(context, c, caller, fields, 'sua senha');
    const passwordHash = await hashNewPassword(textOf(fields, 'password'), email);
    const answer = await database.asOwner(async (tx) => {
      const by = await stillAdministrator(tx, caller);
      if ((await listAdministrators(tx)).some((one) => one.email === email))
        throw new ApiError(422, 'email_exists', 'Esta pessoa já está na lista. Veja se está sem acesso.');
      const added = await addAdministrator(tx, email, passwordHash, by, role);
      await tx.query('select private.dar_nome($1, $2, $3)', [added.id, by, textOf(fields, 'nome')]);
      return added.shown;
    });
    return c.json(answer);
  });

  /** `{password, current_password}`: a new password for another administrator, not of the direção, as the caller is; their sessions end. */
  routes.put('/users/:id', async (c) => {
    const caller = await administrator(c, context);
    const id = c.req.param('id').toLowerCase();
    const fields = await fieldsOf(c);
    const target = (await database.asOwner(listAdministrators)).find((one) => one.user_id === id);
    if (!target)
      throw new ApiError(404, 'user_not_found', 'Esta pessoa não está na lista de administradores.');
    await requireOwnPassword(context, c, caller, fields, 'sua senha');
    const passwordHash = await hashNewPassword(textOf(fields, 'password'), target.email);
    await database.asOwner(async (tx) => {
      const by = await stillAdministrator(tx, caller);
      await tx.query('select private.exigir_folga_de_contas($1, true)', [target.user_id]);
      await setPassword(tx, target.user_id, passwordHash, by);
    });
    return c.json({ id: target.user_id, email: target.email });
  });

  return routes;
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

async function requireMayChangeAccounts(tx: Transaction, { claims }: Caller): Promise<string> {
  await tx.query(`select set_config('request.jwt.claims', $1, true)`, [JSON.stringify(claims)]);
  const { rows } = await tx.query<{ may: boolean }>(`select private.pode('mudar_contas') as may`);
  if (!rows[0]?.may) throw new ApiError(403, 'not_admin', 'User not allowed');
  return claims.sub as string;
}
