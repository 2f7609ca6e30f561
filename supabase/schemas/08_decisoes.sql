-- Decisions about an enrolment: situation, criteria, notes and links, each with its history.
--
-- Access: administrators, through the functions of `public`. Each first locks the enrolment (private.trancar), and
-- refuses a `versao` other than the current one: whoever has not seen the last decision is shown it first. Each
-- returns the enrolment's state afterwards, null when it no longer exists.

-- Without blanks and empty lines around it; '' for what shows nothing.
create function private.aparado(texto text) returns text
  language sql immutable parallel safe
  begin atomic
    select case when private.em_branco(texto) then '' else btrim(texto, E' \t\r\n') end;
  end;

-- What a document may do by itself, noted by our server when it arrived (domain/document/pdf-structure.ts).
create function private.conteudo_ativo(endereco text) returns jsonb
  language sql stable set search_path = '' as $$
  select coalesce((
    select o.metadata -> 'conteudoAtivo' from storage.objects o
    where o.bucket_id = 'cadastro_unico_uploads' and o.name = private.documento_do_endereco(endereco)), '[]')
$$;

-- When 'Meus dados' of an enrolment was opened, the newest first; the last fifty.
create function private.meus_dados_abertos(inscricao uuid) returns setof timestamptz
  language plpgsql stable set search_path = '' as $$
begin
  return query select r.momento from private.auditoria r
    where r.inscricao = $1 and r.acao = 'meus_dados' and r.detalhes ->> 'que' = 'meus-dados-abertos' order by r.numero desc limit 50;
end
$$;

-- Who enrolled somebody at the counter: '' for an account that is gone, null where the family enrolled itself.
create function private.inscrita_no_balcao_por(inscricao uuid) returns text
  language sql stable set search_path = '' as $$
  select coalesce(private.quem_e(h.quem), '') from private.historico h
  where h.inscricao_id = $1 and h.acao = 'no-balcao'
$$;

-- Everything that the desk shows of one enrolment. Enrolments like it are listed by id
-- only: whoever compares them opens each, which makes an audit entry.
create function private.estado(inscricao uuid) returns jsonb
  language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'situation', a.situacao, 'reason', a.motivo, 'version', a.versao,
    'criteria', jsonb_build_object('cadunico', a.cadunico_confere, 'socioeconomica', a.situacao_avaliada, 'responsavel', a.responsavel_confirmou, 'protegido', a.endereco_protegido,
      'renovacao', private.renovacao_de(a) is not distinct from 'anotada'),
    'repeatedOf', a.repetida_de, 'classId', a.turma_id, 'className', (select private.turma_em_palavras(t) from private.turmas t where t.id = a.turma_id),
    'firstDay', a.primeiro_dia, 'imported', a.importacao is not null, 'enrolledBy', private.inscrita_no_balcao_por(a.inscricao_id), 'toNotify', a.a_avisar, 'hasNewDocument', a.documento_novo, 'hasRequest', a.pedido,
    'requests', coalesce((
      select jsonb_agg(jsonb_build_object('id', p.id, 'kind', p.tipo, 'phone', p.telefone, 'askedAt', p.feito_em,
        'number', p.numero, 'changes', p.mudancas, 'until', private.prazo_do_pedido(p.feito_em), 'atDesk', p.no_balcao) order by p.feito_em, p.id)
      from private.pedidos p where p.inscricao_id = a.inscricao_id and p.respondido_em is null), '[]'),
    -- the request that the desk answered last, while no message told of it; who asked in person saw it done
    'answered', (
      select jsonb_build_object('number', p.numero, 'confirmed', p.confirmado, 'sentence', p.resposta) from private.pedidos p
      where p.inscricao_id = a.inscricao_id and p.quem is not null and not (p.confirmado and (p.no_balcao or p.tipo = 'copia')) and not exists (
        select from private.historico h where h.inscricao_id = a.inscricao_id and h.acao = 'mensagem' and h.de = 'pedido' and h.quando > p.respondido_em)
      order by p.respondido_em desc limit 1),
    'absentOn', private.dias_de_falta(a), 'isAbsent', a.faltas_seguidas >= (select c.faltas_seguidas from private.configuracao c),
    'leftOn', a.saiu_em, 'leftBecause', a.saiu_porque, 'renewal', private.renovacao_de(a), 'renewalAt', a.renovacao_em, 'cadunicoRenewed', a.cadunico_atualizado,
    'runsOut', private.vence(a.inscricao_id), 'dataClosedUntil', private.dados_fechados_ate(a.inscricao_id),
    'newPhone', a.telefone_novo, 'guardianPhone', a.telefone_do_responsavel, 'guardianName', a.nome_do_responsavel, 'hasNewGuardian', a.responsavel_chegou, 'guardianDeclared', exists (select from private.consentimentos c where c.inscricao_id = a.inscricao_id and c.quem = 'responsavel'),
    'documentErasedAt', private.documento_apagado_em(a.inscricao_id),
    -- of who takes part or did, one of each kind that is used, also where nothing is noted
    'lines', (select coalesce(jsonb_agg(jsonb_build_object('kind', e.especie, 'text', m.texto, 'day', m.dia, 'until', m.vale_ate) order by e.ordem), '[]')
      from private.marcas_em_uso e left join private.marcas m on m.inscricao_id = a.inscricao_id and m.especie = e.especie
      where e.especie <> 'antecedentes' and (a.situacao = 'aprovada' or a.saiu_em is not null)),
    'laterDocuments', coalesce((
      select jsonb_agg(jsonb_build_object('address', d.endereco, 'receivedAt', d.recebido_em, 'activeContent', private.conteudo_ativo(d.endereco),
        'fromDesk', d.anexado_por is not null, 'attachedBy', private.quem_e(d.anexado_por)) order by d.recebido_em desc, d.envio)
      from private.documentos_novos d where d.inscricao_id = a.inscricao_id), '[]'),
    'corrections', coalesce((
      select jsonb_agg(jsonb_build_object('field', c.campo, 'before', c.antes, 'reason', c.motivo, 'at', c.quando, 'by', private.quem_e(c.quem)) order by c.id desc)
      from private.correcoes c where c.inscricao_id = a.inscricao_id and not c.desfeita), '[]'),
    -- of the answers that were corrected and what derives from them, as they are now
    'answers', coalesce((
      select jsonb_object_agg(r.key, r.value) from public.inscricoes_projeto i cross join lateral jsonb_each(to_jsonb(i)) as r
      where i.id = a.inscricao_id and exists (
        select from private.correcoes c where c.inscricao_id = a.inscricao_id and r.key in (c.campo, case c.campo when 'data_nascimento' then 'idade' end))), '{}'),
    -- until when the caller may take back the last decision or correction; null: not theirs, too late, or something was decided since
    'undoUntil', (
      select h.quando + interval '60 seconds' from private.historico h
      where h.inscricao_id = a.inscricao_id and h.acao in ('situacao', 'correcao', 'voltou') and h.versao = a.versao and h.quem = auth.uid()
        and h.quando > now() - interval '60 seconds'),
    'activeContent', (select private.conteudo_ativo(i.cadastro_unico_url) from public.inscricoes_projeto i where i.id = a.inscricao_id), -- the first document's
    'notes', coalesce((
      select jsonb_agg(jsonb_build_object('id', n.id, 'author', private.quem_e(n.autor), 'text', n.texto,
        'writtenAt', n.escrita_em) order by n.escrita_em desc, n.id)
      from private.anotacoes n where n.inscricao_id = a.inscricao_id), '[]'),
    'history', coalesce((                                      -- with the openings of 'Meus dados', which prolong no period
      select jsonb_agg(jsonb_build_object('at', h.quando, 'by', private.quem_e(h.quem), 'action', h.acao, 'from', h.de, 'to', h.para,
        'reason', case when h.acao <> 'nota-corrigida' or (select private.pode('ver_registro')) then h.motivo end,
        'className', nullif(private.turma_em_palavras(t), '')) order by h.quando desc, h.id desc)
      from (
        select * from private.historico n where n.inscricao_id = a.inscricao_id
        union all
        select n.* from private.meus_dados_abertos(a.inscricao_id) as em,
          jsonb_populate_record(null::private.historico, jsonb_build_object('quando', em, 'acao', 'meus-dados-abertos')) as n) as h
      left join private.turmas t on t.id = h.turma_id), '[]'),
    'similar', coalesce((
      select jsonb_agg(jsonb_build_object('id', o.inscricao_id, 'situation', o.situacao, 'sameIn', (
          select jsonb_agg(distinct split_part(s, ' ', 1)) from unnest(o.semelhancas) as s where s = any (a.semelhancas)))
        order by o.criada_em desc, o.inscricao_id)
      from (select distinct * from private.semelhantes(a.inscricao_id, a.semelhancas) as s order by s.criada_em desc, s.inscricao_id limit 10) as o), '[]'))
  from private.acompanhamentos a where a.inscricao_id = $1 and a.apagada_em is null
$$;

-- The same for a caller who changes nothing, with the audit entry of having seen it.
create function private.estado_lido(inscricao uuid) returns jsonb
  language plpgsql volatile set search_path = '' as $$
declare
  estado constant jsonb := private.estado(inscricao);
begin
  if estado is not null then
    set local synchronous_commit = off; -- on the disk within a second
    perform private.anotar('viu_ficha', auth.uid(), inscricao => $1);
  end if;
  return estado;
end
$$;

-- The same for a call that came after somebody else's change: nothing was done, so its attempt may be made again.
create function private.nao_aplicada(inscricao uuid) returns jsonb
  language sql volatile set search_path = '' as $$
  delete from private.tentativas_da_equipe where transacao = pg_current_xact_id();
  select private.estado_lido(inscricao) || '{"applied": false}'
$$;

-- Of a call of the desk whose answer may have been lost (its function in `public` asks first): null where it is to be made,
-- what it answers where this attempt was made before: the present state of the enrolment, or note, `alvo`; JSON null for none,
-- or a class.
-- It waits for the same attempt while that runs; one that raises leaves nothing. For another call or account: PT409.
create function private.ja_feita(tentativa uuid, funcao text, ato text, argumentos jsonb, alvo uuid) returns jsonb
  language plpgsql volatile security definer set search_path = '' as $$
declare
  esta constant bytea := sha256(convert_to(concat(tentativa, auth.uid(), funcao, argumentos), 'UTF8'));
begin
  if tentativa is null then return null; end if;
  perform private.exigir(ato);
  insert into private.tentativas_da_equipe (id, chamada) values (tentativa, esta) on conflict do nothing;
  if found then return null; end if;
  if not exists (select from private.tentativas_da_equipe t where t.id = tentativa and t.chamada = esta) then
    raise sqlstate 'PT409' using message = 'Esta tentativa já foi usada para outra coisa. Tente de novo.';
  end if;
  return coalesce(private.estado_lido(coalesce((select n.inscricao_id from private.anotacoes n where n.id = alvo), alvo))
    || '{"applied": true, "repeated": true}', 'null');
end
$$;

-- The page calls this for each enrolment that it opens.
create function private.ficha(inscricao uuid) returns jsonb
  language plpgsql volatile security definer set search_path = '' set jit = off as $$
begin
  perform private.exigir('ler');
  return private.estado_lido(inscricao);
end
$$;

create function private.anotar_no_historico(inscricao uuid, acao text, de text, para text, motivo text default null) returns void
  language sql volatile set search_path = '' as $$
  insert into private.historico (inscricao_id, quem, acao, de, para, motivo) values ($1, auth.uid(), $2, $3, $4, $5)
$$;

-- Notes a change of situation, with what undoing it restores: `antes` is the row as it was.
create function private.anotar_mudanca(antes private.acompanhamentos, situacao text, motivo text, turma uuid) returns void
  language sql volatile set search_path = '' as $$
  insert into private.historico (inscricao_id, quem, acao, de, para, motivo, versao, turma_id, antes)
    values (($1).inscricao_id, auth.uid(), 'situacao', ($1).situacao, $2, $3, ($1).versao + 1, $4,
      jsonb_build_object('motivo', ($1).motivo, 'decidida_em', ($1).decidida_em, 'turma', ($1).turma_id, 'espera_desde', ($1).espera_desde,
        'primeiro_dia', ($1).primeiro_dia, 'a_avisar', ($1).a_avisar, 'documento_novo', ($1).documento_novo,
        'saiu_em', ($1).saiu_em, 'saiu_porque', ($1).saiu_porque))
$$;

-- Whether a family is told of this situation by a message of its own (content/family-messages.ts).
create function private.se_avisa(situacao text) returns boolean
  language sql immutable parallel safe
  begin atomic
    select $1 in ('falta-documento', 'aprovada', 'lista-de-espera', 'nao-aprovada');
  end;

-- How many people are in a class: approved, and not in the bin. To decide by it, lock the class.
create function private.alunos_da_turma(turma uuid) returns integer
  language sql stable set search_path = '' as $$
  select count(*)::integer from private.acompanhamentos a where a.turma_id = $1 and a.situacao = 'aprovada' and a.apagada_em is null
$$;

-- The class with this id, locked until the end, so that two desks never give its last place twice; null
-- for none. Whoever locks a class does it before any enrolment.
create function private.turma_para_decidir(turma uuid) returns private.turmas
  language sql volatile set search_path = '' as $$
  select * from private.turmas t where t.id = $1 for no key update
$$;

-- Changes the situation unless something was decided since `versao`; `applied` says which.
-- The same situation again leaves `decidida_em`: retention counts from the first time.
-- `turma` is of an approved person, or the one that is waited for, `primeiro_dia` of an approved person alone. A full class
-- is refused (PT409, hint 'turma-cheia') unless `alem_das_vagas`; one that ended, or is not of the project, only keeps who is in it. Who waits keeps their
-- place in the line, unless they wait for another class now. The family is to be told again
-- when anything that the message says is another. `a_pedido`: the family asked for it in person. Whoever was approved took part:
-- as 'desistiu' they left, on `ultimo_dia` (today where none is given, at most 31 days before it is said) and `porque`, where somebody
-- said it; the same again, with `ultimo_dia`, corrects both.
create function private.decidir_situacao(
  inscricao uuid, versao integer, situacao text, motivo text default null, turma uuid default null, primeiro_dia date default null,
  alem_das_vagas boolean default false, a_pedido boolean default false, ultimo_dia date default null, porque text default null) returns jsonb
  language plpgsql volatile security definer set search_path = '' set jit = off as $$
declare
  hoje constant date := (now() at time zone 'America/Sao_Paulo')::date;
  saida date;
  dita date := hoje;                                         -- when it was said that they left
  antes private.acompanhamentos;
  quando_treinava private.acompanhamentos;
  classe private.turmas;
  razao constant text := nullif(private.aparado(motivo), '');
  sala constant uuid := case when decidir_situacao.situacao in ('aprovada', 'lista-de-espera') then decidir_situacao.turma end;
  dia constant date := case when decidir_situacao.situacao = 'aprovada' then decidir_situacao.primeiro_dia end;
begin
  perform private.exigir('decidir');
  if sala is not null then classe := private.turma_para_decidir(sala); end if;
  antes := private.trancar(inscricao);
  if (antes.versao = decidir_situacao.versao) is not true then return private.nao_aplicada(inscricao); end if;
  if decidir_situacao.situacao in ('falta-documento', 'nao-aprovada') and razao is null then
    raise check_violation using message = 'Escreva o motivo.';
  end if;
  if dia not between '2000-01-01' and '2999-12-31' then raise check_violation using message = 'Confira o primeiro dia.'; end if;
  if decidir_situacao.situacao = 'lista-de-espera' and sala is null and exists (select from private.turmas t where t.ativa and t.do_projeto) then
    raise check_violation using message = 'Escolha a turma: cada uma tem a sua fila.';
  end if;
  if sala is not null and classe.id is null then
    raise check_violation using message = 'Esta turma não existe. Escolha outra.';
  end if;
  if not (classe.ativa and classe.do_projeto) and row(antes.situacao, antes.turma_id) is distinct from row(decidir_situacao.situacao, sala) then
    raise check_violation using message = format('Esta turma %s. Escolha outra.', case when classe.ativa then 'não é do projeto' else 'foi encerrada' end);
  end if;
  if decidir_situacao.situacao = 'aprovada' and (antes.situacao <> 'aprovada' or antes.turma_id is distinct from sala)
      and not coalesce(alem_das_vagas, false) and classe.vagas <= private.alunos_da_turma(sala) then
    raise sqlstate 'PT409' using message = format('A turma %s está cheia: todas as vagas (%s) estão ocupadas.', classe.nome, classe.vagas), hint = 'turma-cheia';
  end if;
  quando_treinava := antes;
  if antes.saiu_em is not null and ultimo_dia is not null then
    dita := (antes.decidida_em at time zone 'America/Sao_Paulo')::date;
    select r.* into quando_treinava from private.historico h cross join lateral jsonb_populate_record(quando_treinava, h.antes || jsonb_build_object('situacao', h.de)) as r
      where h.inscricao_id = inscricao and h.acao = 'situacao' and not h.desfeita and h.de = 'aprovada' order by h.id desc limit 1;
  end if;
  if decidir_situacao.situacao = 'desistiu' and quando_treinava.situacao = 'aprovada' then
    saida := coalesce(ultimo_dia, hoje);
    if saida not between greatest(least(private.primeiro_dia_de(quando_treinava), dita), dita - 31) and hoje
        or porque not in ('mudou', 'trabalho', 'faltas', 'idade', 'outro') then
      raise check_violation using message = 'Confira por que saiu e o último dia: até hoje, não antes do primeiro, nem mais de 31 dias antes de anotado.';
    end if;
  end if;
  update private.acompanhamentos a
    set situacao = decidir_situacao.situacao, motivo = razao, turma_id = sala, primeiro_dia = dia, versao = a.versao + 1, documento_novo = false,
      decidida_em = case when a.situacao = decidir_situacao.situacao then a.decidida_em else clock_timestamp() end,
      espera_desde = case when decidir_situacao.situacao = 'lista-de-espera' then
        case when a.situacao = 'lista-de-espera' and coalesce(a.turma_id = sala, true) then coalesce(a.espera_desde, a.decidida_em) else clock_timestamp() end end,
      saiu_em = case when decidir_situacao.situacao = 'desistiu' then coalesce(saida, a.saiu_em) end,
      saiu_porque = case when saida is not null then porque when decidir_situacao.situacao = 'desistiu' then a.saiu_porque end,
      a_avisar = private.se_avisa(decidir_situacao.situacao) and (a.a_avisar
        or row(a.situacao, a.motivo, a.turma_id, a.primeiro_dia) is distinct from row(decidir_situacao.situacao, razao, sala, dia))
    where a.inscricao_id = inscricao;
  perform private.anotar_mudanca(antes, decidir_situacao.situacao, razao, sala);
  perform private.atender_na_hora(inscricao, 'desistir') where a_pedido and $3 = 'desistiu';
  return private.estado(inscricao) || '{"applied": true}';
end
$$;

-- Takes back the last change of situation, correction or 'voltou': within 60 seconds, by who made it, when nothing
-- was decided since and `versao` is the present one; `applied` says which. A family that was
-- told meanwhile is to be told again, and a withdrawal that this change confirmed is open again. A place
-- in a class that somebody else was given meanwhile does not come back (PT409).
create function private.voltar_decisao(inscricao uuid, versao integer) returns jsonb
  language plpgsql volatile security definer set search_path = '' set jit = off as $$
declare
  agora private.acompanhamentos;
  ultima private.historico;
  classe private.turmas;
begin
  perform private.exigir('decidir');
  classe := private.turma_para_decidir((
    select (h.antes ->> 'turma')::uuid from private.historico h
    where h.inscricao_id = inscricao and h.acao = 'situacao' and h.versao = voltar_decisao.versao));
  agora := private.trancar(inscricao);
  select * into ultima from private.historico h
    where h.inscricao_id = inscricao and h.acao in ('situacao', 'correcao', 'voltou') and h.versao = agora.versao;
  if not found or agora.versao is distinct from voltar_decisao.versao then return private.nao_aplicada(inscricao); end if;
  if ultima.quem is distinct from auth.uid() then
    raise check_violation using message = 'Só quem decidiu ou corrigiu pode desfazer.';
  end if;
  if ultima.quando <= clock_timestamp() - interval '60 seconds' then
    raise check_violation using message = 'Já passou um minuto: não dá mais para desfazer. Decida ou corrija de novo.';
  end if;
  if ultima.acao = 'correcao' then
    perform private.desfazer_correcao(agora, ultima);
    return private.estado(inscricao) || '{"applied": true}';
  end if;
  if ultima.acao = 'voltou' then
    update private.acompanhamentos a set faltas_desde = (ultima.antes ->> 'faltas_desde')::date, versao = a.versao + 1
      where a.inscricao_id = inscricao;
    update private.historico h set desfeita = true where h.id = ultima.id;
    perform private.anotar_no_historico(inscricao, 'situacao-desfeita', 'voltou', null);
    return private.estado(inscricao) || '{"applied": true}';
  end if;
  if not classe.do_projeto and agora.turma_id is distinct from classe.id then
    raise check_violation using message = 'A turma não é mais do projeto. Decida de novo.';
  end if;
  if ultima.de = 'aprovada' and (agora.situacao <> 'aprovada' or agora.turma_id is distinct from classe.id)
      and classe.vagas <= private.alunos_da_turma(classe.id) then
    raise sqlstate 'PT409' using message = format('A vaga na turma %s já foi dada a outra pessoa. Decida de novo.', classe.nome), hint = 'turma-cheia';
  end if;
  perform private.reabrir_pedidos(inscricao, 'desistir', ultima.quando) where ultima.para = 'desistiu';
  update private.acompanhamentos a
    set situacao = ultima.de, motivo = ultima.antes ->> 'motivo', turma_id = classe.id,
      primeiro_dia = (ultima.antes ->> 'primeiro_dia')::date, decidida_em = (ultima.antes ->> 'decidida_em')::timestamptz,
      espera_desde = case when ultima.de = 'lista-de-espera' then coalesce(ultima.antes ->> 'espera_desde', ultima.antes ->> 'decidida_em')::timestamptz end,
      a_avisar = (ultima.antes ->> 'a_avisar')::boolean or private.se_avisa(ultima.de) and exists (
        select from private.historico h where h.inscricao_id = a.inscricao_id and h.acao = 'mensagem' and h.id > ultima.id),
      documento_novo = (ultima.antes ->> 'documento_novo')::boolean,
      saiu_em = (ultima.antes ->> 'saiu_em')::date, saiu_porque = ultima.antes ->> 'saiu_porque',
      versao = a.versao + 1
    where a.inscricao_id = inscricao;
  update private.historico h set desfeita = true where h.id = ultima.id;
  insert into private.historico (inscricao_id, quem, acao, de, para, versao, turma_id)
    values (inscricao, auth.uid(), 'situacao-desfeita', ultima.para, ultima.de, agora.versao + 1, classe.id);
  return private.estado(inscricao) || '{"applied": true}';
end
$$;

-- Ticks or unticks one criterion: 'cadunico', 'socioeconomica', 'responsavel', 'protegido', or 'telefone': whether
-- the number to call that the family gave later is the guardian's; or 'renovacao': that they go on, as the desk heard; unticked it is again
-- what the family answered. One that is not stays to be called. A guardian that came
-- by the link is not confirmed until 'responsavel' is ticked. It is no decision: the version stays, and what was decided before can be
-- taken back. A tick that stands already changes nothing.
create function private.conferir_criterio(inscricao uuid, versao integer, criterio text, cumprido boolean) returns jsonb
  language plpgsql volatile security definer set search_path = '' set jit = off as $$
declare
  antes private.acompanhamentos;
begin
  perform private.exigir('decidir');
  if criterio not in ('cadunico', 'socioeconomica', 'responsavel', 'protegido', 'telefone', 'renovacao') or cumprido is null then
    raise invalid_parameter_value using message = 'critério desconhecido';
  end if;
  antes := private.trancar(inscricao);
  if (antes.versao = conferir_criterio.versao) is not true then return private.nao_aplicada(inscricao); end if;
  if cumprido = (case criterio when 'cadunico' then antes.cadunico_confere when 'socioeconomica' then antes.situacao_avaliada
      when 'responsavel' then antes.responsavel_confirmou when 'protegido' then antes.endereco_protegido
      when 'renovacao' then coalesce(private.renovacao_de(antes) = 'anotada', cumprido) end) then
    return private.estado_lido(inscricao) || '{"applied": true}';
  end if;
  if criterio = 'telefone' and cumprido and antes.telefone_novo is null then
    raise check_violation using message = 'A família não deu nenhum outro telefone.';
  end if;
  update private.acompanhamentos a set
    cadunico_confere = case criterio when 'cadunico' then cumprido else a.cadunico_confere end,
    situacao_avaliada = case criterio when 'socioeconomica' then cumprido else a.situacao_avaliada end,
    responsavel_confirmou = case criterio when 'responsavel' then cumprido else a.responsavel_confirmou end,
    renovacao = case when criterio <> 'renovacao' then a.renovacao when cumprido then 'anotada' else coalesce((
      select h.para from private.historico h where h.inscricao_id = inscricao and h.acao = 'renovacao' -- of this asking: see perguntar_quem_continua
        and h.quando > greatest(antes.renovacao_em - interval '180 days', antes.decidida_em, antes.criada_em)
      order by h.id desc limit 1), 'avisada') end,
    renovacao_em = case when criterio = 'renovacao' then clock_timestamp() else a.renovacao_em end,
    endereco_protegido = case criterio when 'protegido' then cumprido else a.endereco_protegido end,
    responsavel_chegou = case when criterio = 'responsavel' then not cumprido and coalesce(a.nome_do_responsavel, a.telefone_do_responsavel) is not null
      else a.responsavel_chegou and (criterio <> 'telefone' or a.nome_do_responsavel is not null) end,
    telefone_novo = case when criterio = 'telefone' and not cumprido then coalesce(a.telefone_novo, a.telefone_do_responsavel) else a.telefone_novo end
    where a.inscricao_id = inscricao;
  if criterio = 'telefone' then
    perform private.guardar_telefone_do_responsavel(inscricao, case when cumprido then antes.telefone_novo end);
  end if;
  perform private.anotar_no_historico(inscricao, 'criterio', criterio, case when cumprido then 'sim' else 'nao' end);
  return private.estado(inscricao) || '{"applied": true}';
end
$$;

-- `pedido`: the kind of what a family asked for in person, to be answered later by the text.
create function private.nova_nota(inscricao uuid, texto text, pedido text default null) returns jsonb
  language plpgsql volatile security definer set search_path = '' set jit = off as $$
begin
  perform private.exigir('decidir');
  if private.trancar(inscricao) is null then return null; end if;
  if coalesce(private.aparado(texto), '') = '' or char_length(private.aparado(texto)) > 1000 then
    raise check_violation using message = 'Escreva a nota, com até 1000 letras.';
  end if;
  insert into private.anotacoes (inscricao_id, autor, texto) values (inscricao, auth.uid(), private.aparado(texto));
  perform private.anotar_no_historico(inscricao, 'nota', null, null);
  if pedido is not null and (select (f.pedido).id is null from private.pedir(inscricao, null, nova_nota.pedido, null, null, auth.uid()) as f) then
    raise check_violation using message = 'Não cabe mais um pedido: responda primeiro os que estão abertos.', constraint = 'pedidos_abertos';
  end if;
  return private.estado(inscricao);
end
$$;

-- Notes that a message was prepared for 'responsavel' or 'pessoa'. Whether it was sent is
-- unknown. Only the text of the present situation tells the decision: another one was
-- prepared by somebody who had not seen it.
create function private.anotar_mensagem(inscricao uuid, modelo text, para text) returns jsonb
  language plpgsql volatile security definer set search_path = '' set jit = off as $$
begin
  perform private.exigir('decidir');
  if coalesce(para, '') not in ('responsavel', 'pessoa') or coalesce(modelo, '') !~ '^[a-z-]{1,30}$' then
    raise invalid_parameter_value using message = 'mensagem desconhecida';
  end if;
  if private.trancar(inscricao) is null then return null; end if;
  update private.acompanhamentos a set a_avisar = false
    where a.inscricao_id = inscricao and a.a_avisar
      and modelo = any (case a.situacao when 'lista-de-espera' then array['espera', 'ainda-quer'] else array[a.situacao] end);
  update private.acompanhamentos a set renovacao = 'avisada', renovacao_em = clock_timestamp()
    where a.inscricao_id = inscricao and modelo = 'renovacao' and private.renovacao_de(a) = 'pedida';
  perform private.anotar_no_historico(inscricao, 'mensagem', modelo, para);
  return private.estado(inscricao);
end
$$;

-- A new link of the family, whose code only the caller gets, once: `code`, and `until`, the last day
-- (ISO) on which it surely opens. It opens what the family's own does.
create function private.fazer_link(inscricao uuid) returns jsonb
  language plpgsql volatile security definer set search_path = '' set jit = off as $$
declare
  codigo constant text := encode(substring(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) for 16), 'hex');
begin
  perform private.exigir('mudar_links');
  if private.trancar(inscricao) is null then return null; end if;
  delete from private.links l where l.feito_em < now() - make_interval(days => private.dias_do_link());
  insert into private.links (hash, inscricao_id) values (private.hash_do_link(codigo), inscricao);
  perform private.anotar_no_historico(inscricao, 'novo-link', null, null);
  return private.estado(inscricao) || jsonb_build_object('code', codigo,
    'until', (now() at time zone 'America/Sao_Paulo')::date + private.dias_do_link() - 1);
end
$$;

-- Ends every link of an enrolment, the family's own too; one that is made afterwards opens.
create function private.fechar_links(inscricao uuid) returns jsonb
  language plpgsql volatile security definer set search_path = '' set jit = off as $$
begin
  perform private.exigir('mudar_links');
  if private.trancar(inscricao) is null then return null; end if;
  update private.acompanhamentos a set links_encerrados = true where a.inscricao_id = inscricao;
  delete from private.links l where l.inscricao_id = fechar_links.inscricao;
  perform private.anotar_no_historico(inscricao, 'links-encerrados', null, null);
  return private.estado(inscricao);
end
$$;
