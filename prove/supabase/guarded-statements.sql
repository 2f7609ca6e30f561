-- In the place of the module safeupdate where it cannot be loaded: refuses an `update` or
-- `delete` without `where` in the sessions that serve callers, also inside a plpgsql function.
-- Not inside one in SQL, whose text PostgreSQL does not tell: those are read by
-- tests/guards/safe-update.test.ts. Run after the migrations.

create schema guarded;
grant usage on schema guarded to public;
create function guarded.refuse_without_where() returns trigger language plpgsql as $$
declare
  context text;
  statement text;
begin
  if session_user <> 'authenticator' then return null; end if;
  get diagnostics context = pg_context;
  if split_part(context, e'\n', 2) like 'SQL function %' then return null; end if; -- below stands its caller's statement
  statement := coalesce(substring(context from 'SQL statement "(.*?)"\n'), current_query());
  if statement !~* '\mwhere\M' and statement !~* '^\s*insert\M' then -- `on conflict do update` fires it too
    raise cardinality_violation using message = upper(tg_op) || ' requires a WHERE clause';
  end if;
  return null;
end
$$;

do $$
declare
  one regclass;
begin
  for one in select c.oid from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname in ('public', 'private') loop
    execute format('create trigger refuse_without_where before update or delete on %s
      for each statement execute function guarded.refuse_without_where()', one);
  end loop;
end
$$;
