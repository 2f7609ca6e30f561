-- Search: filters, order, pages and counts.
-- Search text is only ever a value, never a pattern or part of a statement.
--
-- Access: administrators, through the functions of `public`. Those of `private` check that
-- first and bypass row-level security, under which the trigram operators are not leakproof
-- and every search would read the whole table.

-- The conditions of a filter, as SQL on `a` (private.acompanhamentos). `onde` holds fixed
-- fragments and today's days only; the values stay in $1 (the filter) and $2 (the patterns).
--
-- filtro: busca (text), situacao, idade ('crianca', 'adolescente', 'adulto'), turma (its id),
-- documento ('com', 'sem'), repetida, saemLogo (took part, and is erased within thirty days: true);
-- what waits for the desk: novas (nobody has decided), documentoNovo, pedido, avisar, semTurma, semResponsavel, faltou, renovacao (true).
-- busca: a number is matched as typed with CPFs and protocols, as dialled with telephones, a family's new one too;
-- signs count for nothing beside letters and digits, and alone find nobody.
create function private.condicoes(filtro jsonb, out onde text, out padroes text[])
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
  if filtro ->> 'faltou' = 'true' then
    onde := onde || format(' and a.faltas_seguidas >= %s', (select c.faltas_seguidas from private.configuracao c));
  end if;
  if filtro ->> 'renovacao' = 'true' then
    onde := onde || ' and a.renovacao in (''pedida'', ''avisada'', ''nao'') and private.renovacao_de(a) is not null';
  end if;
  if filtro ->> 'saemLogo' = 'true' then onde := onde || ' and a.inscricao_id in (select s.inscricao_id from private.saem_logo s)'; end if;
  if filtro ->> 'repetida' = 'true' then
    onde := onde || ' and a.situacao in (''nova'', ''em-analise'') and exists (select from private.semelhantes(a.inscricao_id, a.semelhancas))';
  end if;

  -- Digits and punctuation alone are one number (CPF, telephone, protocol); otherwise each word must match.
  numero := case when busca ~ '^[-+()./[:space:]0-9]*$' then private.algarismos(busca) else '' end;
  for palavra in
    select p from unnest(case when numero <> '' then array[numero] else regexp_split_to_array(busca, '[[:space:]]+') end) as p limit 8
  loop
    if palavra ~ '^[-+()./]*[0-9][-+()./0-9]*$' then
      numero := private.algarismos(palavra);
      -- trunk zero and country code are dropped for telephones only: a CPF may begin with zero
      telefone := case when numero ~ '^(55|0)[0-9]{10,11}$' then private.algarismos_do_telefone(numero) else numero end;
      padroes := padroes || ('%#' || numero || '%') || ('%#' || telefone || '%');
      onde := onde || format(' and (a.procura like ($2)[%s] or a.procura like ($2)[%s])', cardinality(padroes) - 1, cardinality(padroes));
    elsif private.chave(palavra) <> '' then
      -- the trigram index needs three letters inside a word, fewer at its beginning
      padroes := padroes || (case when length(private.chave(palavra)) < 3 then '% ' else '%' end || private.chave(palavra) || '%');
      onde := onde || format(' and a.procura like ($2)[%s]', cardinality(padroes));
    end if;
  end loop;
  if cardinality(padroes) = 0 and busca ~ '[^[:space:]]' then onde := onde || ' and false'; end if;
end
$$;

-- One page of rows, with their ids, situations and marks.
--
-- Beside the filter's own keys: ordem ('criada', 'nome', 'idade', 'espera': since when each waits for what the
-- filter asks), sentido ('asc', 'desc'), tamanho (1 to 100), pular (rows to skip), apos (the id of the row that they follow).
-- A row `apos` that no longer exists gives the first page and lost = true.
-- `familia` (an id): the siblings of this one alone. With colunas (names, or '*' for all) each row holds these answers as `row`, and with 'motivo' among them the reason too.
create function private.lista_de_inscricoes(filtro jsonb default '{}') returns jsonb
  language plpgsql stable security definer set search_path = '' set jit = off as $$
declare
  coluna constant text := case coalesce(filtro ->> 'ordem', 'criada')
    when 'criada' then 'criada_em' when 'nome' then 'nome' when 'idade' then 'nascimento'
    when 'espera' then case
      when filtro ->> 'documentoNovo' = 'true' then 'documento_novo_em'
      when filtro ->> 'pedido' = 'true' then 'pedido_em'
      when filtro ->> 'faltou' = 'true' then 'faltou_em'
      when filtro ->> 'renovacao' = 'true' then 'renovacao_em'
      when 'true' in (filtro ->> 'avisar', filtro ->> 'semTurma') then 'decidida_em'
      else 'criada_em' end
    end;
  descendo constant boolean := (coalesce(filtro ->> 'sentido', 'desc') = 'desc') <> coalesce(filtro ->> 'ordem' = 'idade', false); -- the youngest was born last
  tamanho constant integer := least(greatest(coalesce((filtro ->> 'tamanho')::integer, 25), 1), 100);
  pular constant integer := greatest(coalesce((filtro ->> 'pular')::integer, 0), 0);
  apos constant uuid := (filtro ->> 'apos')::uuid;
  marco private.acompanhamentos;
  onde text;
  padroes text[];
  linhas jsonb;
begin
  perform private.exigir('ler');
  if coluna is null then
    raise invalid_parameter_value using message = 'ordem desconhecida';
  end if;
  select * into onde, padroes from private.condicoes(filtro);
  onde := onde || ' and a.apagada_em is null' || case when filtro ? 'familia' then ' and a.inscricao_id = any ($6)' else '' end;
  select * into marco from private.acompanhamentos where inscricao_id = apos and apagada_em is null;
  if marco.inscricao_id is not null then
    onde := onde || format(' and (a.%1$I, a.inscricao_id) %2$s (($3).%1$I, ($3).inscricao_id)', coluna, case when descendo then '<' else '>' end);
  end if;
  execute format($sql$
    select coalesce(jsonb_agg(jsonb_build_object('id', pagina.inscricao_id, 'situation', pagina.situacao, 'version', pagina.versao, 'waitingSince', %4$s,
      'guardianConfirmed', pagina.responsavel_confirmou, 'mayBeRepeated', exists (select from private.semelhantes(pagina.inscricao_id, pagina.semelhancas)), 'repeatedOf', pagina.repetida_de,
      'classId', pagina.turma_id, 'className', (select private.turma_em_palavras(t) from private.turmas t where t.id = pagina.turma_id), 'firstDay', pagina.primeiro_dia, 'imported', pagina.importacao is not null, 'enrolledBy', private.inscrita_no_balcao_por(pagina.inscricao_id), 'reason', case when $1 -> 'colunas' ? 'motivo' then pagina.motivo end, 'toNotify', pagina.a_avisar, 'hasNewDocument', pagina.documento_novo, 'hasRequest', pagina.pedido, 'isAbsent', pagina.faltas_seguidas >= (select c.faltas_seguidas from private.configuracao c),
      'newPhone', pagina.telefone_novo, 'guardianPhone', pagina.telefone_do_responsavel, 'guardianName', pagina.nome_do_responsavel, 'hasNewGuardian', pagina.responsavel_chegou, 'leftOn', pagina.saiu_em, 'leftBecause', pagina.saiu_porque, 'renewal', private.renovacao_de((select b from private.acompanhamentos b where b.inscricao_id = pagina.inscricao_id)), 'runsOut', private.vence(pagina.inscricao_id), 'newestDocument', private.ultimo_documento(pagina.inscricao_id), 'documentErasedAt', private.documento_apagado_em(pagina.inscricao_id),
      'row', case when $1 ? 'colunas' then (
        select jsonb_object_agg(resposta.key, resposta.value)
        from public.inscricoes_projeto i, jsonb_each(to_jsonb(i.*)) as resposta
        where i.id = pagina.inscricao_id and $1 -> 'colunas' ?| array[resposta.key, '*']) end)
      order by pagina.%2$I %3$s, pagina.inscricao_id %3$s), '[]')
    from (select a.inscricao_id from private.acompanhamentos a -- alone: an index answers it
      where %1$s order by a.%2$I %3$s, a.inscricao_id %3$s limit $4 + 1 offset $5) as achada
      cross join lateral (select b.* from private.acompanhamentos b where b.inscricao_id = achada.inscricao_id limit 1) as pagina
    $sql$, onde, coluna, case when descendo then 'desc' else 'asc' end, case when filtro ->> 'ordem' = 'espera' then format('pagina.%I', coluna) else 'null' end)
    into linhas using filtro, padroes, marco, tamanho, pular, private.familia((filtro ->> 'familia')::uuid);
  return jsonb_build_object('rows', linhas - tamanho, 'more', jsonb_array_length(linhas) > tamanho, 'lost', apos is not null and marco.inscricao_id is null);
end
$$;

-- How many rows match.
create function private.quantas(filtro jsonb) returns bigint
  language plpgsql stable set search_path = '' as $$
declare
  onde text;
  padroes text[];
  total bigint;
begin
  select * into onde, padroes from private.condicoes(filtro);
  execute format('select count(*) from private.acompanhamentos a where a.apagada_em is null and %s', onde) into total using filtro, padroes;
  return total;
end
$$;

-- How many rows the filter matches; and over all enrolments how many wait for the desk, by what they wait
-- for, and the arrival of the newest.
create function private.contagem_de_inscricoes(filtro jsonb default '{}') returns jsonb
  language plpgsql stable security definer set search_path = '' set jit = off as $$
begin
  perform private.exigir('ler');
  return jsonb_build_object('total', private.quantas(filtro), 'waiting', (
      select jsonb_object_agg(chip, private.quantas(jsonb_build_object(nome, true)))
      from jsonb_each_text('{"undecided": "novas", "newDocument": "documentoNovo", "request": "pedido",
        "toNotify": "avisar", "withoutClass": "semTurma", "withoutGuardian": "semResponsavel", "absent": "faltou", "renewal": "renovacao"}') as t (chip, nome)),
    'newestAt', (select max(criada_em) from private.acompanhamentos where apagada_em is null));
end
$$;
