import { SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type Engine, openHouse } from './house.ts';
import { signedIn } from './sign-in.ts';

/** A table that everyone may read and the signed-in may write, as far as its policies go, and functions beside it. */
const NOTES = `
  create table public.notas (
    id integer primary key,
    texto text not null,
    valor numeric(6, 2) check (valor > 0),
    quando timestamptz not null default '2026-11-20 20:42:55.312459-03',
    dia date,
    chave uuid,
    marca boolean,
    extra jsonb,
    curto varchar(5) unique,
    escondida boolean not null default false,
    mae integer references public.notas (id)
  );
  alter table public.notas enable row level security;
  create policy "todos leem" on public.notas for select using (not escondida);
  create policy "quem entrou escreve" on public.notas for all to authenticated using (not escondida) with check (not escondida);
  grant select on public.notas to anon;
  grant select, insert, update, delete on public.notas to authenticated;
  create table public.fechada (id integer);
  create table private.segredo (id integer);
  create function public.soma(a integer, b integer default 10) returns integer language sql immutable as 'select a + b';
  create function public.dobro(a integer) returns integer language sql immutable as 'select a * 2';
  create function public.dobro(b text) returns text language sql immutable as 'select b || b';
  create function public.ambigua(a integer) returns integer language sql immutable as 'select 1';
  create function public.ambigua(a text) returns integer language sql immutable as 'select 2';
  create function public.pares(ate integer) returns setof integer language sql stable as 'select * from generate_series(2, ate, 2)';
  create function public.lista() returns setof public.notas language sql stable as 'select * from public.notas order by id';
  create function public.par(out a integer, out b text) language sql stable as $$ select 1, 'x' $$;
  create function public.objeto(dados jsonb) returns jsonb language sql immutable as $$ select dados -> 'a' $$;
  create function public.nada() returns void language sql volatile as '';
  create function public.avisa() returns void language plpgsql as $$ begin raise exception 'não agora'; end $$;
  create function public.quem() returns jsonb language sql stable as $$
    select jsonb_build_object('role', current_user, 'uid', auth.uid(), 'method', current_setting('request.method'),
      'path', current_setting('request.path'), 'timezone', current_setting('timezone'),
      'readonly', current_setting('transaction_read_only')) $$;
  create function public.secreta() returns integer language sql stable as 'select 1';
  grant execute on all functions in schema public to anon, authenticated;
  revoke execute on function public.secreta(), public.sou_administrador() from public, anon;
  revoke execute on function public.secreta() from authenticated;`;

/** Rows 1 to 3 are seen by all, row 9 by nobody. */
const ROWS = `
  insert into public.notas (id, texto, valor, dia, marca, extra, escondida) values
    (1, 'primeira', 1.50, '2026-01-31', true, '{"a": [1]}', false),
    (2, 'segunda, "com" (tudo)', 20, null, false, null, false),
    (3, 'terceira', null, '2026-02-01', null, null, false),
    (9, 'escondida', 9, null, null, null, true)`;

export type Who = (typeof PEOPLE)[number];

/** Everybody who may knock. The last six hold a token that is not to be believed. */
export const PEOPLE = [
  ...(['nobody', 'visitor', 'stranger', 'administrator', 'signed out'] as const),
  ...(['expired', 'forged', 'alg none', 'service_role', 'other audience', 'empty'] as const),
] as const;

/** A house with the table `notas`, and `call`, which sends one request as somebody. */
export async function openRestHouse(engine: Engine) {
  const house = await openHouse(engine);
  await house.database.query(NOTES);
  // So that it shows when a call forgets its own time zone.
  await house.database.query(`
    do $$ begin execute format('alter database %I set timezone to %L', current_database(), 'America/Sao_Paulo'); end $$`);
  const now = Math.floor(Date.now() / 1000);
  const [stranger, administrator, signedOut, expired] = await Promise.all([
    signedIn(house, { administrator: false }),
    signedIn(house, { administrator: true }),
    signedIn(house, { administrator: true }),
    signedIn(house, { administrator: true, issuedAt: now - 3_600 }),
  ]);
  await house.database.query('delete from auth.sessions where id = $1', [signedOut.sessionId]);

  const claims = { sub: administrator.userId, session_id: administrator.sessionId, exp: now + 600 };
  const sign = (changes: object, key = house.keys.jwt) =>
    new SignJWT({ ...claims, role: 'authenticated', aud: 'authenticated', ...changes })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .sign(key);
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const bearers: Record<Who, string | null> = {
    nobody: null,
    visitor: house.keys.anonKey,
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
    const sent = new Headers({ apikey: house.keys.anonKey, ...headers });
    const bearer = bearers[who];
    if (bearer !== null && !sent.has('authorization')) sent.set('authorization', `Bearer ${bearer}`);
    if (body !== undefined && !sent.has('content-type')) sent.set('content-type', 'application/json');
    const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    return house.fetch(`${house.url}/rest/v1${path}`, { method, headers: sent, body: text });
  };
  /** A request of the stranger's, who may do everything with notes, and the answer taken apart. */
  const ask = async (method: string, path: string, body?: unknown, headers?: Record<string, string>) => {
    const answer = await call('stranger', method, path, { body, headers });
    const text = await answer.text();
    const json = text === '' ? null : (JSON.parse(text) as unknown);
    const header = (name: string) => answer.headers.get(name);
    return { status: answer.status, text, json, code: (json as { code?: string } | null)?.code, header };
  };
  const statusAndCode = async (...request: Parameters<typeof ask>) => {
    const { status, code } = await ask(...request);
    return [status, code];
  };
  /** The table `notas` as it was at first. */
  const reset = () => house.database.query(`truncate public.notas; ${ROWS}`);
  await reset();
  return { house, call, ask, statusAndCode, reset, stranger, administrator };
}

/** One for the tests around: opened before the first, its notes as at first before each, closed after the last. */
export function restHouse(engine: Engine) {
  let rest: Awaited<ReturnType<typeof openRestHouse>>;
  beforeAll(async () => {
    rest = await openRestHouse(engine);
  });
  beforeEach(() => rest.reset());
  afterAll(() => rest.house.close());
  return {
    get house() {
      return rest.house;
    },
    ask: (...request: Parameters<typeof rest.ask>) => rest.ask(...request),
    statusAndCode: (...request: Parameters<typeof rest.ask>) => rest.statusAndCode(...request),
  };
}

/** `body` that is no text is sent as JSON. */
type Sent = { body?: unknown; headers?: Record<string, string> };
