-- What a link must not tell (decision 152): what the desk got to know of where a person is to be found stays out of links that
-- were made before; 'endereco_protegido' keeps it out of all; a guardian by the link is not confirmed until somebody says so.

alter table private.acompanhamentos add column endereco_protegido boolean not null default false;
alter table private.pedidos add column pelo_proprio_link boolean not null default false;
alter table private.correcoes add column pelo_proprio_link boolean not null default false;

-- Of those that are there: asked by a link before the desk had made another, and what was corrected for it.
update private.pedidos p set pelo_proprio_link = true where not p.no_balcao
  and not exists (select from private.historico h where h.inscricao_id = p.inscricao_id and h.acao = 'novo-link'
    and (h.quando < p.feito_em or p.tipo = 'telefone'));
update private.correcoes c set pelo_proprio_link = true where exists (
  select from private.pedidos p where p.inscricao_id = c.inscricao_id and p.pelo_proprio_link and p.confirmado and p.mudancas ? c.campo
    and p.respondido_em between c.quando and c.quando + interval '1 minute');
update private.acompanhamentos a set responsavel_chegou = true where not a.responsavel_chegou and not a.responsavel_confirmou
  and coalesce(a.nome_do_responsavel, a.telefone_do_responsavel) is not null
  and exists (select from private.historico h where h.inscricao_id = a.inscricao_id and h.acao = 'responsavel');

drop index private.pedidos_aberto_key;
create unique index pedidos_aberto_key on private.pedidos (inscricao_id, tipo, coalesce(campo, ''), pelo_proprio_link) where respondido_em is null;
create index auditoria_meus_dados_idx on private.auditoria (inscricao, numero) where acao = 'meus_dados';

create function private.meus_dados_abertos(inscricao uuid) returns setof timestamptz
  language plpgsql stable set search_path = '' as $$
begin
  return query select r.momento from private.auditoria r
    where r.inscricao = $1 and r.acao = 'meus_dados' and r.detalhes ->> 'que' = 'meus-dados-abertos' order by r.numero desc limit 50;
end
$$;

create function private.paradeiro() returns text[]
  language sql immutable parallel safe
  begin atomic
    select '{cidade,endereco_completo,telefone_whatsapp,email,nome_responsavel,telefone_responsavel,contato_recados,escola,serie_ano}'::text[];
  end;

create function private.atualizadas_desde(inscricao uuid, desde timestamptz, no_balcao boolean default false) returns table (campo text, em timestamptz)
  language sql stable set search_path = '' as $$
  select m.campo, max(m.em) from (
    select c.campo, c.quando from private.correcoes c where c.inscricao_id = $1 and not c.desfeita and not c.pelo_proprio_link
    union all
    select coalesce(k, 'telefone_novo'), p.feito_em from private.pedidos p left join lateral jsonb_object_keys(p.mudancas) as k on true
      where p.inscricao_id = $1 and not p.pelo_proprio_link and (p.no_balcao or not $3) and p.tipo in ('corrigir', 'telefone') and p.confirmado is not false
  ) as m (campo, em)
  where m.em > $2 and m.campo = any (private.paradeiro() || '{telefone_novo}') group by m.campo
$$;

create function private.numero_para_a_familia(pedido private.pedidos) returns integer
  language sql stable set search_path = '' as $$
  select ($1).numero - (select count(*)::integer from private.pedidos o join private.acompanhamentos a on a.inscricao_id = o.inscricao_id
    where o.inscricao_id = ($1).inscricao_id and o.numero < ($1).numero and a.endereco_protegido and not o.pelo_proprio_link)
$$;

create or replace function private.anotar_mudanca(antes private.acompanhamentos, situacao text, motivo text, turma uuid) returns void
  language sql volatile set search_path = '' as $$
  insert into private.historico (inscricao_id, quem, acao, de, para, motivo, versao, turma_id, antes)
    values (($1).inscricao_id, auth.uid(), 'situacao', ($1).situacao, $2, $3, ($1).versao + 1, $4,
      jsonb_build_object('motivo', ($1).motivo, 'decidida_em', ($1).decidida_em, 'turma', ($1).turma_id, 'espera_desde', ($1).espera_desde,
        'primeiro_dia', ($1).primeiro_dia, 'a_avisar', ($1).a_avisar, 'documento_novo', ($1).documento_novo))
$$;

create or replace function private.desfazer_decisao(inscricao uuid, versao integer) returns jsonb
  language plpgsql volatile security definer set search_path = '' set jit = off as $$
declare
  agora private.acompanhamentos;
  ultima private.historico;
  classe private.turmas;
begin
  perform private.exigir('decidir');
  if exists (select from private.historico h
    where h.inscricao_id = desfazer_decisao.inscricao and h.acao = 'correcao' and h.versao = desfazer_decisao.versao) then
    return private.desfazer_correcao(inscricao, versao);
  end if;
  classe := private.turma_para_decidir((
    select (h.antes ->> 'turma')::uuid from private.historico h
    where h.inscricao_id = inscricao and h.acao = 'situacao' and h.versao = desfazer_decisao.versao));
  perform from public.inscricoes_projeto i where i.id = inscricao for key share;
  select * into agora from private.acompanhamentos a where a.inscricao_id = inscricao and a.apagada_em is null for update;
  if not found then return null; end if;
  select * into ultima from private.historico h
    where h.inscricao_id = inscricao and h.acao = 'situacao' and h.versao = agora.versao;
  if not found or agora.versao is distinct from desfazer_decisao.versao then
    return private.estado_lido(inscricao) || '{"aplicada": false}';
  end if;
  if ultima.quem is distinct from auth.uid() then
    raise check_violation using message = 'Só quem decidiu pode desfazer.';
  end if;
  if ultima.quando <= clock_timestamp() - interval '60 seconds' then
    raise check_violation using message = 'Já passou um minuto: não dá mais para desfazer. Decida de novo.';
  end if;
  if ultima.de = 'aprovada' and (agora.situacao <> 'aprovada' or agora.turma_id is distinct from classe.id)
      and classe.vagas <= private.alunos_da_turma(classe.id) then
    raise sqlstate 'PT409' using message = format('A vaga na turma %s já foi dada a outra pessoa. Decida de novo.', classe.nome), hint = 'turma-cheia';
  end if;
  if ultima.para = 'desistiu' then
    update private.pedidos p set respondido_em = null, quem = null, confirmado = null, resposta = null
      where p.inscricao_id = inscricao and p.tipo = 'desistir' and p.confirmado and p.respondido_em >= ultima.quando;
  end if;
  update private.acompanhamentos a
    set situacao = ultima.de, motivo = ultima.antes ->> 'motivo', turma_id = classe.id,
      primeiro_dia = (ultima.antes ->> 'primeiro_dia')::date, decidida_em = (ultima.antes ->> 'decidida_em')::timestamptz,
      espera_desde = case when ultima.de = 'lista-de-espera' then coalesce(ultima.antes ->> 'espera_desde', ultima.antes ->> 'decidida_em')::timestamptz end,
      a_avisar = (ultima.antes ->> 'a_avisar')::boolean or private.se_avisa(ultima.de) and exists (
        select from private.historico h where h.inscricao_id = a.inscricao_id and h.acao = 'mensagem' and h.id > ultima.id),
      documento_novo = (ultima.antes ->> 'documento_novo')::boolean,
      pedido = exists (select from private.pedidos p where p.inscricao_id = a.inscricao_id and p.respondido_em is null),
      versao = a.versao + 1
    where a.inscricao_id = inscricao;
  update private.historico h set desfeita = true where h.id = ultima.id;
  insert into private.historico (inscricao_id, quem, acao, de, para, versao, turma_id)
    values (inscricao, auth.uid(), 'situacao-desfeita', ultima.para, ultima.de, agora.versao + 1, classe.id);
  return private.estado(inscricao) || '{"aplicada": true}';
end
$$;

create or replace function private.situacao_da_inscricao(codigo text) returns jsonb
  language plpgsql volatile security definer set search_path = '' set jit = off as $$
declare
  inscricao constant uuid := private.inscricao_do_codigo(codigo);
  espera integer;
begin
  if inscricao is not null then
    return private.situacao_para_a_familia(inscricao, codigo);
  end if;
  espera := private.contar_tentativa('codigo');
  return case when espera is not null then private.tentativas_demais(espera) end;
end
$$;

create or replace function private.situacao_por_protocolo(protocolo text, nascimento date) returns jsonb
  language plpgsql volatile security definer set search_path = '' set jit = off as $$
declare
  espera constant integer := private.contar_tentativa('protocolo');
  numero constant text := regexp_replace(left(protocolo, 40), '[^0-9]', '', 'g');
  achadas uuid[];
begin
  if espera is not null then return private.tentativas_demais(espera); end if;
  achadas := array(select i.id from public.inscricoes_projeto i
    where i.protocolo = numero and i.data_nascimento = nascimento
      and exists (select from private.acompanhamentos a where a.inscricao_id = i.id and a.apagada_em is null) limit 2);
  if cardinality(achadas) <> 1 then return null; end if;
  perform private.devolver_tentativa();
  return private.situacao_para_a_familia(achadas[1], null);
end
$$;

create or replace function private.pedir(
  inscricao uuid, codigo text, tipo text, telefone text, mudancas jsonb, conferiu uuid, out pedido private.pedidos, out limite boolean)
  language plpgsql volatile set search_path = '' as $$
declare
  coluna constant text := (select min(c) from jsonb_object_keys(mudancas) as c);
  proprio constant boolean := private.inscricao_do_proprio_link(pedir.codigo) is not null;
  pronto constant timestamptz := case when pedir.codigo is not null and pedir.tipo = 'copia' then clock_timestamp() end;
  aberto private.pedidos;
begin
  limite := false;
  select * into aberto from private.pedidos p where p.inscricao_id = pedir.inscricao and p.tipo = pedir.tipo
    and p.campo is not distinct from coluna and p.pelo_proprio_link = proprio and p.respondido_em is null and pronto is null;
  if aberto.id is not null and aberto.telefone is not distinct from pedir.telefone and aberto.mudancas is not distinct from pedir.mudancas then
    pedido := aberto;
    return;
  end if;
  if pedir.tipo = 'desistir' and exists (
    select from private.acompanhamentos a where a.inscricao_id = pedir.inscricao and a.situacao in ('desistiu', 'nao-aprovada')) then
    return;
  end if;
  if aberto.id is null and pronto is null and (
    select count(*) >= 5 from private.pedidos p where p.inscricao_id = pedir.inscricao and p.respondido_em is null) then
    return;
  end if;
  if pedir.codigo is not null and not private.cabe_do_link(pedir.codigo) then
    limite := true;
    return;
  end if;
  if aberto.telefone is not null then
    update private.pedidos p set id = gen_random_uuid(), telefone = pedir.telefone, feito_em = clock_timestamp() where p.id = aberto.id returning * into pedido;
  else
    update private.pedidos p set respondido_em = clock_timestamp(), confirmado = false, resposta = 'Outro pedido tomou o lugar deste.'
      where p.id = aberto.id;
    insert into private.pedidos (inscricao_id, numero, tipo, telefone, campo, mudancas, no_balcao, conferiu, respondido_em, confirmado, pelo_proprio_link)
      select pedir.inscricao, 1 + coalesce(max(p.numero), 0), pedir.tipo, pedir.telefone, coluna, pedir.mudancas, pedir.codigo is null, pedir.conferiu,
        pronto, case when pronto is not null then true end, proprio
      from private.pedidos p where p.inscricao_id = pedir.inscricao
      returning * into pedido;
  end if;
  if pronto is not null then return; end if;
  update private.acompanhamentos a set pedido = true where a.inscricao_id = pedir.inscricao;
  insert into private.historico (inscricao_id, quem, acao, de, para, motivo)
    values (pedir.inscricao, pedir.conferiu, case when pedir.codigo is null then 'pedido-no-balcao' else 'pedido' end, pedir.tipo, coluna, pedir.telefone);
end
$$;

create or replace function private.pedir_pela_familia(codigo text, tipo text, telefone text) returns jsonb
  language plpgsql volatile security definer set search_path = '' set jit = off as $$
declare
  inscricao constant uuid := private.inscricao_do_codigo(codigo);
  numero constant text := case when pedir_pela_familia.tipo = 'telefone' then left(private.aparado(telefone), 120) end;
  feito record;
begin
  if inscricao is null then return private.situacao_da_inscricao(codigo); end if;
  if coalesce(pedir_pela_familia.tipo, '') not in ('desistir', 'telefone') then
    raise invalid_parameter_value using message = 'pedido desconhecido';
  end if;
  if pedir_pela_familia.tipo = 'telefone' and not coalesce(private.telefone_confere(numero), false) then
    raise check_violation using message = 'Confira o telefone, com DDD.', constraint = 'pedidos_telefone';
  end if;
  perform from public.inscricoes_projeto i where i.id = inscricao for key share;
  perform from private.acompanhamentos a where a.inscricao_id = inscricao and a.apagada_em is null for update;
  if not found then return null; end if;                     -- erased meanwhile
  select * into feito from private.pedir(inscricao, codigo, pedir_pela_familia.tipo, numero, null, null);
  return private.situacao_para_a_familia(inscricao, codigo)
    || jsonb_build_object('recebido', (feito.pedido).id is not null) || case when feito.limite then '{"limite": true}' else '{}' end::jsonb;
end
$$;

create or replace function private.enviar_responsavel(codigo text, nome text, telefone text) returns jsonb
  language plpgsql volatile security definer set search_path = '' set jit = off as $$
declare
  inscricao constant uuid := private.inscricao_do_codigo(codigo);
  quem constant text := nullif(private.aparado(nome), '');
  numero constant text := nullif(private.aparado(telefone), '');
  falta jsonb;
begin
  if inscricao is null then return private.situacao_da_inscricao(codigo); end if;
  if private.inscricao_do_proprio_link(codigo) is null then
    return private.situacao_para_a_familia(inscricao, codigo) || '{"recebido": false}';
  end if;
  if char_length(quem) > 480 then
    raise check_violation using message = 'O nome está muito longo.', constraint = 'acompanhamentos_nome_do_responsavel';
  end if;
  if numero is not null and not (char_length(numero) <= 120 and private.telefone_confere(numero)) then
    raise check_violation using message = 'Confira o telefone, com DDD.', constraint = 'acompanhamentos_telefone_do_responsavel';
  end if;
  perform from public.inscricoes_projeto i where i.id = inscricao for key share;
  perform from private.acompanhamentos a where a.inscricao_id = inscricao and a.apagada_em is null for update;
  if not found then return null; end if;                     -- erased meanwhile
  falta := private.situacao_para_a_familia(inscricao, codigo) -> 'falta';
  if falta ? 'nomeResponsavel' and quem is null or falta ? 'telefoneResponsavel' and numero is null then
    raise check_violation using message = 'Digite o nome e o telefone do responsável.', constraint = 'acompanhamentos_responsavel';
  end if;
  if falta <> '[]' and not private.cabe_do_link(codigo) then
    return private.situacao_para_a_familia(inscricao, codigo) || '{"recebido": false, "limite": true}';
  end if;
  if falta <> '[]' then
    update private.acompanhamentos a set responsavel_chegou = true,
        nome_do_responsavel = case when falta ? 'nomeResponsavel' then quem else a.nome_do_responsavel end
      where a.inscricao_id = inscricao;
    perform private.guardar_telefone_do_responsavel(inscricao,
      case when falta ? 'telefoneResponsavel' then numero else (
        select a.telefone_do_responsavel from private.acompanhamentos a where a.inscricao_id = inscricao) end);
    insert into private.historico (inscricao_id, acao, motivo)
      values (inscricao, 'responsavel', case when falta ? 'telefoneResponsavel' then numero end);
  end if;
  return private.situacao_para_a_familia(inscricao, codigo) || jsonb_build_object('recebido', (
    select a.responsavel_chegou and not a.endereco_protegido and coalesce(quem, numero) is not null and (quem is null or quem = coalesce(a.nome_do_responsavel, ''))
      and (numero is null or numero = coalesce(a.telefone_do_responsavel, ''))
    from private.acompanhamentos a where a.inscricao_id = inscricao));
end
$$;

create or replace function private.responder_pedido(inscricao uuid, versao integer, pedido uuid, confirmado boolean, do_responsavel boolean, resposta text) returns jsonb
  language plpgsql volatile security definer set search_path = '' set jit = off as $$
declare
  este private.pedidos;
  decidida jsonb;
  do_responsavel constant boolean := confirmado and coalesce(responder_pedido.do_responsavel, false);
  frase constant text := nullif(private.aparado(resposta), '');
begin
  perform private.exigir('decidir');
  if confirmado is null then
    raise invalid_parameter_value using message = 'resposta desconhecida';
  end if;
  -- a correction locks what the enrolment shares with others, before any row
  perform private.esperar_a_vez_com(inscricao, p.mudancas) from private.pedidos p
    where p.id = responder_pedido.pedido and p.inscricao_id = inscricao and p.mudancas is not null and responder_pedido.confirmado;
  perform from public.inscricoes_projeto i where i.id = inscricao for key share;
  perform from private.acompanhamentos a where a.inscricao_id = inscricao and a.apagada_em is null for update;
  if not found then return null; end if;
  select * into este from private.pedidos p
    where p.id = responder_pedido.pedido and p.inscricao_id = inscricao and p.respondido_em is null;
  if not found then return private.estado_lido(inscricao); end if;
  if not confirmado and este.tipo in ('corrigir', 'apagar') and frase is null then
    raise check_violation using message = 'Escreva por que não, para a família ler.', constraint = 'pedidos_resposta';
  end if;
  if char_length(frase) > 500 then
    raise check_violation using message = 'A resposta está muito longa: até 500 letras.', constraint = 'pedidos_resposta';
  end if;
  if confirmado and este.tipo = 'apagar' then
    raise check_violation using message = 'Para atender, apague a inscrição, com o protocolo e a sua senha.', constraint = 'pedidos_apagar';
  end if;
  if este.tipo = 'desistir' and confirmado then
    decidida := private.mudar_situacao(inscricao, versao, 'desistiu', null, null, null, false);
  elsif este.tipo = 'corrigir' and confirmado then
    decidida := private.corrigir_inscricao(inscricao, versao, este.mudancas, 'pedido-da-familia');
    update private.correcoes c set pelo_proprio_link = este.pelo_proprio_link
      where c.inscricao_id = responder_pedido.inscricao and c.versao = responder_pedido.versao + 1 and (decidida ->> 'aplicada')::boolean;
  end if;
  if not (decidida ->> 'aplicada')::boolean then return decidida; end if;
  update private.pedidos p set respondido_em = clock_timestamp(), quem = auth.uid(), confirmado = responder_pedido.confirmado, resposta = frase
    where p.id = este.id;
  update private.acompanhamentos a set pedido = exists (
    select from private.pedidos p where p.inscricao_id = a.inscricao_id and p.respondido_em is null),
    telefone_novo = case when este.tipo = 'telefone' and confirmado then este.telefone else a.telefone_novo end where a.inscricao_id = inscricao;
  if este.tipo = 'telefone' and do_responsavel then
    perform private.guardar_telefone_do_responsavel(inscricao, este.telefone);
  end if;
  perform private.anotar_no_historico(inscricao, case when confirmado then 'pedido-confirmado' else 'pedido-dispensado' end,
    case when este.tipo = 'telefone' and do_responsavel then 'telefone-do-responsavel' else este.tipo end, este.campo, frase);
  return private.estado(inscricao) || case when decidida is null then '{}' else '{"aplicada": true}' end::jsonb;
end
$$;

create or replace function private.corrigir_inscricao(inscricao uuid, versao integer, mudancas jsonb, motivo text) returns jsonb
  language plpgsql volatile security definer set search_path = '' set jit = off as $$
declare
  antes private.acompanhamentos;
  mudou record;
  campos text[];
  de_novo boolean;
begin
  perform private.exigir('decidir');
  perform private.conferir_correcao(mudancas);
  perform private.esperar_a_vez_com(inscricao, mudancas);
  perform from public.inscricoes_projeto i where i.id = inscricao for no key update;
  select * into antes from private.acompanhamentos a where a.inscricao_id = inscricao and a.apagada_em is null for update;
  if not found then return null; end if;
  if antes.versao is distinct from corrigir_inscricao.versao then
    return private.estado_lido(inscricao) || '{"aplicada": false}';
  end if;
  if coalesce(motivo not in ('pedido-da-familia', 'digitado-errado', 'documento-mostra-outro'), true) then
    raise check_violation using message = 'Escolha o motivo da correção.', constraint = 'correcoes_motivo';
  end if;
  select * into mudou from private.mudar_respostas(inscricao, mudancas);
  perform private.conferir_regras(mudou.depois, mudou.antes), private.conferir_tamanho(to_jsonb(mudou.depois), to_jsonb(mudou.antes));

  with novas as (
    insert into private.correcoes (inscricao_id, quem, campo, antes, depois, motivo, versao)
    select inscricao, auth.uid(), c.campo, to_jsonb(mudou.antes) ->> c.campo, to_jsonb(mudou.depois) ->> c.campo, corrigir_inscricao.motivo, antes.versao + 1
    from unnest(private.respostas()) with ordinality as c (campo, n)
    where to_jsonb(mudou.antes) -> c.campo is distinct from to_jsonb(mudou.depois) -> c.campo order by c.n
    returning campo, id)
  select array_agg(n.campo order by n.id) into campos from novas n;
  if campos is null then return private.estado_lido(inscricao) || '{"aplicada": true}'; end if;

  de_novo := antes.situacao = 'nao-aprovada' and campos && '{renda_familiar,data_nascimento}';
  update private.acompanhamentos a set versao = a.versao + 1,
      telefone_novo = case when not 'telefone_whatsapp' = any (campos) then a.telefone_novo end,
      nome_do_responsavel = case when btrim(coalesce((mudou.depois).nome_responsavel, '')) = '' then a.nome_do_responsavel end,
      telefone_do_responsavel = case when btrim(coalesce((mudou.depois).telefone_responsavel, '')) = '' then a.telefone_do_responsavel end,
      responsavel_chegou = a.responsavel_chegou and (btrim(coalesce((mudou.depois).nome_responsavel, '')) = '' and a.nome_do_responsavel is not null
        or btrim(coalesce((mudou.depois).telefone_responsavel, '')) = '' and a.telefone_do_responsavel is not null),
      situacao = case when de_novo then 'em-analise' else a.situacao end, motivo = case when not de_novo then a.motivo end,
      decidida_em = case when de_novo then clock_timestamp() else a.decidida_em end, a_avisar = a.a_avisar and not de_novo
    where a.inscricao_id = inscricao;
  if de_novo then
    perform private.anotar_no_historico(inscricao, 'situacao', antes.situacao, 'em-analise');
  end if;
  insert into private.historico (inscricao_id, quem, acao, de, para, versao, antes)
    values (inscricao, auth.uid(), 'correcao', motivo, array_to_string(campos, ' '), antes.versao + 1,
      jsonb_build_object('situacao', antes.situacao, 'motivo', antes.motivo, 'decidida_em', antes.decidida_em, 'a_avisar', antes.a_avisar,
        'telefone_novo', antes.telefone_novo, 'nome_do_responsavel', antes.nome_do_responsavel, 'telefone_do_responsavel', antes.telefone_do_responsavel,
        'responsavel_chegou', antes.responsavel_chegou));
  return private.estado(inscricao) || '{"aplicada": true}';
end
$$;

create or replace function private.por_de_volta(inscricao uuid, antes jsonb, de_novo boolean, mudancas jsonb) returns void
  language plpgsql volatile set search_path = '' as $$
begin
  -- before the answers, since what derives from them looks here too
  update private.acompanhamentos a set versao = a.versao + 1,
      telefone_novo = coalesce(a.telefone_novo, antes ->> 'telefone_novo'),
      nome_do_responsavel = coalesce(a.nome_do_responsavel, antes ->> 'nome_do_responsavel'),
      telefone_do_responsavel = coalesce(a.telefone_do_responsavel, antes ->> 'telefone_do_responsavel'),
      responsavel_chegou = a.responsavel_chegou or coalesce((antes ->> 'responsavel_chegou')::boolean, false) and not a.responsavel_confirmou
    where a.inscricao_id = por_de_volta.inscricao;
  if de_novo then
    update private.acompanhamentos a
      set (situacao, motivo, decidida_em, a_avisar) = (
        select e.situacao, e.motivo, e.decidida_em, e.a_avisar from jsonb_populate_record(a, antes) as e)
      where a.inscricao_id = por_de_volta.inscricao;
    perform private.anotar_no_historico(inscricao, 'situacao-desfeita', 'em-analise', antes ->> 'situacao');
  end if;
  perform private.mudar_respostas(inscricao, mudancas);
end
$$;

create or replace function private.meus_dados(codigo text, cpf text) returns jsonb
  language plpgsql volatile security definer set search_path = '' set jit = off as $$
declare
  aberta record;
begin
  select * into aberta from private.abrir_dados(codigo, cpf);
  if aberta.inscricao is null then return aberta.recusa; end if;
  perform private.anotar('meus_dados', inscricao => aberta.inscricao, detalhes => '{"que": "meus-dados-abertos"}');
  return private.situacao_para_a_familia(aberta.inscricao, codigo) || jsonb_build_object('dados', private.dados_da_familia(aberta.inscricao));
end
$$;

revoke execute on function
  private.meus_dados_abertos(uuid), private.paradeiro(), private.atualizadas_desde(uuid, timestamptz, boolean),
  private.numero_para_a_familia(private.pedidos) from public, anon, authenticated;
