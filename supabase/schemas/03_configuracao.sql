-- The settings: one row. The triggers of `inscricoes_projeto` and the retention views read
-- them; public.formulario() hands the form's rules to the browser.
--
-- Access: no API role. They are changed by private.gravar_ajuste (21_ajustes.sql), for the desk's
-- page and the owner's command alike. Each change is an audit entry.

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
  guardar_auditoria_meses integer default 24 check (guardar_auditoria_meses > 0),

  frase_de_fechada text not null default '' check (char_length(frase_de_fechada) <= 300), -- what families read while it is closed; '': nothing more

  -- The desk's messages to families, where they are not the usual; '': the usual (content/family-messages.ts).
  mensagem_contato text not null default '' check (char_length(mensagem_contato) <= 1000),
  mensagem_falta_documento text not null default '' check (char_length(mensagem_falta_documento) <= 1000),
  mensagem_aprovada text not null default '' check (char_length(mensagem_aprovada) <= 1000),
  mensagem_espera text not null default '' check (char_length(mensagem_espera) <= 1000),
  mensagem_ainda_quer text not null default '' check (char_length(mensagem_ainda_quer) <= 1000),
  mensagem_nao_aprovada text not null default '' check (char_length(mensagem_nao_aprovada) <= 1000),
  mensagem_responsavel text not null default '' check (char_length(mensagem_responsavel) <= 1000),

  email_obrigatorio boolean not null default true, -- SPEC §5; the form may be sent without where it is false
  mensagem_pedido text not null default '' check (char_length(mensagem_pedido) <= 1000) -- as the messages above
);

-- The periods that each version of the declaration promised, null: none. An enrolment goes by the
-- sooner of what was promised to it and what is in force: a longer period is no ground to keep what
-- somebody was told would go (decision 137).
create table private.prazos_prometidos (
  versao text primary key,
  guardar_documento_dias integer,
  guardar_nao_aprovada_meses integer,
  guardar_espera_meses integer,
  guardar_participante_meses integer,
  guardar_sem_decisao_meses integer,
  guardar_sem_responsavel_dias integer
);

-- Periods that somebody shortened, each from the moment on when it may act: seven days later, since what
-- goes by it does not come back. private.encurtar_prazos, with the next retention, makes it the setting.
create table private.prazos_a_encurtar (
  nome text primary key,                                    -- of the column of private.configuracao
  valor integer not null check (valor > 0),
  vale_em timestamptz not null,
  pedido_por uuid                                           -- null: the owner's command
);

-- Other periods are another promise: a version of the declaration of its own, '2.1' after '2'. Here, so
-- that it is so whoever changes them; a new text of the declaration comes with a new first number.
create function private.prometer_prazos() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  if new.versao_declaracao = old.versao_declaracao
    and (new.guardar_documento_dias, new.guardar_nao_aprovada_meses, new.guardar_espera_meses,
      new.guardar_participante_meses, new.guardar_sem_decisao_meses, new.guardar_sem_responsavel_dias)
    is distinct from (old.guardar_documento_dias, old.guardar_nao_aprovada_meses, old.guardar_espera_meses,
      old.guardar_participante_meses, old.guardar_sem_decisao_meses, old.guardar_sem_responsavel_dias) then
    new.versao_declaracao := split_part(old.versao_declaracao, '.', 1) || '.' || (
      select coalesce(max(substring(p.versao from '[.]([0-9]{1,6})$')::integer), 0) + 1 from private.prazos_prometidos p
      where split_part(p.versao, '.', 1) = split_part(old.versao_declaracao, '.', 1));
  end if;
  insert into private.prazos_prometidos values (
    new.versao_declaracao, new.guardar_documento_dias, new.guardar_nao_aprovada_meses, new.guardar_espera_meses,
    new.guardar_participante_meses, new.guardar_sem_decisao_meses, new.guardar_sem_responsavel_dias)
    on conflict do nothing;
  return new;
end
$$;

create trigger prometer_prazos before update on private.configuracao
  for each row execute function private.prometer_prazos();

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

revoke all on private.configuracao, private.prazos_prometidos, private.prazos_a_encurtar, private.periodo, private.fechamento from public, anon, authenticated;

-- What the pages are told before anything is filled in: the settings that the form obeys, the periods that
-- they name (null: no end), and when the enrolment is closed (null: open without an end).
-- public.formulario() (16_turmas.sql) adds the places. It tells of nobody.
create function private.formulario() returns jsonb
  language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'regras', (
      select jsonb_build_object('consentimento', c.consentimento, 'responsavelObrigatorio', c.responsavel_obrigatorio,
        'validacaoEstrita', c.validacao_estrita, 'diasSemResponsavel', c.guardar_sem_responsavel_dias,
        'emailObrigatorio', c.email_obrigatorio)
      from private.configuracao c),
    'prazos', (
      select jsonb_object_agg(v.key, v.value) from private.configuracao c cross join jsonb_each(to_jsonb(c)) as v
      where v.key like 'guardar%'),
    'periodo', (
      select jsonb_build_object('fechada', f.de <= now(), 'de', f.de, 'ate', f.ate, 'recebeAte', f.recebe_ate,
        'frase', (select nullif(c.frase_de_fechada, '') from private.configuracao c))
      from private.fechamento f))
$$;

revoke execute on function private.prometer_prazos(), private.formulario() from public, anon, authenticated;
grant execute on function private.formulario() to anon, authenticated;
