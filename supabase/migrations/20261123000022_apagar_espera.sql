-- What one session can destroy (decision 115): the bytes of what was erased by hand wait seven
-- days, and a brake counts what the team erases and whose access it takes away.

alter table private.auditoria drop constraint auditoria_acao_check;
alter table private.auditoria add constraint auditoria_acao_check check (acao in (
    'entrou', 'saiu', 'falha_de_login', 'viu_lista', 'viu_ficha', 'abriu_documento', 'baixou_documento',
    'imprimiu', 'imprimiu_turma', 'exportou', 'preparou_mensagem', 'mudou', 'escreveu_nota', 'apagou', 'apagou_enxurrada', 'apagou_documento',
    'apagou_pelo_prazo', 'apagou_documento_pelo_prazo', 'retencao', 'liberou_retencao', 'liberou_equipe', 'criou_conta', 'deu_acesso',
    'tirou_acesso', 'trocou_senha', 'errou_senha', 'mudou_configuracao', 'restaurou', 'levantou_incidente'));
create index auditoria_equipe_idx on private.auditoria (acao, momento) where acao in ('apagou', 'tirou_acesso', 'liberou_equipe');

-- Reasons of what was erased by hand, which its caller chooses, and for how many days its bytes
-- stay. Mirror BY_HAND and SPARED_DAYS in content/erasing.ts.
create function private.motivos_a_mao() returns text[]
  language sql immutable parallel safe
  begin atomic
    select array['pedido_da_familia', 'repetida', 'teste', 'outro'];
  end;

create function private.dias_de_espera() returns integer
  language sql immutable parallel safe
  begin atomic
    select 7;
  end;

-- Documents erased by hand whose bytes stay for now, the later ones too. In both directions, so
-- that a clock that was ahead keeps none for years.
create view private.documentos_em_espera as
  select a.envio from private.apagamentos a
  where a.envio is not null and a.motivo = any (private.motivos_a_mao())
    and a.apagado_em between now() - make_interval(days => private.dias_de_espera()) and now() + make_interval(days => private.dias_de_espera());

create function private.documento_em_espera(nome text) returns boolean
  language sql stable security definer set search_path = '' as $$
  select exists (select from private.documentos_em_espera e where e.envio = private.envio_do_documento(nome))
$$;

-- What remains of a document that a family sent later: an entry of its own, with the reason that
-- its enrolment, or all of its documents, went for. So copies lose it too.
create or replace function private.lembrar_documento_apagado() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  insert into private.apagamentos (inscricao_id, o_que, envio, motivo) values (old.envio, 'documento', old.envio, coalesce((
      select a.motivo from private.apagamentos a
      where a.inscricao_id = old.inscricao_id order by a.apagado_em desc, a.o_que desc limit 1), 'outro'))
    on conflict (inscricao_id, o_que) do update set motivo = excluded.motivo, apagado_em = now();
  return null;
end
$$;

drop policy "administradores removem documentos sem inscrição" on storage.objects;
create policy "administradores removem documentos sem inscrição" on storage.objects
  for delete to authenticated
  using (bucket_id = 'cadastro_unico_uploads' and (select private.is_admin())
    and not private.documento_em_uso(name) and not private.documento_em_espera(name));

-- Documents whose bytes may be removed: erased ones whose wait is over, those of a flood, and
-- those that no enrolment used within `horas` hours.
create or replace function private.documentos_a_remover(horas integer) returns setof text
  language sql stable security definer set search_path = '' as $$
  select o.name from storage.objects o
  where o.bucket_id = 'cadastro_unico_uploads'
    and not row_security_active('public.inscricoes_projeto')
    and (o.created_at < now() - make_interval(hours => horas) or exists (
      select from private.apagamentos a
      where a.envio = private.envio_do_documento(o.name) and o.created_at <= a.apagado_em)
      or exists (select from private.origens g where g.objeto = o.id and g.apagar))
    and not private.documento_em_uso(o.name) and not private.documento_em_espera(o.name)
$$;

-- Returns null: the document's bytes wait, and nobody need remove them. `confirmacao` is the
-- protocol as typed, 'APAGAR' for an enrolment without one. One at a time, so that two cannot
-- pass private.exigir_folga together; the lock comes before any row's.
create or replace function private.apagar_inscricao(inscricao uuid, confirmacao text, motivo text) returns text
  language plpgsql security definer set search_path = '' as $$
declare
  linha public.inscricoes_projeto;
begin
  perform private.exigir_administrador();
  if not coalesce(motivo = any (private.motivos_a_mao()), false) then
    raise exception 'Escolha o motivo.';
  end if;
  perform pg_advisory_xact_lock(hashtext('construindo-campeoes apagar'));
  perform private.esperar_a_vez_de(array[inscricao]);
  select * into linha from public.inscricoes_projeto i where i.id = inscricao for update;
  if not found then
    raise exception 'Esta inscrição não existe mais. Pode ter sido apagada.';
  end if;
  if linha.protocolo is null and upper(btrim(coalesce(confirmacao, ''))) <> 'APAGAR' then
    raise exception 'Digite APAGAR para confirmar.';
  elsif linha.protocolo <> regexp_replace(coalesce(confirmacao, ''), '[^0-9]', '', 'g') then
    raise exception 'O protocolo não confere. Digite o desta inscrição.';
  end if;
  perform private.exigir_folga('apagou');
  insert into private.apagamentos (inscricao_id, o_que, envio, protocolo, motivo) values (
    linha.id, 'inscricao', private.envio_do_documento(private.documento_do_endereco(linha.cadastro_unico_url)),
    linha.protocolo, apagar_inscricao.motivo)
    on conflict (inscricao_id, o_que) do update set motivo = excluded.motivo, apagado_em = now();
  delete from public.inscricoes_projeto i where i.id = linha.id;
  perform private.anotar('apagou', auth.uid(), null, linha.id, jsonb_build_object('motivo', motivo), linha.protocolo);
  return null;
end
$$;

create or replace function private.mudar_acesso(conta uuid, com_acesso boolean) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  perform private.exigir_administrador();
  if com_acesso is null then
    raise invalid_parameter_value using message = 'com ou sem acesso?';
  end if;
  if conta = auth.uid() and not com_acesso then
    raise exception 'Você não pode tirar o próprio acesso. Peça a outra pessoa da equipe.';
  end if;
  -- One at a time: two administrators who disable each other would leave none.
  lock table private.administradores in share row exclusive mode;
  if not exists (select from private.administradores where user_id = auth.uid() and desativado_em is null) then
    raise insufficient_privilege using message = 'permission denied for function mudar_acesso';
  end if;
  if not exists (select from private.administradores where user_id = conta) then
    raise exception 'Esta pessoa não está na lista de administradores.';
  end if;
  if com_acesso then
    perform private.ativar_administrador(conta, auth.uid());
  else
    perform private.exigir_folga('tirou_acesso');
    perform private.desativar_administrador(conta, auth.uid());
  end if;
end
$$;

-- What each person, and all together (`quem` null), did since the last release: `feitos` of `cabem`,
-- `no_dia` in 24 hours, and from when on there is room again where there is none. The share is of
-- the enrolments that exist or were erased by hand in these 24 hours, and ends at 1000.
create function private.contas_da_equipe()
  returns table (acao text, quem uuid, feitos integer, cabem integer, no_dia integer, livre_em timestamptz)
  language sql stable security definer set search_path = '' as $$
  with feitas as (
    select a.acao, a.quem, a.momento,
      a.numero > coalesce((select max(s.numero) from private.auditoria s where s.acao = 'liberou_equipe'), 0) as conta
    from private.auditoria a
    where a.acao in ('apagou', 'tirou_acesso') and a.quem is not null and a.momento > now() - interval '24 hours'
  ), limites (acao, prazo, cabem) as (
    select 'apagou', interval '24 hours', least(20, greatest(5, (todas.existem + todas.apagadas) / 50))
    from (select (select count(*) from (select from public.inscricoes_projeto limit 1000) as i) as existem,
      (select count(*) from feitas f where f.acao = 'apagou') as apagadas) as todas
    union all select 'tirou_acesso', interval '1 hour', 3
  )
  select c.acao, c.quem, c.feitos, c.cabem, c.no_dia, c.momentos[c.cabem] + c.prazo
  from (
    select f.acao, f.quem, l.prazo, (l.cabem * (1 + grouping(f.quem)))::integer as cabem,
      (count(*) filter (where f.momento > now() - l.prazo))::integer as feitos, count(*)::integer as no_dia,
      array_agg(f.momento order by f.momento desc) as momentos
    from limites l join feitas f on f.acao = l.acao and f.conta
    group by grouping sets ((f.acao, l.prazo, l.cabem, f.quem), (f.acao, l.prazo, l.cabem))) as c
$$;

-- Raises when the caller, or all together, have no room for one more. Under a lock of the caller's.
create function private.exigir_folga(acao text) returns void
  language plpgsql stable security definer set search_path = '' as $$
declare
  cheia record;
begin
  select c.* into cheia from private.contas_da_equipe() as c
    where c.acao = exigir_folga.acao and (c.quem = auth.uid() or c.quem is null) and c.feitos >= c.cabem
    order by c.livre_em desc limit 1;
  if not found then return; end if;
  raise exception '% Dá de novo a partir de %, ou antes, se quem cuida do site liberar com %.',
    format(case exigir_folga.acao
      when 'apagou' then case when cheia.quem is null then 'Nada foi apagado: em 24 horas a equipe já apagou %s inscrições.'
        else 'Nada foi apagado: em 24 horas você já apagou %s inscrições.' end
      else case when cheia.quem is null then 'Nada mudou: em uma hora a equipe já tirou o acesso de %s pessoas.'
        else 'Nada mudou: em uma hora você já tirou o acesso de %s pessoas.' end
    end, cheia.feitos),
    to_char(cheia.livre_em at time zone 'America/Sao_Paulo', 'DD/MM/YYYY "às" HH24:MI'),
    case when to_regnamespace('servidor') is null then 'select private.liberar_equipe(); no SQL Editor'
      else 'npm run retention -- --libera' end;
end
$$;

-- Whose day is full: how many enrolments were erased by hand, or accounts disabled, in 24 hours
-- since the last release; no key where that is little. Names nobody.
create function private.estado_da_equipe() returns jsonb
  language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_object_agg(c.acao, c.no_dia), '{}') from (
    select acao, max(no_dia) as no_dia from private.contas_da_equipe() group by acao having bool_or(no_dia >= cabem)) as c
$$;

create function private.freio_da_equipe() returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.exigir_administrador();
  return private.estado_da_equipe();
end
$$;

create function public.freio_da_equipe() returns jsonb
  language sql stable set search_path = ''
  begin atomic
    select private.freio_da_equipe();
  end;

-- For the owner: what was done until now counts no more, so that the team may do as much again.
-- Returns what was done as a sentence.
create function private.liberar_equipe() returns text
  language plpgsql volatile set search_path = '' as $$
begin
  if not exists (select from private.contas_da_equipe()) then
    return 'Nada a liberar: ninguém apagou inscrições nem tirou acessos nas últimas 24 horas.';
  end if;
  perform private.anotar('liberou_equipe');
  return 'Liberado: a equipe pode apagar e tirar acessos outra vez, até o mesmo limite.';
end
$$;

revoke all on private.documentos_em_espera from public, anon, authenticated;
revoke execute on function
  private.motivos_a_mao(), private.dias_de_espera(), private.documento_em_espera(text),
  private.contas_da_equipe(), private.exigir_folga(text), private.estado_da_equipe(),
  private.freio_da_equipe(), public.freio_da_equipe()
  from public, anon, authenticated;
revoke execute on function private.liberar_equipe() from public, anon, authenticated, service_role;
grant execute on function private.documento_em_espera(text) to authenticated; -- the policy runs as the caller
grant execute on function private.freio_da_equipe(), public.freio_da_equipe() to authenticated;
