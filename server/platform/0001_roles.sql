-- What Supabase brings itself, for a database that is not a Supabase project: the API roles.
-- `authenticator` is the login that serves requests; it may become anon,
-- authenticated or service_role for one transaction and is nothing by itself.
-- Roles belong to the whole server, so each is made only when it is missing.

do $$
begin
  if not exists (select from pg_roles where rolname = 'anon') then
    create role anon nologin noinherit;
  end if;
  if not exists (select from pg_roles where rolname = 'authenticated') then
    create role authenticated nologin noinherit;
  end if;
  if not exists (select from pg_roles where rolname = 'service_role') then
    begin
      create role service_role nologin noinherit bypassrls;
    exception when insufficient_privilege then -- before PostgreSQL 16 only a superuser makes such a role; nothing here uses it
      create role service_role nologin noinherit;
    end;
  end if;
  if not exists (select from pg_roles where rolname = 'authenticator') then
    create role authenticator login noinherit;
  end if;
end
$$;

grant anon, authenticated, service_role to authenticator;

-- A login without superuser rights must be able to act as the callers it serves.
do $$
begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('grant anon, authenticated, service_role to %I', current_user);
  end if;
end
$$;

revoke all on schema public from public;
grant usage on schema public to anon, authenticated, service_role;
