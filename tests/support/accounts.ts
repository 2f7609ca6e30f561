import { randomUUID } from 'node:crypto';
import type { Hono } from 'hono';
import type { Role } from '../../domain/roles.ts';
import { createUser, makeAdministrator } from '../../server/auth/accounts.ts';
import { hash } from '../../server/auth/argon2.ts';
import type { SessionAnswer } from '../../server/auth/sessions.ts';
import type { AppContext, Env } from '../../server/core/context.ts';

/** The password of everybody in these tests. */
export const PASSWORD = 'uma senha de teste';

/** An Argon2 hash holds its own cost: this one takes a twentieth of the time that the server's take to verify (server/auth/passwords.test.ts). */
const CHEAP_HASH = hash(PASSWORD, { memory: 1_024, passes: 2, parallelism: 1 });

type Tested = AppContext & { app: Hono<Env> };

/** A person with an account and `PASSWORD`; an administrator when said so, by default one of the direção for long. */
export async function addPerson(
  server: AppContext & {
    addUser?: ((email: string, password: string) => Promise<{ id: string }>) | undefined;
  },
  {
    administrator = false,
    role = 'direcao',
    passwordHash = CHEAP_HASH,
  }: { administrator?: boolean; role?: Role; passwordHash?: Promise<string> } = {},
) {
  const email = `${randomUUID().slice(0, 13)}@example.com`;
  const made = await server.addUser?.(email, PASSWORD);
  const id = await server.database.asOwner(async (tx) => {
    const user = made ?? (await createUser(tx, email, await passwordHash));
    if (!user) throw new Error('the e-mail is taken');
    if (administrator) await makeAdministrator(tx, user.id, null, role);
    await tx.query(`update private.administradores set papel_desde = '2020-01-01' where user_id = $1`, [
      user.id,
    ]);
    return user.id;
  });
  return { id, email };
}

/** A call to the auth API with the public key. */
export function call(
  server: Tested,
  method: string,
  path: string,
  {
    body,
    bearer,
    headers = {},
    address = '10.0.0.1',
  }: { body?: unknown; bearer?: string; headers?: Record<string, string>; address?: string } = {},
): Promise<Response> {
  return Promise.resolve(
    server.app.request(
      `/auth/v1${path}`,
      {
        method,
        headers: {
          apikey: server.keys.anonKey,
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
          ...(bearer !== undefined && { Authorization: `Bearer ${bearer}` }),
          ...headers,
        },
        body:
          body === undefined || typeof body === 'string' || body instanceof Uint8Array
            ? (body as BodyInit)
            : JSON.stringify(body),
      },
      { incoming: { socket: { remoteAddress: address } } },
    ),
  );
}

export function signIn(
  server: Tested,
  email: string,
  password = PASSWORD,
  address?: string,
): Promise<Response> {
  return call(server, 'POST', '/token?grant_type=password', {
    body: { email, password },
    ...(address !== undefined && { address }),
  });
}

export function refresh(server: Tested, token: unknown): Promise<Response> {
  return call(server, 'POST', '/token?grant_type=refresh_token', { body: { refresh_token: token } });
}

/** A person who has just signed in. */
export async function present(server: Tested, options: { administrator?: boolean; role?: Role } = {}) {
  const person = await addPerson(server, options);
  const session = await sessionOf(await signIn(server, person.email));
  return { ...person, session, token: session.access_token };
}

export async function sessionOf(response: Response): Promise<SessionAnswer> {
  if (!response.ok) throw new Error(`no session: ${response.status} ${await response.text()}`);
  return (await response.json()) as SessionAnswer;
}

/** Status and code of an answer: `400 validation_failed`, or the status alone. */
export async function outcome(response: Response | Promise<Response>): Promise<string> {
  const answer = await response;
  const { code } = (answer.ok ? {} : await answer.clone().json()) as { code?: string };
  return [answer.status, code].filter(Boolean).join(' ');
}

/** What an access token says, unverified. */
export function decoded(accessToken: string): { header: unknown; payload: unknown } {
  const [header, payload] = accessToken
    .split('.')
    .slice(0, 2)
    .map((part): unknown => JSON.parse(Buffer.from(part, 'base64url').toString()));
  return { header, payload };
}

/** Whether the bearer of that access token has a role at the desk, asked as they would. */
export async function isAdministrator(server: AppContext, accessToken: string): Promise<boolean> {
  const claims = decoded(accessToken).payload as { role: string };
  return server.database.as({ role: 'authenticated', claims }, async (tx) => {
    const { rows } = await tx.query<{ role: string | null }>('select public.meu_papel() as role');
    return rows[0]?.role != null;
  });
}
