import { SignJWT } from 'jose';
import { beforeEach } from 'vitest';
import { type ApiFunction, FUNCTIONS } from '../../domain/functions.ts';
import type { Functions } from '../../server/rest/call-function.ts';
import { ROW } from './people.ts';
import { type Engine, forTests, openTestServer } from './server.ts';
import { signedIn } from './sign-in.ts';

/** A table that grants nothing, and functions of every shape that a call can have; `secreta` is not served. */
const SQL = `
  create table public.fechada (id integer);
  create table private.segredo (id integer);
  create function public.soma(a integer, b integer default 10) returns integer language sql immutable as 'select a + b';
  create function public.lista() returns setof public.inscricoes_projeto language sql stable as 'select * from public.inscricoes_projeto order by rg';
  create function public.objeto(dados jsonb) returns jsonb language sql immutable as $$ select dados -> 'a' $$;
  create function public.nada() returns void language sql volatile as '';
  create function public.avisa() returns void language plpgsql as $$ begin raise exception 'não agora'; end $$;
  create function public.quem() returns jsonb language sql stable as $$
    select jsonb_build_object('role', current_user, 'uid', auth.uid(), 'timezone', current_setting('timezone'), 'readonly',
      current_setting('transaction_read_only')) $$;
  create function public.responde(status text, cabecalhos text default null) returns jsonb language plpgsql as $$
    begin
      perform set_config('response.status', status, true), set_config('response.headers', cabecalhos, true);
      return '{"code": "PGRST429"}';
    end $$;
  create function public.secreta() returns integer language sql stable as 'select 1';
  grant execute on all functions in schema public to anon, authenticated;
  revoke execute on function public.secreta(), public.meu_papel() from public, anon;
  revoke execute on function public.secreta() from authenticated;`;

const served = (takes: string, more: Partial<ApiFunction> = {}): ApiFunction => ({
  ...FUNCTIONS.formulario,
  arguments: takes,
  ...(more as object),
});

/** What the server serves: the product's functions, and these. */
const SERVED: Functions = {
  ...FUNCTIONS,
  soma: served('a integer, b? integer'),
  lista: served('', { returns: 'rows' }),
  objeto: served('dados jsonb'),
  nada: served('', { reads: false, returns: 'nothing' }),
  avisa: served('', { reads: false, returns: 'nothing' }),
  quem: served(''),
  responde: served('status text, cabecalhos? text', { reads: false }),
};

/** The enrolments that a list is asked for; `rg` tells them apart. */
export const LISTED = [
  { rg: '1', nome_completo: 'Primeira', escola: 'A', peso: 31.5, data_nascimento: '2012-01-31' },
  { rg: '2', nome_completo: 'Segunda, "com" (tudo)', escola: 'B', peso: 40, data_nascimento: '2012-01-31' },
  { rg: '3', nome_completo: 'Terceira', escola: null, peso: 52.5, data_nascimento: '2012-02-01' },
].map((changes) => ({
  id: `6c84fb90-12c4-41e1-840d-7b25c5ee775${changes.rg}`,
  created_at: '2026-11-20 20:42:55.312459-03',
  ...ROW,
  ...changes,
}));

export type Who = (typeof PEOPLE)[number];

/** Every kind of caller. The last six send an invalid token. */
export const PEOPLE = [
  ...(['nobody', 'visitor', 'stranger', 'administrator', 'signed out'] as const),
  ...(['expired', 'forged', 'alg none', 'service_role', 'other audience', 'empty'] as const),
] as const;

/** A server with three enrolments, and `call`, which sends one request as somebody. */
export async function startRestServer(engine: Engine) {
  const server = await openTestServer(engine, {}, SERVED);
  await server.database.query(SQL);
  // So that it shows when a call forgets its own time zone; PostgREST sets none.
  if (!engine.hosted)
    await server.database.query(`
    do $$ begin execute format('alter database %I set timezone to %L', current_database(), 'America/Sao_Paulo'); end $$`);
  const now = Math.floor(Date.now() / 1000);
  const [stranger, administrator, signedOut, expired] = await Promise.all([
    signedIn(server, { administrator: false }),
    signedIn(server, { administrator: true }),
    signedIn(server, { administrator: true }),
    signedIn(server, { administrator: true, issuedAt: now - 3_600 }),
  ]);
  await server.database.query('delete from auth.sessions where id = $1', [signedOut.sessionId]);

  const amr = [{ method: 'password', timestamp: now }];
  const claims = { sub: administrator.userId, session_id: administrator.sessionId, amr, exp: now + 600 };
  const sign = (changes: object, key = server.keys.jwt) =>
    new SignJWT({ ...claims, role: 'authenticated', aud: 'authenticated', ...changes })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .sign(key);
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const bearers: Record<Who, string | null> = {
    nobody: null,
    visitor: server.keys.anonKey,
    stranger: stranger.token,
    administrator: administrator.token,
    'signed out': signedOut.token,
    expired: expired.token,
    forged: await sign({}, new Uint8Array(32)),
    'alg none': `${encode({ alg: 'none' })}.${encode({ ...claims, role: 'authenticated', aud: 'authenticated' })}.`,
    service_role: await sign({ role: 'service_role' }),
    'other audience': await sign({ aud: 'other' }),
    empty: '',
  };

  const call = (who: Who, method: string, path: string, { body, headers }: Sent = {}): Promise<Response> => {
    const sent = new Headers({ apikey: server.keys.anonKey, ...headers });
    const bearer = bearers[who];
    if (bearer !== null && !sent.has('authorization')) sent.set('authorization', `Bearer ${bearer}`);
    if (body !== undefined && !sent.has('content-type')) sent.set('content-type', 'application/json');
    const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    return server.fetch(`${server.url}/rest/v1${path}`, { method, headers: sent, body: text });
  };
  /** A request of the administrator's, who may do all that a table grants, and the answer taken apart. */
  const ask = async (method: string, path: string, body?: unknown, headers?: Record<string, string>) => {
    const answer = await call('administrator', method, path, { body, headers });
    const text = await answer.text();
    const json = text === '' ? null : (JSON.parse(text) as unknown);
    const header = (name: string) => answer.headers.get(name);
    return { status: answer.status, text, json, code: (json as { code?: string } | null)?.code, header };
  };
  const statusAndCode = async (...request: Parameters<typeof ask>) => {
    const { status, code } = await ask(...request);
    return [status, code];
  };
  /** The enrolments as they were at first. */
  const reset = async () => {
    await server.database.query('truncate public.inscricoes_projeto cascade');
    const columns = Object.keys(LISTED[0] ?? {}).join();
    await server.database.query(
      `insert into public.inscricoes_projeto (${columns})
       select ${columns} from json_populate_recordset(null::public.inscricoes_projeto, $1)`,
      [JSON.stringify(LISTED)],
    );
  };
  await reset();
  return { server, call, ask, statusAndCode, reset, stranger, administrator, close: () => server.close() };
}

/** One for the tests around: opened before the first, its enrolments as at first before each, closed after the last. */
export function restServerForTests(engine: Engine) {
  const rest = forTests(() => startRestServer(engine));
  beforeEach(() => rest.reset());
  return Object.assign(rest, {
    ask: (...request: Parameters<typeof rest.ask>) => rest.ask(...request),
    statusAndCode: (...request: Parameters<typeof rest.ask>) => rest.statusAndCode(...request),
  });
}

/** `body` that is no text is sent as JSON. */
type Sent = { body?: unknown; headers?: Record<string, string> };
