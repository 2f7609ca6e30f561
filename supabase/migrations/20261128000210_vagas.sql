-- One number of places, what is left of an erased document, proposals by the site's rules, public texts, and the bin left
-- out at once (decision 155).

drop index private.acompanhamentos_apagada_idx;
create index acompanhamentos_apagada_idx on private.acompanhamentos (apagada_em, inscricao_id) where apagada_em is not null;

create view private.ids_da_lixeira as
  select a.inscricao_id as id from private.acompanhamentos a where a.apagada_em is not null;
revoke all on private.ids_da_lixeira from public, anon, authenticated;
grant select on private.ids_da_lixeira to authenticated; -- policies run as the caller
alter policy "apagadas não se leem" on public.inscricoes_projeto
  using (not exists (select from private.ids_da_lixeira l where l.id = inscricoes_projeto.id));
revoke execute on function private.na_lixeira(uuid) from authenticated;

create function private.documento_apagado_em(inscricao uuid) returns timestamptz
  language plpgsql stable set search_path = '' as $$
begin
  return (select x.apagado_em from private.apagamentos x where x.inscricao_id = $1 and x.o_que = 'documento');
end
$$;

revoke execute on function private.documento_apagado_em(uuid) from public, anon, authenticated;

create or replace view private.chaves_das_inscricoes as
  select i.id as inscricao_id, i.created_at as criada_em, i.nome_completo as nome,
    ' ' || k.nome || ' | ' || private.chave(k.nome_do_responsavel) || ' ' as nomes,
    k.cpf, coalesce(i.protocolo, '') as protocolo, k.telefone,
    private.algarismos_do_telefone(k.do_responsavel) as telefone_responsavel,
    private.algarismos(i.contato_recados) as recado, i.data_nascimento as nascimento, private.inicio_da_chave(private.chave(i.cidade)) as cidade,
    exists (select from private.documentos_novos d where d.inscricao_id = i.id)
      or i.cadastro_unico_url is not null and private.documento_apagado_em(i.id) is null as documento, i.condicao_medica = 'sim' as condicao,
    i.idade < 18 and (btrim(coalesce(k.nome_do_responsavel, '')) = '' or k.do_responsavel is null) as sem_responsavel,
    private.semelhancas_de(k.nome, i.data_nascimento, k.cpf, k.telefone) as semelhancas
  from public.inscricoes_projeto i
    left join private.acompanhamentos a on a.inscricao_id = i.id
    cross join lateral (
      select private.chave(i.nome_completo) as nome, private.algarismos(i.cpf) as cpf,
        private.algarismos_do_telefone(i.telefone_whatsapp) as telefone,
        coalesce(case when btrim(i.telefone_responsavel) <> '' then i.telefone_responsavel end, a.telefone_do_responsavel) as do_responsavel,
        coalesce(case when btrim(i.nome_responsavel) <> '' then i.nome_responsavel end, a.nome_do_responsavel) as nome_do_responsavel
      offset 0) as k;                                            -- offset 0: each key is computed once

update private.acompanhamentos a set documento = false
  where a.documento and a.inscricao_id in (select x.inscricao_id from private.apagamentos x where x.o_que = 'documento')
    and not exists (select from private.documentos_novos d where d.inscricao_id = a.inscricao_id);

drop function public.turmas();
drop function private.turmas();
drop function private.conferir_proposta(jsonb);

create function private.lugares_da_turma(turma private.turmas) returns table (alunos integer, espera integer, livres integer)
  language sql stable as $$ -- a text: see private.prazos_com
  select count(*) filter (where a.situacao = 'aprovada')::integer, count(*) filter (where a.situacao = 'lista-de-espera')::integer,
    case when ($1).vagas is not null then greatest(0, ($1).vagas - count(*))::integer end
  from private.acompanhamentos a where a.turma_id = ($1).id and a.apagada_em is null
$$;

create function private.turmas()
  returns table (id uuid, nome text, modalidade text, dias text, horario text, idade_de integer, idade_ate integer, vagas integer,
    do_projeto boolean, ativa boolean, professor uuid, alunos integer, espera integer, livres integer)
  language plpgsql stable security definer set search_path = '' set jit = off as $$
#variable_conflict use_column
begin
  perform private.exigir('ler');
  return query select t.id, t.nome, t.modalidade, t.dias, t.horario, t.idade_de, t.idade_ate, t.vagas, t.do_projeto, t.ativa, t.professor,
      l.alunos, l.espera, l.livres
    from private.turmas t cross join lateral private.lugares_da_turma(t) as l order by t.ativa desc, t.nome collate "pt-BR-x-icu", t.horario, t.dias, t.id;
end
$$;

create function public.turmas()
  returns table (id uuid, nome text, modalidade text, dias text, horario text, idade_de integer, idade_ate integer, vagas integer,
    do_projeto boolean, ativa boolean, professor uuid, alunos integer, espera integer, livres integer)
  language sql stable set search_path = ''
  begin atomic
    select * from private.turmas();
  end;

create function private.conferir_proposta(inscricao uuid, mudancas jsonb) returns void
  language plpgsql stable set search_path = '' as $$
declare
  antes public.inscricoes_projeto;
  depois public.inscricoes_projeto;
begin
  perform private.conferir_correcao(mudancas);
  if (select count(*) not between 1 and 2 from jsonb_object_keys(mudancas)) or octet_length(mudancas::text) > 20000 then
    raise invalid_parameter_value using message = 'resposta desconhecida';
  end if;
  select i.* into antes from public.inscricoes_projeto i
    join private.acompanhamentos a on a.inscricao_id = i.id and a.apagada_em is null where i.id = conferir_proposta.inscricao;
  if not found then return; end if;                          -- its caller says so
  depois := jsonb_populate_record(antes, mudancas);          -- a number where one is asked, a day that exists
  depois.idade := private.idade_em(depois.data_nascimento, (depois.created_at at time zone 'America/Sao_Paulo')::date);
  perform private.conferir_regras(depois, antes), private.conferir_tamanho(to_jsonb(depois), to_jsonb(antes));
end
$$;

revoke execute on function private.lugares_da_turma(private.turmas), private.turmas(), public.turmas(), private.conferir_proposta(uuid, jsonb)
  from public, anon, authenticated;
grant execute on function private.turmas(), public.turmas() to authenticated;

create or replace function private.vagas_que_restam() returns jsonb
  language sql stable security definer set search_path = '' set jit = off as $$
  select coalesce(jsonb_agg(jsonb_build_object('nome', case when o.de_mesmo_nome > 1 then o.palavras else o.nome end,
      'restam', l.livres)
      order by o.nome collate "pt-BR-x-icu", o.palavras), '[]')
    from (
      select t, t.nome, private.turma_em_palavras(t) as palavras, count(*) over (partition by t.nome) as de_mesmo_nome
      from private.turmas t where t.ativa and t.do_projeto) as o cross join lateral private.lugares_da_turma(o.t) as l
    where l.livres is not null
$$;

create or replace function private.buscar_inscricoes(filtro jsonb) returns jsonb
  language plpgsql stable security definer set search_path = '' set jit = off as $$
declare
  coluna constant text := case coalesce(filtro ->> 'ordem', 'criada')
    when 'criada' then 'criada_em' when 'nome' then 'nome' when 'idade' then 'nascimento' when 'telefone' then 'telefone'
    when 'espera' then case
      when filtro ->> 'documentoNovo' = 'true' then 'documento_novo_em'
      when filtro ->> 'pedido' = 'true' then 'pedido_em'
      when 'true' in (filtro ->> 'avisar', filtro ->> 'semTurma') then 'decidida_em'
      else 'criada_em' end
    end;
  descendo constant boolean := (coalesce(filtro ->> 'sentido', 'desc') = 'desc') <> coalesce(filtro ->> 'ordem' = 'idade', false); -- the youngest was born last
  tamanho constant integer := least(greatest(coalesce((filtro ->> 'tamanho')::integer, 25), 1), 100);
  pular constant integer := least(greatest(coalesce((filtro ->> 'pular')::integer, 0), 0), 10000);
  ao_lado constant uuid := coalesce(filtro ->> 'apos', filtro ->> 'antes')::uuid;
  para_tras constant boolean := filtro ->> 'apos' is null and (filtro ->> 'antes' is not null or coalesce(filtro ->> 'fim' = 'true', false));
  rumo text := case when descendo <> para_tras then 'desc' else 'asc' end;
  marco private.acompanhamentos;
  onde text;
  padroes text[];
  linhas jsonb;
  perdida boolean := false;
begin
  perform private.exigir('ler');
  if coluna is null then
    raise invalid_parameter_value using message = 'ordem desconhecida';
  end if;
  select * into onde, padroes from private.condicoes(filtro);
  onde := onde || ' and a.apagada_em is null';
  if ao_lado is not null then
    select * into marco from private.acompanhamentos where inscricao_id = ao_lado and apagada_em is null;
    perdida := not found;
  end if;
  if perdida then
    rumo := case when descendo then 'desc' else 'asc' end;
  elsif ao_lado is not null then
    onde := format('%s and (a.%I, a.inscricao_id) %s (($3).%I, ($3).inscricao_id)', onde, coluna,
      case rumo when 'desc' then '<' else '>' end, coluna);
  end if;
  execute format($sql$
    select coalesce(jsonb_agg(jsonb_build_object('id', pagina.inscricao_id, 'situacao', pagina.situacao, 'versao', pagina.versao, 'espera', pagina.espera,
      'responsavelConfirmou', pagina.responsavel_confirmou, 'repetida', pagina.repetida, 'repetidaDe', pagina.repetida_de,
      'turma', pagina.turma_id, 'turmaNome', (select private.turma_em_palavras(t) from private.turmas t where t.id = pagina.turma_id), 'primeiroDia', pagina.primeiro_dia, 'motivo', case when $1 -> 'colunas' ? 'motivo' then pagina.motivo end, 'aAvisar', pagina.a_avisar, 'documentoNovo', pagina.documento_novo, 'pedido', pagina.pedido,
      'telefoneNovo', pagina.telefone_novo, 'telefoneDoResponsavel', pagina.telefone_do_responsavel, 'nomeDoResponsavel', pagina.nome_do_responsavel, 'responsavelChegou', pagina.responsavel_chegou, 'ultimoDocumento', private.ultimo_documento(pagina.inscricao_id), 'documentoApagadoEm', private.documento_apagado_em(pagina.inscricao_id),
      'inscricao', case when $1 ? 'colunas' then (
        select jsonb_object_agg(resposta.key, resposta.value)
        from public.inscricoes_projeto i, jsonb_each(to_jsonb(i.*)) as resposta
        where i.id = pagina.inscricao_id and $1 -> 'colunas' ?| array[resposta.key, '*']) end)), '[]')
    from (
      select a.inscricao_id, a.situacao, a.versao, %4$s as espera, a.responsavel_confirmou, a.repetida, a.repetida_de, a.turma_id, a.primeiro_dia, a.a_avisar, a.documento_novo, a.pedido, a.telefone_novo, a.telefone_do_responsavel, a.nome_do_responsavel, a.responsavel_chegou, a.motivo
      from private.acompanhamentos a
      where %1$s order by a.%2$I %3$s, a.inscricao_id %3$s limit $4 + 1 offset $5) as pagina
    $sql$, onde, coluna, rumo, case when filtro ->> 'ordem' = 'espera' then format('a.%I', coluna) else 'null::timestamptz' end)
    into linhas using filtro, padroes, marco, tamanho, case when ao_lado is null and not para_tras then pular else 0 end;
  return jsonb_build_object(
    'linhas', case when para_tras and not perdida
      then (select coalesce(jsonb_agg(l order by n desc), '[]') from jsonb_array_elements(linhas) with ordinality as t (l, n) where n <= tamanho)
      else (select coalesce(jsonb_agg(l order by n), '[]') from jsonb_array_elements(linhas) with ordinality as t (l, n) where n <= tamanho)
      end,
    'mais', jsonb_array_length(linhas) > tamanho,     -- more rows in the direction that was read
    'perdida', perdida);
end
$$;

create or replace function private.estado(inscricao uuid) returns jsonb
  language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'situacao', a.situacao, 'motivo', a.motivo, 'versao', a.versao,
    'criterios', jsonb_build_object('cadunico', a.cadunico_confere, 'socioeconomica', a.situacao_avaliada, 'responsavel', a.responsavel_confirmou, 'protegido', a.endereco_protegido),
    'repetidaDe', a.repetida_de, 'turma', a.turma_id, 'turmaNome', (select private.turma_em_palavras(t) from private.turmas t where t.id = a.turma_id),
    'primeiroDia', a.primeiro_dia, 'aAvisar', a.a_avisar, 'documentoNovo', a.documento_novo, 'pedido', a.pedido,
    'pedidos', coalesce((
      select jsonb_agg(jsonb_build_object('id', p.id, 'tipo', p.tipo, 'telefone', p.telefone, 'feitoEm', p.feito_em,
        'numero', p.numero, 'mudancas', p.mudancas, 'prazo', private.prazo_do_pedido(p.feito_em), 'noBalcao', p.no_balcao) order by p.feito_em, p.id)
      from private.pedidos p where p.inscricao_id = a.inscricao_id and p.respondido_em is null), '[]'),
    'dadosFechadosAte', private.dados_fechados_ate(a.inscricao_id),
    'telefoneNovo', a.telefone_novo, 'telefoneDoResponsavel', a.telefone_do_responsavel, 'nomeDoResponsavel', a.nome_do_responsavel, 'responsavelChegou', a.responsavel_chegou,
    'documentoApagadoEm', private.documento_apagado_em(a.inscricao_id),
    'documentosNovos', coalesce((
      select jsonb_agg(jsonb_build_object('endereco', d.endereco, 'recebidoEm', d.recebido_em, 'conteudoAtivo', private.conteudo_ativo(d.endereco),
        'daEquipe', d.anexado_por is not null, 'anexadoPor', (select u.email from auth.users u where u.id = d.anexado_por)) order by d.recebido_em desc, d.envio)
      from private.documentos_novos d where d.inscricao_id = a.inscricao_id), '[]'),
    'correcoes', coalesce((
      select jsonb_agg(jsonb_build_object('campo', c.campo, 'antes', c.antes, 'motivo', c.motivo, 'quando', c.quando, 'quem', u.email) order by c.id desc)
      from private.correcoes c left join auth.users u on u.id = c.quem where c.inscricao_id = a.inscricao_id and not c.desfeita), '[]'),
    'respostas', coalesce((                                    -- of the answers that were corrected and what derives from them, as they are now
      select jsonb_object_agg(r.key, r.value) from public.inscricoes_projeto i cross join lateral jsonb_each(to_jsonb(i)) as r
      where i.id = a.inscricao_id and exists (
        select from private.correcoes c where c.inscricao_id = a.inscricao_id and r.key in (c.campo, case c.campo when 'data_nascimento' then 'idade' end))), '{}'),
    -- until when the caller may take back the last decision or correction; null: not theirs, too late, or something was decided since
    'desfazerAte', (
      select h.quando + interval '60 seconds' from private.historico h
      where h.inscricao_id = a.inscricao_id and h.acao in ('situacao', 'correcao') and h.versao = a.versao and h.quem = auth.uid()
        and h.quando > now() - interval '60 seconds'),
    'conteudoAtivo', (select private.conteudo_ativo(i.cadastro_unico_url) from public.inscricoes_projeto i where i.id = a.inscricao_id), -- the first document's
    'notas', coalesce((
      select jsonb_agg(jsonb_build_object('id', n.id, 'autor', u.email, 'texto', n.texto,
        'escritaEm', n.escrita_em, 'corrigidaEm', n.corrigida_em, 'podeCorrigir', coalesce(n.autor = auth.uid(), false) and n.escrita_em > now() - interval '10 minutes')
        order by n.escrita_em desc, n.id)
      from private.anotacoes n left join auth.users u on u.id = n.autor where n.inscricao_id = a.inscricao_id), '[]'),
    'historico', coalesce((                                    -- with the openings of 'Meus dados', which prolong no period
      select jsonb_agg(jsonb_build_object('quando', h.quando, 'quem', u.email, 'acao', h.acao, 'de', h.de, 'para', h.para,
        'motivo', case when h.acao <> 'nota-corrigida' or (select private.pode('ver_registro')) then h.motivo end,
        'turmaNome', nullif(private.turma_em_palavras(t), '')) order by h.quando desc, h.id desc)
      from (
        select * from private.historico n where n.inscricao_id = a.inscricao_id
        union all
        select n.* from private.meus_dados_abertos(a.inscricao_id) as em,
          jsonb_populate_record(null::private.historico, jsonb_build_object('quando', em, 'acao', 'meus-dados-abertos')) as n) as h
      left join auth.users u on u.id = h.quem left join private.turmas t on t.id = h.turma_id), '[]'),
    'semelhantes', coalesce((
      select jsonb_agg(jsonb_build_object('id', o.inscricao_id, 'situacao', o.situacao, 'iguais', (
          select jsonb_agg(distinct split_part(s, ' ', 1)) from unnest(o.semelhancas) as s where s = any (a.semelhancas)))
        order by o.criada_em desc, o.inscricao_id)
      from (select s from private.semelhantes(a.inscricao_id, a.semelhancas) as s limit 10) as perto (id)
        join private.acompanhamentos o on o.inscricao_id = perto.id), '[]'))
  from private.acompanhamentos a where a.inscricao_id = $1 and a.apagada_em is null
$$;

create or replace function private.documento_em_uso(nome text) returns boolean
  language sql stable security definer set search_path = '' as $$
  select row_security_active('public.inscricoes_projeto') or exists (
    select from public.inscricoes_projeto i
    where private.envio_do_documento(private.documento_do_endereco(i.cadastro_unico_url)) = private.envio_do_documento(nome)
      and private.documento_do_endereco(i.cadastro_unico_url) = nome
      and private.documento_apagado_em(i.id) is null)
    or exists (
    select from private.documentos_novos d
    where d.envio = private.envio_do_documento(nome) and private.documento_do_endereco(d.endereco) = nome)
$$;

create or replace function private.vencidas_com(regras private.configuracao, quando timestamptz, out inscricoes integer, out documentos integer)
  language plpgsql stable set search_path = '' set jit = off as $$
begin
  select count(*) filter (where p.apagar_em <= quando),
      count(*) filter (where p.apagar_documento_em <= quando and (p.apagar_em <= quando) is not true and f.documento)
    into inscricoes, documentos
    from private.prazos_com(regras) as p left join private.acompanhamentos f on f.inscricao_id = p.inscricao_id;
end
$$;

create or replace function private.apagar_vencidas(lote integer, out inscricoes integer, out documentos integer, out freio jsonb)
  language plpgsql security definer set search_path = '' as $$
declare
  vencidas uuid[];
  idas private.apagamentos[];
  um private.apagamentos;
begin
  inscricoes := 0;
  documentos := 0;
  freio := private.conferir_freio();
  if freio is null and private.encurtar_prazos() then -- not under a clock that looks wrong; then counted anew
    freio := private.conferir_freio();
  end if;
  if freio is not null then
    return;
  end if;
  -- what was erased by hand days ago goes as if it had gone then: its bytes have waited already
  vencidas := array(
    select v.inscricao_id from (
      select p.inscricao_id, p.apagar_em from private.prazos p where p.apagar_em <= now()
      union all select l.inscricao_id, l.acaba_em from private.lixeira l where l.acaba_em <= now()) as v
    order by v.apagar_em limit lote);
  perform private.esperar_a_vez_de(vencidas);
  vencidas := array(
    select i.id from public.inscricoes_projeto i where i.id = any (vencidas) for update skip locked);
  -- Read again under the locks: something may have been decided meanwhile.
  with novos as (
    insert into private.apagamentos (inscricao_id, o_que, envio, protocolo, motivo, apagado_em)
    select p.inscricao_id, 'inscricao', p.envio, p.protocolo, p.regra, now()
    from private.prazos p where p.inscricao_id = any (vencidas) and p.apagar_em <= now()
    union all
    select l.inscricao_id, 'inscricao', l.envio, l.protocolo, l.motivo, l.apagada_em
    from private.lixeira l where l.inscricao_id = any (vencidas) and l.acaba_em <= now()
    on conflict (inscricao_id, o_que) do update set apagado_em = excluded.apagado_em returning *)
  select coalesce(array_agg(row(novos.*)::private.apagamentos), '{}') into idas from novos;
  delete from public.inscricoes_projeto i where i.id in (select u.inscricao_id from unnest(idas) as u);
  inscricoes := cardinality(idas);

  vencidas := array(
    select i.id from public.inscricoes_projeto i
    where i.id = any (array(
      select p.inscricao_id from private.prazos p join private.acompanhamentos a on a.inscricao_id = p.inscricao_id
      where p.apagar_documento_em <= now() and p.envio is not null and a.documento limit lote))
    for update skip locked);
  with novos as (
    insert into private.apagamentos (inscricao_id, o_que, envio, protocolo, motivo)
    select p.inscricao_id, 'documento', p.envio, p.protocolo, 'documento'
    from private.prazos p
    where p.inscricao_id = any (vencidas) and p.apagar_documento_em <= now() and p.envio is not null
    on conflict (inscricao_id, o_que) do update set apagado_em = now() returning *)
  select idas || coalesce(array_agg(row(novos.*)::private.apagamentos), '{}') into idas from novos;
  documentos := cardinality(idas) - inscricoes;
  delete from private.documentos_novos d
    where d.inscricao_id in (select u.inscricao_id from unnest(idas) as u where u.o_que = 'documento');
  update private.acompanhamentos a set documento = false
    where a.inscricao_id in (select u.inscricao_id from unnest(idas) as u where u.o_que = 'documento');

  foreach um in array idas loop
    perform private.anotar(
      case um.o_que when 'inscricao' then 'apagou_pelo_prazo' else 'apagou_documento_pelo_prazo' end,
      auth.uid(), null, um.inscricao_id, jsonb_build_object('motivo', um.motivo), um.protocolo);
  end loop;
end
$$;

create or replace function private.prazos_de_guarda(inscricoes uuid[])
  returns table (inscricao uuid, apagar_em date, regra text, documento_apagado_em timestamptz, responsavel_ate date)
  language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.exigir('ler');
  return query select p.inscricao_id, (p.apagar_em at time zone 'America/Sao_Paulo')::date, p.regra, d.apagado_em,
    case when p.responsavel_ate is not null then private.ultimo_dia_sem_responsavel(now(), c.guardar_sem_responsavel_dias) end
  from private.prazos p
    cross join private.configuracao c
    cross join private.documento_apagado_em(p.inscricao_id) as d (apagado_em)
  where p.inscricao_id = any (prazos_de_guarda.inscricoes)
    and (p.apagar_em is not null or d.apagado_em is not null);
end
$$;

create or replace function private.enviar_outro_documento(codigo text, endereco text) returns jsonb
  language plpgsql volatile security definer set search_path = '' set jit = off as $$
declare
  inscricao constant uuid := private.inscricao_do_codigo(codigo);
  nome constant text := private.documento_do_endereco(endereco);
  upload constant uuid := private.envio_do_documento(nome);
  antes private.acompanhamentos;
  recebido boolean;
begin
  if inscricao is null then return private.situacao_da_inscricao(codigo); end if;
  perform from public.inscricoes_projeto i where i.id = inscricao for key share;
  select * into antes from private.acompanhamentos a where a.inscricao_id = inscricao and a.apagada_em is null for update;
  if not found then return null; end if;                     -- erased meanwhile
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

create or replace function private.dados_da_familia(inscricao uuid) returns jsonb
  language sql volatile set search_path = '' as $$
  select jsonb_build_object(
    'respostas', to_jsonb(i.*) - '{id,created_at,protocolo}'::text[] || (
      select coalesce(jsonb_object_agg(c, null::text), '{}') from unnest(o.campos) as c where c <> 'telefone_novo'),
    'atualizadas', case when a.endereco_protegido then '{}' else o.em end,
    'abertaEm', (select coalesce(jsonb_agg(em), '[]') from private.meus_dados_abertos(i.id) as em),
    'recebidaEm', i.created_at, 'protocolo', i.protocolo,
    'declaracao', (select jsonb_build_object('versao', k.versao_texto, 'em', k.declarado_em, 'quem', k.quem)
      from private.consentimentos k where k.inscricao_id = i.id),
    'telefoneNovo', case when 'telefone_novo' <> all (o.campos) then a.telefone_novo end,
    'nomeDoResponsavel', case when 'nome_responsavel' <> all (o.campos) then a.nome_do_responsavel end,
    'telefoneDoResponsavel', case when not o.campos && '{telefone_novo,telefone_responsavel}' then a.telefone_do_responsavel end,
    'correcoes', (select coalesce(jsonb_agg(jsonb_build_object('campo', c.campo, 'antes', c.antes, 'quando', c.quando) order by c.id desc), '[]')
      from private.correcoes c where c.inscricao_id = i.id and not c.desfeita and c.campo <> all (o.campos)
        and (c.pelo_proprio_link or not a.endereco_protegido)),
    'documentos', (
      select coalesce(jsonb_agg(jsonb_build_object('nome', regexp_replace(private.documento_do_endereco(d.endereco), '^public/[0-9a-fA-F-]{36}_?', ''),
        'recebidoEm', d.em) order by d.em, d.endereco), '[]')
      from (select i.cadastro_unico_url as endereco, i.created_at as em where private.documento_apagado_em(i.id) is null
          union all
          select n.endereco, n.recebido_em from private.documentos_novos n
            where n.inscricao_id = i.id and not a.endereco_protegido) as d where d.endereco is not null),
    'documentoApagadoEm', private.documento_apagado_em(i.id),
    'guarda', (select jsonb_build_object('apagarEm', (p.apagar_em at time zone 'America/Sao_Paulo')::date, 'regra', p.regra,
        'documentoEm', case when a.documento then (p.apagar_documento_em at time zone 'America/Sao_Paulo')::date end)
      from private.prazos p where p.inscricao_id = i.id and not a.endereco_protegido),
    'aberturas', (select coalesce(jsonb_agg(jsonb_build_object('dia', v.dia, 'papel', v.papel, 'vezes', v.vezes) order by v.dia desc, v.papel), '[]')
      from (select (r.momento at time zone 'America/Sao_Paulo')::date as dia, coalesce(d.papel, '') as papel,
          count(distinct (r.quem, date_trunc('minute', r.momento))) as vezes
        from private.auditoria r left join private.administradores d on d.user_id = r.quem
        where r.inscricao = i.id and r.acao in ('viu_ficha', 'abriu_documento', 'imprimiu', 'imprimiu_turma') group by 1, 2) as v),
    'pedidos', (select coalesce(jsonb_agg(jsonb_build_object('numero', private.numero_para_a_familia(p), 'tipo', p.tipo,
        'telefone', case when v.diz then p.telefone end, 'mudancas', case when v.diz then p.mudancas end,
        'atualizadoEm', case when not v.diz and not a.endereco_protegido then p.feito_em end,
        'feitoEm', p.feito_em, 'prazo', private.prazo_do_pedido(p.feito_em), 'noBalcao', p.no_balcao,
        'respondidoEm', p.respondido_em, 'confirmado', p.confirmado, 'resposta', case when v.diz then p.resposta end) order by p.numero desc), '[]')
      from private.pedidos p cross join lateral (select coalesce(p.telefone is null and not p.mudancas ?| private.paradeiro(), p.telefone is null)
          or p.pelo_proprio_link and not a.endereco_protegido as diz) as v
      where p.inscricao_id = i.id and (p.pelo_proprio_link or not a.endereco_protegido)))
  from public.inscricoes_projeto i join private.acompanhamentos a on a.inscricao_id = i.id and a.apagada_em is null
    cross join lateral (
      select coalesce(jsonb_object_agg(u.campo, u.em), '{}') as em,
        case when a.endereco_protegido then private.paradeiro() || '{telefone_novo}' else coalesce(array_agg(u.campo), '{}') end as campos
      from private.atualizadas_desde(i.id, i.created_at) as u) as o
  where i.id = $1
$$;

create or replace function private.pedir_dos_dados(codigo text, cpf text, tipo text, mudancas jsonb) returns jsonb
  language plpgsql volatile security definer set search_path = '' set jit = off as $$
declare
  aberta record;
  feito record;
begin
  select * into aberta from private.abrir_dados(codigo, cpf);
  if aberta.inscricao is null then return aberta.recusa; end if;
  if coalesce(pedir_dos_dados.tipo, '') not in ('desistir', 'corrigir', 'apagar', 'copia') then
    raise invalid_parameter_value using message = 'pedido desconhecido';
  end if;
  if pedir_dos_dados.tipo = 'corrigir' then perform private.conferir_proposta(aberta.inscricao, mudancas); end if;
  select * into feito from private.pedir(aberta.inscricao, codigo, pedir_dos_dados.tipo, null,
    case when pedir_dos_dados.tipo = 'corrigir' then mudancas end, null);
  if pedir_dos_dados.tipo = 'copia' and (feito.pedido).id is not null then
    perform private.anotar('meus_dados', inscricao => aberta.inscricao, detalhes => '{"que": "meus-dados-copiados"}');
  end if;
  return private.situacao_para_a_familia(aberta.inscricao, codigo) || jsonb_build_object('dados', private.dados_da_familia(aberta.inscricao),
    'recebido', (feito.pedido).id is not null, 'limite', feito.limite, 'pedido', private.numero_para_a_familia(feito.pedido));
end
$$;

create or replace function private.pedir_no_balcao(inscricao uuid, tipo text, identidade_conferida boolean, mudancas jsonb) returns jsonb
  language plpgsql volatile security definer set search_path = '' set jit = off as $$
declare
  feito record;
begin
  perform private.exigir('decidir');
  if coalesce(pedir_no_balcao.tipo, '') not in ('desistir', 'corrigir', 'apagar', 'copia') then
    raise invalid_parameter_value using message = 'pedido desconhecido';
  end if;
  if identidade_conferida is not true then
    raise check_violation using message = 'Confira a identidade por um documento antes.', constraint = 'pedidos_identidade';
  end if;
  if pedir_no_balcao.tipo = 'corrigir' then perform private.conferir_proposta(inscricao, mudancas); end if;
  perform from public.inscricoes_projeto i where i.id = inscricao for key share;
  perform from private.acompanhamentos a where a.inscricao_id = inscricao and a.apagada_em is null for update;
  if not found then return null; end if;
  select * into feito from private.pedir(inscricao, null, pedir_no_balcao.tipo, null,
    case when pedir_no_balcao.tipo = 'corrigir' then mudancas end, auth.uid());
  if (feito.pedido).id is null then
    raise check_violation using message = 'Não cabe mais um pedido: responda primeiro os que estão abertos.', constraint = 'pedidos_abertos';
  end if;
  return private.estado(inscricao);
end
$$;
