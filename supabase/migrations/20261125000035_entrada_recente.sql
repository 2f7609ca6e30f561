-- What cannot be taken back asks for a fresh sign-in, so that an open page or a stolen session does none of it.

-- Which roles may do what. Mirrors ACTS in domain/roles.ts; tests/database/code-tables.test.ts
-- compares them. `com_senha`: what cannot be taken back, and therefore asks for a fresh sign-in.
-- What a professor may read comes with the classes: until then it is nothing.
create or replace view private.atos as select * from (values
    ('ler', '{secretaria,direcao}'::text[], false),          -- list, search, sheets, documents
    ('decidir', '{secretaria,direcao}', false),              -- decide, undo, class, tell, note, compare
    ('imprimir', '{secretaria,direcao}', false),
    ('exportar', '{secretaria,direcao}', false),             -- with a reason
    ('exportar_sem_motivo', '{direcao}', false),
    ('apagar_a_pedido', '{secretaria,direcao}', true),       -- one enrolment, because the family asked
    ('apagar', '{direcao}', true),
    ('ver_enxurradas', '{direcao}', false),
    ('apagar_enxurradas', '{direcao}', true),
    ('ver_freios', '{direcao}', false),
    ('soltar_freios', '{direcao}', true),
    ('aplicar_prazos', '{direcao}', false),                  -- retention, where no server of ours runs it
    ('ver_contas', '{direcao}', false),
    ('mudar_contas', '{direcao}', true),
    ('ver_registro', '{direcao}', false),
    ('ver_copias', '{direcao}', false)) as t (ato, papeis, com_senha);

-- Raises 42501 unless the caller has just given their password: a function cannot see one, but the
-- token says when its session began, and refreshing it never makes that later. A password
-- counts, and a second factor that raised the session; a link or another site does not. A minute to come, since clocks differ.
create function private.exigir_entrada_recente() returns void
  language plpgsql stable set search_path = '' as $$
declare
  amr constant jsonb := auth.jwt() -> 'amr';
  ultima timestamptz;
begin
  select to_timestamp(max((e ->> 'timestamp')::double precision)) into ultima
    from jsonb_array_elements(case jsonb_typeof(amr) when 'array' then amr else '[]' end) as e
    where jsonb_typeof(e -> 'timestamp') = 'number'
      and (e ->> 'method' = 'password' or e ->> 'method' = 'totp' and auth.jwt() ->> 'aal' = 'aal2');
  if coalesce(ultima not between clock_timestamp() - interval '5 minutes' and clock_timestamp() + interval '1 minute', true) then
    raise insufficient_privilege using message = 'Confirme com a sua senha.';
  end if;
end
$$;

-- Raises 42501 unless the caller may, freshly signed in where private.atos says so.
create or replace function private.exigir(ato text) returns void
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

revoke execute on function private.exigir_entrada_recente() from public, anon, authenticated;
