-- Enrolments that may be the same person's: found when one arrives, marked `repetida`, and
-- compared by an administrator.
--
-- Access: administrators, through public.comparar_inscricoes. Whoever changes these marks
-- first takes an advisory lock for each shared value, before any row lock.

-- Whoever reads it asks for `apagada_em` itself: a condition in here would cost the order of the indexes.
create view private.por_semelhanca as
  select a.semelhancas[1] as semelhanca, a.inscricao_id, a.repetida, a.criada_em, a.apagada_em from private.acompanhamentos a
  union all select a.semelhancas[2], a.inscricao_id, a.repetida, a.criada_em, a.apagada_em from private.acompanhamentos a
  union all select a.semelhancas[3], a.inscricao_id, a.repetida, a.criada_em, a.apagada_em from private.acompanhamentos a;

-- Whether another enrolment shares a value with this one and the two were not compared.
-- The settings and the order leave the planner only the indexes above: expecting that
-- nearly every row shares the value, it would otherwise scan the whole table.
create function private.tem_semelhante(inscricao uuid, semelhancas text[]) returns boolean
  language sql stable set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_sort = off set jit = off
  begin atomic
    select exists (
      select from unnest($2) as s cross join lateral (
        select from private.por_semelhanca p
        where p.semelhanca = s and p.inscricao_id <> $1 and p.apagada_em is null
          and not exists (
            select from private.comparacoes c
            where c.uma = least(p.inscricao_id, $1) and c.outra = greatest(p.inscricao_id, $1))
        order by p.repetida desc, p.criada_em desc limit 1) as outra);
  end;

-- The ten newest of those. Compared ones are left out before the limit, or they would take
-- the places of the others.
create function private.semelhantes(inscricao uuid, semelhancas text[]) returns setof uuid
  language sql stable set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_sort = off set jit = off
  begin atomic
    select perto.inscricao_id
    from unnest($2) as s cross join lateral (
      select p.inscricao_id, p.criada_em from private.por_semelhanca p
      where p.semelhanca = s and p.inscricao_id <> $1 and p.apagada_em is null
        and not exists (
          select from private.comparacoes c
          where c.uma = least(p.inscricao_id, $1) and c.outra = greatest(p.inscricao_id, $1))
      order by p.repetida desc, p.criada_em desc limit 10) as perto
    group by perto.inscricao_id
    order by max(perto.criada_em) desc, perto.inscricao_id limit 10;
  end;

-- `chegou`: marks rows that share a value with an enrolment that came; otherwise unmarks
-- rows that share one with an enrolment that left and with no other. At most a hundred:
-- more need a change only when somebody has compared each with all of the others.
-- plpgsql, because it keeps its plan: planning took four times as long as running.
create function private.rever_repetidas(semelhancas text[], chegou boolean) returns void
  language plpgsql volatile set search_path = '' set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_sort = off set jit = off
  set plan_cache_mode = force_generic_plan as $$
begin
  update private.acompanhamentos a set repetida = $2
  where a.inscricao_id in (
      select perto.inscricao_id from unnest($1) as s cross join lateral (
        (select p.inscricao_id from private.por_semelhanca p where p.semelhanca = s and p.apagada_em is null and $2
          order by p.repetida, p.criada_em limit 100)
        union all
        (select p.inscricao_id from private.por_semelhanca p where p.semelhanca = s and p.apagada_em is null and not $2
          order by p.repetida desc, p.criada_em desc limit 100)) as perto)
    and a.repetida = not $2
    and private.tem_semelhante(a.inscricao_id, a.semelhancas) = $2;
end
$$;

-- Locks each value until the transaction ends, in one order for all, so that two
-- enrolments of the same person that arrive together see each other.
create function private.esperar_a_vez(semelhancas text[]) returns void
  language plpgsql volatile set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(chave) from (
    select distinct hashtextextended(s, 0) as chave from unnest($1) as s order by 1) as vez;
end
$$;

-- The same for all values of these enrolments. Call it before locking any row: whoever
-- holds a row and waits for a value may deadlock with whoever holds the value.
create function private.esperar_a_vez_de(inscricoes uuid[]) returns void
  language sql volatile set search_path = '' as $$
  select private.esperar_a_vez(array(
    select s from private.acompanhamentos a, unnest(a.semelhancas) as s where a.inscricao_id = any ($1)))
$$;

-- Makes the follow-up row of an enrolment that arrives, or that has none. Most share nothing with any other:
-- three reads of an index show it. Of a corrected enrolment the row changes: it first leaves
-- those it shared a value with, then joins those it shares one with now.
create function private.acompanhar_inscricao() returns trigger
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

create function private.deixar_de_acompanhar() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  if old.repetida then
    perform private.esperar_a_vez(old.semelhancas);
    perform private.rever_repetidas(old.semelhancas, false);
  end if;
  return null;
end
$$;

create trigger acompanhar_inscricao after insert or update on public.inscricoes_projeto
  for each row execute function private.acompanhar_inscricao();
create trigger deixar_de_acompanhar after delete on private.acompanhamentos
  for each row execute function private.deixar_de_acompanhar();

-- Makes the missing follow-up rows, all at once, after enrolments were copied in without
-- triggers. Returns how many.
create function private.acompanhar_as_que_faltam() returns bigint
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

-- Says whether `inscricao` repeats `outra` or is somebody else's; siblings share telephone
-- and address. Returns the state of `inscricao` afterwards, null when it no longer exists.
create function private.comparar_inscricoes(inscricao uuid, outra uuid, mesma_pessoa boolean) returns jsonb
  language plpgsql volatile security definer set search_path = '' as $$
declare
  protocolo_da_outra text;
begin
  perform private.exigir('decidir');
  if inscricao = outra or mesma_pessoa is null then
    raise invalid_parameter_value using message = 'comparação impossível';
  end if;
  -- first the shared values, then both rows, in one order for all
  perform private.esperar_a_vez_de(array[inscricao, outra]);
  perform from public.inscricoes_projeto i where i.id in (inscricao, outra) order by i.id for key share;
  perform from private.acompanhamentos a where a.inscricao_id in (inscricao, outra) order by a.inscricao_id for update;
  if not exists (select from private.acompanhamentos a where a.inscricao_id = inscricao and a.apagada_em is null) then return null; end if;
  select a.protocolo into protocolo_da_outra from private.acompanhamentos a where a.inscricao_id = outra and a.apagada_em is null;
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
