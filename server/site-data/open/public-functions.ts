import { type ApiFunction, argumentsOf, FUNCTIONS } from '../../../domain/functions.ts';

/** Who may call a function, as roles of the database. */
const rolesOf = ({ allowedTo }: ApiFunction): string =>
  allowedTo === 'anybody' || allowedTo === 'family' ? 'anon, authenticated' : 'authenticated';

const LISTED = Object.entries<ApiFunction>(FUNCTIONS).map(([name, fn]) => {
  const types = argumentsOf({ ...fn, once: false }).map(({ type }) => type);
  const asked = fn.once ? `'${fn.allowedTo}'` : 'null';
  return `('${name}(${types.join(', ')})', '${fn.reads ? 'stable' : 'volatile'}', '${rolesOf(fn)}', ${asked})`;
});

/**
 * SQL that makes every function of FUNCTIONS in `public`, which the API serves: each calls the one of `private`
 * with its name, arguments and defaults, and both may be called by the same roles. What is made once asks
 * `private.ja_feita` first. It fails when one is not there.
 */
export const PUBLIC_FUNCTIONS = `
do $do$
declare
  f record;
begin
  for f in
    select p.proname as name, concat_ws(', ', nullif(pg_get_function_arguments(p.oid), ''), case when act is not null then 'tentativa uuid default null' end) as arguments,
      pg_get_function_result(p.oid) as result, array_to_string(p.proargnames[:p.pronargs], ', ') as given, signature, volatility, roles,
      format('private.ja_feita(tentativa, %L, %L, jsonb_build_object(%s), %s)', p.proname, act, (
        select string_agg(format('%1$L, %1$I', one), ', ') from unnest(p.proargnames[:p.pronargs]) as one),
        case when p.prorettype = 'jsonb'::regtype and p.proargtypes[0] = 'uuid'::regtype then '$1' else 'null' end) as done,
      case when act is null then '* from private.%1$s(%2$s)' when p.prorettype = 'jsonb'::regtype then 'coalesce(%3$s, private.%1$s(%2$s))'
        else 'private.%1$s(%2$s) where %3$s is null' end as body
    from (values ${LISTED.join(', ')}) as listed (signature, volatility, roles, act)
      left join pg_proc p on p.oid = ('private.' || signature)::regprocedure
  loop
    execute format('create function public.%s(%s) returns %s language sql %s set search_path = '''' begin atomic select %s; end',
      f.name, f.arguments, f.result, f.volatility, format(f.body, f.name, f.given, f.done));
    execute format('grant execute on function private.%s, public.%s to %s', f.signature, f.name, f.roles);
  end loop;
  grant execute on function private.ja_feita to authenticated;
end
$do$`;
