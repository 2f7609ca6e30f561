-- Who is an administrator. A signed-in user is nobody until listed here.
--
-- Who may do what: no API role touches a table of `private`; it has no grants at
-- all. Policies ask private.is_admin(); the page asks public.sou_administrador().

-- Without these two an access could not be ended at once (SPEC §6), so the
-- migration stops here rather than leave a check that never says no.
do $$
begin
  if not has_table_privilege('auth.sessions', 'select') or not has_table_privilege('auth.refresh_tokens', 'select') then
    raise exception 'the owner of these migrations may not read auth.sessions and auth.refresh_tokens';
  end if;
end
$$;

-- New functions are closed until granted by name, also where a project's default
-- privileges are broad.
alter default privileges revoke execute on functions from public;
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public revoke execute on functions from anon, authenticated;

create schema private;
revoke all on schema private from public, anon, authenticated;

create table private.administradores (
  user_id uuid primary key references auth.users (id) on delete cascade,
  criado_em timestamptz not null default now(),
  desativado_em timestamptz
);

-- True for a live administrator: listed, not disabled, and with a session that
-- still exists and still has an unrevoked refresh token. Signing out, disabling
-- and refresh reuse therefore end access at once, whatever the access token says.
create function private.is_admin() returns boolean
  language sql stable security definer set search_path = '' as $$
  select exists (
    select from private.administradores a
      join auth.users u on u.id = a.user_id
      join auth.sessions s on s.user_id = a.user_id
      join auth.refresh_tokens t on t.session_id = s.id
    where a.user_id = auth.uid()
      and a.desativado_em is null
      and (u.banned_until is null or u.banned_until <= now())
      and u.deleted_at is null
      and s.id = (auth.jwt() ->> 'session_id')::uuid
      and (s.not_after is null or s.not_after > now())
      and not coalesce(t.revoked, false))
$$;

create function public.sou_administrador() returns boolean
  language sql stable set search_path = ''
  begin atomic
    select private.is_admin();
  end;

revoke all on all tables in schema private from public, anon, authenticated;
revoke execute on function private.is_admin(), public.sou_administrador() from public, anon, authenticated;
grant execute on function private.is_admin(), public.sou_administrador() to authenticated;
