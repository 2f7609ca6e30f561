-- Who trained already and comes from one spreadsheet, as the desk read and checked it (domain/desk/import.ts): all of it or nothing,
-- by the checks of an enrolment that arrives. It has no document, declaration or link, and may lack an e-mail. And who enrols at the counter.
--
-- Access: administrators, through the functions of `public`; of what an import brought the direção takes back any, others their own.

-- Those lines (`linha`) whose CPF, or name and birth date, an enrolment or a line above has.
create function private.repetidas_da_importacao(linhas jsonb) returns jsonb
  language sql stable set search_path = '' as $$
  with lida as materialized (
    select n, (l ->> 'linha')::integer as linha, private.semelhancas_de(private.chave(l -> 'respostas' ->> 'nome_completo'),
      (l -> 'respostas' ->> 'data_nascimento')::date, private.algarismos(l -> 'respostas' ->> 'cpf'), '') as s
    from jsonb_array_elements(linhas) with ordinality as e (l, n))
  select coalesce(jsonb_agg(r.linha order by r.n), '[]') from lida r
  where exists (select from private.acompanhamentos a where a.semelhancas[1] = r.s[1] and a.apagada_em is null)
    or exists (select from private.acompanhamentos a where a.semelhancas[2] = r.s[2] and a.apagada_em is null)
    or exists (select from lida c where c.n < r.n and (c.s[1] = r.s[1] or c.s[2] = r.s[2]))
$$;

-- Stores these lines as one, in one statement a table; a line that is refused names itself, found by trying each alone.
create function private.guardar_importacao(linhas jsonb, esta uuid) returns void
  language plpgsql volatile set search_path = '' set jit = off as $$
declare
  dia_maximo constant date := (now() at time zone 'America/Sao_Paulo')::date + 366;
begin
  perform private.conferir_correcao(l -> 'respostas'), private.conferir_tamanho(l -> 'respostas', null) from jsonb_array_elements(linhas) as l;
  if exists (select from jsonb_array_elements(linhas) as l where not exists (
      select from private.turmas t where t.id = (l ->> 'turma')::uuid and t.ativa)) then
    raise check_violation using message = 'Esta turma não existe, ou foi encerrada.';
  end if;
  if exists (select from jsonb_array_elements(linhas) as l
      where coalesce((l ->> 'primeiro_dia')::date not between '1950-01-01' and dia_maximo, true)) then
    raise check_violation using message = 'Confira o primeiro dia.';
  end if;
  execute format('insert into public.inscricoes_projeto (id, %1$s) select (l ->> ''id'')::uuid, %1$s
    from jsonb_array_elements($1) as l, jsonb_populate_record(null::public.inscricoes_projeto, l -> ''respostas'')', array_to_string(private.respostas(), ', ')) using linhas;
  update private.acompanhamentos a set situacao = 'aprovada', turma_id = (l ->> 'turma')::uuid, primeiro_dia = (l ->> 'primeiro_dia')::date,
      decidida_em = clock_timestamp(), importacao = esta
    from jsonb_array_elements(linhas) as l where a.inscricao_id = (l ->> 'id')::uuid;
  insert into private.historico (inscricao_id, quem, acao, para, turma_id)
    select (l ->> 'id')::uuid, auth.uid(), 'importada', 'aprovada', (l ->> 'turma')::uuid from jsonb_array_elements(linhas) as l;
exception when integrity_constraint_violation or data_exception then
  if jsonb_array_length(linhas) > 1 then
    perform private.guardar_importacao(jsonb_build_array(l), esta) from jsonb_array_elements(linhas) as l;
  end if;
  -- what PostgreSQL itself says is English, and may hold an answer
  raise check_violation using message = format('Linha %s: %s Nada foi guardado.', (linhas -> 0 ->> 'linha')::integer,
    case when sqlerrm ~ '^[A-Z][^"]*[.]$' then sqlerrm else 'Confira as respostas.' end);
end
$$;

-- Stores up to 500 lines ({linha, turma, primeiro_dia, respostas: column → value}) as approved, in their classes beyond places too: who
-- trains has one. With a repeated line, or without `guardar`, nothing is stored, and `doubled` names the repeated.
create function private.importar_participantes(linhas jsonb, guardar boolean) returns jsonb
  language plpgsql volatile security definer set search_path = '' set jit = off as $$
declare
  repetidas jsonb;
begin
  perform private.exigir('decidir');
  if coalesce(jsonb_typeof(linhas), '') <> 'array' or jsonb_array_length(linhas) not between 1 and 500 then
    raise check_violation using message = 'De uma vez cabem de 1 a 500 pessoas. Divida a planilha.';
  end if;
  -- the classes before any enrolment; of two who send the same spreadsheet one waits
  perform from private.turmas t where t.id in (select (l ->> 'turma')::uuid from jsonb_array_elements(linhas) as l) order by t.id for no key update;
  repetidas := private.repetidas_da_importacao(linhas);
  if guardar is not true or repetidas <> '[]' then
    delete from private.tentativas_da_equipe where transacao = pg_current_xact_id(); -- nothing was done
    return jsonb_build_object('stored', 0, 'doubled', repetidas);
  end if;
  if jsonb_array_length(linhas) + (
    select count(*) from private.acompanhamentos a where a.importacao is not null and a.criada_em > now() - interval '24 hours') > 2000 then
    raise check_violation using message = 'Em um dia cabem 2.000 pessoas importadas. Continue amanhã.';
  end if;
  perform set_config('private.importando', 'sim', true);
  perform private.guardar_importacao(
    (select jsonb_agg(l || jsonb_build_object('id', gen_random_uuid()) order by n) from jsonb_array_elements(linhas) with ordinality as e (l, n)), gen_random_uuid());
  perform set_config('private.importando', '', true);
  perform private.anotar('importou', auth.uid(), detalhes => jsonb_build_object('inscricoes', jsonb_array_length(linhas)));
  return jsonb_build_object('stored', jsonb_array_length(linhas), 'doubled', repetidas);
end
$$;

-- Of an import those whom nobody has done anything about since.
create function private.intactas_da_importacao(importacao uuid) returns uuid[]
  language sql stable set search_path = '' as $$
  select array(
    select a.inscricao_id from private.acompanhamentos a where a.importacao = $1 and a.apagada_em is null
      and not exists (select from private.historico h where h.inscricao_id = a.inscricao_id and h.acao <> 'importada')
      and not exists (select from private.presencas p where p.inscricao_id = a.inscricao_id)
    order by 1)
$$;

-- The imports of the last days that the caller may take back; `people` are those who would go.
create function private.lista_de_importacoes() returns table (id uuid, at timestamptz, "by" text, people integer)
  language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.exigir('decidir');
  return query select i.importacao, i.em, private.quem_e(i.quem), i.pessoas
    from (
      select a.importacao, h.quem, min(h.quando) as em, cardinality(private.intactas_da_importacao(a.importacao)) as pessoas
      from private.acompanhamentos a join private.historico h on h.inscricao_id = a.inscricao_id and h.acao = 'importada'
      where a.importacao is not null and a.apagada_em is null and a.criada_em > now() - make_interval(days => private.dias_de_espera())
        and (h.quem = auth.uid() or private.pode('apagar'))
      group by 1, 2) as i
    where i.pessoas > 0 order by i.em desc;
end
$$;

-- Puts what an import of the last days brought into the bin, as one; `stayed`: who stays, because somebody has worked on them.
create function private.desfazer_importacao(importacao uuid) returns jsonb
  language plpgsql volatile security definer set search_path = '' as $$
declare
  quais uuid[];
begin
  perform private.exigir('decidir');
  if not exists (select from private.lista_de_importacoes() as l where l.id = desfazer_importacao.importacao) then
    raise check_violation using message = 'Esta importação não pode mais ser desfeita.';
  end if;
  perform from public.inscricoes_projeto i
    where i.id in (select a.inscricao_id from private.acompanhamentos a where a.importacao = desfazer_importacao.importacao) order by i.id for update;
  quais := private.intactas_da_importacao(importacao); -- after the locks
  perform private.por_na_lixeira(quais, 'outro', auth.uid());
  perform private.anotar('apagou', auth.uid(), detalhes => jsonb_build_object('motivo', 'outro', 'inscricoes', cardinality(quais)));
  return jsonb_build_object('undone', cardinality(quais), 'stayed', (
    select count(*) from private.acompanhamentos a where a.importacao = desfazer_importacao.importacao and a.apagada_em is null));
end
$$;

-- Enrols who came in person, `nova` being the uuid that the page made: the checks are those of an enrolment that arrives, but an
-- e-mail and the document may be missing, and the form may be closed: paper that was handed in before is typed later. The declaration was
-- read aloud ('falada') or signed on paper ('assinada'); the history keeps which, and who heard or saw it. Of one account 30 an hour, 150 a day.
create function private.inscrever_no_balcao(nova uuid, respostas jsonb, declaracao text) returns jsonb
  language plpgsql volatile security definer set search_path = '' set jit = off as $$
begin
  perform private.exigir('decidir');
  perform private.conferir_correcao(respostas);
  if coalesce(declaracao not in ('falada', 'assinada'), true) then
    raise check_violation using message = 'Marque como a declaração foi aceita.';
  elsif exists (select from public.inscricoes_projeto i where i.id = nova) then
    raise check_violation using message = 'Esta inscrição já está guardada. Feche e procure na lista.';
  elsif private.contar_de('balcao', uuid_send(coalesce(auth.uid(), nova)), 30, 150) is not null then
    raise check_violation using message = 'Em uma hora cabem 30 inscrições no balcão, e em um dia 150.';
  end if;
  perform set_config('private.importando', 'balcao', true);
  execute format('insert into public.inscricoes_projeto (id, %1$s) select $1, %1$s
    from jsonb_populate_record(null::public.inscricoes_projeto, $2)', array_to_string(private.respostas(), ', ')) using nova, respostas;
  update private.acompanhamentos set situacao = 'falta-documento', motivo = 'Falta o comprovante do Cadastro Único.'
    where inscricao_id = nova;
  perform private.anotar_no_historico(nova, 'no-balcao', declaracao, null);
  return private.estado(nova);
end
$$;
