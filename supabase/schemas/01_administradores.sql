-- Who is an administrator. A signed-in user has no rights until listed here.
--
-- Access: no API role has any grant on a table of `private`. Policies and functions
-- call private.is_admin(); the page calls public.sou_administrador().

-- New tables and functions grant nothing by default, also in a project whose default
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

-- True when the caller is listed, not disabled, and has a live session: one that exists,
-- has not expired and can be refreshed. Signing out, disabling and reuse of a refresh token
-- therefore end access at once, whatever the access token says; so does putting right a
-- clock that was ahead.
--
-- Refreshed by an unrevoked row of refresh_tokens (GoTrue's first generation), or by the
-- session's own key (its second: reuse deletes the session). Older versions have no such
-- column, hence to_jsonb. In plpgsql, which keeps its plan, because every read of the desk calls it.
create function private.is_admin() returns boolean
  language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from private.administradores a
      join auth.users u on u.id = a.user_id
      join auth.sessions s on s.user_id = a.user_id
    where a.user_id = auth.uid()
      and a.desativado_em is null
      and (u.banned_until is null or u.banned_until <= now())
      and u.deleted_at is null
      and s.id = (auth.jwt() ->> 'session_id')::uuid
      and (s.not_after is null or s.not_after > now())
      and coalesce(s.created_at <= now() + interval '1 hour', true)  -- not under a clock that was ahead: it would end years late
      and (
        exists (select from auth.refresh_tokens t where t.session_id = s.id and not coalesce(t.revoked, false))
        or to_jsonb(s) ->> 'refresh_token_hmac_key' is not null));
end
$$;

create function public.sou_administrador() returns boolean
  language sql stable set search_path = ''
  begin atomic
    select private.is_admin();
  end;

-- Raises 42501 unless the caller is an administrator.
create function private.exigir_administrador() returns void
  language plpgsql stable set search_path = '' as $$
begin
  if not private.is_admin() then
    raise insufficient_privilege using message = 'Sem permissão.';
  end if;
end
$$;

revoke all on private.administradores from public, anon, authenticated;
revoke execute on function private.is_admin(), public.sou_administrador(), private.exigir_administrador() from public, anon, authenticated;
grant execute on function private.is_admin(), public.sou_administrador() to authenticated;
