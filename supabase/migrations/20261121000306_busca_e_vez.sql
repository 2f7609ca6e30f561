-- Finding a CPF that begins with zero; enrolments of one person, however many, without
-- reading all of them; and turns that are taken before anything is locked.
--
-- Who may do what: as before. What is new here is for the functions that stand already.

-- The search. A number is looked for as it was typed among CPFs and protocols, and as it
-- is dialled among phones. `filtro` and what is given: as in the migration `busca`.
create or replace function private.condicoes(filtro jsonb, out onde text, out padroes text[])
  language plpgsql stable set search_path = '' as $$
declare
  busca constant text := left(coalesce(filtro ->> 'busca', ''), 200);
  palavra text;
  numero text;
  telefone text;
begin
  onde := 'true';
  padroes := '{}';
  if filtro ->> 'situacao' is not null then onde := onde || ' and a.situacao = $1 ->> ''situacao'''; end if;
  if filtro ->> 'cidade' is not null then onde := onde || ' and a.cidade = private.inicio_da_chave(private.chave($1 ->> ''cidade''))'; end if;
  onde := onde || case filtro ->> 'idade'
    when 'crianca' then ' and a.idade < 12'
    when 'adolescente' then ' and a.idade between 12 and 17'
    when 'adulto' then ' and a.idade >= 18'
    else '' end;
  onde := onde || case filtro ->> 'documento' when 'com' then ' and a.documento' when 'sem' then ' and not a.documento' else '' end;
  onde := onde || case filtro ->> 'condicao' when 'sim' then ' and a.condicao' when 'nao' then ' and not a.condicao' else '' end;
  if filtro ->> 'semResponsavel' = 'true' then onde := onde || ' and a.sem_responsavel and not a.responsavel_confirmou'; end if;
  if filtro ->> 'repetida' = 'true' then onde := onde || ' and a.repetida'; end if;
  if filtro ->> 'de' is not null then
    onde := onde || ' and a.criada_em >= (($1 ->> ''de'')::date)::timestamp at time zone ''America/Sao_Paulo''';
  end if;
  if filtro ->> 'ate' is not null then
    onde := onde || ' and a.criada_em < (($1 ->> ''ate'')::date + 1)::timestamp at time zone ''America/Sao_Paulo''';
  end if;
  if busca !~ '[^[:space:]]' then return; end if;

  -- A number in any dress (CPF, phone, protocol) is one word; otherwise each word must be found.
  numero := case when busca ~ '^[-+()./[:space:]0-9]*$' then private.algarismos(busca) else '' end;
  for palavra in
    select p from unnest(case when numero <> '' then array[numero] else regexp_split_to_array(busca, '[[:space:]]+') end) as p limit 8
  loop
    if palavra ~ '^[-+()./]*[0-9][-+()./0-9]*$' then
      numero := private.algarismos(palavra);
      -- a phone may have been typed with trunk zero or country code; a CPF's own first zero is no such thing
      telefone := case when numero ~ '^(55|0)[0-9]{10,11}$' then private.algarismos_do_telefone(numero) else numero end;
      padroes := padroes || (numero || '%') || (telefone || '%') || (reverse(telefone) || '%');
      onde := onde || format(
        ' and (a.cpf like ($2)[%1$s] or a.protocolo like ($2)[%1$s] or a.telefone like ($2)[%2$s] or a.telefone_responsavel like ($2)[%2$s]'
        ' or reverse(a.telefone) like ($2)[%3$s] or reverse(a.telefone_responsavel) like ($2)[%3$s] or reverse(a.recado) like ($2)[%3$s])',
        cardinality(padroes) - 2, cardinality(padroes) - 1, cardinality(padroes));
    elsif private.chave(palavra) <> '' then
      -- three letters are enough for the index anywhere in a name, fewer only where a word begins
      padroes := padroes || (case when length(private.chave(palavra)) < 3 then '% ' else '%' end || private.chave(palavra) || '%');
      onde := onde || format(' and a.nomes like ($2)[%s]', cardinality(padroes));
    end if;
  end loop;
  if cardinality(padroes) = 0 then onde := 'false'; end if; -- nothing but signs: no name has them
end
$$;

-- Anybody may enrol one person a thousand times, and each of these shares all with each.
-- An inverted index gives all who share something or none; these give the first few:
-- the marked before the others, the newest before the older. A row shares at most three.
create index acompanhamentos_semelhanca_1_idx on private.acompanhamentos ((semelhancas[1]), repetida desc, criada_em desc);
create index acompanhamentos_semelhanca_2_idx on private.acompanhamentos ((semelhancas[2]), repetida desc, criada_em desc);
create index acompanhamentos_semelhanca_3_idx on private.acompanhamentos ((semelhancas[3]), repetida desc, criada_em desc);
drop index private.acompanhamentos_semelhancas_idx; -- nothing asks it any more
alter table private.acompanhamentos add constraint ate_tres_semelhancas check (cardinality(semelhancas) <= 3);

create view private.por_semelhanca as
  select a.semelhancas[1] as semelhanca, a.inscricao_id, a.repetida, a.criada_em from private.acompanhamentos a
  union all select a.semelhancas[2], a.inscricao_id, a.repetida, a.criada_em from private.acompanhamentos a
  union all select a.semelhancas[3], a.inscricao_id, a.repetida, a.criada_em from private.acompanhamentos a;

-- Whether another enrolment shares something with this one and has not been compared with
-- it: looked for until one is found, past those that were compared, which people did one
-- by one. In an order that no other index has and no sort may make, or the planner, where
-- it expects nearly all to share something, would walk through all there are.
create function private.tem_semelhante(inscricao uuid, semelhancas text[]) returns boolean
  language sql stable set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_sort = off
  begin atomic
    select exists (
      select from unnest($2) as s cross join lateral (
        select from private.por_semelhanca p
        where p.semelhanca = s and p.inscricao_id <> $1
          and not exists (
            select from private.comparacoes c
            where c.uma = least(p.inscricao_id, $1) and c.outra = greatest(p.inscricao_id, $1))
        order by p.repetida desc, p.criada_em desc limit 1) as outra);
  end;

-- The ten newest of them, which is what the desk is shown. Those that were compared are
-- left out before they are counted, or they would take the places of those that were not.
create or replace function private.semelhantes(inscricao uuid, semelhancas text[]) returns setof uuid
  language sql stable set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_sort = off
  begin atomic
    select perto.inscricao_id
    from unnest($2) as s cross join lateral (
      select p.inscricao_id, p.criada_em from private.por_semelhanca p
      where p.semelhanca = s and p.inscricao_id <> $1
        and not exists (
          select from private.comparacoes c
          where c.uma = least(p.inscricao_id, $1) and c.outra = greatest(p.inscricao_id, $1))
      order by p.repetida desc, p.criada_em desc limit 10) as perto
    group by perto.inscricao_id
    order by max(perto.criada_em) desc, perto.inscricao_id limit 10;
  end;

-- Marks, of the rows that share something with what came, those that are not marked yet;
-- or unmarks, of those that share something with what went, those left without another.
-- A hundred of them, those it is about first, and the rest may stay as it is: to need a
-- change, each would have been compared with all of the others.
create or replace function private.rever_repetidas(semelhancas text[], chegou boolean) returns void
  language sql volatile set search_path = '' set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_sort = off as $$
  update private.acompanhamentos a set repetida = $2
  where a.inscricao_id in (
      select perto.inscricao_id from unnest($1) as s cross join lateral (
        (select p.inscricao_id from private.por_semelhanca p where p.semelhanca = s and $2
          order by p.repetida, p.criada_em limit 100)
        union all
        (select p.inscricao_id from private.por_semelhanca p where p.semelhanca = s and not $2
          order by p.repetida desc, p.criada_em desc limit 100)) as perto)
    and a.repetida = not $2
    and private.tem_semelhante(a.inscricao_id, a.semelhancas) = $2
$$;

-- Takes the turn of all who share something with one of these, before any of their rows is
-- locked: who holds a row and waits for a turn may be waited for by who has the turn.
create function private.esperar_a_vez_de(inscricoes uuid[]) returns void
  language sql volatile set search_path = '' as $$
  select private.esperar_a_vez(array(
    select s from private.acompanhamentos a, unnest(a.semelhancas) as s where a.inscricao_id = any ($1)))
$$;

-- What is corrected leaves those it shared something with, then comes to those it does now.
create or replace function private.acompanhar_inscricao() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  antes text[];
  agora text[];
begin
  select semelhancas into agora from private.chaves_das_inscricoes where inscricao_id = new.id;
  select semelhancas into antes from private.acompanhamentos where inscricao_id = new.id;
  perform private.esperar_a_vez(agora || coalesce(antes, '{}'));
  insert into private.acompanhamentos (inscricao_id, criada_em, nome, nomes, cpf, protocolo, telefone, telefone_responsavel, recado, idade, cidade,
      documento, condicao, sem_responsavel, semelhancas)
    select inscricao_id, criada_em, nome, nomes, cpf, protocolo, telefone, telefone_responsavel, recado, idade, cidade,
      documento, condicao, sem_responsavel, semelhancas
    from private.chaves_das_inscricoes where inscricao_id = new.id
  on conflict (inscricao_id) do update set (nome, nomes, cpf, protocolo, telefone, telefone_responsavel, recado, idade, cidade,
      documento, condicao, sem_responsavel, semelhancas) = (excluded.nome, excluded.nomes, excluded.cpf, excluded.protocolo,
      excluded.telefone, excluded.telefone_responsavel, excluded.recado, excluded.idade, excluded.cidade, excluded.documento, excluded.condicao,
      excluded.sem_responsavel, excluded.semelhancas);
  if antes is not null then perform private.rever_repetidas(agora || antes, false); end if;
  perform private.rever_repetidas(agora, true);
  return null;
end
$$;

create or replace function private.acompanhar_as_que_faltam() returns bigint
  language plpgsql volatile set search_path = '' as $$
declare
  quantas bigint;
begin
  insert into private.acompanhamentos (inscricao_id, criada_em, nome, nomes, cpf, protocolo, telefone, telefone_responsavel, recado, idade, cidade,
      documento, condicao, sem_responsavel, semelhancas)
    select k.inscricao_id, k.criada_em, k.nome, k.nomes, k.cpf, k.protocolo, k.telefone, k.telefone_responsavel, k.recado, k.idade, k.cidade,
      k.documento, k.condicao, k.sem_responsavel, k.semelhancas
    from private.chaves_das_inscricoes k
    where not exists (select from private.acompanhamentos a where a.inscricao_id = k.inscricao_id);
  get diagnostics quantas = row_count;
  update private.acompanhamentos a set repetida = true
  where not a.repetida and a.inscricao_id in (
    select unnest(array_agg(b.inscricao_id)) from private.acompanhamentos b, unnest(b.semelhancas) as s
    group by s having count(*) > 1)
    and (not exists (select from private.comparacoes c where a.inscricao_id in (c.uma, c.outra))
      or private.tem_semelhante(a.inscricao_id, a.semelhancas));
  return quantas;
end
$$;

-- Says whether `inscricao` repeats `outra` or belongs to somebody else; siblings share phone and address.
create or replace function private.comparar_inscricoes(inscricao uuid, outra uuid, mesma_pessoa boolean) returns jsonb
  language plpgsql volatile security definer set search_path = '' as $$
declare
  protocolo_da_outra text;
begin
  perform private.exigir_administrador();
  if inscricao = outra or mesma_pessoa is null then
    raise invalid_parameter_value using message = 'comparação impossível';
  end if;
  -- nobody like either of them comes or goes meanwhile; then both rows, in one order for all
  perform private.esperar_a_vez_de(array[inscricao, outra]);
  perform from public.inscricoes_projeto i where i.id in (inscricao, outra) order by i.id for key share;
  perform from private.acompanhamentos a where a.inscricao_id in (inscricao, outra) order by a.inscricao_id for update;
  if not exists (select from private.acompanhamentos a where a.inscricao_id = inscricao) then return null; end if;
  select coalesce(i.protocolo, '') into protocolo_da_outra from public.inscricoes_projeto i where i.id = outra;
  if not found then return private.estado_lido(inscricao); end if;
  insert into private.comparacoes as c (uma, outra, mesma_pessoa, quem)
    values (least(inscricao, comparar_inscricoes.outra), greatest(inscricao, comparar_inscricoes.outra), comparar_inscricoes.mesma_pessoa, auth.uid())
    on conflict on constraint comparacoes_pkey do update set mesma_pessoa = excluded.mesma_pessoa, quem = excluded.quem, quando = now();
  update private.acompanhamentos a
    set repetida_de = case when comparar_inscricoes.mesma_pessoa then comparar_inscricoes.outra
      when a.repetida_de = comparar_inscricoes.outra then null else a.repetida_de end
    where a.inscricao_id = inscricao;
  update private.acompanhamentos a set repetida = not a.repetida
    where a.inscricao_id in (inscricao, comparar_inscricoes.outra)
      and a.repetida <> private.tem_semelhante(a.inscricao_id, a.semelhancas);
  perform private.anotar_no_historico(inscricao, 'repetida', protocolo_da_outra,
    case when comparar_inscricoes.mesma_pessoa then 'sim' else 'nao' end);
  return private.estado(inscricao);
end
$$;

-- Erases one, as in the migration `apagar`; whoever is like it waits, and is right afterwards.
create or replace function private.apagar_inscricao(inscricao uuid, confirmacao text, motivo text) returns text
  language plpgsql security definer set search_path = '' as $$
declare
  linha public.inscricoes_projeto;
begin
  perform private.exigir_administrador();
  if motivo is null or motivo not in ('pedido_da_familia', 'repetida', 'teste', 'outro') then
    raise exception 'Escolha o motivo.';
  end if;
  perform private.esperar_a_vez_de(array[inscricao]);
  select * into linha from public.inscricoes_projeto i where i.id = inscricao for update;
  if not found then
    raise exception 'Esta inscrição não existe mais. Pode ter sido apagada.';
  end if;
  if linha.protocolo is null and upper(btrim(coalesce(confirmacao, ''))) <> 'APAGAR' then
    raise exception 'Digite APAGAR para confirmar.';
  elsif linha.protocolo <> regexp_replace(coalesce(confirmacao, ''), '[^0-9]', '', 'g') then
    raise exception 'O protocolo não confere. Digite o desta inscrição.';
  end if;
  insert into private.apagamentos (inscricao_id, o_que, envio, protocolo, motivo) values (
    linha.id, 'inscricao', private.envio_do_documento(private.documento_do_endereco(linha.cadastro_unico_url)),
    linha.protocolo, apagar_inscricao.motivo)
    on conflict (inscricao_id, o_que) do update set apagado_em = now();
  delete from public.inscricoes_projeto i where i.id = linha.id;
  perform private.anotar('apagou', auth.uid(), null, linha.id, jsonb_build_object('motivo', motivo), linha.protocolo);
  return private.documento_do_endereco(linha.cadastro_unico_url);
end
$$;

-- One batch of what has had its time, as in the migration `apagar`. It waits for the turns
-- of all of it, which others have for a moment, and for no row.
create or replace function private.apagar_vencidas(lote integer, out inscricoes integer, out documentos integer)
  language plpgsql security definer set search_path = '' as $$
declare
  vencidas uuid[];
  idas private.apagamentos[];
  um private.apagamentos;
begin
  vencidas := array(select p.inscricao_id from private.prazos p where p.apagar_em <= now() order by p.apagar_em limit lote);
  perform private.esperar_a_vez_de(vencidas);
  vencidas := array(
    select i.id from public.inscricoes_projeto i where i.id = any (vencidas) for update skip locked);
  -- A second look, with the locks held: what was decided meanwhile counts.
  with novos as (
    insert into private.apagamentos (inscricao_id, o_que, envio, protocolo, motivo)
    select p.inscricao_id, 'inscricao', p.envio, p.protocolo, p.regra
    from private.prazos p where p.inscricao_id = any (vencidas) and p.apagar_em <= now()
    on conflict (inscricao_id, o_que) do update set apagado_em = now() returning *)
  select coalesce(array_agg(row(novos.*)::private.apagamentos), '{}') into idas from novos;
  delete from public.inscricoes_projeto i where i.id in (select u.inscricao_id from unnest(idas) as u);
  inscricoes := cardinality(idas);

  vencidas := array(
    select i.id from public.inscricoes_projeto i
    where i.id = any (array(
      select p.inscricao_id from private.prazos p
      where p.apagar_documento_em <= now() and p.envio is not null
        and not exists (select from private.apagamentos a where a.inscricao_id = p.inscricao_id and a.o_que = 'documento')
      limit lote))
    for update skip locked);
  with novos as (
    insert into private.apagamentos (inscricao_id, o_que, envio, protocolo, motivo)
    select p.inscricao_id, 'documento', p.envio, p.protocolo, 'documento'
    from private.prazos p
    where p.inscricao_id = any (vencidas) and p.apagar_documento_em <= now() and p.envio is not null
    on conflict do nothing returning *)
  select idas || coalesce(array_agg(row(novos.*)::private.apagamentos), '{}') into idas from novos;
  documentos := cardinality(idas) - inscricoes;

  foreach um in array idas loop
    perform private.anotar(
      case um.o_que when 'inscricao' then 'apagou_pelo_prazo' else 'apagou_documento_pelo_prazo' end,
      auth.uid(), null, um.inscricao_id, jsonb_build_object('motivo', um.motivo), um.protocolo);
  end loop;
end
$$;

revoke all on private.por_semelhanca from public, anon, authenticated;
revoke execute on function private.tem_semelhante(uuid, text[]), private.esperar_a_vez_de(uuid[]) from public, anon, authenticated;
