-- The guardian's telephone of a minor that the family gave later: it stands in a column of its own,
-- beside the answers, and stops the erasing of an enrolment without one.
alter table private.acompanhamentos
  add column telefone_do_responsavel text check (char_length(telefone_do_responsavel) <= 120);

create or replace view private.chaves_das_inscricoes as
  select i.id as inscricao_id, i.created_at as criada_em, i.nome_completo as nome,
    ' ' || k.nome || ' | ' || private.chave(i.nome_responsavel) || ' ' as nomes,
    k.cpf, coalesce(i.protocolo, '') as protocolo, k.telefone,
    private.algarismos_do_telefone(k.do_responsavel) as telefone_responsavel,
    private.algarismos(i.contato_recados) as recado, i.idade, private.inicio_da_chave(private.chave(i.cidade)) as cidade,
    i.cadastro_unico_url is not null as documento, i.condicao_medica = 'sim' as condicao,
    i.idade < 18 and (btrim(coalesce(i.nome_responsavel, '')) = '' or k.do_responsavel is null) as sem_responsavel,
    array[
      case when private.cpf_confere(k.cpf) then 'cpf ' || k.cpf end,
      'nome ' || private.inicio_da_chave(k.nome) || ' ' || i.data_nascimento,
      case when length(k.telefone) >= 8 then 'telefone ' || k.telefone || ' ' || split_part(private.inicio_da_chave(k.nome), ' ', 1) end] as semelhancas
  from public.inscricoes_projeto i
    left join private.acompanhamentos a on a.inscricao_id = i.id
    cross join lateral (
      select private.chave(i.nome_completo) as nome, private.algarismos(i.cpf) as cpf,
        private.algarismos_do_telefone(i.telefone_whatsapp) as telefone,
        coalesce(case when btrim(i.telefone_responsavel) <> '' then i.telefone_responsavel end, a.telefone_do_responsavel) as do_responsavel
      offset 0) as k;                                            -- offset 0: each key is computed once

create function private.guardar_telefone_do_responsavel(inscricao uuid, telefone text) returns void
  language sql volatile set search_path = '' as $$
  update private.acompanhamentos a set telefone_do_responsavel = $2
    from public.inscricoes_projeto i
    where a.inscricao_id = $1 and i.id = $1 and i.idade < 18 and btrim(coalesce(i.telefone_responsavel, '')) = '';
  update private.acompanhamentos a set telefone_responsavel = k.telefone_responsavel, sem_responsavel = k.sem_responsavel
    from private.chaves_das_inscricoes k where a.inscricao_id = $1 and k.inscricao_id = $1
$$;

create or replace function private.buscar_inscricoes(filtro jsonb) returns jsonb
  language plpgsql stable security definer set search_path = '' set jit = off as $$
declare
  coluna constant text := case coalesce(filtro ->> 'ordem', 'criada')
    when 'criada' then 'criada_em' when 'nome' then 'nome' when 'idade' then 'idade' when 'telefone' then 'telefone' end;
  descendo constant boolean := coalesce(filtro ->> 'sentido', 'desc') = 'desc';
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
  perform private.exigir_administrador();
  if coluna is null then
    raise invalid_parameter_value using message = 'ordem desconhecida';
  end if;
  select * into onde, padroes from private.condicoes(filtro);
  if ao_lado is not null then
    select * into marco from private.acompanhamentos where inscricao_id = ao_lado;
    perdida := not found;
  end if;
  if perdida then
    rumo := case when descendo then 'desc' else 'asc' end;
  elsif ao_lado is not null then
    onde := format('%s and (a.%I, a.inscricao_id) %s (($3).%I, ($3).inscricao_id)', onde, coluna,
      case rumo when 'desc' then '<' else '>' end, coluna);
  end if;
  execute format($sql$
    select coalesce(jsonb_agg(jsonb_build_object('id', pagina.inscricao_id, 'situacao', pagina.situacao,
      'responsavelConfirmou', pagina.responsavel_confirmou, 'repetida', pagina.repetida, 'repetidaDe', pagina.repetida_de,
      'turma', pagina.turma, 'primeiroDia', pagina.primeiro_dia, 'aAvisar', pagina.a_avisar, 'documentoNovo', pagina.documento_novo, 'pedido', pagina.pedido,
      'telefoneNovo', pagina.telefone_novo, 'telefoneDoResponsavel', pagina.telefone_do_responsavel, 'ultimoDocumento', private.ultimo_documento(pagina.inscricao_id),
      'inscricao', case when $1 ? 'colunas' then (
        select jsonb_object_agg(resposta.key, resposta.value)
        from public.inscricoes_projeto i, jsonb_each(to_jsonb(i.*)) as resposta
        where i.id = pagina.inscricao_id and $1 -> 'colunas' ?| array[resposta.key, '*']) end)), '[]')
    from (
      select a.inscricao_id, a.situacao, a.responsavel_confirmou, a.repetida, a.repetida_de, a.turma, a.primeiro_dia, a.a_avisar, a.documento_novo, a.pedido, a.telefone_novo, a.telefone_do_responsavel
      from private.acompanhamentos a
      where %1$s order by a.%2$I %3$s, a.inscricao_id %3$s limit $4 + 1 offset $5) as pagina
    $sql$, onde, coluna, rumo)
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
    'situacao', a.situacao, 'motivo', a.motivo, 'versao', a.versao, 'decididaEm', a.decidida_em,
    'criterios', jsonb_build_object('cadunico', a.cadunico_confere, 'socioeconomica', a.situacao_avaliada, 'responsavel', a.responsavel_confirmou),
    'repetidaDe', a.repetida_de, 'turma', a.turma, 'primeiroDia', a.primeiro_dia, 'aAvisar', a.a_avisar, 'documentoNovo', a.documento_novo, 'pedido', a.pedido,
    'pedidos', coalesce((
      select jsonb_agg(jsonb_build_object('id', p.id, 'tipo', p.tipo, 'telefone', p.telefone, 'feitoEm', p.feito_em) order by p.feito_em, p.id)
      from private.pedidos p where p.inscricao_id = a.inscricao_id and p.respondido_em is null), '[]'),
    'telefoneNovo', a.telefone_novo, 'telefoneDoResponsavel', a.telefone_do_responsavel,
    'documentosNovos', coalesce((
      select jsonb_agg(jsonb_build_object('endereco', d.endereco, 'recebidoEm', d.recebido_em, 'conteudoAtivo', private.conteudo_ativo(d.endereco)) order by d.recebido_em desc, d.envio)
      from private.documentos_novos d where d.inscricao_id = a.inscricao_id), '[]'),
    -- until when the caller may take back the last decision; null: not theirs, too late, or something was decided since
    'desfazerAte', (
      select h.quando + interval '60 seconds' from private.historico h
      where h.inscricao_id = a.inscricao_id and h.acao = 'situacao' and h.versao = a.versao and h.quem = auth.uid()
        and h.quando > now() - interval '60 seconds'),
    'conteudoAtivo', (select private.conteudo_ativo(i.cadastro_unico_url) from public.inscricoes_projeto i where i.id = a.inscricao_id), -- the first document's
    'notas', coalesce((
      select jsonb_agg(jsonb_build_object('id', n.id, 'autor', u.email, 'minha', coalesce(n.autor = auth.uid(), false), 'texto', n.texto,
        'escritaEm', n.escrita_em, 'corrigidaEm', n.corrigida_em, 'podeCorrigir', coalesce(n.autor = auth.uid(), false) and n.escrita_em > now() - interval '10 minutes')
        order by n.escrita_em desc, n.id)
      from private.anotacoes n left join auth.users u on u.id = n.autor where n.inscricao_id = a.inscricao_id), '[]'),
    'historico', coalesce((
      select jsonb_agg(jsonb_build_object('quando', h.quando, 'quem', u.email, 'acao', h.acao, 'de', h.de, 'para', h.para, 'motivo', h.motivo) order by h.id desc)
      from private.historico h left join auth.users u on u.id = h.quem where h.inscricao_id = a.inscricao_id), '[]'),
    'semelhantes', coalesce((
      select jsonb_agg(jsonb_build_object('id', o.inscricao_id, 'situacao', o.situacao, 'iguais', (
          select jsonb_agg(distinct split_part(s, ' ', 1)) from unnest(o.semelhancas) as s where s = any (a.semelhancas)))
        order by o.criada_em desc, o.inscricao_id)
      from (select s from private.semelhantes(a.inscricao_id, a.semelhancas) as s limit 10) as perto (id)
        join private.acompanhamentos o on o.inscricao_id = perto.id), '[]'))
  from private.acompanhamentos a where a.inscricao_id = $1
$$;

create or replace function private.marcar_criterio(inscricao uuid, versao integer, criterio text, cumprido boolean) returns jsonb
  language plpgsql volatile security definer set search_path = '' set jit = off as $$
declare
  antes private.acompanhamentos;
begin
  perform private.exigir_administrador();
  if criterio not in ('cadunico', 'socioeconomica', 'responsavel', 'telefone') or cumprido is null then
    raise invalid_parameter_value using message = 'critério desconhecido';
  end if;
  perform from public.inscricoes_projeto i where i.id = inscricao for key share;
  select * into antes from private.acompanhamentos a where a.inscricao_id = inscricao for update;
  if not found then return null; end if;
  if antes.versao is distinct from marcar_criterio.versao then
    return private.estado_lido(inscricao) || '{"aplicada": false}';
  end if;
  update private.acompanhamentos a set
    cadunico_confere = case criterio when 'cadunico' then cumprido else a.cadunico_confere end,
    situacao_avaliada = case criterio when 'socioeconomica' then cumprido else a.situacao_avaliada end,
    responsavel_confirmou = case criterio when 'responsavel' then cumprido else a.responsavel_confirmou end,
    versao = a.versao + 1
    where a.inscricao_id = inscricao;
  if criterio = 'telefone' then
    perform private.guardar_telefone_do_responsavel(inscricao, case when cumprido then antes.telefone_novo end);
  end if;
  perform private.anotar_no_historico(inscricao, 'criterio', criterio, case when cumprido then 'sim' else 'nao' end);
  return private.estado(inscricao) || '{"aplicada": true}';
end
$$;

create or replace view private.decisoes as
  select a.inscricao_id, a.situacao, a.decidida_em as desde, exists (
    select from private.historico h
    where h.inscricao_id = a.inscricao_id and h.acao = 'situacao' and not h.desfeita and 'aprovada' in (h.de, h.para)) as participou,
    a.responsavel_confirmou, (select max(h.quando) from private.historico h where h.inscricao_id = a.inscricao_id) as mexida_em,
    a.telefone_do_responsavel
  from private.acompanhamentos a;

create function private.ultimo_dia_sem_responsavel(desde timestamptz, dias integer) returns date
  language sql stable parallel safe
  begin atomic
    select (desde at time zone 'America/Sao_Paulo')::date + dias;
  end;

create or replace view private.prazos as
  select i.id as inscricao_id, i.protocolo,
    private.envio_do_documento(private.documento_do_endereco(i.cadastro_unico_url)) as envio,
    r.regra, r.apagar_em,
    case when d.situacao in ('aprovada', 'lista-de-espera', 'nao-aprovada', 'desistiu')
      then d.desde + make_interval(days => c.guardar_documento_dias) end as apagar_documento_em,
    case when r.regra = 'sem_responsavel' then private.ultimo_dia_sem_responsavel(e.desde, c.guardar_sem_responsavel_dias) end as responsavel_ate
  from public.inscricoes_projeto i
    cross join private.configuracao c
    left join private.decisoes d on d.inscricao_id = i.id
    left join private.consentimentos k on k.inscricao_id = i.id
    cross join lateral (values (                               -- whether nobody has decided, and since when nothing happened
      coalesce(d.situacao, 'nova') not in ('aprovada', 'lista-de-espera', 'nao-aprovada', 'desistiu'),
      greatest(i.created_at, d.mexida_em))) as e (aberta, desde)
    left join lateral (select * from (values
      ('nao_aprovada', d.situacao = 'nao-aprovada' or d.situacao = 'desistiu' and not d.participou,
        d.desde + make_interval(months => c.guardar_nao_aprovada_meses)),
      ('espera', d.situacao = 'lista-de-espera', d.desde + make_interval(months => c.guardar_espera_meses)),
      ('participante', d.situacao = 'desistiu' and d.participou,
        d.desde + make_interval(months => c.guardar_participante_meses)),
      ('sem_decisao', e.aberta, e.desde + make_interval(months => c.guardar_sem_decisao_meses)),
      ('sem_responsavel',
        e.aberta and i.idade < 18 and btrim(coalesce(i.telefone_responsavel, '')) = '' and d.telefone_do_responsavel is null
          and not coalesce(d.responsavel_confirmou, false) and private.declaracao_avisa_do_responsavel(k.versao_texto),
        (private.ultimo_dia_sem_responsavel(e.desde, c.guardar_sem_responsavel_dias) + 1)::timestamp
          at time zone 'America/Sao_Paulo')                    -- families are told a day: it goes when that is over
    ) as v (regra, vale, apagar_em) where v.vale order by v.apagar_em limit 1) as r on true;  -- of two rules the sooner

drop function public.prazos_de_guarda(uuid[]);
drop function private.prazos_de_guarda(uuid[]);

create function private.prazos_de_guarda(inscricoes uuid[])
  returns table (inscricao uuid, apagar_em date, regra text, documento_apagado_em timestamptz, responsavel_ate date)
  language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.exigir_administrador();
  return query select p.inscricao_id, (p.apagar_em at time zone 'America/Sao_Paulo')::date, p.regra, a.apagado_em,
    case when p.responsavel_ate is not null then private.ultimo_dia_sem_responsavel(now(), c.guardar_sem_responsavel_dias) end
  from private.prazos p
    cross join private.configuracao c
    left join private.apagamentos a on a.inscricao_id = p.inscricao_id and a.o_que = 'documento'
  where p.inscricao_id = any (prazos_de_guarda.inscricoes)
    and (p.apagar_em is not null or a.apagado_em is not null);
end
$$;

create function public.prazos_de_guarda(inscricoes uuid[])
  returns table (inscricao uuid, apagar_em date, regra text, documento_apagado_em timestamptz, responsavel_ate date)
  language sql stable set search_path = ''
  begin atomic
    select * from private.prazos_de_guarda(inscricoes);
  end;

create or replace function private.lista_da_turma(turma text, com_saude boolean) returns jsonb
  language plpgsql volatile security definer set search_path = '' as $$
declare
  hoje constant date := (now() at time zone 'America/Sao_Paulo')::date;
  saude constant boolean := coalesce(com_saude, false);
  pessoas uuid[];
  lista jsonb;
  uma uuid;
begin
  perform private.exigir_administrador();
  pessoas := array(select a.inscricao_id from private.acompanhamentos a where a.turma = lista_da_turma.turma);
  perform from public.inscricoes_projeto i where i.id = any (pessoas) order by i.id for key share;
  select coalesce(array_agg(i.id order by a.nome, i.id), '{}'), coalesce(jsonb_agg(jsonb_build_object(
      'nome', i.nome_completo,
      'idade', extract(year from hoje)::integer - extract(year from i.data_nascimento)::integer
        - (to_char(hoje, 'MMDD') < to_char(i.data_nascimento, 'MMDD'))::integer,
      'peso', case when saude then i.peso end, 'altura', case when saude then i.altura end,
      'nomeResponsavel', i.nome_responsavel,
      'telefoneResponsavel', coalesce(a.telefone_do_responsavel, i.telefone_responsavel),
      'contatoRecados', i.contato_recados, 'telefone', i.telefone_whatsapp, 'telefoneNovo', nullif(a.telefone_novo, a.telefone_do_responsavel),
      'saude', case when saude and i.condicao_medica = 'sim' then i.condicao_medica_detalhes end)
      order by a.nome, i.id), '[]')
    into pessoas, lista
    from private.acompanhamentos a join public.inscricoes_projeto i on i.id = a.inscricao_id
    where a.inscricao_id = any (pessoas) and a.turma = lista_da_turma.turma;
  foreach uma in array pessoas loop
    perform private.anotar('imprimiu_turma', auth.uid(), null, uma, jsonb_build_object('saude', saude));
  end loop;
  return lista;
end
$$;

create or replace function private.situacao_para_a_familia(inscricao uuid, pelo_codigo boolean) returns jsonb
  language sql stable set search_path = '' as $$
  select jsonb_build_object('situacao', a.situacao, 'desde', coalesce(a.decidida_em, a.criada_em))
    || case when pelo_codigo then jsonb_build_object('turma', a.turma, 'primeiroDia', a.primeiro_dia,
      'pedidos', (select coalesce(jsonb_agg(p.tipo order by p.tipo), '[]') from private.pedidos p
        where p.inscricao_id = a.inscricao_id and p.respondido_em is null),
      'podeEnviarDocumento', a.situacao = 'falta-documento' and (
        select count(*) < 3 from private.documentos_novos d where d.inscricao_id = a.inscricao_id),
      'falta', (select coalesce(jsonb_agg(f.nome order by f.nome), '[]') from public.inscricoes_projeto i cross join lateral (values
          ('nomeResponsavel', i.nome_responsavel), ('telefoneResponsavel', i.telefone_responsavel)) as f (nome, resposta)
        where i.id = a.inscricao_id and p.responsavel_ate is not null and btrim(coalesce(f.resposta, '')) = ''),
      'faltaAte', p.responsavel_ate) else '{}' end
  from private.acompanhamentos a left join private.prazos p on p.inscricao_id = a.inscricao_id where a.inscricao_id = $1
$$;

-- `do_responsavel` has a default: a page of before does not send it.
drop function public.responder_pedido(uuid, integer, uuid, boolean);
drop function private.responder_pedido(uuid, integer, uuid, boolean);

create function private.responder_pedido(inscricao uuid, versao integer, pedido uuid, confirmado boolean, do_responsavel boolean) returns jsonb
  language plpgsql volatile security definer set search_path = '' set jit = off as $$
declare
  este private.pedidos;
  decidida jsonb;
  do_responsavel constant boolean := confirmado and coalesce(responder_pedido.do_responsavel, false);
begin
  perform private.exigir_administrador();
  if confirmado is null then
    raise invalid_parameter_value using message = 'resposta desconhecida';
  end if;
  perform from public.inscricoes_projeto i where i.id = inscricao for key share;
  perform from private.acompanhamentos a where a.inscricao_id = inscricao for update;
  if not found then return null; end if;
  select * into este from private.pedidos p
    where p.id = responder_pedido.pedido and p.inscricao_id = inscricao and p.respondido_em is null;
  if not found then return private.estado_lido(inscricao); end if;
  if este.tipo = 'desistir' and confirmado then
    decidida := private.mudar_situacao(inscricao, versao, 'desistiu', null, null, null);
    if not (decidida ->> 'aplicada')::boolean then return decidida; end if;
  end if;
  update private.pedidos p set respondido_em = clock_timestamp(), quem = auth.uid(), confirmado = responder_pedido.confirmado
    where p.id = este.id;
  update private.acompanhamentos a set pedido = exists (
    select from private.pedidos p where p.inscricao_id = a.inscricao_id and p.respondido_em is null),
    telefone_novo = case when este.tipo = 'telefone' and confirmado then este.telefone else a.telefone_novo end where a.inscricao_id = inscricao;
  if este.tipo = 'telefone' and do_responsavel then
    perform private.guardar_telefone_do_responsavel(inscricao, este.telefone);
  end if;
  perform private.anotar_no_historico(inscricao, case when confirmado then 'pedido-confirmado' else 'pedido-dispensado' end,
    case when este.tipo = 'telefone' and do_responsavel then 'telefone-do-responsavel' else este.tipo end, null);
  return private.estado(inscricao) || case when decidida is null then '{}' else '{"aplicada": true}' end::jsonb;
end
$$;

create function public.responder_pedido(
  inscricao uuid, versao integer, pedido uuid, confirmado boolean, do_responsavel boolean default null) returns jsonb
  language sql volatile set search_path = ''
  begin atomic
    select private.responder_pedido(inscricao, versao, pedido, confirmado, do_responsavel);
  end;

revoke execute on function
  private.guardar_telefone_do_responsavel(uuid, text), private.ultimo_dia_sem_responsavel(timestamptz, integer),
  private.prazos_de_guarda(uuid[]), public.prazos_de_guarda(uuid[]),
  private.responder_pedido(uuid, integer, uuid, boolean, boolean), public.responder_pedido(uuid, integer, uuid, boolean, boolean)
  from public, anon, authenticated;
grant execute on function
  private.prazos_de_guarda(uuid[]), public.prazos_de_guarda(uuid[]),
  private.responder_pedido(uuid, integer, uuid, boolean, boolean), public.responder_pedido(uuid, integer, uuid, boolean, boolean)
  to authenticated;
