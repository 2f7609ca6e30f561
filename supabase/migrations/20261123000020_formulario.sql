-- What the form is told before it is filled in: the settings that it obeys, and when the enrolment
-- is closed (null: open without an end). Our server hands it out in /config.json; the pages of a
-- Supabase project ask for it. It tells of nobody.
create function private.formulario() returns jsonb
  language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'regras', (
      select jsonb_build_object('consentimento', c.consentimento, 'responsavelObrigatorio', c.responsavel_obrigatorio,
        'validacaoEstrita', c.validacao_estrita, 'diasSemResponsavel', c.guardar_sem_responsavel_dias)
      from private.configuracao c),
    'periodo', (
      select jsonb_build_object('fechada', f.de <= now(), 'de', f.de, 'ate', f.ate, 'recebeAte', f.recebe_ate)
      from private.fechamento f))
$$;

create function public.formulario() returns jsonb
  language sql stable set search_path = ''
  begin atomic
    select private.formulario();
  end;

revoke execute on function private.formulario(), public.formulario() from public, anon, authenticated;
grant execute on function private.formulario(), public.formulario() to anon, authenticated;
