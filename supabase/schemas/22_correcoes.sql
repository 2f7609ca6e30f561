-- Corrections at the desk (LGPD art. 18 III): the enrolment has the corrected answer, so that every reader shows it, and
-- private.correcoes what it was. What derives from an answer is derived anew by the triggers of `inscricoes_projeto`.
--
-- Access: administrators, through public.corrigir_respostas; public.voltar_decisao takes one back for a minute.

-- The answers that may be corrected: all, but the document, and what the database says itself.
create function private.respostas() returns text[]
  language sql stable set search_path = '' as $$
  select array_agg(a.attname::text order by a.attnum) from pg_catalog.pg_attribute a
  where a.attrelid = 'public.inscricoes_projeto'::regclass and a.attnum > 0 and not a.attisdropped
    and a.attname <> all ('{id,created_at,idade,cadastro_unico_url,protocolo}')
$$;

-- Refuses what is no change of answers: an object of column → text, number or null; no text that shows nothing.
create function private.conferir_correcao(mudancas jsonb) returns void
  language plpgsql stable set search_path = '' as $$
declare
  colunas constant text[] := private.respostas(); -- once, and not for each answer
begin
  if jsonb_typeof(mudancas) is distinct from 'object' then
    raise invalid_parameter_value using message = 'resposta desconhecida';
  end if;
  if exists (select from jsonb_each(mudancas) as m
    where m.key <> all (colunas) or jsonb_typeof(m.value) <> all ('{string,number,"null"}')) then
    raise invalid_parameter_value using message = 'resposta desconhecida';
  end if;
  if exists (select from jsonb_each_text(mudancas) as m where m.value <> '' and private.em_branco(m.value)) then
    raise check_violation using message = 'Nesta resposta não se vê nada. Confira.';
  end if;
end
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

-- Corrects answers (`mudancas`: column → value) unless something was decided or corrected since `versao`; `applied` says which.
-- The checks are those of an enrolment that arrives. A corrected telephone is the one to call, and a corrected guardian the
-- guardian: what the family gave later no longer stands before it. A refusal rests on the answers: when the income or the birth date was
-- another, it is to be decided again, so the situation becomes 'em-analise'; no other situation changes, and nobody loses a place.
-- `a_pedido`: the family asked for it in person, which is a request that this answers.
create function private.corrigir_respostas(inscricao uuid, versao integer, mudancas jsonb, motivo text, a_pedido boolean default false) returns jsonb
  language plpgsql volatile security definer set search_path = '' set jit = off as $$
declare
  antes private.acompanhamentos;
  mudou record;
  campos text[];
  de_novo boolean;
begin
  perform private.exigir('decidir');
  perform private.conferir_correcao(mudancas);
  antes := private.trancar(inscricao);
  if (antes.versao = corrigir_respostas.versao) is not true then return private.nao_aplicada(inscricao); end if;
  if coalesce(motivo not in ('pedido-da-familia', 'digitado-errado', 'documento-mostra-outro'), true) then
    raise check_violation using message = 'Escolha o motivo da correção.', constraint = 'correcoes_motivo';
  end if;
  select * into mudou from private.mudar_respostas(inscricao, mudancas);
  perform private.conferir_regras(mudou.depois, mudou.antes), private.conferir_tamanho(to_jsonb(mudou.depois), to_jsonb(mudou.antes));

  with novas as (
    insert into private.correcoes (inscricao_id, quem, campo, antes, depois, motivo, versao)
    select inscricao, auth.uid(), c.campo, to_jsonb(mudou.antes) ->> c.campo, to_jsonb(mudou.depois) ->> c.campo, corrigir_respostas.motivo, antes.versao + 1
    from unnest(private.respostas()) with ordinality as c (campo, n)
    where to_jsonb(mudou.antes) -> c.campo is distinct from to_jsonb(mudou.depois) -> c.campo order by c.n
    returning campo, id)
  select array_agg(n.campo order by n.id) into campos from novas n;
  if campos is null then return private.estado_lido(inscricao) || '{"applied": true}'; end if;

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
  if a_pedido then perform private.atender_na_hora(inscricao, 'corrigir'); end if;
  return private.estado(inscricao) || '{"applied": true}';
end
$$;

-- Puts answers of a locked enrolment back to `mudancas`, and beside them what a correction changed of the follow-up, which was `antes`;
-- where it had made a refusal to be decided again (`de_novo`), the refusal too.
create function private.por_de_volta(inscricao uuid, antes jsonb, de_novo boolean, mudancas jsonb) returns void
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

-- Takes back a correction, of a locked enrolment (private.voltar_decisao). What it put in the place of an answer stays in private.correcoes.
create function private.desfazer_correcao(agora private.acompanhamentos, ultima private.historico) returns void
  language plpgsql volatile set search_path = '' as $$
declare
  dela constant uuid := agora.inscricao_id;
begin
  perform private.por_de_volta(dela, ultima.antes, agora.situacao <> ultima.antes ->> 'situacao', (
    select coalesce(jsonb_object_agg(c.campo, c.antes), '{}') from private.correcoes c
    where c.inscricao_id = dela and c.versao = ultima.versao and not c.desfeita));
  update private.correcoes c set desfeita = true where c.inscricao_id = dela and c.versao = ultima.versao;
  update private.historico h set desfeita = true where h.id = ultima.id;
  perform private.reabrir_pedidos(dela, 'corrigir', ultima.quando);
  insert into private.historico (inscricao_id, quem, acao, de, para, versao)
    values (dela, auth.uid(), 'correcao-desfeita', ultima.de, ultima.para, agora.versao + 1);
end
$$;

-- The answers that an account corrected since a moment and that are not as they were before it: `antes` what they were, `ficou` whether
-- they are still what it made of them. Its corrections that were taken back count too, so that a taking back can be taken back.
-- Of one enrolment where `so` is given, here and below.
create function private.corrigidas_por(conta uuid, desde timestamptz, so uuid default null) returns table (inscricao uuid, campo text, antes text, ficou boolean)
  language sql stable set search_path = '' as $$
  select t.inscricao_id, t.campo, t.antes, t.agora is not distinct from t.depois
  from (
    select c.inscricao_id, c.campo, (array_agg(c.antes order by c.id))[1] as antes, (array_agg(c.depois order by c.id desc))[1] as depois,
      (select to_jsonb(i) ->> c.campo from public.inscricoes_projeto i where i.id = c.inscricao_id) as agora
    from private.correcoes c join private.acompanhamentos a on a.inscricao_id = c.inscricao_id and a.apagada_em is null
    where c.quem = $1 and c.quando >= $2 and c.inscricao_id = coalesce($3, c.inscricao_id)
    group by c.inscricao_id, c.campo) as t
  where t.agora is distinct from t.antes
$$;

-- The families' requests that an account answered since a moment, of each kind and answer the first; not those that it noted itself meanwhile.
create function private.respondidos_por(conta uuid, desde timestamptz, so uuid default null) returns table (pedido uuid, inscricao uuid)
  language sql stable set search_path = '' as $$
  select distinct on (p.inscricao_id, p.tipo, p.campo) p.id, p.inscricao_id
  from private.pedidos p join private.acompanhamentos a on a.inscricao_id = p.inscricao_id and a.apagada_em is null
  where p.quem = $1 and p.respondido_em >= $2 and p.inscricao_id = coalesce($3, p.inscricao_id) and not (p.feito_em >= $2 and coalesce(p.conferiu = $1, false))
    and not exists (select from private.pedidos o
      where o.inscricao_id = p.inscricao_id and o.tipo = p.tipo and o.campo is not distinct from p.campo and o.respondido_em is null)
  order by p.inscricao_id, p.tipo, p.campo, p.numero
$$;

-- Takes back what an account corrected since a moment, and opens the requests again that it answered: what a stolen session did. Answers that
-- somebody corrected after it stay. A hundred enrolments a call, in one order and with all locks first; `more` says whether
-- there are more. What it writes is a correction of the caller's in private.correcoes, so the same takes it back.
create function private.reverter_correcoes(conta uuid, desde timestamptz) returns jsonb
  language plpgsql volatile security definer set search_path = '' set jit = off as $$
declare
  quais uuid[];
  uma uuid;
  agora private.acompanhamentos;
  primeira private.historico;
  antes jsonb;
  mudancas jsonb;
  abertos uuid[];
  respostas integer := 0;
  pedidos integer := 0;
begin
  perform private.exigir('desfazer_correcoes');
  if conta is null or desde is null then
    raise invalid_parameter_value using message = 'Diga de quem, e desde quando.';
  end if;
  quais := array(select c.inscricao from private.corrigidas_por(conta, desde) as c where c.ficou
    union select r.inscricao from private.respondidos_por(conta, desde) as r order by 1 limit 100);
  perform private.trancar(q) from unnest(quais) as q; -- before anything is written that another call waits for
  foreach uma in array quais loop
    agora := private.trancar(uma);
    continue when agora is null;
    select jsonb_object_agg(c.campo, c.antes), count(*) + respostas into mudancas, respostas
      from private.corrigidas_por(conta, desde, uma) as c where c.ficou;
    if mudancas is not null then
      select * into primeira from private.historico h
        where h.inscricao_id = uma and h.quem = conta and h.acao = 'correcao' and h.quando >= desde order by h.id limit 1;
      select to_jsonb(i) into antes from public.inscricoes_projeto i where i.id = uma;
      perform private.por_de_volta(uma, primeira.antes, mudancas ?| '{renda_familiar,data_nascimento}'
        and agora.situacao = 'em-analise' and primeira.antes ->> 'situacao' = 'nao-aprovada' and not exists (
          select from private.historico h where h.inscricao_id = uma and h.acao like 'situacao%' and h.id > primeira.id
            and row(h.quem, h.de, h.para) is distinct from row(conta, 'nao-aprovada', 'em-analise')), mudancas);
      -- beside an answer stands again what stood there before
      update private.correcoes c set desfeita = c.quem is not distinct from conta and c.quando >= desde
        where c.inscricao_id = uma and mudancas ? c.campo and (c.quem = conta and c.quando >= desde or c.depois is not distinct from mudancas ->> c.campo
          and c.id = (select max(o.id) from private.correcoes o
            where o.inscricao_id = uma and o.campo = c.campo and (o.quem = conta and o.quando >= desde) is not true));
      insert into private.correcoes (inscricao_id, quem, campo, antes, depois, motivo, versao, desfeita)
        select uma, auth.uid(), m.key, antes ->> m.key, m.value, 'digitado-errado', agora.versao + 1, true from jsonb_each_text(mudancas) as m;
      insert into private.historico (inscricao_id, quem, acao, de, para, versao)
        values (uma, auth.uid(), 'correcao-desfeita', 'digitado-errado', (
          select string_agg(c.campo, ' ' order by c.n) from unnest(private.respostas()) with ordinality as c (campo, n) where mudancas ? c.campo), agora.versao + 1);
    end if;
    abertos := array(select r.pedido from private.respondidos_por(conta, desde, uma) as r);
    pedidos := pedidos + cardinality(abertos);
    if abertos <> '{}' then
      insert into private.historico (inscricao_id, quem, acao, de, para)
        select uma, auth.uid(), 'pedido-reaberto', p.tipo, p.campo from private.pedidos p where p.id = any (abertos) order by p.numero;
      update private.pedidos p set respondido_em = null, quem = null, confirmado = null, resposta = null where p.id = any (abertos);
      perform private.marcar_pedido(uma);
    end if;
  end loop;
  return jsonb_build_object('enrolments', cardinality(quais), 'answers', respostas, 'requests', pedidos,
    'changedSince', (select count(*) from private.corrigidas_por(conta, desde) as c where not c.ficou),
    'more', exists (select from private.corrigidas_por(conta, desde) as c where c.ficou) or exists (select from private.respondidos_por(conta, desde)));
end
$$;

-- Attaches an uploaded document to an enrolment: what came on paper or by WhatsApp. Once for each upload; at most twenty, beside
-- what the family sent. What was asked for ('falta-documento') is there then, so the situation becomes 'em-analise', as when a
-- family sends it. Not when the documents' time is over: the next retention would erase it.
create function private.juntar_documento(inscricao uuid, endereco text) returns jsonb
  language plpgsql volatile security definer set search_path = '' set jit = off as $$
declare
  nome constant text := private.documento_do_endereco(endereco);
  upload constant uuid := private.envio_do_documento(nome);
  antes private.acompanhamentos;
begin
  perform private.exigir('decidir');
  antes := private.trancar(inscricao);
  if antes is null then return null; end if;
  if exists (select from private.documentos_novos d where d.envio = upload and d.inscricao_id = juntar_documento.inscricao) then
    return private.estado_lido(inscricao);
  end if;
  perform private.exigir_documento_livre(nome);
  if (select count(*) >= 20 from private.documentos_novos d where d.inscricao_id = juntar_documento.inscricao and d.anexado_por is not null) then
    raise check_violation using message = 'Esta inscrição já tem vinte documentos anexados.', constraint = 'documentos_novos_anexados';
  end if;
  insert into private.documentos_novos (envio, inscricao_id, endereco, anexado_por) values (upload, inscricao, juntar_documento.endereco, auth.uid());
  update private.acompanhamentos a set documento = true where a.inscricao_id = juntar_documento.inscricao and not a.documento;
  if exists (select from private.prazos p where p.inscricao_id = juntar_documento.inscricao and p.apagar_documento_em <= now()) then
    raise check_violation using message = 'O prazo de guardar documentos desta inscrição já passou: a limpeza apagaria este também.', constraint = 'documentos_novos_prazo';
  end if;
  perform private.anotar_no_historico(inscricao, 'documento-anexado', null, null);
  if antes.situacao = 'falta-documento' then
    update private.acompanhamentos a
      set situacao = 'em-analise', motivo = null, versao = a.versao + 1, decidida_em = clock_timestamp(), a_avisar = false
      where a.inscricao_id = juntar_documento.inscricao;
    perform private.anotar_mudanca(antes, 'em-analise', null, null);
  end if;
  return private.estado(inscricao);
end
$$;
