-- What a family may send later, by the personal code of its link: another document, the guardian
-- that is missing, and requests, which the desk confirms or dismisses.
--
-- Access: anybody with the code, through the functions of `public`; administrators answer
-- requests through public.atender_pedido.

-- Counts one more of what a link gave and was taken, unless it is more than twenty in a day.
create function private.cabe_do_link(codigo text) returns boolean
  language sql volatile set search_path = '' as $$
  select private.contar_de('pedido', substring(private.hash_do_link(codigo) for 16), 1000000, 20) is null
$$;

-- Refuses an uploaded document that is not there, or is of an enrolment; the lock stops the sweep from removing it,
-- and another enrolment from claiming it meanwhile.
create function private.exigir_documento_livre(nome text) returns void
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

-- Binds an uploaded document to the enrolment of this code, as its newest: only while the
-- situation is 'falta-documento', at most three, and once for each upload. The situation is
-- looked at under the lock that decisions take, so a colleague's decision is never undone by
-- it. Null for a code that is nobody's, which counts as an attempt (private.situacao_da_inscricao).
-- `recebido` says whether this document is there afterwards, beside the situation as it is now; `limite`, here and below: the link has given enough today.
create function private.enviar_outro_documento(codigo text, endereco text) returns jsonb
  language plpgsql volatile security definer set search_path = '' set jit = off as $$
declare
  inscricao constant uuid := private.inscricao_do_codigo(codigo);
  nome constant text := private.documento_do_endereco(endereco);
  upload constant uuid := private.envio_do_documento(nome);
  antes private.acompanhamentos;
  recebido boolean;
begin
  if inscricao is null then return private.situacao_da_inscricao(codigo); end if;
  antes := private.trancar(inscricao);
  if antes is null then return null; end if;
  recebido := exists (select from private.documentos_novos d where d.envio = upload and d.inscricao_id = inscricao);
  if recebido or not (private.situacao_para_a_familia(inscricao, codigo) ->> 'podeEnviarDocumento')::boolean then
    return private.situacao_para_a_familia(inscricao, codigo) || jsonb_build_object('recebido', recebido);
  end if;

  perform private.exigir_documento_livre(nome);
  if not private.cabe_do_link(codigo) then
    return private.situacao_para_a_familia(inscricao, codigo) || '{"recebido": false, "limite": true}';
  end if;
  insert into private.documentos_novos (envio, inscricao_id, endereco) values (upload, inscricao, enviar_outro_documento.endereco);
  update private.acompanhamentos a
    set situacao = 'em-analise', motivo = null, versao = a.versao + 1, decidida_em = clock_timestamp(), a_avisar = false, documento_novo = true, documento = true
    where a.inscricao_id = inscricao;
  insert into private.historico (inscricao_id, acao) values (inscricao, 'documento-novo');
  insert into private.historico (inscricao_id, acao, de, para, versao, antes)
    values (inscricao, 'situacao', antes.situacao, 'em-analise', antes.versao + 1,
      jsonb_build_object('motivo', antes.motivo, 'decidida_em', antes.decidida_em, 'turma', null, 'primeiro_dia', null,
        'a_avisar', antes.a_avisar, 'documento_novo', antes.documento_novo));
  return private.situacao_para_a_familia(inscricao, codigo) || '{"recebido": true}';
end
$$;

-- Stores a request of an enrolment whose follow-up is locked, and notes it. Asking again is the same request;
-- another number replaces the first and gets an `id` of its own, so that nobody confirms one they have not
-- seen; another proposal for the same answer is a request of its own, and the first one is refused. At most five open of an
-- enrolment; by a link (`codigo`) not to withdraw what is over, and twenty a day. A copy is answered at once there, and keeps nothing longer: it is no
-- part of the history. `pedido` is empty where nothing was taken, `limite`: the link has given enough today.
create function private.pedir(
  inscricao uuid, codigo text, tipo text, telefone text, mudancas jsonb, conferiu uuid, out pedido private.pedidos, out limite boolean)
  language plpgsql volatile set search_path = '' as $$
declare
  coluna constant text := (select min(c) from jsonb_object_keys(mudancas) as c);
  proprio constant boolean := private.inscricao_do_proprio_link(pedir.codigo) is not null;
  pronto constant timestamptz := case when pedir.codigo is not null and pedir.tipo = 'copia' then clock_timestamp() end;
  -- or a link would tell, past its limit, whether another asked for the same answer
  conta_antes constant boolean := pedir.codigo is not null and pedir.tipo = 'corrigir';
  aberto private.pedidos;
begin
  limite := conta_antes and not private.cabe_do_link(pedir.codigo);
  if limite then return; end if;
  select * into aberto from private.pedidos p where p.inscricao_id = pedir.inscricao and p.tipo = pedir.tipo
    and p.campo is not distinct from coluna and p.pelo_proprio_link = proprio and p.respondido_em is null and pronto is null;
  if aberto.id is not null and aberto.telefone is not distinct from pedir.telefone and aberto.mudancas is not distinct from pedir.mudancas then
    pedido := aberto;
    return;
  end if;
  if pedir.tipo = 'desistir' and pedir.codigo is not null and exists (
    select from private.acompanhamentos a where a.inscricao_id = pedir.inscricao and a.situacao in ('desistiu', 'nao-aprovada')) then
    return;
  end if;
  if aberto.id is null and pronto is null and (
    select count(*) >= 5 from private.pedidos p where p.inscricao_id = pedir.inscricao and p.respondido_em is null) then
    return;
  end if;
  if not conta_antes and pedir.codigo is not null and not private.cabe_do_link(pedir.codigo) then
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

-- Whether a request of the family waits for an answer, as the list reads it.
create function private.marcar_pedido(inscricao uuid) returns void
  language sql volatile set search_path = '' as $$
  update private.acompanhamentos a
    set pedido = exists (select from private.pedidos p where p.inscricao_id = $1 and p.respondido_em is null)
    where a.inscricao_id = $1
$$;

-- Answers what a family asked for in person, by the call that did it: the open request of this kind, or else one that is
-- written as answered. Of a correction private.correcoes says which answers.
create function private.atender_na_hora(inscricao uuid, tipo text) returns void
  language plpgsql volatile set search_path = '' as $$
begin
  update private.pedidos p set respondido_em = clock_timestamp(), quem = auth.uid(), confirmado = true
    where p.inscricao_id = $1 and p.tipo = $2 and p.campo is null and p.respondido_em is null;
  if not found then
    insert into private.pedidos (inscricao_id, numero, tipo, no_balcao, conferiu, respondido_em, quem, confirmado)
      select $1, 1 + coalesce(max(p.numero), 0), $2, true, auth.uid(), clock_timestamp(), auth.uid(), true
      from private.pedidos p where p.inscricao_id = $1;
  end if;
  perform private.marcar_pedido($1), private.anotar_no_historico($1, 'pedido-confirmado', $2, null);
end
$$;

-- What was done since a moment no longer answers the family's requests of this kind: they wait again.
create function private.reabrir_pedidos(inscricao uuid, tipo text, desde timestamptz) returns void
  language sql volatile set search_path = '' as $$
  update private.pedidos p set respondido_em = null, quem = null, confirmado = null, resposta = null
    where p.inscricao_id = $1 and p.tipo = $2 and p.confirmado and p.respondido_em >= $3 and not exists (
      select from private.pedidos o where o.inscricao_id = $1 and o.tipo = $2
        and o.campo is not distinct from p.campo and o.pelo_proprio_link = p.pelo_proprio_link
        and (o.respondido_em is null or o.confirmado and o.respondido_em >= $3 and o.numero < p.numero));
  select private.marcar_pedido($1)
$$;

-- Stores a request: 'desistir', 'telefone' with the number, or 'corrigir' with another address or school, which is written without
-- being read: one that is the stored one is a request like any other, or a link would tell whether it is. `recebido` says whether it
-- stands there open afterwards.
create function private.pedir_pela_familia(codigo text, tipo text, telefone text default null, mudancas jsonb default null) returns jsonb
  language plpgsql volatile security definer set search_path = '' set jit = off as $$
declare
  inscricao constant uuid := private.inscricao_do_codigo(codigo);
  numero constant text := case when pedir_pela_familia.tipo = 'telefone' then left(private.aparado(telefone), 120) end;
  outra constant jsonb := case when pedir_pela_familia.tipo = 'corrigir' then mudancas end;
  feito record;
begin
  if inscricao is null then return private.situacao_da_inscricao(codigo); end if;
  if coalesce(pedir_pela_familia.tipo, '') not in ('desistir', 'telefone', 'corrigir') then
    raise invalid_parameter_value using message = 'pedido desconhecido';
  end if;
  if pedir_pela_familia.tipo = 'corrigir' then
    perform private.conferir_correcao(outra); -- alone: the whole row's size would tell how long what is stored is
    if outra = '{}' or outra - '{endereco_completo,escola}'::text[] <> '{}' then
      raise invalid_parameter_value using message = 'pedido desconhecido';
    end if;
    if exists (select from jsonb_each_text(outra) as m where char_length(m.value) > 300) then
      raise check_violation using message = 'O texto está muito longo: até 300 letras.', constraint = 'pedidos_mudancas';
    end if;
  end if;
  if pedir_pela_familia.tipo = 'telefone' and not coalesce(private.telefone_confere(numero), false) then
    raise check_violation using message = 'Confira o telefone, com DDD.', constraint = 'pedidos_telefone';
  end if;
  if private.trancar(inscricao) is null then return null; end if;
  select * into feito from private.pedir(inscricao, codigo, pedir_pela_familia.tipo, numero, outra, null);
  return private.situacao_para_a_familia(inscricao, codigo)
    || jsonb_build_object('recebido', (feito.pedido).id is not null) || case when feito.limite then '{"limite": true}' else '{}' end::jsonb;
end
$$;

-- Stores the guardian that a minor's enrolment lacks, beside the answers: at once the guardian's, so that
-- nothing is erased for it any more, and the desk is told. All that is missing has to be given; what is not missing is left as
-- it is, so `recebido` is whether the given stands there afterwards, for who asks again too. Never by a link that the desk made.
create function private.enviar_responsavel(codigo text, nome text default null, telefone text default null) returns jsonb
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
  if private.trancar(inscricao) is null then return null; end if;
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

-- Confirms or dismisses a request. A confirmed withdrawal is an ordinary decision, refused like
-- one when something was decided since `versao`, and answers all that are open; so is a confirmed correction; a confirmed telephone is shown as the one to
-- call, and `do_responsavel` says that it is the guardian's, which a minor's enrolment is erased
-- without. 'apagar' is taken by private.apagar_inscricao alone. `resposta`: a sentence for the family, needed where another answer or
-- erasing is refused. One that is answered already changes nothing, which is said.
create function private.atender_pedido(
  inscricao uuid, versao integer, pedido uuid, confirmado boolean, do_responsavel boolean default null, resposta text default null) returns jsonb
  language plpgsql volatile security definer set search_path = '' set jit = off as $$
declare
  este private.pedidos;
  decidida jsonb;
  do_responsavel constant boolean := confirmado and coalesce(atender_pedido.do_responsavel, false);
  frase constant text := nullif(private.aparado(resposta), '');
begin
  perform private.exigir('decidir');
  if confirmado is null then raise invalid_parameter_value using message = 'resposta desconhecida'; end if;
  if private.trancar(inscricao) is null then return null; end if;
  select * into este from private.pedidos p
    where p.id = atender_pedido.pedido and p.inscricao_id = inscricao and p.respondido_em is null;
  if not found then return private.nao_aplicada(inscricao); end if;
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
    decidida := private.decidir_situacao(inscricao, versao, 'desistiu', null, null, null, false);
  elsif este.tipo = 'corrigir' and confirmado then
    decidida := private.corrigir_respostas(inscricao, versao, este.mudancas, 'pedido-da-familia');
    update private.correcoes c set pelo_proprio_link = este.pelo_proprio_link
      where c.inscricao_id = atender_pedido.inscricao and c.versao = atender_pedido.versao + 1 and (decidida ->> 'applied')::boolean;
  end if;
  if not (decidida ->> 'applied')::boolean then return decidida; end if;
  update private.pedidos p set respondido_em = clock_timestamp(), quem = auth.uid(), confirmado = atender_pedido.confirmado, resposta = frase
    where p.id = este.id or atender_pedido.confirmado and este.tipo = 'desistir'
      and p.inscricao_id = inscricao and p.tipo = 'desistir' and p.respondido_em is null;
  perform private.marcar_pedido(inscricao);
  update private.acompanhamentos a set telefone_novo = este.telefone
    where a.inscricao_id = inscricao and este.tipo = 'telefone' and confirmado;
  if este.tipo = 'telefone' and do_responsavel then
    perform private.guardar_telefone_do_responsavel(inscricao, este.telefone);
  end if;
  perform private.anotar_no_historico(inscricao, case when confirmado then 'pedido-confirmado' else 'pedido-dispensado' end,
    case when este.tipo = 'telefone' and do_responsavel then 'telefone-do-responsavel' else este.tipo end, este.campo, frase);
  return private.estado(inscricao) || case when decidida is null then '{}' else '{"applied": true}' end::jsonb;
end
$$;
