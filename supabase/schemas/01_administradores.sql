-- Who works at the desk, and what each role may do. A signed-in user has no rights until listed here.
--
-- Access: no API role has any grant on a table of `private`. Policies and functions
-- ask private.pode(ato); the page asks public.meu_papel().

-- Nothing is granted but what these files grant: what they make is made anew, and what stands before them loses its grants.
alter default privileges revoke execute on functions from public, anon, authenticated;
alter default privileges revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke execute on functions from anon, authenticated;
revoke all on all tables in schema private from public, anon, authenticated;
revoke all on all sequences in schema private from public, anon, authenticated;
revoke all on all functions in schema private from public, anon, authenticated;
revoke all on public.inscricoes_projeto from public, anon, authenticated;

-- Which roles may do what. Mirrors ACTS in domain/roles.ts; tests/database/code-tables.test.ts
-- compares them. `com_senha`: what cannot be taken back or families read in public, and therefore asks for a fresh sign-in.
create view private.atos as select * from (values
    ('ler_turma', '{professor,secretaria,direcao}'::text[], false), -- of a professor the own classes alone
    ('ler', '{secretaria,direcao}', false),                  -- list, search, sheets, documents
    ('decidir', '{secretaria,direcao}', false),              -- decide, undo, class, tell, note, compare
    ('mudar_links', '{secretaria,direcao}', false),          -- make a family's link, end all of an enrolment
    ('mudar_turmas', '{direcao}', true),
    ('imprimir', '{secretaria,direcao}', false),
    ('exportar', '{secretaria,direcao}', false),             -- with a reason
    ('exportar_sem_motivo', '{direcao}', false),
    ('apagar_a_pedido', '{secretaria,direcao}', true),       -- one enrolment, because the family asked
    ('apagar', '{direcao}', true),
    ('devolver', '{direcao}', false),                        -- what was erased a short while ago
    ('ver_enxurradas', '{direcao}', false),
    ('apagar_enxurradas', '{direcao}', true),
    ('ver_freios', '{direcao}', false),
    ('soltar_freios', '{direcao}', true),
    -- all of one account since a moment; what it put away too
    ('desfazer_correcoes', '{direcao}', true),
    ('aplicar_prazos', '{direcao}', false),                  -- retention, where no server of ours runs it
    ('ver_contas', '{direcao}', false),
    ('mudar_contas', '{direcao}', true),
    ('ver_ajustes', '{direcao}', false),
    ('mudar_ajustes', '{direcao}', true),
    ('ver_registro', '{direcao}', false),
    ('ver_copias', '{direcao}', false)) as t (ato, papeis, com_senha);

-- The caller's role; null unless the caller is listed, not disabled, and has a live session: one
-- that exists, has not expired and can be refreshed. Signing out, disabling and reuse of a refresh token
-- therefore end access at once, whatever the access token says; so does putting right a
-- clock that was ahead.
--
-- Refreshed by an unrevoked row of refresh_tokens (GoTrue's first generation), or by the
-- session's own key (its second: reuse deletes the session). Older versions have no such
-- column, hence to_jsonb. In plpgsql, which keeps its plan, because every read of the desk calls it.
--
-- Whoever said private.como_dono() in this transaction has the role direção without an account, unless
-- they became a role of the API, as every call over HTTP has.
create function private.meu_papel() returns text
  language plpgsql stable security definer set search_path = '' as $$
begin
  if current_setting('role') = 'none' and auth.jwt() ->> 'role' = 'dono' then return 'direcao'; end if;
  return (
    select a.papel from private.administradores a
      join auth.users u on u.id = a.user_id
      join auth.sessions s on s.user_id = a.user_id
    where a.user_id = auth.uid()
      and a.desativado_em is null
      and (u.banned_until is null or u.banned_until <= now())
      and u.deleted_at is null
      and s.id = (auth.jwt() ->> 'session_id')::uuid
      and (s.not_after is null or s.not_after > now())
      -- not under a clock that was ahead: it would end years late
      and coalesce(s.created_at <= now() + interval '1 hour', true)
      and (
        exists (select from auth.refresh_tokens t where t.session_id = s.id and not coalesce(t.revoked, false))
        or to_jsonb(s) ->> 'refresh_token_hmac_key' is not null));
end
$$;

-- Who somebody of the team is, wherever the desk says it: the first name, the e-mail where nobody gave one; null for an
-- account that was deleted.
create function private.quem_e(conta uuid) returns text
  language sql stable security definer set search_path = '' as $$
  select coalesce(a.nome, u.email) from auth.users u left join private.administradores a on a.user_id = u.id where u.id = $1
$$;

-- For `npm run desk` (decision 165): the rest of the transaction is the owner's at the terminal, as if the
-- password had just been given; its audit entries name nobody.
create function private.como_dono() returns void
  language sql volatile set search_path = '' as $$
  select set_config('request.jwt.claims', format(
    '{"role": "dono", "amr": [{"method": "password", "timestamp": %s}]}', extract(epoch from now())), true)
$$;

-- Whether the caller may do this, by private.atos.
create function private.pode(ato text) returns boolean
  language plpgsql stable security definer set search_path = '' as $$
declare
  papel constant text := private.meu_papel();
begin
  return papel is not null and exists (select from private.atos t where t.ato = pode.ato and papel = any (t.papeis));
end
$$;

-- Raises 42501 unless the caller has just given their password: a function cannot see one, but the
-- token says when its session began, and refreshing it never makes that later. A password alone
-- counts: a stolen session could enrol a second factor of its own. A minute to come, since clocks differ.
create function private.exigir_entrada_recente() returns void
  language plpgsql stable set search_path = '' as $$
declare
  amr constant jsonb := auth.jwt() -> 'amr';
  ultima timestamptz;
begin
  select to_timestamp(max((e ->> 'timestamp')::double precision)) into ultima
    from jsonb_array_elements(case jsonb_typeof(amr) when 'array' then amr else '[]' end) as e
    where jsonb_typeof(e -> 'timestamp') = 'number' and e ->> 'method' = 'password';
  if coalesce(ultima not between clock_timestamp() - interval '5 minutes' and clock_timestamp() + interval '1 minute', true) then
    raise insufficient_privilege using message = 'Confirme com a sua senha.';
  end if;
end
$$;

-- Raises 42501 unless the caller may, freshly signed in where private.atos says so.
create function private.exigir(ato text) returns void
  language plpgsql stable set search_path = '' as $$
begin
  if not private.pode(ato) then
    raise insufficient_privilege using message = case when private.meu_papel() is null then 'Sem permissão.'
      else 'O seu papel não permite isto. Peça a alguém da direção.' end;
  end if;
  if (select t.com_senha from private.atos t where t.ato = exigir.ato) then
    perform private.exigir_entrada_recente();
  end if;
end
$$;

grant execute on function private.pode(text) to authenticated; -- policies run as the caller
