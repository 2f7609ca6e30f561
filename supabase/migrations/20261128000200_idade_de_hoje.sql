-- Age is a function of birth date and today (decision 154): the derived column is the birth date. Who waits does so in the line of a class.

alter table private.acompanhamentos add column nascimento date;
update private.acompanhamentos a set nascimento = i.data_nascimento from public.inscricoes_projeto i where i.id = a.inscricao_id;
alter table private.acompanhamentos alter column nascimento set not null, drop column idade; -- its three indexes go with it
create index acompanhamentos_nascimento_idx on private.acompanhamentos (nascimento, inscricao_id) where apagada_em is null;
create index acompanhamentos_situacao_idx on private.acompanhamentos (situacao, criada_em, inscricao_id, condicao, documento, nascimento) where apagada_em is null;
create index acompanhamentos_cidade_idx on private.acompanhamentos (cidade, criada_em, inscricao_id, situacao, condicao, documento, nascimento) where apagada_em is null;

drop view private.chaves_das_inscricoes;
create view private.chaves_das_inscricoes as
  select i.id as inscricao_id, i.created_at as criada_em, i.nome_completo as nome,
    ' ' || k.nome || ' | ' || private.chave(k.nome_do_responsavel) || ' ' as nomes,
    k.cpf, coalesce(i.protocolo, '') as protocolo, k.telefone,
    private.algarismos_do_telefone(k.do_responsavel) as telefone_responsavel,
    private.algarismos(i.contato_recados) as recado, i.data_nascimento as nascimento, private.inicio_da_chave(private.chave(i.cidade)) as cidade,
    i.cadastro_unico_url is not null or exists (select from private.documentos_novos d where d.inscricao_id = i.id) as documento, i.condicao_medica = 'sim' as condicao,
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
revoke all on private.chaves_das_inscricoes from public, anon, authenticated;

create function private.idade(nascimento date) returns integer
  language sql stable parallel safe
  begin atomic
    select private.idade_em(nascimento, (now() at time zone 'America/Sao_Paulo')::date);
  end;

revoke execute on function private.idade(date) from public, anon, authenticated;

create or replace function private.conferir_regras(inscricao public.inscricoes_projeto, antes public.inscricoes_projeto) returns void
  language plpgsql stable set search_path = '' as $$
declare
  regras private.configuracao;
begin
  select * into strict regras from private.configuracao;
  if regras.responsavel_obrigatorio and private.idade(inscricao.data_nascimento) < 18
     and (btrim(coalesce(inscricao.nome_responsavel, '')) = '' or btrim(coalesce(inscricao.telefone_responsavel, '')) = '')
     and (private.idade(antes.data_nascimento) < 18
       and (btrim(coalesce(antes.nome_responsavel, '')) = '' or btrim(coalesce(antes.telefone_responsavel, '')) = '')) is not true then
    raise check_violation using
      message = 'Digite o nome e o telefone do responsável.', constraint = 'inscricoes_projeto_responsavel';
  end if;
  if regras.email_obrigatorio and inscricao.email is null and (antes.id is null or antes.email is not null) then
    raise not_null_violation using
      message = 'null value in column "email" of relation "inscricoes_projeto" violates not-null constraint',
      schema = 'public', table = 'inscricoes_projeto', column = 'email';
  end if;
  if regras.validacao_estrita and inscricao.cpf is distinct from antes.cpf and not private.cpf_confere(inscricao.cpf) then
    raise check_violation using
      message = 'Este CPF não existe. Confira os números.', constraint = 'inscricoes_projeto_cpf_confere';
  end if;
  if regras.validacao_estrita
     and not ((inscricao.telefone_whatsapp is not distinct from antes.telefone_whatsapp or private.telefone_confere(inscricao.telefone_whatsapp))
       and (inscricao.telefone_responsavel is not distinct from antes.telefone_responsavel
         or btrim(coalesce(inscricao.telefone_responsavel, '')) = '' or private.telefone_confere(inscricao.telefone_responsavel))) then
    raise check_violation using
      message = 'Confira os telefones, com DDD.', constraint = 'inscricoes_projeto_telefone_confere';
  end if;
end
$$;

create or replace function private.guardar_telefone_do_responsavel(inscricao uuid, telefone text) returns void
  language sql volatile set search_path = '' as $$
  update private.acompanhamentos a set telefone_do_responsavel = $2
    from public.inscricoes_projeto i
    where a.inscricao_id = $1 and i.id = $1 and private.idade(i.data_nascimento) < 18 and btrim(coalesce(i.telefone_responsavel, '')) = '';
  update private.acompanhamentos a set telefone_responsavel = k.telefone_responsavel, sem_responsavel = k.sem_responsavel, nomes = k.nomes
    from private.chaves_das_inscricoes k where a.inscricao_id = $1 and k.inscricao_id = $1
$$;

create or replace function private.acompanhar_inscricao() returns trigger
  language plpgsql security definer set search_path = '' set enable_seqscan = off set enable_bitmapscan = off set jit = off
  set plan_cache_mode = force_generic_plan as $$
declare
  antes text[];
  agora text[];
begin
  if tg_op = 'INSERT' or not exists (select from private.acompanhamentos where inscricao_id = new.id) then
    insert into private.acompanhamentos (inscricao_id, criada_em, nome, nomes, cpf, protocolo, telefone, telefone_responsavel, recado, nascimento, cidade,
        documento, condicao, sem_responsavel, semelhancas)
      select k.inscricao_id, k.criada_em, k.nome, k.nomes, k.cpf, k.protocolo, k.telefone, k.telefone_responsavel, k.recado, k.nascimento, k.cidade,
        k.documento, k.condicao, k.sem_responsavel, k.semelhancas
      from private.chaves_das_inscricoes k where k.inscricao_id = new.id
      returning semelhancas into agora;
    perform private.esperar_a_vez(agora); -- nobody else sees the new row yet, and so nobody waits for it
    if exists (
      select from private.acompanhamentos a where a.semelhancas[1] = agora[1] and a.inscricao_id <> new.id
      union all select from private.acompanhamentos a where a.semelhancas[2] = agora[2] and a.inscricao_id <> new.id
      union all select from private.acompanhamentos a where a.semelhancas[3] = agora[3] and a.inscricao_id <> new.id)
    then
      perform private.rever_repetidas(agora, true);
    end if;
    return null;
  end if;

  select semelhancas into antes from private.acompanhamentos where inscricao_id = new.id;
  select semelhancas into agora from private.chaves_das_inscricoes where inscricao_id = new.id;
  perform private.esperar_a_vez(agora || antes);
  update private.acompanhamentos set (nome, nomes, cpf, protocolo, telefone, telefone_responsavel, recado, nascimento, cidade,
      documento, condicao, sem_responsavel, semelhancas) = (
    select k.nome, k.nomes, k.cpf, k.protocolo, k.telefone, k.telefone_responsavel, k.recado, k.nascimento, k.cidade,
      k.documento, k.condicao, k.sem_responsavel, k.semelhancas
    from private.chaves_das_inscricoes k where k.inscricao_id = new.id)
  where inscricao_id = new.id;
  perform private.rever_repetidas(agora || antes, false);
  perform private.rever_repetidas(agora, true);
  return null;
end
$$;

create or replace function private.acompanhar_as_que_faltam() returns bigint
  language plpgsql volatile set search_path = '' as $$
declare
  quantas bigint;
begin
  insert into private.acompanhamentos (inscricao_id, criada_em, nome, nomes, cpf, protocolo, telefone, telefone_responsavel, recado, nascimento, cidade,
      documento, condicao, sem_responsavel, semelhancas)
    select k.inscricao_id, k.criada_em, k.nome, k.nomes, k.cpf, k.protocolo, k.telefone, k.telefone_responsavel, k.recado, k.nascimento, k.cidade,
      k.documento, k.condicao, k.sem_responsavel, k.semelhancas
    from private.chaves_das_inscricoes k
    where not exists (select from private.acompanhamentos a where a.inscricao_id = k.inscricao_id);
  get diagnostics quantas = row_count;
  update private.acompanhamentos a set repetida = true
  where not a.repetida and a.inscricao_id in (
    select unnest(array_agg(b.inscricao_id)) from private.acompanhamentos b, unnest(b.semelhancas) as s
    where s is not null group by s having count(*) > 1)
    and (not exists (select from private.comparacoes c where a.inscricao_id in (c.uma, c.outra))
      or private.tem_semelhante(a.inscricao_id, a.semelhancas));
  return quantas;
end
$$;

create or replace function private.condicoes(filtro jsonb, out onde text, out padroes text[])
  language plpgsql stable set search_path = '' as $$
declare
  busca constant text := left(coalesce(filtro ->> 'busca', ''), 200);
  hoje constant date := (now() at time zone 'America/Sao_Paulo')::date;
  -- born after this day is who is not 12, or 18, today: as private.idade says
  crianca constant text := format('a.nascimento > %L', (hoje - interval '12 years')::date);
  menor constant text := format('a.nascimento > %L', (hoje - interval '18 years')::date);
  palavra text;
  numero text;
  telefone text;
begin
  onde := 'true';
  padroes := '{}';
  if filtro ->> 'situacao' is not null then onde := onde || ' and a.situacao = $1 ->> ''situacao'''; end if;
  if filtro ->> 'cidade' is not null then onde := onde || ' and a.cidade = private.inicio_da_chave(private.chave($1 ->> ''cidade''))'; end if;
  if filtro ->> 'turma' is not null then onde := onde || ' and a.turma_id = ($1 ->> ''turma'')::uuid'; end if;
  onde := onde || case filtro ->> 'idade'
    when 'crianca' then ' and ' || crianca
    when 'adolescente' then ' and ' || menor || ' and not ' || crianca
    when 'adulto' then ' and not ' || menor
    else '' end;
  onde := onde || case filtro ->> 'documento' when 'com' then ' and a.documento' when 'sem' then ' and not a.documento' else '' end;
  if filtro ->> 'novas' = 'true' then onde := onde || ' and a.situacao in (''nova'', ''em-analise'')'; end if;
  if filtro ->> 'documentoNovo' = 'true' then onde := onde || ' and a.documento_novo'; end if;
  if filtro ->> 'pedido' = 'true' then onde := onde || ' and a.pedido'; end if;
  if filtro ->> 'avisar' = 'true' then onde := onde || ' and a.a_avisar'; end if;
  if filtro ->> 'semTurma' = 'true' then onde := onde || ' and a.situacao = ''aprovada'' and a.turma_id is null'; end if;
  if filtro ->> 'semResponsavel' = 'true' then
    onde := onde || ' and ' || menor || ' and a.sem_responsavel and not a.responsavel_confirmou and a.situacao not in (''nao-aprovada'', ''desistiu'')';
  end if;
  if filtro ->> 'repetida' = 'true' then onde := onde || ' and a.repetida'; end if;
  if filtro ->> 'de' is not null then
    onde := onde || ' and a.criada_em >= (($1 ->> ''de'')::date)::timestamp at time zone ''America/Sao_Paulo''';
  end if;
  if filtro ->> 'ate' is not null then
    onde := onde || ' and a.criada_em < (($1 ->> ''ate'')::date + 1)::timestamp at time zone ''America/Sao_Paulo''';
  end if;
  if busca !~ '[^[:space:]]' then return; end if;

  -- Digits and punctuation alone are one number (CPF, telephone, protocol); otherwise each word must match.
  numero := case when busca ~ '^[-+()./[:space:]0-9]*$' then private.algarismos(busca) else '' end;
  for palavra in
    select p from unnest(case when numero <> '' then array[numero] else regexp_split_to_array(busca, '[[:space:]]+') end) as p limit 8
  loop
    if palavra ~ '^[-+()./]*[0-9][-+()./0-9]*$' then
      numero := private.algarismos(palavra);
      -- trunk zero and country code are dropped for telephones only: a CPF may begin with zero
      telefone := case when numero ~ '^(55|0)[0-9]{10,11}$' then private.algarismos_do_telefone(numero) else numero end;
      padroes := padroes || (numero || '%') || (telefone || '%') || (reverse(telefone) || '%');
      onde := onde || format(
        ' and (a.cpf like ($2)[%1$s] or a.protocolo like ($2)[%1$s] or a.telefone like ($2)[%2$s] or a.telefone_responsavel like ($2)[%2$s]'
        ' or reverse(a.telefone) like ($2)[%3$s] or reverse(a.telefone_responsavel) like ($2)[%3$s] or reverse(a.recado) like ($2)[%3$s]'
        ' or a.telefone_novo is not null and private.algarismos_do_telefone(a.telefone_novo) like ($2)[%2$s]'
        ' or a.telefone_novo is not null and reverse(private.algarismos_do_telefone(a.telefone_novo)) like ($2)[%3$s])',
        cardinality(padroes) - 2, cardinality(padroes) - 1, cardinality(padroes));
    elsif private.chave(palavra) <> '' then
      -- the trigram index needs three letters inside a word, fewer at its beginning
      padroes := padroes || (case when length(private.chave(palavra)) < 3 then '% ' else '%' end || private.chave(palavra) || '%');
      onde := onde || format(' and a.nomes like ($2)[%s]', cardinality(padroes));
    end if;
  end loop;
  if cardinality(padroes) > 0 then return; end if;
  -- Signs alone, which no key has: the person's name as it is written. Few names have more
  -- than hyphen, apostrophe and dot, and an index holds those.
  if busca ~ '[^[:alnum:][:space:]''’.-]' then onde := onde || ' and a.nome ~ ''[^[:alnum:][:space:]''''’.-]'''; end if;
  for palavra in select p from regexp_split_to_table(busca, '[[:space:]]+') as p where p <> '' limit 8
  loop
    padroes := padroes || palavra;
    onde := onde || format(' and strpos(a.nome, ($2)[%s]) > 0', cardinality(padroes));
  end loop;
end
$$;

create or replace function private.mudar_situacao(
  inscricao uuid, versao integer, situacao text, motivo text, turma uuid, primeiro_dia date, alem_das_vagas boolean) returns jsonb
  language plpgsql volatile security definer set search_path = '' set jit = off as $$
declare
  antes private.acompanhamentos;
  classe private.turmas;
  razao constant text := nullif(private.aparado(motivo), '');
  sala constant uuid := case when mudar_situacao.situacao in ('aprovada', 'lista-de-espera') then mudar_situacao.turma end;
  dia constant date := case when mudar_situacao.situacao = 'aprovada' then mudar_situacao.primeiro_dia end;
begin
  perform private.exigir('decidir');
  if sala is not null then classe := private.turma_para_decidir(sala); end if;
  perform from public.inscricoes_projeto i where i.id = inscricao for key share;
  select * into antes from private.acompanhamentos a where a.inscricao_id = inscricao and a.apagada_em is null for update;
  if not found then return null; end if;
  if antes.versao is distinct from mudar_situacao.versao then
    return private.estado_lido(inscricao) || '{"aplicada": false}';
  end if;
  if mudar_situacao.situacao in ('falta-documento', 'nao-aprovada') and razao is null then
    raise check_violation using message = 'Escreva o motivo.';
  end if;
  if dia not between '2000-01-01' and '2999-12-31' then
    raise check_violation using message = 'Confira o primeiro dia.';
  end if;
  if mudar_situacao.situacao = 'lista-de-espera' and sala is null and exists (select from private.turmas t where t.ativa and t.do_projeto) then
    raise check_violation using message = 'Escolha a turma: cada uma tem a sua fila.';
  end if;
  if sala is not null and classe.id is null then
    raise check_violation using message = 'Esta turma não existe. Escolha outra.';
  end if;
  if not classe.ativa and row(antes.situacao, antes.turma_id) is distinct from row(mudar_situacao.situacao, sala) then
    raise check_violation using message = 'Esta turma foi encerrada. Escolha outra.';
  end if;
  if mudar_situacao.situacao = 'aprovada' and (antes.situacao <> 'aprovada' or antes.turma_id is distinct from sala)
      and not coalesce(alem_das_vagas, false) and classe.vagas <= private.alunos_da_turma(sala) then
    raise sqlstate 'PT409' using message = format('A turma %s está cheia: todas as vagas (%s) estão ocupadas.', classe.nome, classe.vagas), hint = 'turma-cheia';
  end if;
  update private.acompanhamentos a
    set situacao = mudar_situacao.situacao, motivo = razao, turma_id = sala, primeiro_dia = dia, versao = a.versao + 1, documento_novo = false,
      decidida_em = case when a.situacao = mudar_situacao.situacao then a.decidida_em else clock_timestamp() end,
      espera_desde = case when mudar_situacao.situacao = 'lista-de-espera' then
        case when a.situacao = 'lista-de-espera' and coalesce(a.turma_id = sala, true) then coalesce(a.espera_desde, a.decidida_em) else clock_timestamp() end end,
      a_avisar = private.se_avisa(mudar_situacao.situacao) and (a.a_avisar
        or row(a.situacao, a.motivo, a.turma_id, a.primeiro_dia) is distinct from row(mudar_situacao.situacao, razao, sala, dia))
    where a.inscricao_id = inscricao;
  perform private.anotar_mudanca(antes, mudar_situacao.situacao, razao, sala);
  return private.estado(inscricao) || '{"aplicada": true}';
end
$$;

create or replace function private.marcar_criterio(inscricao uuid, versao integer, criterio text, cumprido boolean) returns jsonb
  language plpgsql volatile security definer set search_path = '' set jit = off as $$
declare
  antes private.acompanhamentos;
begin
  perform private.exigir('decidir');
  if criterio not in ('cadunico', 'socioeconomica', 'responsavel', 'protegido', 'telefone') or cumprido is null then
    raise invalid_parameter_value using message = 'critério desconhecido';
  end if;
  perform from public.inscricoes_projeto i where i.id = inscricao for key share;
  select * into antes from private.acompanhamentos a where a.inscricao_id = inscricao and a.apagada_em is null for update;
  if not found then return null; end if;
  if antes.versao is distinct from marcar_criterio.versao then
    return private.estado_lido(inscricao) || '{"aplicada": false}';
  end if;
  if cumprido = (case criterio when 'cadunico' then antes.cadunico_confere when 'socioeconomica' then antes.situacao_avaliada
      when 'responsavel' then antes.responsavel_confirmou when 'protegido' then antes.endereco_protegido end) then
    return private.estado_lido(inscricao) || '{"aplicada": true}';
  end if;
  update private.acompanhamentos a set
    cadunico_confere = case criterio when 'cadunico' then cumprido else a.cadunico_confere end,
    situacao_avaliada = case criterio when 'socioeconomica' then cumprido else a.situacao_avaliada end,
    responsavel_confirmou = case criterio when 'responsavel' then cumprido else a.responsavel_confirmou end,
    endereco_protegido = case criterio when 'protegido' then cumprido else a.endereco_protegido end,
    responsavel_chegou = case when criterio = 'responsavel' then not cumprido and coalesce(a.nome_do_responsavel, a.telefone_do_responsavel) is not null
      else a.responsavel_chegou and (criterio <> 'telefone' or a.nome_do_responsavel is not null) end,
    telefone_novo = case when criterio = 'telefone' and not cumprido then coalesce(a.telefone_novo, a.telefone_do_responsavel) else a.telefone_novo end
    where a.inscricao_id = inscricao;
  if criterio = 'telefone' then
    perform private.guardar_telefone_do_responsavel(inscricao, case when cumprido then antes.telefone_novo end);
  end if;
  perform private.anotar_no_historico(inscricao, 'criterio', criterio, case when cumprido then 'sim' else 'nao' end);
  return private.estado(inscricao) || '{"aplicada": true}';
end
$$;

create or replace function private.prazos_com(c private.configuracao)
  returns table (inscricao_id uuid, protocolo text, envio uuid, regra text, apagar_em timestamptz, apagar_documento_em timestamptz, responsavel_ate date)
  language sql stable as $$
  select i.id as inscricao_id, i.protocolo,
    private.envio_do_documento(private.documento_do_endereco(i.cadastro_unico_url)) as envio,
    r.regra, r.apagar_em,
    case when d.situacao in ('aprovada', 'lista-de-espera', 'nao-aprovada', 'desistiu')
      then d.desde + make_interval(days => least((c).guardar_documento_dias, o.guardar_documento_dias)) end as apagar_documento_em,
    case when r.regra = 'sem_responsavel' then u.ultimo_dia end as responsavel_ate
  from public.inscricoes_projeto i
    left join private.decisoes d on d.inscricao_id = i.id
    left join private.consentimentos k on k.inscricao_id = i.id
    left join private.prazos_prometidos o on o.versao = k.versao_texto
    cross join lateral (values (                               -- whether nobody has decided, and since when nothing happened
      coalesce(d.situacao, 'nova') not in ('aprovada', 'lista-de-espera', 'nao-aprovada', 'desistiu'),
      greatest(i.created_at, d.mexida_em))) as e (aberta, desde)
    cross join lateral (values (private.ultimo_dia_sem_responsavel(e.desde, least((c).guardar_sem_responsavel_dias, o.guardar_sem_responsavel_dias)))) as u (ultimo_dia)
    left join lateral (select * from (values
      ('nao_aprovada', d.situacao = 'nao-aprovada' or d.situacao = 'desistiu' and not d.participou,
        d.desde + make_interval(months => least((c).guardar_nao_aprovada_meses, o.guardar_nao_aprovada_meses))),
      ('espera', d.situacao = 'lista-de-espera', d.desde + make_interval(months => least((c).guardar_espera_meses, o.guardar_espera_meses))),
      ('participante', d.situacao = 'desistiu' and d.participou,
        d.desde + make_interval(months => least((c).guardar_participante_meses, o.guardar_participante_meses))),
      ('sem_decisao', e.aberta, e.desde + make_interval(months => least((c).guardar_sem_decisao_meses, o.guardar_sem_decisao_meses))),
      ('sem_responsavel',
        e.aberta and btrim(coalesce(i.telefone_responsavel, '')) = '' and d.telefone_do_responsavel is null
          and not coalesce(d.responsavel_confirmou, false) and private.declaracao_avisa_do_responsavel(k.versao_texto)
          and private.idade(i.data_nascimento) < 18 and private.idade_em(i.data_nascimento, u.ultimo_dia + 1) < 18,  -- nobody of age goes for it, that day or late
        (u.ultimo_dia + 1)::timestamp at time zone 'America/Sao_Paulo') -- families are told a day: it goes when that is over
    ) as v (regra, vale, apagar_em) where v.vale order by v.apagar_em limit 1) as r on true   -- of two rules the sooner
  where not exists (select from private.acompanhamentos a where a.inscricao_id = i.id and a.apagada_em is not null)
$$;

create or replace function private.lista_da_turma(turma uuid, com_saude boolean) returns jsonb
  language plpgsql volatile security definer set search_path = '' as $$
declare
  saude constant boolean := coalesce(com_saude, false);
  da_secretaria constant boolean := private.pode('imprimir');
  pessoas uuid[];
  lista jsonb;
  uma uuid;
begin
  perform private.exigir('ler_turma');
  if not da_secretaria and not exists (select from private.turmas t where t.id = turma and t.professor = auth.uid() and t.ativa) then
    perform private.exigir('imprimir');                      -- refuses
  end if;
  pessoas := array(select a.inscricao_id from private.acompanhamentos a
    where a.turma_id = turma and a.situacao = 'aprovada' and a.apagada_em is null);
  perform from public.inscricoes_projeto i where i.id = any (pessoas) order by i.id for key share;
  select coalesce(array_agg(i.id order by a.nome, i.id), '{}'), coalesce(jsonb_agg(jsonb_build_object(
      'nome', i.nome_completo,
      'idade', private.idade(i.data_nascimento),
      'peso', case when saude and da_secretaria then i.peso end, 'altura', case when saude and da_secretaria then i.altura end,
      'nomeResponsavel', coalesce(a.nome_do_responsavel, i.nome_responsavel),
      'telefoneResponsavel', coalesce(a.telefone_do_responsavel, i.telefone_responsavel), 'naoConferido', a.responsavel_chegou,
      'contatoRecados', i.contato_recados, 'telefone', i.telefone_whatsapp, 'telefoneNovo', nullif(a.telefone_novo, a.telefone_do_responsavel),
      'saude', case when saude and i.condicao_medica = 'sim' then i.condicao_medica_detalhes end)
      order by a.nome, i.id), '[]')
    into pessoas, lista
    from private.acompanhamentos a join public.inscricoes_projeto i on i.id = a.inscricao_id
    where a.inscricao_id = any (pessoas) and a.turma_id = turma and a.situacao = 'aprovada' and a.apagada_em is null;
  foreach uma in array pessoas loop
    perform private.anotar('imprimiu_turma', auth.uid(), null, uma, jsonb_build_object('saude', saude));
  end loop;
  return lista;
end
$$;

drop function private.situacao_para_a_familia(uuid, boolean);
create function private.situacao_para_a_familia(inscricao uuid, codigo text) returns jsonb
  language sql stable set search_path = '' as $$
  select jsonb_build_object('situacao', a.situacao, 'desde', coalesce(a.decidida_em, a.criada_em))
    || case when codigo is not null then jsonb_build_object(
      'proprio', private.inscricao_do_proprio_link(codigo) is not null,
      'motivo', case when a.situacao in ('falta-documento', 'nao-aprovada') then a.motivo end,
      'turma', case when not o.oculta then o.turma end,
      'primeiroDia', case when not o.oculta and a.decidida_em > now() - interval '30 days' then a.primeiro_dia end,
      'atualizadoEm', case when o.turma is not null and not a.endereco_protegido then o.em end,
      'pedidos', (select coalesce(jsonb_agg(distinct p.tipo), '[]') from private.pedidos p
        where p.inscricao_id = a.inscricao_id and p.respondido_em is null and (p.pelo_proprio_link or not a.endereco_protegido)),
      'podeEnviarDocumento', a.situacao = 'falta-documento' and (
        select count(*) < 3 from private.documentos_novos d where d.inscricao_id = a.inscricao_id and d.anexado_por is null),
      'falta', (select coalesce(jsonb_agg(f.nome order by f.nome), '[]') from public.inscricoes_projeto i cross join lateral (values
          ('nomeResponsavel', i.nome_responsavel, a.nome_do_responsavel),
          ('telefoneResponsavel', i.telefone_responsavel, a.telefone_do_responsavel)) as f (nome, resposta, depois)
        where i.id = a.inscricao_id and a.sem_responsavel and private.idade(i.data_nascimento) < 18 and not a.responsavel_confirmou and not a.endereco_protegido
          and a.situacao in ('nova', 'em-analise', 'falta-documento')
          and btrim(coalesce(f.resposta, '')) = '' and f.depois is null),
      'faltaAte', case when not a.endereco_protegido then p.responsavel_ate end) else '{}' end
  from private.acompanhamentos a left join private.prazos p on p.inscricao_id = a.inscricao_id
    left join lateral (
      select n.em, n.em is not null or a.endereco_protegido as oculta, (
        select private.turma_em_palavras(t) from private.turmas t
        where t.id = a.turma_id and (a.situacao = 'lista-de-espera' or a.decidida_em > now() - interval '30 days')) as turma
      from (select max(u.em) as em from private.atualizadas_desde(a.inscricao_id, coalesce(
        (select l.feito_em from private.links l where l.hash = private.hash_do_link(codigo)), a.criada_em),
        private.inscricao_do_proprio_link(codigo) is null) as u) as n) as o on codigo is not null
  where a.inscricao_id = $1
$$;

revoke execute on function private.situacao_para_a_familia(uuid, text) from public, anon, authenticated;
