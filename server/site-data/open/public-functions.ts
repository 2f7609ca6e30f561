import { type ApiFunction, argumentsOf, FUNCTIONS } from '../../../domain/functions.ts';

/** Who may call a function, as roles of the database. */
const rolesOf = ({ allowedTo }: ApiFunction): string =>
  allowedTo === 'anybody' || allowedTo === 'family' ? 'anon, authenticated' : 'authenticated';

const LISTED = Object.entries<ApiFunction>(FUNCTIONS).map(([name, fn]) => {
  const types = argumentsOf(fn).map(({ type }) => type);
  return `('${name}(${types.join(', ')})', '${fn.reads ? 'stable' : 'volatile'}', '${rolesOf(fn)}')`;
});

/**
 * SQL that makes every function of FUNCTIONS in `public`, which the API serves: each calls the one of `private`
 * with its name, arguments and defaults, and both may be called by the same roles. It fails when one is not there.
 */
export const PUBLIC_FUNCTIONS = `
do $do$
declare
  f record;
begin
  for f in
    select p.proname as name, pg_get_function_arguments(p.oid) as arguments, pg_get_function_result(p.oid) as result,
      array_to_string(p.proargnames[:p.pronargs], ', ') as given,
      signature, volatility, roles
    from (values ${LISTED.join(', ')}) as listed (signature, volatility, roles)
      left join pg_proc p on p.oid = ('private.' || signature)::regprocedure
  loop
    execute format('create function public.%s(%s) returns %s language sql %s set search_path = '''' begin atomic select * from private.%s(%s); end',
      f.name, f.arguments, f.result, f.volatility, f.name, f.given);
    execute format('grant execute on function private.%s, public.%s to %s', f.signature, f.signature, f.roles);
  end loop;
end
$do$`;
