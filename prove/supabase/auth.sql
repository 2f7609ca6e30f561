-- What GoTrue's own migrations leave otherwise than server/platform/0002_auth.sql, which was run
-- before it: fewer defaults, more nulls, and columns and a table that only its sign-in touches.
-- Run as `supabase_auth_admin`.

do $$
declare
  one record;
begin
  for one in select table_name, column_name,
      column_name in ('phone_change', 'phone_change_token', 'email_change_token_current', 'email_change_confirm_status',
        'reauthentication_token') as keeps_default,
      column_name = 'id' as is_key
    from information_schema.columns
    where table_schema = 'auth' and is_generated = 'NEVER' and is_identity = 'NO'
      and (table_name || '.' || column_name) not in ('users.is_sso_user', 'users.is_anonymous', 'identities.id',
        'identities.provider_id', 'identities.user_id', 'identities.identity_data', 'identities.provider', 'sessions.user_id')
  loop
    if not one.keeps_default then
      execute format('alter table auth.%I alter %I drop default', one.table_name, one.column_name);
    end if;
    if not one.is_key then
      execute format('alter table auth.%I alter %I drop not null', one.table_name, one.column_name);
    end if;
  end loop;
end
$$;
alter table auth.users add check (email_change_confirm_status between 0 and 2);

alter table auth.sessions
  add oauth_client_id uuid,
  add refresh_token_hmac_key text,
  add refresh_token_counter bigint,
  add scopes text check (char_length(scopes) <= 4096);

create table auth.mfa_amr_claims (
  id uuid primary key,
  session_id uuid not null references auth.sessions (id) on delete cascade,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  authentication_method text not null,
  unique (session_id, authentication_method)
);
alter table auth.mfa_amr_claims enable row level security;

grant select on all tables in schema auth to postgres with grant option;
