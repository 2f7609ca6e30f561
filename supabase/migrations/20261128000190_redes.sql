-- What strangers send is counted by network too; floods show networks; small ones (decision 153).

alter table private.origens add column rede bytea check (octet_length(rede) = 16);
alter table private.chegadas add column rede bytea;
update private.origens set rede = origem where true;     -- of the last two days: each address alone
update private.chegadas set rede = origem where true;
alter table private.origens alter column rede set not null;
alter table private.chegadas alter column rede set not null;
drop index private.origens_origem_idx;
drop index private.chegadas_origem_idx;
create index origens_rede_idx on private.origens (rede, quando);
create index chegadas_rede_idx on private.chegadas (rede, quando);
drop index private.auditoria_aberturas_idx;
create index auditoria_aberturas_idx on private.auditoria (inscricao) where acao in ('viu_ficha', 'abriu_documento', 'imprimiu', 'imprimiu_turma');

create or replace function private.origem_de(endereco text, bits integer default 64) returns bytea
  language plpgsql volatile set search_path = '' as $$
declare
  segredo bytea;
begin
  if bits = 48 or endereco like '%:%' then
    begin
      endereco := network(set_masklen(endereco::inet, case when endereco like '%:%' then bits when bits = 48 then 24 else 32 end))::text;
      if bits = 64 then endereco := split_part(endereco, '/', 1); end if;
    exception when others then
      if bits = 48 then endereco := endereco || '/48'; end if;  -- never the address's own
    end;
  end if;
  select c.chave into segredo from private.chave_dos_enderecos c;
  if not found then
    insert into private.chave_dos_enderecos default values on conflict do nothing;
    select c.chave into strict segredo from private.chave_dos_enderecos c;
  end if;
  return substring(sha256(segredo || convert_to(endereco, 'UTF8')) for 16);
end
$$;

create or replace function private.em_branco(texto text) returns boolean
  language sql immutable parallel safe
  begin atomic
    select texto !~ ('[^\u0001-\u0020\u007f-\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f'
      '\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]');
  end;

create or replace function private.completar_inscricao() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  regras private.configuracao;
  fechada boolean;
begin
  new.idade := private.idade_em(new.data_nascimento, (new.created_at at time zone 'America/Sao_Paulo')::date);
  if new.condicao_medica = 'nao' then
    new.condicao_medica_detalhes := 'Nenhuma';
  end if;
  if tg_op = 'UPDATE' then return new; end if;
  -- what shows nothing is no name of a stranger: the column's check refuses an empty one, after what is missing
  if current_setting('role') in ('anon', 'authenticated') then
    if private.em_branco(new.nome_completo) then new.nome_completo := ''; end if;
    if private.em_branco(new.nome_responsavel) then new.nome_responsavel := null; end if;
  end if;

  if private.envio_do_documento(private.documento_do_endereco(new.cadastro_unico_url)) is not null then
    perform from storage.objects
      where bucket_id = 'cadastro_unico_uploads'
        and name = private.documento_do_endereco(new.cadastro_unico_url)
      for share;
    if not found then
      raise foreign_key_violation using
        message = 'O documento desta inscrição não foi encontrado.', constraint = 'inscricoes_projeto_documento';
    end if;
    if exists (select from private.documentos_novos d
      where d.envio = private.envio_do_documento(private.documento_do_endereco(new.cadastro_unico_url))) then
      raise check_violation using
        message = 'Este documento é de outra inscrição.', constraint = 'inscricoes_projeto_de_outra';
    end if;
  end if;

  select * into strict regras from private.configuracao;
  fechada := exists (select from private.fechamento f where f.recebe_ate <= now());
  -- a row that is stored already goes on to its 23505, which says so, whatever was changed since it arrived
  if (fechada or regras.responsavel_obrigatorio or regras.validacao_estrita or new.email is null) and exists (
    select from public.inscricoes_projeto i
    where private.envio_do_documento(private.documento_do_endereco(i.cadastro_unico_url))
      = private.envio_do_documento(private.documento_do_endereco(new.cadastro_unico_url))) then
    return new;
  end if;
  if fechada then
    raise check_violation using
      message = 'As inscrições estão fechadas agora. Fale no WhatsApp.', constraint = 'inscricoes_projeto_periodo';
  end if;

  perform private.conferir_regras(new, null);
  return new;
end
$$;

create or replace function private.aparado(texto text) returns text
  language sql immutable parallel safe
  begin atomic
    select case when private.em_branco(texto) then '' else btrim(texto, E' \t\r\n') end;
  end;

create or replace function private.receber_inscricao() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  tamanho constant text := current_setting('private.bytes_da_inscricao', true);
  a_origem bytea;
  a_rede bytea;
  neste_minuto numeric;
  neste_dia numeric;
begin
  if coalesce(tamanho, '') = '' then return null; end if;      -- of the owner
  a_origem := private.origem_de(private.endereco_de_quem_pede());
  a_rede := private.origem_de(private.endereco_de_quem_pede(), 48);
  if not private.servidor_conta() then
    perform pg_advisory_xact_lock(hashtextextended(encode(a_rede, 'hex'), 0));
    select greatest(max(n.neste_minuto) filter (where n.origem = a_origem), sum(n.neste_minuto) / 4),
        greatest(max(n.neste_dia) filter (where n.origem = a_origem), sum(n.neste_dia) / 4) into neste_minuto, neste_dia
      from (select c.origem, count(*) filter (where c.quando > now() - interval '1 minute') as neste_minuto, count(*) as neste_dia
        from private.chegadas c where c.rede = a_rede and c.quando > now() - interval '24 hours' group by c.origem) as n;
    if neste_dia >= 300 then
      raise sqlstate 'PT429' using message = 'Chegaram inscrições demais hoje. Tente de novo amanhã ou fale no WhatsApp.';
    elsif neste_minuto >= 60 then
      raise sqlstate 'PT429' using message = 'Muitas tentativas seguidas. Espere um minuto e tente de novo.';
    end if;
    if random() < 0.02 then                                    -- nobody else clears it there
      delete from private.chegadas c where c.quando < now() - interval '48 hours';
    end if;
  end if;
  insert into private.chegadas (inscricao_id, origem, bytes, rede) values (new.id, a_origem, tamanho::integer, a_rede);
  return null;
end
$$;

create or replace view private.envios_recentes as
  select g.objeto, g.origem, date_trunc('hour', g.quando) as hora, g.quando, i.id as inscricao_id, g.rede
  from private.origens g
    left join public.inscricoes_projeto i
      on private.envio_do_documento(private.documento_do_endereco(i.cadastro_unico_url)) = g.envio
  where not g.apagar and g.quando > now() - interval '48 hours'
    and case when i.id is null
      then exists (select from storage.objects o where o.id = g.objeto)
        and not exists (select from private.documentos_novos d where d.envio = g.envio)
        and not exists (select from private.documentos_em_espera e where e.envio = g.envio)
      else exists (select from private.intocadas t where t.inscricao_id = i.id) end
  union all
  select null, c.origem, date_trunc('hour', c.quando), c.quando, c.inscricao_id, c.rede
  from private.chegadas c join private.intocadas t on t.inscricao_id = c.inscricao_id
  where c.quando > now() - interval '48 hours';

create or replace function private.enxurradas()
  returns table (origem text, hora timestamptz, primeira timestamptz, ultima timestamptz, inscricoes integer, documentos integer)
  language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.exigir('ver_enxurradas');
  return query with lugares as (
    select l.de, l.lugar, e.hora, min(e.quando) as primeira, max(e.quando) as ultima, count(distinct e.inscricao_id)::integer as inscricoes,
      (count(*) filter (where e.inscricao_id is null))::integer as documentos, count(distinct coalesce(e.inscricao_id, e.objeto)) as todos, l.rede
    from private.envios_recentes e cross join lateral (values
      (1, encode(e.origem, 'hex'), e.rede), (2, encode(e.rede, 'hex'), e.rede), (3, 'todas', null)) as l (de, lugar, rede)
    where l.de < 3 or e.inscricao_id is not null
    group by l.de, l.lugar, l.rede, e.hora having count(distinct coalesce(e.inscricao_id, e.objeto)) >= case l.de when 3 then 100 else 30 end)
  select n.lugar, n.hora, n.primeira, n.ultima, n.inscricoes, n.documentos from (
    select l.* from lugares l
    where not exists (select from lugares m where m.hora = l.hora and m.de < l.de and m.inscricoes = l.inscricoes
      and (l.de = 3 or m.rede = l.rede and m.todos = l.todos))
    order by l.hora desc, l.de = 3 desc, l.todos desc limit 20) as n
  order by n.hora desc, n.de, n.todos desc;
end
$$;

create or replace function private.da_enxurrada(origem text, hora timestamptz) returns setof private.envios_recentes
  language sql stable set search_path = '' as $$
  with delas as (
    select e.* from private.envios_recentes e where e.hora = $2
      and case $1 when 'todas' then e.inscricao_id is not null else $1 in (encode(e.origem, 'hex'), encode(e.rede, 'hex')) end)
  select * from delas where (select count(distinct coalesce(d.inscricao_id, d.objeto)) from delas d) >= case $1 when 'todas' then 100 else 30 end
$$;

create or replace function private.apagar_enxurrada(origem text, hora timestamptz, confirmacao text) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  escolhidas uuid[];
  inscritas integer;
  apagadas integer;
  marcados integer;
begin
  perform private.exigir('apagar_enxurradas');
  if upper(btrim(coalesce(confirmacao, ''))) <> 'APAGAR' then
    raise exception 'Digite APAGAR para confirmar.';
  end if;
  select count(distinct e.inscricao_id) into inscritas from private.da_enxurrada(origem, hora) as e;
  escolhidas := array(select distinct e.inscricao_id from private.da_enxurrada(origem, hora) as e where e.inscricao_id is not null
    limit case when inscritas < 600 then 600 else 500 end);
  perform private.esperar_a_vez_de(escolhidas);
  perform from public.inscricoes_projeto i where i.id = any (escolhidas) order by i.id for update;
  -- a second look, after the locks: what somebody has just decided stays
  escolhidas := array(select distinct e.inscricao_id from private.envios_recentes e where e.inscricao_id = any (escolhidas));
  update private.origens g set apagar = true where g.objeto in (
    select e.objeto from private.da_enxurrada(apagar_enxurrada.origem, apagar_enxurrada.hora) as e where e.inscricao_id is null);
  get diagnostics marcados = row_count;
  apagadas := private.por_na_lixeira(escolhidas, 'enxurrada', auth.uid());
  if apagadas + marcados > 0 then
    perform private.anotar('apagou_enxurrada', auth.uid(), detalhes => jsonb_build_object('inscricoes', apagadas, 'documentos', marcados));
  end if;
  return jsonb_build_object('inscricoes', apagadas, 'documentos', marcados, 'faltam', (
    select count(distinct e.inscricao_id) from private.da_enxurrada(origem, hora) as e));
end
$$;

create or replace function private.contar_tentativa(que text) returns integer
  language plpgsql volatile set search_path = '' as $$
declare
  endereco constant text := private.endereco_de_quem_pede();
  sem_limite constant integer := 1000000;
  espera integer;
begin
  set local synchronous_commit = off;                        -- a power cut forgets the last second
  if $1 = 'codigo' then
    espera := private.contar_de('codigo', private.origem_de(endereco), 60, sem_limite);
  else
    espera := private.contar_de('rede', private.origem_de(endereco, 48), 40, 120);
    if espera is not null then return espera; end if;
    espera := private.contar_de('protocolo', private.origem_de(endereco), 10, 30);
    if espera is not null then perform private.devolver_uma('rede', private.origem_de(endereco, 48)); end if;
  end if;
  -- after its own row, so that nobody waits for who waits
  delete from private.tentativas t where (t.que, t.origem) in (
    select v.que, v.origem from private.tentativas v where v.dia < now() - interval '24 hours' order by v.dia limit 5 for update skip locked);
  return espera;
end
$$;

create or replace function private.exigir_documento_livre(nome text) returns void
  language plpgsql volatile set search_path = '' as $$
begin
  perform from storage.objects o where o.bucket_id = 'cadastro_unico_uploads' and o.name = nome for no key update;
  if not found then
    raise foreign_key_violation using message = 'O documento não foi encontrado. Envie de novo.', constraint = 'documentos_novos_documento';
  end if;
  if private.inscricao_do_documento(nome) is not null then
    raise check_violation using message = 'Este documento é de outra inscrição.', constraint = 'documentos_novos_de_outra';
  end if;
end
$$;

create or replace function private.abrir_dados(codigo text, cpf text, out inscricao uuid, out recusa jsonb)
  language plpgsql volatile set search_path = '' as $$
declare
  propria constant uuid := private.inscricao_do_proprio_link(codigo);
  digitado constant text := private.algarismos(left(cpf, 80));
  errados integer;
  espera integer;
begin
  if propria is not null then
    perform from public.inscricoes_projeto i where i.id = propria for key share;
    perform from private.acompanhamentos a where a.inscricao_id = propria and a.apagada_em is null for update;
  end if;
  if propria is null or not found then
    recusa := private.situacao_da_inscricao(codigo);
    return;
  end if;
  recusa := private.situacao_para_a_familia(propria, codigo);
  if private.dados_fechados_ate(propria) is null then
    if private.cpf_confere(digitado) and exists (
      select from public.inscricoes_projeto i where i.id = propria and sha256(private.algarismos(i.cpf)::bytea) = sha256(digitado::bytea)) then
      espera := private.contar_de('dados', substring(private.hash_do_link(codigo) for 16), 1000000, 60);
      if espera is not null then
        recusa := private.tentativas_demais(espera);
      else
        inscricao := propria;
      end if;
      return;
    end if;
    if digitado = '' then                                    -- nobody typed one: nothing is counted
      errados := coalesce((select e.erros from private.cpf_errados e
        where e.inscricao_id = propria and e.erros < 5 and private.ainda_conta(e.desde, '24 hours')), 0);
    else
      insert into private.cpf_errados as e values (propria, 1, clock_timestamp())
        on conflict (inscricao_id) do update set
          erros = case when e.erros < 5 and private.ainda_conta(e.desde, '24 hours') then e.erros + 1 else 1 end,
          desde = case when e.erros < 4 and private.ainda_conta(e.desde, '24 hours') then e.desde else clock_timestamp() end
        returning e.erros into errados;
    end if;
    if errados >= 5 then
      perform private.anotar('meus_dados', inscricao => propria, detalhes => '{"que": "meus-dados-fechados"}');
    end if;
  end if;
  recusa := recusa || coalesce(
    jsonb_build_object('fechadoAte', private.dados_fechados_ate(propria)) || case when private.dados_fechados_ate(propria) is null then
      jsonb_build_object('restam', 5 - errados) else '{}' end, '{}');
end
$$;

revoke execute on function private.em_branco(text), private.da_enxurrada(text, timestamptz) from public, anon, authenticated;
