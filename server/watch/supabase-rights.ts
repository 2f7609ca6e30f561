import type pg from 'pg';
import { type ApiFunction, FUNCTIONS } from '../../domain/functions.ts';
import { CODE } from '../site-data/open/migrations.ts';
import { type Finding, unless } from './finding.ts';

// Which rights there should be is read from the text of the schemas and from FUNCTIONS, so that it is said once;
// tests/database/rights.test.ts holds every right of every role.

const SQL = CODE.map(({ sql }) => sql).join('\n');

/** Each policy as `table: command «name»`, with a mark for restrictive ones. */
const POLICIES = [...SQL.matchAll(/create policy "([^"]+)" on (\S+)\s+(as restrictive\s+)?for (\w+)/g)].map(
  ([, name, table, restrictive, command]) =>
    `${table}: ${command?.toUpperCase()}${restrictive ? ' restritiva' : ''} «${name}»`,
);

/** Functions of `public` that a stranger may call. */
const OPEN = Object.entries<ApiFunction>(FUNCTIONS)
  .filter(([, { allowedTo }]) => allowedTo === 'anybody' || allowedTo === 'family')
  .map(([name]) => name);

type RightsRow = {
  policies: string[];
  unprotected: string[];
  readable: string[];
  writable: string[];
  open: string[];
  can_enrol: boolean;
};

/**
 * Row-level security, policies and grants of everything that a browser can reach. `behind`: migrations
 * are missing, which bring what it lacks, so only what it has too much is told.
 */
export async function examineRights(client: pg.Client, behind: boolean): Promise<Finding[]> {
  const { rows } = await client.query<RightsRow>(FOUND);
  const [row] = rows;
  if (!row) return [];
  const { policies, unprotected, readable, writable, open, can_enrol } = row;
  const missing = POLICIES.filter((policy) => !policies.includes(policy));
  const extra = policies.filter((policy) => !POLICIES.includes(policy));
  const opened = open.filter((name) => !OPEN.includes(name));
  const closed = OPEN.filter((name) => !open.includes(name));
  const anew = 'ponha-a de novo com o texto de supabase/schemas';
  return unless('Políticas e direitos são os desta versão.', [
    unprotected.length > 0 &&
      `PERIGO: sem row-level security em ${unprotected.join(', ')}. Rode, no SQL Editor, alter table … enable row level security, e force row level security nas de public.`,
    !behind && missing.length > 0 && `Falta a política ${missing.join('; ')}: ${anew}.`,
    extra.length > 0 && `Há política a mais, ${extra.join('; ')}: apague-a, se não sabe para que serve.`,
    readable.length > 0 &&
      `PERIGO: quem não entrou tem direito de ler ${readable.join(', ')}. Rode revoke select on … from anon.`,
    writable.length > 0 &&
      `Pela API se pode mudar ou apagar direto ${writable.join(', ')}: rode revoke update, delete, truncate on … from anon, authenticated.`,
    opened.length > 0 &&
      `Quem não entrou pode chamar ${opened.join(', ')}: rode revoke execute on function … from anon, public.`,
    !behind &&
      closed.length > 0 &&
      `As famílias não podem chamar ${closed.join(', ')}: rode grant execute on function … to anon.`,
    !can_enrol &&
      'Nenhuma família consegue se inscrever: falta a quem não entrou o direito de incluir inscrições. Veja grant insert em supabase/schemas.',
  ]);
}

const FOUND = `
  with relations as (
    select c.oid, c.oid::regclass::text as name, c.relrowsecurity, c.relforcerowsecurity, n.nspname
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname in ('public', 'private')
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
  )
  select
    array(select schemaname || '.' || tablename || ': ' || cmd || case permissive when 'RESTRICTIVE' then ' restritiva' else '' end || ' «' || policyname || '»' from pg_policies
      where schemaname = 'public' or (schemaname, tablename) = ('storage', 'objects') order by 1) as policies,
    array(select name from relations where nspname = 'public' and not (relrowsecurity and relforcerowsecurity)
      union all select 'storage.objects' from pg_class where oid = 'storage.objects'::regclass and not relrowsecurity) as unprotected,
    array(select name from relations where has_any_column_privilege('anon', oid, 'select')) as readable,
    array(select name from relations, unnest(array['anon', 'authenticated']) as role
      where has_any_column_privilege(role, oid, 'update') or has_table_privilege(role, oid, 'delete')
        or has_table_privilege(role, oid, 'truncate') group by name) as writable,
    array(select p.proname::text from pg_proc p where p.pronamespace = 'public'::regnamespace and has_function_privilege('anon', p.oid, 'execute')
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')) as open,
    has_column_privilege('anon', 'public.inscricoes_projeto', 'nome_completo', 'insert') as can_enrol`;
