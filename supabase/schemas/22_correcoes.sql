-- Corrections at the desk (LGPD art. 18 III): the enrolment has the corrected answer, so that every reader shows it, and
-- private.correcoes what it was. What derives from an answer is derived anew by the triggers of `inscricoes_projeto`.
--
-- Access: administrators, through public.corrigir_inscricao; public.desfazer_decisao takes one back for a minute.

-- The answers that may be corrected: all, but the document, and what the database says itself.
create function private.respostas() returns text[]
  language sql stable set search_path = '' as $$
  select array_agg(a.attname::text order by a.attnum) from pg_catalog.pg_attribute a
  where a.attrelid = 'public.inscricoes_projeto'::regclass and a.attnum > 0 and not a.attisdropped
    and a.attname <> all ('{id,created_at,idade,cadastro_unico_url,protocolo}')
$$;

-- Refuses what is no change of answers: an object of column → text, number or null.
create function private.conferir_correcao(mudancas jsonb) returns void
  language plpgsql stable set search_path = '' as $$
begin
  if jsonb_typeof(mudancas) is distinct from 'object' then
    raise invalid_parameter_value using message = 'resposta desconhecida';
  end if;
  if exists (select from jsonb_each(mudancas) as m
    where m.key <> all (private.respostas()) or jsonb_typeof(m.value) <> all ('{string,number,"null"}')) then
    raise invalid_parameter_value using message = 'resposta desconhecida';
  end if;
end
$$;

-- Locks what an enrolment shares with others, as it is and with other answers. Call it before locking any row (private.esperar_a_vez_de).
create function private.esperar_a_vez_com(inscricao uuid, mudancas jsonb) returns void
  language sql volatile set search_path = '' as $$
  select private.esperar_a_vez(a.semelhancas || private.semelhancas_de(
      private.chave(n.nome_completo), n.data_nascimento, private.algarismos(n.cpf), private.algarismos_do_telefone(n.telefone_whatsapp)))
    from public.inscricoes_projeto i
      join private.acompanhamentos a on a.inscricao_id = i.id and a.apagada_em is null
      cross join lateral jsonb_populate_record(i, mudancas) as n
    where i.id = $1
$$;

-- Writes other answers into a locked enrolment; the row before and after it, as JSON. What derives from them follows by the triggers.
create function private.mudar_respostas(inscricao uuid, mudancas jsonb, out antes public.inscricoes_projeto, out depois public.inscricoes_projeto)
  language plpgsql volatile set search_path = '' as $$
declare
  colunas constant text := (select string_agg(quote_ident(c), ', ') from jsonb_object_keys(mudancas) as c);
begin
  select * into strict antes from public.inscricoes_projeto i where i.id = mudar_respostas.inscricao;
  depois := antes;
  if colunas is not null then
    execute format('update public.inscricoes_projeto i set (%1$s) = (select %1$s from jsonb_populate_record(i, $2)) where i.id = $1 returning *', colunas)
      into strict depois using inscricao, mudancas;
  end if;
end
$$;

-- Corrects answers (`mudancas`: column → value) unless something was decided or corrected since `versao`; `aplicada` says which.
-- The checks are those of an enrolment that arrives. A corrected telephone is the one to call, and a corrected guardian the
-- guardian: what the family gave later no longer stands before it. A refusal rests on the answers: when the income or the birth date was
-- another, it is to be decided again, so the situation becomes 'em-analise'; no other situation changes, and nobody loses a place.
-- It locks what the enrolment shares with others first: call it before locking any row.
create function private.corrigir_inscricao(inscricao uuid, versao integer, mudancas jsonb, motivo text) returns jsonb
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
      situacao = case when de_novo then 'em-analise' else a.situacao end, motivo = case when not de_novo then a.motivo end,
      decidida_em = case when de_novo then clock_timestamp() else a.decidida_em end, a_avisar = a.a_avisar and not de_novo
    where a.inscricao_id = inscricao;
  if de_novo then
    perform private.anotar_no_historico(inscricao, 'situacao', antes.situacao, 'em-analise');
  end if;
  insert into private.historico (inscricao_id, quem, acao, de, para, versao, antes)
    values (inscricao, auth.uid(), 'correcao', motivo, array_to_string(campos, ' '), antes.versao + 1,
      jsonb_build_object('situacao', antes.situacao, 'motivo', antes.motivo, 'decidida_em', antes.decidida_em, 'a_avisar', antes.a_avisar,
        'telefone_novo', antes.telefone_novo, 'nome_do_responsavel', antes.nome_do_responsavel, 'telefone_do_responsavel', antes.telefone_do_responsavel));
  return private.estado(inscricao) || '{"aplicada": true}';
end
$$;

-- Takes back the last correction, as private.desfazer_decisao a decision. What it put in the place of an answer stays in private.correcoes.
create function private.desfazer_correcao(inscricao uuid, versao integer) returns jsonb
  language plpgsql volatile security definer set search_path = '' set jit = off as $$
declare
  agora private.acompanhamentos;
  ultima private.historico;
  de_novo boolean;
  mudancas constant jsonb := (
    select coalesce(jsonb_object_agg(c.campo, c.antes), '{}') from private.correcoes c
    where c.inscricao_id = desfazer_correcao.inscricao and c.versao = desfazer_correcao.versao and not c.desfeita);
begin
  perform private.exigir('decidir');
  perform private.esperar_a_vez_com(inscricao, mudancas);
  perform from public.inscricoes_projeto i where i.id = inscricao for no key update;
  select * into agora from private.acompanhamentos a where a.inscricao_id = inscricao and a.apagada_em is null for update;
  if not found then return null; end if;
  select * into ultima from private.historico h
    where h.inscricao_id = inscricao and h.acao = 'correcao' and h.versao = agora.versao;
  if not found or agora.versao is distinct from desfazer_correcao.versao then
    return private.estado_lido(inscricao) || '{"aplicada": false}';
  end if;
  if ultima.quem is distinct from auth.uid() then
    raise check_violation using message = 'Só quem corrigiu pode desfazer.';
  end if;
  if ultima.quando <= clock_timestamp() - interval '60 seconds' then
    raise check_violation using message = 'Já passou um minuto: não dá mais para desfazer. Corrija de novo.';
  end if;
  de_novo := agora.situacao <> ultima.antes ->> 'situacao';
  -- before the answers, since what derives from them looks here too
  update private.acompanhamentos a set versao = a.versao + 1,
      telefone_novo = coalesce(a.telefone_novo, ultima.antes ->> 'telefone_novo'),
      nome_do_responsavel = coalesce(a.nome_do_responsavel, ultima.antes ->> 'nome_do_responsavel'),
      telefone_do_responsavel = coalesce(a.telefone_do_responsavel, ultima.antes ->> 'telefone_do_responsavel')
    where a.inscricao_id = inscricao;
  if de_novo then
    update private.acompanhamentos a
      set (situacao, motivo, decidida_em, a_avisar) = (
        select e.situacao, e.motivo, e.decidida_em, e.a_avisar from jsonb_populate_record(a, ultima.antes) as e)
      where a.inscricao_id = inscricao;
  end if;
  perform private.mudar_respostas(inscricao, mudancas);
  update private.correcoes c set desfeita = true where c.inscricao_id = desfazer_correcao.inscricao and c.versao = desfazer_correcao.versao;
  update private.historico h set desfeita = true where h.id = ultima.id;
  -- what the family asked for by this correction waits again
  update private.pedidos p set respondido_em = null, quem = null, confirmado = null, resposta = null
    where p.inscricao_id = desfazer_correcao.inscricao and p.tipo = 'corrigir' and p.confirmado and p.respondido_em >= ultima.quando
      and not exists (select from private.pedidos o where o.inscricao_id = p.inscricao_id and o.campo = p.campo and o.respondido_em is null);
  update private.acompanhamentos a set pedido = true where a.inscricao_id = desfazer_correcao.inscricao and not a.pedido
    and exists (select from private.pedidos p where p.inscricao_id = a.inscricao_id and p.respondido_em is null);
  if de_novo then
    perform private.anotar_no_historico(inscricao, 'situacao-desfeita', agora.situacao, ultima.antes ->> 'situacao');
  end if;
  insert into private.historico (inscricao_id, quem, acao, de, para, versao)
    values (inscricao, auth.uid(), 'correcao-desfeita', ultima.de, ultima.para, agora.versao + 1);
  return private.estado(inscricao) || '{"aplicada": true}';
end
$$;

create function public.corrigir_inscricao(inscricao uuid, versao integer, mudancas jsonb, motivo text) returns jsonb
  language sql volatile set search_path = ''
  begin atomic
    select private.corrigir_inscricao(inscricao, versao, mudancas, motivo);
  end;

revoke execute on function
  private.respostas(), private.conferir_correcao(jsonb), private.esperar_a_vez_com(uuid, jsonb), private.mudar_respostas(uuid, jsonb),
  private.corrigir_inscricao(uuid, integer, jsonb, text), public.corrigir_inscricao(uuid, integer, jsonb, text), private.desfazer_correcao(uuid, integer)
  from public, anon, authenticated;
grant execute on function
  private.corrigir_inscricao(uuid, integer, jsonb, text), public.corrigir_inscricao(uuid, integer, jsonb, text)
  to authenticated;

-- Attaches an uploaded document to an enrolment: what came on paper or by WhatsApp. Once for each upload; at most twenty, beside
-- what the family sent. What was asked for ('falta-documento') is there then, so the situation becomes 'em-analise', as when a
-- family sends it. Not when the documents' time is over: the next retention would erase it.
create function private.anexar_documento(inscricao uuid, endereco text) returns jsonb
  language plpgsql volatile security definer set search_path = '' set jit = off as $$
declare
  nome constant text := private.documento_do_endereco(endereco);
  upload constant uuid := private.envio_do_documento(nome);
  antes private.acompanhamentos;
begin
  perform private.exigir('decidir');
  perform from public.inscricoes_projeto i where i.id = inscricao for key share;
  select * into antes from private.acompanhamentos a where a.inscricao_id = inscricao and a.apagada_em is null for update;
  if not found then return null; end if;
  if exists (select from private.documentos_novos d where d.envio = upload and d.inscricao_id = anexar_documento.inscricao) then
    return private.estado_lido(inscricao);
  end if;
  perform private.exigir_documento_livre(nome);
  if (select count(*) >= 20 from private.documentos_novos d where d.inscricao_id = anexar_documento.inscricao and d.anexado_por is not null) then
    raise check_violation using message = 'Esta inscrição já tem vinte documentos anexados.', constraint = 'documentos_novos_anexados';
  end if;
  if exists (select from private.prazos p where p.inscricao_id = anexar_documento.inscricao and p.apagar_documento_em <= now()) then
    raise check_violation using message = 'O prazo de guardar documentos desta inscrição já passou: a limpeza apagaria este também.', constraint = 'documentos_novos_prazo';
  end if;
  insert into private.documentos_novos (envio, inscricao_id, endereco, anexado_por) values (upload, inscricao, anexar_documento.endereco, auth.uid());
  update private.acompanhamentos a set documento = true where a.inscricao_id = anexar_documento.inscricao and not a.documento;
  perform private.anotar_no_historico(inscricao, 'documento-anexado', null, null);
  if antes.situacao = 'falta-documento' then
    update private.acompanhamentos a
      set situacao = 'em-analise', motivo = null, versao = a.versao + 1, decidida_em = clock_timestamp(), a_avisar = false
      where a.inscricao_id = anexar_documento.inscricao;
    perform private.anotar_mudanca(antes, 'em-analise', null, null);
  end if;
  return private.estado(inscricao);
end
$$;

create function public.anexar_documento(inscricao uuid, endereco text) returns jsonb
  language sql volatile set search_path = ''
  begin atomic
    select private.anexar_documento(inscricao, endereco);
  end;

revoke execute on function private.anexar_documento(uuid, text), public.anexar_documento(uuid, text) from public, anon, authenticated;
grant execute on function private.anexar_documento(uuid, text), public.anexar_documento(uuid, text) to authenticated;
