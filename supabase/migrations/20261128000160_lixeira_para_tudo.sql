-- Whatever a person puts away lies seven days in the bin with its documents, for whatever reason, floods
-- too; the brake of the team goes (decision 150).

alter table private.acompanhamentos
  add column apagada_motivo text check (apagada_motivo in ('pedido_da_familia', 'repetida', 'teste', 'outro', 'enxurrada')),
  add column apagada_por uuid;

alter table private.apagamentos drop constraint apagamentos_motivo_check;
alter table private.apagamentos add constraint apagamentos_motivo_check check (motivo in (
    'pedido_da_familia', 'repetida', 'teste', 'outro', 'enxurrada', 'ordem_judicial', 'conteudo_ilegal',
    'documento', 'nao_aprovada', 'espera', 'participante', 'sem_decisao', 'sem_responsavel'));

-- The list's indexes leave out what lies in the bin.
drop index private.acompanhamentos_criada_idx,
  private.acompanhamentos_nome_idx,
  private.acompanhamentos_idade_idx,
  private.acompanhamentos_telefone_idx,
  private.acompanhamentos_situacao_idx,
  private.acompanhamentos_cidade_idx,
  private.acompanhamentos_sem_documento_idx,
  private.acompanhamentos_novas_idx,
  private.acompanhamentos_documento_novo_idx,
  private.acompanhamentos_pedido_idx,
  private.acompanhamentos_avisar_idx,
  private.acompanhamentos_sem_turma_idx,
  private.acompanhamentos_falta_responsavel_idx;
create index acompanhamentos_criada_idx on private.acompanhamentos (criada_em, inscricao_id) where apagada_em is null;
create index acompanhamentos_nome_idx on private.acompanhamentos (nome, inscricao_id) where apagada_em is null;
create index acompanhamentos_idade_idx on private.acompanhamentos (idade, inscricao_id) where apagada_em is null;
create index acompanhamentos_telefone_idx on private.acompanhamentos (telefone, inscricao_id) where apagada_em is null;
create index acompanhamentos_situacao_idx on private.acompanhamentos (situacao, criada_em, inscricao_id, condicao, documento, idade) where apagada_em is null;
create index acompanhamentos_cidade_idx on private.acompanhamentos (cidade, criada_em, inscricao_id, situacao, condicao, documento, idade) where apagada_em is null;
create index acompanhamentos_sem_documento_idx on private.acompanhamentos (criada_em, inscricao_id) where not documento and apagada_em is null;
create index acompanhamentos_novas_idx on private.acompanhamentos (criada_em, inscricao_id) where situacao in ('nova', 'em-analise') and apagada_em is null;
create index acompanhamentos_documento_novo_idx on private.acompanhamentos (documento_novo_em, inscricao_id) where documento_novo and apagada_em is null;
create index acompanhamentos_pedido_idx on private.acompanhamentos (pedido_em, inscricao_id) where pedido and apagada_em is null;
create index acompanhamentos_avisar_idx on private.acompanhamentos (decidida_em, inscricao_id) where a_avisar and apagada_em is null;
create index acompanhamentos_sem_turma_idx on private.acompanhamentos (decidida_em, inscricao_id) where situacao = 'aprovada' and turma_id is null and apagada_em is null;
create index acompanhamentos_falta_responsavel_idx on private.acompanhamentos (criada_em, inscricao_id)
  where sem_responsavel and not responsavel_confirmou and situacao not in ('nao-aprovada', 'desistiu') and apagada_em is null;

create or replace function private.quantas(onde text, filtro jsonb, padroes text[], out total bigint, out exato boolean)
  language plpgsql volatile set search_path = '' as $$
declare
  muitas constant integer := 10000;
  plano jsonb;
begin
  execute format('select count(*) from (select from private.acompanhamentos a where a.apagada_em is null and %s limit $3) as contadas', onde)
    into total using filtro, padroes, muitas + 1;
  exato := total <= muitas;
  if not exato then
    execute format('explain (format json) select from private.acompanhamentos a where a.apagada_em is null and %s', onde)
      into plano using filtro, padroes;
    total := greatest(total, (plano -> 0 -> 'Plan' ->> 'Plan Rows')::bigint);
  end if;
end
$$;

create or replace function private.documento_vencido(objeto uuid, nome text, criado timestamptz, horas integer) returns boolean
  language plpgsql stable security definer set search_path = '' as $$
begin
  return (criado < now() - make_interval(hours => horas)
      or exists (select from private.apagamentos a where a.envio = private.envio_do_documento(nome) and criado <= a.apagado_em)
      or exists (select from private.origens g where g.objeto = documento_vencido.objeto and g.apagar))
    and not private.documento_em_uso(nome) and not private.documento_em_espera(nome);
end
$$;

alter policy "administradores removem documentos sem inscrição" on storage.objects
  using (bucket_id = 'cadastro_unico_uploads' and (select private.pode('aplicar_prazos'))
    and private.documento_vencido(id, name, created_at, 24));
revoke execute on function private.documento_em_uso(text), private.documento_em_espera(text) from authenticated;

create or replace function private.documentos_a_remover(horas integer) returns setof text
  language sql stable security definer set search_path = '' as $$
  select o.name from storage.objects o
  where o.bucket_id = 'cadastro_unico_uploads' and not row_security_active('public.inscricoes_projeto')
    and private.documento_vencido(o.id, o.name, o.created_at, horas)
$$;

create or replace view private.lixeira as
  select a.inscricao_id, a.nome, i.protocolo, private.envio_do_documento(private.documento_do_endereco(i.cadastro_unico_url)) as envio,
    a.apagada_em, a.apagada_em + make_interval(days => private.dias_de_espera()) as acaba_em,
    coalesce(a.apagada_motivo, 'outro') as motivo, a.apagada_por as quem
  from private.acompanhamentos a join public.inscricoes_projeto i on i.id = a.inscricao_id
  where a.apagada_em is not null;

create or replace function private.na_lixeira(inscricao uuid) returns boolean
  language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from private.acompanhamentos a where a.inscricao_id = na_lixeira.inscricao and a.apagada_em is not null);
end
$$;

create or replace function private.documento_na_lixeira(nome text) returns boolean
  language plpgsql stable security definer set search_path = '' as $$
declare
  dele constant uuid := private.envio_do_documento(nome);
begin
  return exists (
      select from public.inscricoes_projeto i
      where private.envio_do_documento(private.documento_do_endereco(i.cadastro_unico_url)) = dele and private.na_lixeira(i.id))
    or exists (select from private.documentos_novos d where d.envio = dele and private.na_lixeira(d.inscricao_id));
end
$$;

alter policy "apagadas não se leem" on public.inscricoes_projeto using (not private.na_lixeira(id));
alter policy "documentos de apagadas não se abrem" on storage.objects
  using (bucket_id <> 'cadastro_unico_uploads' or not private.documento_na_lixeira(name));
drop function private.apagadas(), private.documentos_apagados();

create or replace function private.por_na_lixeira(quais uuid[], motivo text, por uuid, desde timestamptz default now()) returns integer
  language plpgsql security definer set search_path = '' as $$
declare
  iguais constant text[] := array(
    select distinct s from private.acompanhamentos a, unnest(a.semelhancas) as s where a.inscricao_id = any (quais) and a.repetida);
  postas integer;
begin
  update private.acompanhamentos a set apagada_em = desde, apagada_motivo = por_na_lixeira.motivo, apagada_por = por, repetida = false
    where a.inscricao_id = any (quais) and a.apagada_em is null;
  get diagnostics postas = row_count;
  perform private.rever_repetidas(iguais, false);
  return postas;
end
$$;

create or replace function private.tirar_da_lixeira(quais uuid[]) returns integer
  language plpgsql security definer set search_path = '' as $$
declare
  tiradas integer;
begin
  update private.acompanhamentos a set apagada_em = null, apagada_motivo = null, apagada_por = null
    where a.inscricao_id = any (quais) and a.apagada_em is not null;
  get diagnostics tiradas = row_count;
  perform private.rever_repetidas(array(
    select distinct s from private.acompanhamentos a, unnest(a.semelhancas) as s where a.inscricao_id = any (quais)), true);
  return tiradas;
end
$$;

create or replace function private.apagar_inscricao(inscricao uuid, confirmacao text, motivo text) returns text
  language plpgsql security definer set search_path = '' as $$
declare
  linha public.inscricoes_projeto;
begin
  perform private.exigir(case motivo when 'pedido_da_familia' then 'apagar_a_pedido' else 'apagar' end);
  if not coalesce(motivo = any (private.motivos_a_mao()), false) then
    raise exception 'Escolha o motivo.';
  end if;
  perform private.esperar_a_vez_de(array[inscricao]);
  select * into linha from public.inscricoes_projeto i where i.id = inscricao
    and exists (select from private.acompanhamentos a where a.inscricao_id = i.id and a.apagada_em is null) for update;
  if not found then
    raise exception 'Esta inscrição não existe mais. Pode ter sido apagada.';
  end if;
  if linha.protocolo is null and upper(btrim(coalesce(confirmacao, ''))) <> 'APAGAR' then
    raise exception 'Digite APAGAR para confirmar.';
  elsif linha.protocolo <> regexp_replace(coalesce(confirmacao, ''), '[^0-9]', '', 'g') then
    raise exception 'O protocolo não confere. Digite o desta inscrição.';
  end if;
  perform private.por_na_lixeira(array[linha.id], motivo, auth.uid());
  perform private.anotar('apagou', auth.uid(), null, linha.id, jsonb_build_object('motivo', motivo), linha.protocolo);
  return null;
end
$$;

create or replace function private.apagadas_ha_pouco()
  returns table (inscricao uuid, nome text, protocolo text, apagada_em timestamptz, acaba_em timestamptz, motivo text, email text)
  language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_column
declare
  quantas bigint;
begin
  perform private.exigir('devolver');
  return query select l.inscricao_id, l.nome::text, l.protocolo, l.apagada_em, l.acaba_em, l.motivo, u.email::text
    from private.lixeira l left join auth.users u on u.id = l.quem
    order by l.motivo = 'enxurrada', l.apagada_em desc, l.inscricao_id limit 300;
  get diagnostics quantas = row_count;
  perform private.anotar('viu_lista', auth.uid(), detalhes => jsonb_build_object('linhas', quantas));
end
$$;

create or replace function private.devolver_apagada(inscricao uuid) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  agora private.acompanhamentos;
begin
  perform private.exigir('devolver');
  perform private.esperar_a_vez_de(array[inscricao]);
  perform from public.inscricoes_projeto i where i.id = inscricao for update;
  select * into agora from private.acompanhamentos a where a.inscricao_id = inscricao and a.apagada_em is not null;
  if not found then
    raise exception 'Esta inscrição não está mais entre as apagadas.';
  end if;
  if agora.apagada_motivo = 'pedido_da_familia' then
    perform private.exigir_entrada_recente();
  end if;
  perform private.tirar_da_lixeira(array[inscricao]);
  perform private.anotar('devolveu', auth.uid(), inscricao => devolver_apagada.inscricao);
end
$$;

create or replace function private.devolver_apagadas(conta uuid, desde timestamptz) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  quais uuid[];
begin
  perform private.exigir('desfazer_correcoes');
  if conta is null or desde is null then
    raise invalid_parameter_value using message = 'Diga de quem, e desde quando.';
  end if;
  quais := array(select a.inscricao_id from private.acompanhamentos a
    where a.apagada_em >= desde and a.apagada_por = conta order by a.apagada_em, a.inscricao_id limit 500);
  perform private.esperar_a_vez_de(quais);
  quais := array(select i.id from public.inscricoes_projeto i where i.id = any (quais) order by i.id for update);
  quais := array(select q from unnest(quais) as q where private.na_lixeira(q));  -- a second look, after the locks
  perform private.tirar_da_lixeira(quais);
  perform private.anotar('devolveu', auth.uid(), inscricao => q) from unnest(quais) as q;
  return jsonb_build_object('devolvidas', cardinality(quais), 'restam', exists (
    select from private.acompanhamentos a where a.apagada_em >= desde and a.apagada_por = conta));
end
$$;

create or replace function public.devolver_apagadas(conta uuid, desde timestamptz) returns jsonb
  language sql volatile set search_path = ''
  begin atomic
    select private.devolver_apagadas(conta, desde);
  end;

create or replace function private.apagar_ja(protocolo text, motivo text) returns text
  language plpgsql volatile set search_path = '' as $$
declare
  quais uuid[];
begin
  if coalesce(motivo, '') not in ('ordem_judicial', 'conteudo_ilegal') then
    raise exception 'O motivo é ordem_judicial ou conteudo_ilegal. Nada foi apagado.';
  end if;
  quais := array(select i.id from public.inscricoes_projeto i
    where i.id::text = apagar_ja.protocolo or i.protocolo = regexp_replace(apagar_ja.protocolo, '[^0-9]', '', 'g'));
  if cardinality(quais) <> 1 then
    raise exception 'Há % inscrições com este protocolo. Nada foi apagado. Diga o protocolo de uma, ou o id dela.', cardinality(quais);
  end if;
  perform private.esperar_a_vez_de(quais);
  insert into private.apagamentos (inscricao_id, o_que, envio, protocolo, motivo)
    select i.id, 'inscricao', private.envio_do_documento(private.documento_do_endereco(i.cadastro_unico_url)), i.protocolo, apagar_ja.motivo
    from public.inscricoes_projeto i where i.id = any (quais) for update
    on conflict (inscricao_id, o_que) do update set motivo = excluded.motivo, apagado_em = now();
  delete from public.inscricoes_projeto i where i.id = any (quais);
  perform private.anotar('apagou', inscricao => quais[1], detalhes => jsonb_build_object('motivo', motivo),
    protocolo => (select a.protocolo from private.apagamentos a where a.inscricao_id = quais[1] and a.o_que = 'inscricao'));
  return 'Apagada para sempre, com os documentos, que saem na próxima limpeza.';
end
$$;

create or replace function private.conferir_freio(segundos integer default 0) returns jsonb
  language plpgsql security definer set search_path = '' set jit = off as $$
declare
  agora private.freio;
  lixo record;
  tocadas integer;
  ultima timestamptz := (private.anotacao_da_ultima_retencao()).momento;
begin
  select count(*) filter (where p.apagar_em <= now()), count(*),
      count(*) filter (where d.tem and (p.apagar_em <= now() or p.apagar_documento_em <= now() and p.envio is not null)),
      count(*) filter (where d.tem), count(*) filter (where f.situacao <> 'nova' or f.versao > 1)
    into agora.inscricoes, agora.de_inscricoes, agora.documentos, agora.de_documentos, tocadas
    from private.prazos p
      left join private.acompanhamentos f on f.inscricao_id = p.inscricao_id -- p.envio costs much, so only where it is due
      cross join lateral (values (coalesce(f.documento, false) and not exists (
        select from private.apagamentos a where a.inscricao_id = p.inscricao_id and a.o_que = 'documento'))) as d (tem);
  -- what lies in the bin is in no period of its own, and goes by the same run; floods count on neither side, and what
  -- a stranger sends makes the bin's share no smaller
  select count(*) as todas, count(*) filter (where a.documento) as com_documento, count(*) filter (where v.foi) as idas,
      count(*) filter (where v.foi and a.documento) as documentos into lixo
    from private.acompanhamentos a cross join lateral (values (a.apagada_em <= now() - make_interval(days => private.dias_de_espera()))) as v (foi)
    where a.apagada_em is not null and coalesce(a.apagada_motivo, '') <> 'enxurrada';
  agora.inscricoes := agora.inscricoes + lixo.idas;
  agora.de_inscricoes := agora.de_inscricoes + lixo.todas;
  agora.documentos := agora.documentos + lixo.documentos;
  agora.de_documentos := agora.de_documentos + lixo.com_documento;
  agora.motivo := case
    when ultima not between now() - interval '3 days' and now() + interval '3 days' then 'relogio'
    when agora.inscricoes > 20 and agora.inscricoes * 5 > agora.de_inscricoes
      or agora.documentos > 20 and agora.documentos * 5 > agora.de_documentos
      or lixo.idas > 20 and lixo.idas * 5 > lixo.todas + tocadas then 'muitas' end;
  delete from private.freio f where f.motivo is distinct from agora.motivo;
  if agora.motivo is null then
    return null;
  end if;
  insert into private.freio as f (motivo, inscricoes, de_inscricoes, documentos, de_documentos)
    values (agora.motivo, agora.inscricoes, agora.de_inscricoes, agora.documentos, agora.de_documentos)
    on conflict (unico) do update set inscricoes = excluded.inscricoes, de_inscricoes = excluded.de_inscricoes,
      documentos = excluded.documentos, de_documentos = excluded.de_documentos;
  return (select e from private.estado_do_freio() as e where not (e ->> 'liberado')::boolean);
end
$$;

drop function public.freio_da_equipe(), private.freio_da_equipe(), public.liberar_freio_da_equipe(), private.liberar_freio_da_equipe(),
  private.liberar_equipe();

create or replace function private.estado_da_equipe() returns jsonb
  language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_object_agg(c.acao, c.feitos), '{}') from (
    select f.acao, max(f.feitos) as feitos from (
      select case a.acao when 'tirou_acesso' then a.acao else 'apagou' end as acao, sum(coalesce((a.detalhes ->> 'inscricoes')::integer, 1))::integer as feitos
      from private.auditoria a
      where a.acao in ('apagou', 'apagou_enxurrada', 'tirou_acesso') and a.quem is not null and a.momento > now() - interval '24 hours'
      group by 1, a.quem) as f
    where f.feitos >= case f.acao when 'apagou' then 10 else 3 end group by f.acao) as c
$$;

create or replace function private.avisos_da_equipe() returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.exigir('ver_freios');
  return private.estado_da_equipe();
end
$$;

create or replace function public.avisos_da_equipe() returns jsonb
  language sql stable set search_path = ''
  begin atomic
    select private.avisos_da_equipe();
  end;

revoke execute on function private.apagar_ja(text, text) from public, anon, authenticated, service_role;
revoke execute on function
  private.documento_vencido(uuid, text, timestamptz, integer), private.na_lixeira(uuid), private.documento_na_lixeira(text),
  private.por_na_lixeira(uuid[], text, uuid, timestamptz), private.tirar_da_lixeira(uuid[]),
  private.devolver_apagadas(uuid, timestamptz), public.devolver_apagadas(uuid, timestamptz),
  private.avisos_da_equipe(), public.avisos_da_equipe()
  from public, anon, authenticated;
grant execute on function -- policies run as the caller
  private.documento_vencido(uuid, text, timestamptz, integer), private.na_lixeira(uuid), private.documento_na_lixeira(text)
  to authenticated;
grant execute on function
  private.devolver_apagadas(uuid, timestamptz), public.devolver_apagadas(uuid, timestamptz),
  private.avisos_da_equipe(), public.avisos_da_equipe()
  to authenticated;

-- What lies in the bin of 1.2.0 has reason and account in the audit record alone.
update private.acompanhamentos a set (apagada_motivo, apagada_por) = (
    select case when r.detalhes ->> 'motivo' = any (private.motivos_a_mao()) then r.detalhes ->> 'motivo' end, r.quem
    from private.auditoria r
    where r.acao = 'apagou' and r.momento >= a.apagada_em and r.inscricao = a.inscricao_id order by r.numero limit 1)
  where a.apagada_em is not null;
