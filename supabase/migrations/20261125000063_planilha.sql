-- A spreadsheet has class, first day and reason: the search gives the reason where it is asked for.

-- One page of rows, with their ids, situations and marks.
--
-- Beside the filter's own keys: ordem ('criada', 'nome', 'idade', 'telefone'), sentido
-- ('asc', 'desc'), tamanho (1 to 100), and one of: apos or antes (the id of the row next to
-- the page), fim (true: the last rows), pular (rows to skip, at most 10,000).
-- A row `apos` or `antes` that no longer exists gives the first page and perdida = true.
-- With colunas (names, or '*' for all) each row holds these answers as `inscricao`, and with 'motivo' among them the reason too.
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
    select coalesce(jsonb_agg(jsonb_build_object('id', pagina.inscricao_id, 'situacao', pagina.situacao,
      'responsavelConfirmou', pagina.responsavel_confirmou, 'repetida', pagina.repetida, 'repetidaDe', pagina.repetida_de,
      'turma', pagina.turma_id, 'turmaNome', (select private.turma_em_palavras(t) from private.turmas t where t.id = pagina.turma_id), 'primeiroDia', pagina.primeiro_dia, 'motivo', case when $1 -> 'colunas' ? 'motivo' then pagina.motivo end, 'aAvisar', pagina.a_avisar, 'documentoNovo', pagina.documento_novo, 'pedido', pagina.pedido,
      'telefoneNovo', pagina.telefone_novo, 'telefoneDoResponsavel', pagina.telefone_do_responsavel, 'nomeDoResponsavel', pagina.nome_do_responsavel, 'responsavelChegou', pagina.responsavel_chegou, 'ultimoDocumento', private.ultimo_documento(pagina.inscricao_id),
      'inscricao', case when $1 ? 'colunas' then (
        select jsonb_object_agg(resposta.key, resposta.value)
        from public.inscricoes_projeto i, jsonb_each(to_jsonb(i.*)) as resposta
        where i.id = pagina.inscricao_id and $1 -> 'colunas' ?| array[resposta.key, '*']) end)), '[]')
    from (
      select a.inscricao_id, a.situacao, a.responsavel_confirmou, a.repetida, a.repetida_de, a.turma_id, a.primeiro_dia, a.a_avisar, a.documento_novo, a.pedido, a.telefone_novo, a.telefone_do_responsavel, a.nome_do_responsavel, a.responsavel_chegou, a.motivo
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

-- For what only the page knows: that sheets were printed or rows exported, and what for. Refuses
-- an enrolment that no longer exists.
create or replace function private.anotar_acesso(acao text, inscricao uuid, linhas integer, colunas text[], motivo text) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  perform private.exigir(case acao when 'exportou' then 'exportar' else 'imprimir' end);
  if acao not in ('imprimiu', 'exportou') then
    raise invalid_parameter_value using message = 'Esta ação não se anota assim.';
  end if;
  if inscricao is not null and not exists (
    select from private.acompanhamentos a where a.inscricao_id = anotar_acesso.inscricao and a.apagada_em is null) then
    raise exception 'Esta inscrição não existe mais. Pode ter sido apagada.';
  end if;
  if linhas not between 0 and 1000000 or cardinality(colunas) > 40 or not colunas <@ (
    select array_agg(a.attname::text) || array['situacao', 'turma', 'primeiro_dia', 'motivo', 'telefone_novo'] from pg_attribute a
    where a.attrelid = 'public.inscricoes_projeto'::regclass and a.attnum > 0) then
    raise invalid_parameter_value using message = 'Isto não se anota assim.';
  end if;
  if acao = 'exportou' and coalesce(not motivo = any (private.motivos_de_exportar()), not private.pode('exportar_sem_motivo')) then
    raise exception 'Escolha para que é a planilha.';
  end if;
  perform private.anotar(acao, auth.uid(), null, inscricao,
    jsonb_strip_nulls(jsonb_build_object('linhas', linhas, 'colunas', to_jsonb(colunas), 'motivo', motivo)));
end
$$;
