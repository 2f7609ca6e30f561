import { type Context, Hono } from 'hono';
import type { Caller, Transaction } from '../core/database.ts';
import { ApiError } from '../core/errors.ts';
import type { Env, House } from '../core/house.ts';
import { isUuid } from '../core/tokens.ts';
import { admit, holdAdministrators, listAdministrators, setPassword } from './accounts.ts';
import { callerFrom } from './bearer.ts';
import { fieldsOf, readBody, textOf } from './body.ts';
import { checkNewPassword } from './password-rules.ts';
import { hashPassword } from './passwords.ts';
import { emailFrom, userAnswer } from './users.ts';

/**
 * The two calls of GoTrue's administration that need a hash, for administrators
 * themselves: nobody here holds the role that GoTrue asks for. Everybody else, and
 * every other call below /admin, is answered 403 as there. Source: contract §5.4.
 */
export function administrationRoutes(house: House): Hono<Env> {
  const routes = new Hono<Env>();
  const { database, throttles } = house;

  /** `{email, password}`: an account that is an administrator, made or taken over. */
  routes.post('/users', async (c) => {
    const caller = await administrator(c, house);
    const fields = fieldsOf(await readBody(c.req.raw));
    const email = emailFrom(textOf(fields, 'email'));
    if (email === null) throw new ApiError(400, 'validation_failed', 'O e-mail não está completo.');
    const passwordHash = await chosen(c, textOf(fields, 'password'), email);
    const answer = await database.asOwner(async (tx) => {
      const by = await stillAdministrator(tx, caller);
      const known = await listAdministrators(tx);
      if (known.some((one) => one.email === email)) return null;
      return userAnswer(tx, await admit(tx, email, passwordHash, by));
    });
    if (!answer)
      throw new ApiError(422, 'email_exists', 'Esta pessoa já está na lista. Veja se está sem acesso.');
    return c.json(answer);
  });

  /** `{password}`: another one for somebody on the list; their sessions end. */
  routes.put('/users/:id', async (c) => {
    const caller = await administrator(c, house);
    const id = c.req.param('id').toLowerCase();
    const fields = fieldsOf(await readBody(c.req.raw));
    if (id === caller.claims.sub)
      throw new ApiError(400, 'validation_failed', 'A própria senha se troca com a senha atual.');
    const everyone = await database.asOwner(listAdministrators);
    const target = isUuid(id) && everyone.find((one) => one.user_id === id);
    if (!target)
      throw new ApiError(404, 'user_not_found', 'Esta pessoa não está na lista de administradores.');
    const passwordHash = await chosen(c, textOf(fields, 'password'), target.email);
    await database.asOwner(async (tx) => {
      const by = await stillAdministrator(tx, caller);
      await setPassword(tx, target.user_id, passwordHash, { by });
    });
    return c.json({ id: target.user_id, email: target.email });
  });

  routes.all('*', async (c) => {
    await callerFrom(c, house);
    throw notAllowed();
  });

  /** The hash of a password that keeps the rules. */
  async function chosen(c: Context<Env>, password: string, email: string): Promise<string> {
    if (password === '') throw new ApiError(400, 'validation_failed', 'Falta a senha.');
    await throttles.use('account', c.get('address'), 'over_request_rate_limit');
    checkNewPassword(password, email);
    return hashPassword(password);
  }

  return routes;
}

/** The administrator who asks. Throws 403 not_admin for anybody else. */
async function administrator(c: Context<Env>, house: House): Promise<Caller> {
  const caller = await callerFrom(c, house);
  if (caller.role === 'authenticated' && caller.claims.sub) {
    const { rows } = await house.database.as(
      caller,
      (tx) => tx.query<{ is: boolean }>('select public.sou_administrador() as is'),
      { readOnly: true },
    );
    if (rows[0]?.is) return caller;
  }
  throw notAllowed();
}

/**
 * Their account, asked again while nobody's access can change: it may have been
 * taken away while the body was on its way. Throws 403 not_admin when it was.
 */
async function stillAdministrator(tx: Transaction, caller: Caller): Promise<string> {
  await holdAdministrators(tx);
  await tx.query(`select set_config('request.jwt.claims', $1, true)`, [JSON.stringify(caller.claims)]);
  const { rows } = await tx.query<{ is: boolean }>('select private.is_admin() as is');
  if (!rows[0]?.is || !caller.claims.sub) throw notAllowed();
  return caller.claims.sub;
}

function notAllowed(): ApiError {
  return new ApiError(403, 'not_admin', 'User not allowed');
}
