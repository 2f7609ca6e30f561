-- Drops what supabase/schemas makes, whichever version made it: policies, triggers, views and the functions that no
-- table depends on. A function of `public` is ours when it calls one of `private`: others may have theirs there.
do $$
declare
  uma text;
begin
  if to_regnamespace('private') is null then return; end if;
  for uma in
    select format('drop policy %I on %s', p.polname, p.polrelid::regclass) from pg_policy p
      where p.polrelid = to_regclass('public.inscricoes_projeto') or exists (
        select from pg_depend d join pg_proc f on d.refclassid = 'pg_proc'::regclass and f.oid = d.refobjid
        where d.classid = 'pg_policy'::regclass and d.objid = p.oid and f.pronamespace = 'private'::regnamespace)
    union all
    select format('drop trigger %I on %s', t.tgname, t.tgrelid::regclass) from pg_trigger t join pg_proc f on f.oid = t.tgfoid
      where not t.tgisinternal and f.pronamespace = 'private'::regnamespace
    union all
    select 'drop view ' || string_agg(c.oid::regclass::text, ', ') || ' cascade' from pg_class c -- functions return their rows
      where c.relnamespace = 'private'::regnamespace and c.relkind = 'v' having count(*) > 0
  loop
    execute uma;
  end loop;
  with recursive tabelas (funcao) as (
    select d.refobjid from pg_depend d where d.refclassid = 'pg_proc'::regclass
      and d.classid in ('pg_attrdef'::regclass, 'pg_constraint'::regclass, 'pg_class'::regclass)
    union
    select d.refobjid from tabelas t join pg_depend d
      on d.classid = 'pg_proc'::regclass and d.objid = t.funcao and d.refclassid = 'pg_proc'::regclass)
  select string_agg(f.oid::regprocedure::text, ', ') into uma from pg_proc f
    where f.oid not in (select t.funcao from tabelas t) and (f.pronamespace = 'private'::regnamespace
      or f.pronamespace = 'public'::regnamespace and exists (
        select from pg_depend d join pg_proc p on d.refclassid = 'pg_proc'::regclass and p.oid = d.refobjid
        where d.classid = 'pg_proc'::regclass and d.objid = f.oid and p.pronamespace = 'private'::regnamespace));
  if uma is not null then execute 'drop function ' || uma; end if;
end
$$;
