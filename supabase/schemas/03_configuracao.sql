-- The settings: one row. The triggers of `inscricoes_projeto` and the retention views read
-- them; public.formulario() hands the form's rules to the browser.
--
-- Access: no API role; the owner changes them with SQL. Each change is an audit entry.

create table private.configuracao (
  unica boolean primary key default true check (unica),
  consentimento text not null default 'declaracao' check (consentimento in ('declaracao', 'caixa')),
  responsavel_obrigatorio boolean not null default false,
  validacao_estrita boolean not null default false,
  versao_declaracao text not null default '2',

  -- How long data is stored; null: without limit. Counted from the decision, and where
  -- nobody has decided from the arrival or the last change in the follow-up. The rule for
  -- minors without a guardian's telephone counts where the declaration told it (decision 101).
  guardar_documento_dias integer default 90 check (guardar_documento_dias > 0),
  guardar_nao_aprovada_meses integer default 6 check (guardar_nao_aprovada_meses > 0),
  guardar_espera_meses integer default 12 check (guardar_espera_meses > 0),
  guardar_participante_meses integer default 12 check (guardar_participante_meses > 0),
  guardar_sem_decisao_meses integer default 24 check (guardar_sem_decisao_meses > 0),
  guardar_sem_responsavel_dias integer default 30 check (guardar_sem_responsavel_dias > 0),
  guardar_auditoria_meses integer default 24 check (guardar_auditoria_meses > 0)
);

-- When the enrolment is closed: from `fecha_em` until `abre_em`, or until somebody opens it
-- (`npm run form`), and again from `volta_a_fechar_em` on. All null: open.
create table private.periodo (
  unica boolean primary key default true check (unica),
  fecha_em timestamptz,
  abre_em timestamptz,
  volta_a_fechar_em timestamptz,
  constraint volta_a_fechar_depois_de_abrir check (volta_a_fechar_em is null or abre_em is not null and volta_a_fechar_em > abre_em),
  constraint abre_depois_de_fechar check (abre_em is null or fecha_em is not null and abre_em > fecha_em)
);

-- The closed time that holds now, or the next; no row: open without an end. `depois` is when it
-- closes again after that. Whoever was filling in when it closed may send until `recebe_ate`.
create view private.fechamento as
  select case when p.segundo then p.volta_a_fechar_em else p.fecha_em end as de,
    case when not p.segundo then p.abre_em end as ate, case when not p.segundo then p.volta_a_fechar_em end as depois,
    case when p.segundo then p.volta_a_fechar_em else p.fecha_em end + interval '30 minutes' as recebe_ate
  from (select fecha_em, abre_em, volta_a_fechar_em, volta_a_fechar_em is not null and abre_em <= now() as segundo from private.periodo) as p
  where p.fecha_em is not null and (p.segundo or p.abre_em is null or now() < p.abre_em);

revoke all on private.configuracao, private.periodo, private.fechamento from public, anon, authenticated;

-- What the form is told before it is filled in: the settings that it obeys, and when the enrolment
-- is closed (null: open without an end). public.formulario() (16_turmas.sql) adds the places. It tells of nobody.
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

revoke execute on function private.formulario() from public, anon, authenticated;
grant execute on function private.formulario() to anon, authenticated;
