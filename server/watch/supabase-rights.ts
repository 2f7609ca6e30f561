import type pg from 'pg';
import { type ApiFunction, FUNCTIONS } from '../../domain/functions.ts';
import { CODE } from '../site-data/open/migrations.ts';
import { type Finding, unless } from './finding.ts';

// Which rights there should be is read from the text of the schemas and from FUNCTIONS, so that it is said once;
// tests/database/rights.test.ts holds every right of every role.

const SQL = CODE.map(({ sql }) => sql).join('\n');

/** Each policy as `«name» table command`, with a mark for restrictive ones. */
const POLICIES = [...SQL.matchAll(/create policy "([^"]+)" on (\S+)\s+(as restrictive\s+)?for (\w+)/g)].map(
  ([, name, table, restrictive, command]) =>
    `«${name}» ${table} ${command?.toUpperCase()}${restrictive ? ' restritiva' : ''}`,
);

/** Functions of `public` that a stranger may call. */
const OPEN = Object.entries<ApiFunction>(FUNCTIONS)
  .filter(([, { allowedTo }]) => allowedTo === 'anybody' || allowedTo === 'family')
  .map(([name]) => name);

type RightsRow = { more: string[]; less: string[] };

/**
 * Row-level security, policies and grants of everything that a browser can reach, against this version's.
 * `behind`: migrations are missing, which bring what it lacks, so only what it has too much is told.
 */
export async function examineRights(client: pg.Client, behind: boolean): Promise<Finding[]> {
  const { rows } = await client.query<RightsRow>(FOUND, [POLICIES, OPEN]);
  const { more = [], less = [] } = rows[0] ?? {};
  return unless('Políticas e direitos são os desta versão.', [
    more.length > 0 &&
      `PERIGO: o projeto dá direitos que este site não dá. Se não sabe para que servem, rode, no SQL Editor: ${more.join('; ')};`,
    !behind &&
      less.length > 0 &&
      `Faltam no projeto direitos das famílias ou da equipe (${less.join(', ')}): ponha-os de novo com o texto de supabase/schemas.`,
  ]);
}

/** `more`: statements that take away what is too much. `less`: what is missing. */
const FOUND = `
  with relations as (
    select c.oid, c.oid::regclass::text as name, c.relrowsecurity, c.relforcerowsecurity, n.nspname
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname in ('public', 'private')
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
  ), policies as (
    select *, format('«%s» %s.%s %s', policyname, schemaname, tablename, cmd) || case permissive when 'RESTRICTIVE' then ' restritiva' else '' end as words
    from pg_policies where schemaname = 'public' or (schemaname, tablename) = ('storage', 'objects')
  ), open as (
    select p.proname::text as name, p.oid::regprocedure::text as signature
    from pg_proc p where p.pronamespace = 'public'::regnamespace and has_function_privilege('anon', p.oid, 'execute')
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  )
  select
    array(
      select format('alter table %s enable row level security, force row level security', name) from relations
        where nspname = 'public' and not (relrowsecurity and relforcerowsecurity)
      union all select 'alter table storage.objects enable row level security' from pg_class
        where oid = 'storage.objects'::regclass and not relrowsecurity
      union all select format('drop policy %I on %I.%I', policyname, schemaname, tablename) from policies
        where words <> all ($1::text[])
      union all select format('revoke select on %s from anon', name) from relations
        where has_any_column_privilege('anon', oid, 'select')
      union all select format('revoke update, delete, truncate on %s from anon, authenticated', name)
        from relations, unnest(array['anon', 'authenticated']) as role
        where has_any_column_privilege(role, oid, 'update') or has_table_privilege(role, oid, 'delete')
          or has_table_privilege(role, oid, 'truncate') group by name
      union all select format('revoke execute on function %s from anon, public', signature) from open
        where name <> all ($2::text[])) as more,
    array(
      select * from unnest($1::text[]) except select words from policies) ||
    array(
      select * from unnest($2::text[]) except select name from open) ||
    case when has_column_privilege('anon', 'public.inscricoes_projeto', 'nome_completo', 'insert')
      then '{}' else array['insert em inscricoes_projeto'] end as less`;
