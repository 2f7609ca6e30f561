-- Forgetting: one enrolment with its document, for good, by an administrator who
-- types its protocol; and what has had its time (ux.md §8.6), by the settings below.
--
-- Who may do what: administrators delete one enrolment at a time through
-- public.apagar_inscricao, and may make the settings work now through
-- public.aplicar_prazos. Nobody deletes rows directly. Rows go here; a document's
-- bytes go through the storage that keeps them, as soon as nothing claims them.

-- How long things are kept; null: for ever. `meses` and `dias` count from the
-- decision, those of a minor whose guardian nobody can reach from the arrival or from
-- what the desk last did about it.
alter table private.configuracao
  add column guardar_documento_dias integer default 90 check (guardar_documento_dias > 0),
  add column guardar_nao_aprovada_meses integer default 6 check (guardar_nao_aprovada_meses > 0),
  add column guardar_espera_meses integer default 12 check (guardar_espera_meses > 0),
  add column guardar_participante_meses integer default 12 check (guardar_participante_meses > 0),
  add column guardar_sem_responsavel_dias integer default 30 check (guardar_sem_responsavel_dias > 0),
  add column guardar_auditoria_meses integer default 24 check (guardar_auditoria_meses > 0);

-- What is left of what was erased: no answer, no name. A restored backup is
-- cleaned by it, a sweep knows by it which documents may go.
create table private.apagamentos (
  inscricao_id uuid not null,
  o_que text not null check (o_que in ('inscricao', 'documento')),
  envio uuid,                                               -- the uuid that begins the document's name; null: there was none
  protocolo text,
  motivo text not null check (motivo in (
    'pedido_da_familia', 'repetida', 'teste', 'outro',
    'documento', 'nao_aprovada', 'espera', 'participante', 'sem_responsavel')),
  apagado_em timestamptz not null default now(),
  primary key (inscricao_id, o_que)
);
create index apagamentos_envio_idx on private.apagamentos (envio);

-- Where each enrolment stands: the situation and since when, and whether the
-- person ever took part, whether a guardian came in person, and when the desk last did
-- something about it. Without triage nothing is decided.
create view private.decisoes as
  select null::uuid as inscricao_id, null::text as situacao, null::timestamptz as desde, null::boolean as participou,
    null::boolean as responsavel_confirmou, null::timestamptz as mexida_em
  where false;

-- When an enrolment and its document have had their time, and by which rule; null: never.
create view private.prazos as
  select i.id as inscricao_id, i.protocolo,
    private.envio_do_documento(private.documento_do_endereco(i.cadastro_unico_url)) as envio,
    r.regra, r.apagar_em,
    case when d.situacao in ('aprovada', 'lista-de-espera', 'nao-aprovada', 'desistiu')
      then d.desde + make_interval(days => c.guardar_documento_dias) end as apagar_documento_em
  from public.inscricoes_projeto i
    cross join private.configuracao c
    left join private.decisoes d on d.inscricao_id = i.id
    left join lateral (values
      ('nao_aprovada', d.situacao = 'nao-aprovada' or d.situacao = 'desistiu' and not d.participou,
        d.desde + make_interval(months => c.guardar_nao_aprovada_meses)),
      ('espera', d.situacao = 'lista-de-espera', d.desde + make_interval(months => c.guardar_espera_meses)),
      ('participante', d.situacao = 'desistiu' and d.participou,
        d.desde + make_interval(months => c.guardar_participante_meses)),
      ('sem_responsavel',
        i.idade < 18 and btrim(coalesce(i.telefone_responsavel, '')) = '' and not coalesce(d.responsavel_confirmou, false)
          and coalesce(d.situacao, 'nova') not in ('aprovada', 'lista-de-espera', 'nao-aprovada', 'desistiu'),
        greatest(i.created_at, d.mexida_em) + make_interval(days => c.guardar_sem_responsavel_dias))
    ) as r (regra, vale, apagar_em) on r.vale;

-- A document is claimed by its enrolment until its time is over; and when the
-- enrolments cannot all be seen, by one of those.
create or replace function private.documento_em_uso(nome text) returns boolean
  language sql stable security definer set search_path = '' as $$
  select row_security_active('public.inscricoes_projeto') or exists (
    select from public.inscricoes_projeto i
    where private.envio_do_documento(private.documento_do_endereco(i.cadastro_unico_url)) = private.envio_do_documento(nome)
      and private.documento_do_endereco(i.cadastro_unico_url) = nome
      and not exists (select from private.apagamentos a where a.inscricao_id = i.id and a.o_que = 'documento'))
$$;

-- Documents whose bytes may go now: what was erased, and what no enrolment claimed
-- within `horas`.
create function private.documentos_a_remover(horas integer) returns setof text
  language sql stable security definer set search_path = '' as $$
  select o.name from storage.objects o
  where o.bucket_id = 'cadastro_unico_uploads'
    and not row_security_active('public.inscricoes_projeto')
    and (o.created_at < now() - make_interval(hours => horas) or exists (
      select from private.apagamentos a
      where a.envio = private.envio_do_documento(o.name) and o.created_at <= a.apagado_em))
    and not private.documento_em_uso(o.name)
$$;

-- Gives the name of the document that is nobody's now, for its bytes to be removed
-- too; null when there was none. `confirmacao` is the protocol as it was typed, or
-- 'APAGAR' for an enrolment without one.
create function private.apagar_inscricao(inscricao uuid, confirmacao text, motivo text) returns text
  language plpgsql security definer set search_path = '' as $$
declare
  linha public.inscricoes_projeto;
begin
  perform private.exigir_administrador();
  if motivo is null or motivo not in ('pedido_da_familia', 'repetida', 'teste', 'outro') then
    raise exception 'Escolha o motivo.';
  end if;
  select * into linha from public.inscricoes_projeto i where i.id = inscricao for update;
  if not found then
    raise exception 'Esta inscrição não existe mais. Pode ter sido apagada.';
  end if;
  if linha.protocolo is null and upper(btrim(coalesce(confirmacao, ''))) <> 'APAGAR' then
    raise exception 'Digite APAGAR para confirmar.';
  elsif linha.protocolo <> regexp_replace(coalesce(confirmacao, ''), '[^0-9]', '', 'g') then
    raise exception 'O protocolo não confere. Digite o desta inscrição.';
  end if;
  insert into private.apagamentos (inscricao_id, o_que, envio, protocolo, motivo) values (
    linha.id, 'inscricao', private.envio_do_documento(private.documento_do_endereco(linha.cadastro_unico_url)),
    linha.protocolo, apagar_inscricao.motivo)
    on conflict (inscricao_id, o_que) do update set apagado_em = now();
  delete from public.inscricoes_projeto i where i.id = linha.id;
  perform private.anotar('apagou', auth.uid(), null, linha.id, jsonb_build_object('motivo', motivo), linha.protocolo);
  return private.documento_do_endereco(linha.cadastro_unico_url);
end
$$;

create function public.apagar_inscricao(inscricao uuid, confirmacao text, motivo text) returns text
  language sql volatile set search_path = ''
  begin atomic
    select private.apagar_inscricao(inscricao, confirmacao, motivo);
  end;

-- One batch of what has had its time, in one transaction: how many enrolments and
-- documents went. Call it until both are nought. What somebody is working on just
-- now waits for the next time.
create function private.apagar_vencidas(lote integer, out inscricoes integer, out documentos integer)
  language plpgsql security definer set search_path = '' as $$
declare
  vencidas uuid[];
  idas private.apagamentos[];
  um private.apagamentos;
begin
  vencidas := array(
    select i.id from public.inscricoes_projeto i
    where i.id = any (array(
      select p.inscricao_id from private.prazos p where p.apagar_em <= now() order by p.apagar_em limit lote))
    for update skip locked);
  -- A second look, with the locks held: what was decided meanwhile counts.
  with novos as (
    insert into private.apagamentos (inscricao_id, o_que, envio, protocolo, motivo)
    select p.inscricao_id, 'inscricao', p.envio, p.protocolo, p.regra
    from private.prazos p where p.inscricao_id = any (vencidas) and p.apagar_em <= now()
    on conflict (inscricao_id, o_que) do update set apagado_em = now() returning *)
  select coalesce(array_agg(row(novos.*)::private.apagamentos), '{}') into idas from novos;
  delete from public.inscricoes_projeto i where i.id in (select u.inscricao_id from unnest(idas) as u);
  inscricoes := cardinality(idas);

  vencidas := array(
    select i.id from public.inscricoes_projeto i
    where i.id = any (array(
      select p.inscricao_id from private.prazos p
      where p.apagar_documento_em <= now() and p.envio is not null
        and not exists (select from private.apagamentos a where a.inscricao_id = p.inscricao_id and a.o_que = 'documento')
      limit lote))
    for update skip locked);
  with novos as (
    insert into private.apagamentos (inscricao_id, o_que, envio, protocolo, motivo)
    select p.inscricao_id, 'documento', p.envio, p.protocolo, 'documento'
    from private.prazos p
    where p.inscricao_id = any (vencidas) and p.apagar_documento_em <= now() and p.envio is not null
    on conflict do nothing returning *)
  select idas || coalesce(array_agg(row(novos.*)::private.apagamentos), '{}') into idas from novos;
  documentos := cardinality(idas) - inscricoes;

  foreach um in array idas loop
    perform private.anotar(
      case um.o_que when 'inscricao' then 'apagou_pelo_prazo' else 'apagou_documento_pelo_prazo' end,
      auth.uid(), null, um.inscricao_id, jsonb_build_object('motivo', um.motivo), um.protocolo);
  end loop;
end
$$;

-- The end of a run: what is older than the record is kept goes, and what the run
-- did is a line of it; also whether something is left for the next one to scrub.
create function private.encerrar_prazos(inscricoes integer, documentos integer, envios integer, a_limpar boolean default false) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  limite timestamptz;
  ultima private.auditoria;
begin
  select now() - make_interval(months => guardar_auditoria_meses) into limite from private.configuracao;
  perform from private.auditoria_pontas for update;
  select a.* into ultima from private.auditoria a
    where a.numero < (select coalesce(min(b.numero), 0) from private.auditoria b where b.momento >= limite)
    order by a.numero desc limit 1;
  if found then
    perform set_config('auditoria.podando', 'sim', true);
    delete from private.auditoria a where a.numero <= ultima.numero;
    perform set_config('auditoria.podando', '', true);
    update private.auditoria_pontas set antes = ultima.numero, elo_antes = ultima.elo;
  end if;
  delete from private.apagamentos a where a.apagado_em < limite
    and not exists (select from public.inscricoes_projeto i where i.id = a.inscricao_id);
  perform private.anotar('retencao', auth.uid(), null, null,
    jsonb_build_object('inscricoes', inscricoes, 'documentos', documentos, 'envios', envios)
      || case when a_limpar then '{"a_limpar": true}' else '{}' end::jsonb);
end
$$;

-- For `npm run retention` against a home that is not ours: one batch, as an
-- administrator, and the names of the documents to remove there.
create function private.aplicar_prazos() returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  feito record;
begin
  perform private.exigir_administrador();
  select * into feito from private.apagar_vencidas(100);
  return jsonb_build_object('inscricoes', feito.inscricoes, 'documentos', feito.documentos, 'remover', to_jsonb(array(
    select d from private.documentos_a_remover(24) as d limit 100)));
end
$$;

create function public.aplicar_prazos() returns jsonb
  language sql volatile set search_path = ''
  begin atomic
    select private.aplicar_prazos();
  end;

create function private.concluir_prazos(inscricoes integer, documentos integer, envios integer) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  perform private.exigir_administrador();
  perform private.encerrar_prazos(inscricoes, documentos, envios);
end
$$;

create function public.concluir_prazos(inscricoes integer, documentos integer, envios integer) returns void
  language sql volatile set search_path = ''
  begin atomic
    select private.concluir_prazos(inscricoes, documentos, envios);
  end;

-- For the list and the sheet: the day an enrolment will be erased, by which rule,
-- and when its document was.
create function private.prazos_de_guarda(inscricoes uuid[])
  returns table (inscricao uuid, apagar_em date, regra text, documento_apagado_em timestamptz)
  language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.exigir_administrador();
  return query select p.inscricao_id, (p.apagar_em at time zone 'America/Sao_Paulo')::date, p.regra, a.apagado_em
  from private.prazos p
    left join private.apagamentos a on a.inscricao_id = p.inscricao_id and a.o_que = 'documento'
  where p.inscricao_id = any (prazos_de_guarda.inscricoes)
    and (p.apagar_em is not null or a.apagado_em is not null);
end
$$;

create function public.prazos_de_guarda(inscricoes uuid[])
  returns table (inscricao uuid, apagar_em date, regra text, documento_apagado_em timestamptz)
  language sql stable set search_path = ''
  begin atomic
    select * from private.prazos_de_guarda(inscricoes);
  end;

-- What the last run did; no row when there was none. Where our own server runs
-- daily (schema servidor), only its runs count: what an administrator says of theirs is
-- not proven.
create function private.ultima_retencao()
  returns table (momento timestamptz, inscricoes integer, documentos integer, envios integer)
  language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.exigir_administrador();
  return query select a.momento, (a.detalhes ->> 'inscricoes')::integer, (a.detalhes ->> 'documentos')::integer, (a.detalhes ->> 'envios')::integer
  from private.auditoria a where a.acao = 'retencao' and (a.quem is null or to_regnamespace('servidor') is null)
  order by a.numero desc limit 1;
end
$$;

create function public.ultima_retencao()
  returns table (momento timestamptz, inscricoes integer, documentos integer, envios integer)
  language sql stable set search_path = ''
  begin atomic
    select * from private.ultima_retencao();
  end;

create index auditoria_retencao_idx on private.auditoria (numero) where acao = 'retencao';

revoke all on private.apagamentos, private.decisoes, private.prazos from public, anon, authenticated;
revoke execute on function
  private.documentos_a_remover(integer), private.apagar_vencidas(integer), private.encerrar_prazos(integer, integer, integer, boolean),
  private.apagar_inscricao(uuid, text, text), public.apagar_inscricao(uuid, text, text),
  private.aplicar_prazos(), public.aplicar_prazos(),
  private.concluir_prazos(integer, integer, integer), public.concluir_prazos(integer, integer, integer),
  private.prazos_de_guarda(uuid[]), public.prazos_de_guarda(uuid[]),
  private.ultima_retencao(), public.ultima_retencao()
  from public, anon, authenticated;
grant execute on function
  private.apagar_inscricao(uuid, text, text), public.apagar_inscricao(uuid, text, text),
  private.aplicar_prazos(), public.aplicar_prazos(),
  private.concluir_prazos(integer, integer, integer), public.concluir_prazos(integer, integer, integer),
  private.prazos_de_guarda(uuid[]), public.prazos_de_guarda(uuid[]),
  private.ultima_retencao(), public.ultima_retencao()
  to authenticated;
