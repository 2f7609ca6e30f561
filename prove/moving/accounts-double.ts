import { randomUUID } from 'node:crypto';
import { jwtVerify } from 'jose';
import type { Address } from '../supabase/cluster.ts';
import { openUsers, personOf } from '../supabase/users.ts';

type Asked = {
  id?: string;
  email?: string;
  password?: string;
  password_hash?: string;
  email_confirm?: boolean;
};

/**
 * GoTrue's administration of accounts beside the sign-in double: takes an account's own id and
 * the hash of its password, or the password, as the dashboard gives it. Source: decision 108;
 * supabase/auth v2.196.0, internal/api/admin.go (AdminUserParams, adminUserCreate) and internal/models/user.go (NewUserWithPasswordHash). Other calls go on to `next`.
 */
export function openAccounts(
  cluster: Address,
  database: string,
  jwtSecret: string,
  next: (request: Request) => Promise<Response>,
) {
  const users = openUsers(cluster, database, 12);
  const key = new TextEncoder().encode(jwtSecret);
  const refuse = (status: number, error_code: string, msg: string) =>
    Response.json({ code: status, error_code, msg }, { status });

  async function create({
    id = randomUUID(),
    email = '',
    password,
    password_hash = '',
    email_confirm,
  }: Asked) {
    if (await users.userBy('email', email.toLowerCase()))
      return refuse(422, 'email_exists', 'A user with this email address has already been registered');
    if (password !== undefined) return Response.json(personOf(await users.addUser({ email, password })));
    if (
      password_hash !== '' &&
      !/^\$(argon2(d|i|id)\$v=(16|19)\$m=\d+,t=\d+,p=\d+\$|2[aby]\$)/.test(password_hash)
    )
      return refuse(500, 'unexpected_failure', 'Error creating user');
    await users.inTransaction(async (tx) => {
      await tx.query(
        `insert into auth.users (instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, confirmation_token, recovery_token,
           email_change_token_new, email_change, raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
         values ('00000000-0000-0000-0000-000000000000', $1, 'authenticated', 'authenticated', $2, $3, case when $4 then now() end, '', '', '', '',
           '{"provider":"email","providers":["email"]}', '{}', now(), now())`,
        [id, email.toLowerCase(), password_hash, email_confirm === true],
      );
      await tx.query(
        `insert into auth.identities (id, provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
         values (gen_random_uuid(), $1::text, $1::uuid, $2, 'email', now(), now(), now())`,
        [id, JSON.stringify({ sub: id, email: email.toLowerCase() })],
      );
    });
    const made = await users.userBy('id', id);
    return made ? Response.json(personOf(made)) : refuse(500, 'unexpected_failure', 'Error creating user');
  }

  return {
    handle: async (request: Request): Promise<Response> => {
      const { pathname } = new URL(request.url);
      if (!/^\/admin\/users(\/|$)/.test(pathname)) return next(request);
      const [, bearer = ''] = /^Bearer (.+)$/i.exec(request.headers.get('authorization') ?? '') ?? [];
      const { payload } = await jwtVerify(bearer, key).catch(() => ({ payload: { role: 'none' } }));
      if (payload.role !== 'service_role') return refuse(403, 'not_admin', 'User not allowed');
      if (request.method === 'GET') return Response.json({ users: [], aud: 'authenticated' });
      if (request.method === 'POST') return create((await request.json()) as Asked);
      await users.pool.query('delete from auth.users where id = $1', [pathname.split('/').at(-1)]);
      return Response.json({});
    },
    close: () => users.pool.end(),
  };
}
