import type pg from 'pg';
import { describe, expect, test } from 'vitest';
import { FIELDS } from '../../domain/enrolment/fields.ts';
import { type ApiFunction, argumentsOf, FUNCTIONS, isOfTheDesk } from '../../domain/functions.ts';
import { type Act, mayDo, type Role, WITH_PASSWORD } from '../../domain/roles.ts';
import { addClass, auditEntries, DESK_CALLS, enrolled, get, rpc } from '../support/desk.ts';
import {
  allEngines,
  engines,
  forThisTest,
  migrateAfter,
  openTestDatabase,
  openTestServer,
} from '../support/server.ts';
import { signedIn } from '../support/sign-in.ts';

// Who × what. First by call: each person and each function of the desk, and the enrolments, by domain/functions.ts
// and domain/roles.ts; documents are in server/storage/access.test.ts. Then by grant: every right of the callers'
// roles on everything that exists, so that an extra grant, a table without row-level security or a new function
// that is open fails by name.

const PEOPLE: Record<string, Role | null> = {
  visitor: null,
  stranger: null,
  professor: 'professor',
  secretaria: 'secretaria',
  direcao: 'direcao',
  'direcao an hour ago': 'direcao',
};

const TABLE = Object.entries(FUNCTIONS as Record<string, ApiFunction>);
const OF_THE_DESK = TABLE.filter(([, fn]) => isOfTheDesk(fn));

/** What somebody hears who asks for this act; 'may' where the call is not refused, whatever it says of its arguments. */
function answerTo(who: string, act: Act): string {
  const role = PEOPLE[who] ?? null;
  if (who === 'visitor') return 'unknown';
  if (!role) return 'Sem permissão.';
  if (!mayDo(role, act)) return 'O seu papel não permite isto. Peça a alguém da direção.';
  return who === 'direcao an hour ago' && WITH_PASSWORD.includes(act) ? 'Confirme com a sua senha.' : 'may';
}

test.each(engines)('who may call what, and sees enrolments, is as written, on $name', async (engine) => {
  const server = await forThisTest(openTestServer(engine));
  await enrolled(server);
  const found: Record<string, unknown> = {};
  const expected: Record<string, unknown> = {};
  for (const [who, role] of Object.entries(PEOPLE)) {
    const signedInAt = Date.now() / 1000 - (who === 'direcao an hour ago' ? 3_600 : 0);
    const person = await signedIn(server, { administrator: !!role, ...(role && { role }), signedInAt });
    const token = who === 'visitor' ? server.keys.anonKey : person.token;
    const turma = await addClass(server, who, { professor: person.userId });
    const before = await auditEntries(server);
    for (const [name, { allowedTo }] of OF_THE_DESK) {
      const ofClass =
        'turma' in DESK_CALLS[name as keyof typeof DESK_CALLS] && mayDo('professor', allowedTo as Act);
      const body = { ...DESK_CALLS[name as keyof typeof DESK_CALLS], ...(ofClass && { turma }) };
      const answer = await rpc(server, token, name, body);
      expect(answer.status, name).toBeLessThan(500);
      const isUnknown = answer.status === 404 || answer.status === 401; // no name with us, and no right with PostgREST
      found[`${who} ${name}`] = isUnknown ? 'unknown' : answer.status === 403 ? answer.body.message : 'may';
      expected[`${who} ${name}`] = answerTo(who, allowedTo as Act);
    }
    const rows = await (await get(server, token, '/rest/v1/inscricoes_projeto?select=*')).json();
    found[`${who} reads`] = rows.code ?? rows.length > 0;
    expected[`${who} reads`] = who === 'visitor' ? '42501' : mayDo(role, 'ler');
    const after = (await auditEntries(server)).filter(
      ({ detalhes }) => role !== 'professor' || !detalhes.turma,
    );
    if (!mayDo(role, 'ler')) expect(after, who).toEqual(before);
  }
  expect(found).toEqual(expected);
});

/** The rights on functions of the API, each in `public` over its twin in `private`, of those who may call them by the table. */
const functionsOf = (may: (fn: ApiFunction) => boolean) =>
  TABLE.filter(([, fn]) => may(fn)).flatMap(([name, fn]) => {
    const taken = argumentsOf({ ...fn, once: false })
      .map(({ name, type }) => `${name} ${type}`)
      .join(', ');
    return [`private.${name}(${taken})`, `public.${name}(${taken}${fn.once ? ', tentativa uuid' : ''})`].map(
      (one) => `EXECUTE ${one}`,
    );
  });

/** What whoever calls may do, one right a line. Of `storage.objects` policies are the gate, but nobody may empty it. */
const OF_ANYBODY = [
  ...FIELDS.map(({ column }) => `INSERT public.inscricoes_projeto(${column})`),
  'EXECUTE private.cabem_documentos()',
  'EXECUTE private.casa(endereco text, nome text)',
  'EXECUTE private.documento_do_endereco(endereco text)',
  'EXECUTE private.envio_do_documento(nome text)',
  'EXECUTE private.protocolo(envio uuid)',
  ...functionsOf(({ allowedTo }) => allowedTo === 'anybody' || allowedTo === 'family'),
  ...['DELETE', 'INSERT', 'SELECT'].map((right) => `${right} storage.objects`),
  'USAGE public',
];
const MATRIX: Record<string, string[]> = {
  anon: OF_ANYBODY,
  authenticated: [
    ...OF_ANYBODY,
    'EXECUTE private.documento_na_lixeira(nome text)',
    'EXECUTE private.documento_vencido(objeto uuid, nome text, criado timestamp with time zone, horas integer)',
    'EXECUTE private.ja_feita(tentativa uuid, funcao text, ato text, argumentos jsonb, alvo uuid)',
    'EXECUTE private.pode(ato text)',
    ...functionsOf((fn) => fn.allowedTo === 'signed in' || isOfTheDesk(fn)),
    'SELECT private.ids_da_lixeira',
    'SELECT public.inscricoes_projeto',
  ],
  service_role: ['USAGE public'],
};

const POLICIES = [
  'public.inscricoes_projeto INSERT {anon,authenticated}: qualquer pessoa pode se inscrever',
  'public.inscricoes_projeto SELECT {authenticated}: administradores leem as inscrições',
  'public.inscricoes_projeto SELECT {authenticated}: apagadas não se leem',
  'storage.objects DELETE {authenticated}: administradores removem documentos sem inscrição',
  'storage.objects INSERT {anon,authenticated}: qualquer pessoa pode anexar um documento',
  'storage.objects SELECT {authenticated}: administradores leem os documentos',
  'storage.objects SELECT {authenticated}: documentos de apagadas não se abrem',
];

/** What an older hosted project grants on everything new in `public`, before our migrations run. */
const HOSTED_DEFAULTS = `
  grant usage on schema public to anon, authenticated, service_role;
  alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
  alter default privileges in schema public grant all on functions to anon, authenticated, service_role;
  alter default privileges in schema public grant all on sequences to anon, authenticated, service_role;
  alter default privileges grant all on tables to anon, authenticated;
  alter default privileges grant execute on functions to anon, authenticated;`;

describe.each(allEngines)('$name', (engine) => {
  test.each([
    ['a new database', ''],
    ['a database with the broad default grants of a hosted project', HOSTED_DEFAULTS],
  ])('in %s the rights of every caller are the written ones', async (_where, prepare) => {
    const { client } = await forThisTest(migrateAfter(engine, prepare));
    // storage and auth are the platform's there: its grants are broad, and policies the only gate
    const ours = (right: string) => !engine.hosted || !/ (storage|auth)\./.test(right);
    // a hosted project's own service_role is its owner's key: its rights are not ours to take
    const ofOwner = prepare === '' && !engine.hosted ? ['service_role'] : [];
    for (const role of ['anon', 'authenticated', ...ofOwner]) {
      const found = (await rightsOf(client, role)).filter(ours);
      expect([role, ...found.sort()]).toEqual([role, ...(MATRIX[role] ?? []).filter(ours).sort()]);
    }
    const { rows } = await client.query(`
      select schemaname || '.' || tablename || ' ' || cmd || ' ' || roles::text || ': ' || policyname as line
      from pg_policies order by 1`);
    expect(rows.map(({ line }) => line)).toEqual(POLICIES);
  });

  test('every table of public and storage is under row-level security, forced where it is ours; a function with its owner’s rights is in no exposed schema, and fixes its search path', async () => {
    const { client } = await forThisTest(migrateAfter(engine, ''));
    const { rows } = await client.query(`
      select c.oid::regclass::text as wrong from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname in ('public', 'storage', 'auth')
          and not (c.relrowsecurity and (c.relforcerowsecurity or n.nspname <> 'public'))
      union all select p.oid::regprocedure::text from pg_proc p join pg_namespace n on n.oid = p.pronamespace
        where p.prosecdef and n.nspname in ('public', 'private', 'auth', 'storage')
          and (n.nspname <> 'private' or 'search_path=""' <> all (coalesce(p.proconfig, '{}')))`);
    expect(rows).toEqual([]);
  });

  test('the functions of `public` are those of the table', async () => {
    const database = await forThisTest(openTestDatabase(engine));
    const { rows } = await database.query(`
      select p.proname::text as name, p.provolatile <> 'v' as reads,
        case when p.prorettype = 'void'::regtype then 'nothing' when not p.proretset then 'value'
          when t.typtype = 'c' or p.prorettype = 'record'::regtype then 'rows' else 'values' end as returns,
        coalesce((
          select string_agg(x.name || case when x.at > p.pronargs - p.pronargdefaults then '? ' else ' ' end || format_type(x.type, null), ', ' order by x.at)
          from unnest(p.proargnames, p.proargtypes::oid[]) with ordinality as x (name, type, at) where x.type is not null), '') as arguments
      from pg_proc p join pg_type t on t.oid = p.prorettype where p.pronamespace = 'public'::regnamespace`);
    const found = rows.map(({ name, ...fn }) => [name, fn]);
    const written = TABLE.map(([name, { reads, returns, once, ...fn }]) => [
      name,
      { reads, returns, arguments: `${fn.arguments}${once ? ', tentativa? uuid' : ''}` },
    ]);
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(written));
  });
});

/** Every right `role` has, itself or as anybody, on schemas, tables, columns, sequences and functions; the functions of storage and auth left out. */
async function rightsOf(client: pg.Client, role: string): Promise<string[]> {
  const { rows } = await client.query<{ right: string }>(
    `
    with schemas as (
      select oid, nspname from pg_namespace where nspname in ('public', 'private', 'auth', 'storage', 'servidor')
    ), relations as (
      select c.oid, n.nspname || '.' || c.relname as name, c.relkind, n.nspname from pg_class c join schemas n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')
    )
    select privilege || ' ' || nspname as right from schemas, unnest(array['USAGE', 'CREATE']) as privilege
      where has_schema_privilege($1, oid, privilege) and nspname not in ('auth', 'storage')
    union all
    select privilege || ' ' || name from relations, unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER']) as privilege
      where case when relkind <> 'S' then has_table_privilege($1, oid, privilege) end
    union all
    select 'USAGE ' || name from relations where case when relkind = 'S' then has_sequence_privilege($1, oid, 'USAGE') end
    union all
    select privilege || ' ' || name || '(' || attname || ')'
      from relations join pg_attribute a on a.attrelid = relations.oid and a.attnum > 0 and not a.attisdropped,
        unnest(array['SELECT', 'INSERT', 'UPDATE', 'REFERENCES']) as privilege
      where relkind <> 'S'
        and has_column_privilege($1, a.attrelid, a.attnum, privilege) and not has_table_privilege($1, a.attrelid, privilege)
    union all
    select 'EXECUTE ' || n.nspname || '.' || p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ')'
      from pg_proc p join schemas n on n.oid = p.pronamespace
      where has_function_privilege($1, p.oid, 'EXECUTE') and n.nspname in ('public', 'private', 'servidor')
    order by 1`,
    [role],
  );
  return rows.map(({ right }) => right);
}
