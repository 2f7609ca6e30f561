-- Who trained already and comes from one spreadsheet, as the desk read and checked it (domain/desk/import.ts): all of it or nothing,
-- by the checks of an enrolment that arrives. It has no document, declaration or link, and may lack an e-mail. And who enrols at the counter.
--
-- Access: administrators, through the functions of `public`; of what an import brought the direção takes back any, others their own.

-- Stores up to 500 lines ({linha, turma, primeiro_dia, respostas: column → value}) as approved, in their classes beyond places too: who
-- trains has one. The answer has the lines whose CPF, or name and birth date, an enrolment has (line → 0) or a line above (line → that
-- line): with one nothing is stored, nor without `guardar`.
create function private.importar_participantes(linhas jsonb, guardar boolean) returns jsonb
  language plpgsql volatile security definer set search_path = '' set jit = off as $$
declare
  esta constant uuid := gen_random_uuid();
  colunas constant text := array_to_string(private.respostas(), ', ');
  repetidas jsonb;
  l jsonb;
  nova uuid;
begin
  perform private.exigir('decidir');
  if coalesce(jsonb_typeof(linhas), '') <> 'array' or jsonb_array_length(linhas) not between 1 and 500 then
    raise check_violation using message = 'De uma vez cabem de 1 a 500 pessoas. Divida a planilha.';
  end if;
  -- the classes before any enrolment; of two who send the same spreadsheet one waits
  perform from private.turmas t where t.id in (select (e ->> 'turma')::uuid from jsonb_array_elements(linhas) as e) order by t.id for no key update;
  with lida as materialized (
    select n, (e ->> 'linha')::integer as linha, private.semelhancas_de(private.chave(e -> 'respostas' ->> 'nome_completo'),
      (e -> 'respostas' ->> 'data_nascimento')::date, private.algarismos(e -> 'respostas' ->> 'cpf'), '') as s
    from jsonb_array_elements(linhas) with ordinality as x (e, n))
  select coalesce(jsonb_object_agg(r.linha, d.de), '{}') into repetidas from lida r, lateral (select case
      when exists (select from private.acompanhamentos where semelhancas[1] = s[1] and apagada_em is null)
        or exists (select from private.acompanhamentos where semelhancas[2] = s[2] and apagada_em is null) then 0
      else (select min(c.linha) from lida c where c.n < r.n and (c.s[1] = r.s[1] or c.s[2] = r.s[2]))
    end as de) as d where d.de is not null;
  if guardar is not true then return repetidas; end if;
  if repetidas <> '{}' then
    raise check_violation using message = 'Nada foi guardado: já há inscrição de alguém desta planilha. Escolha o arquivo de novo.';
  elsif jsonb_array_length(linhas) + (
      select count(*) from private.acompanhamentos where importacao is not null and criada_em > now() - interval '1 day') > 2000 then
    raise check_violation using message = 'Em um dia cabem 2.000 pessoas importadas. Continue amanhã.';
  end if;
  perform set_config('private.importando', 'sim', true);
  for l in select e from jsonb_array_elements(linhas) as e loop
    perform private.conferir_correcao(l -> 'respostas'), private.conferir_tamanho(l -> 'respostas', null);
    if not exists (select from private.turmas t where t.id = (l ->> 'turma')::uuid and t.ativa and t.do_projeto)
        or coalesce((l ->> 'primeiro_dia')::date not between '1950-01-01' and (now() at time zone 'America/Sao_Paulo')::date + 366, true) then
      raise check_violation using message = 'Confira a turma e o primeiro dia.';
    end if;
    execute format('insert into public.inscricoes_projeto (%1$s)
      select %1$s from jsonb_populate_record(null::public.inscricoes_projeto, $1) returning id', colunas) into nova using l -> 'respostas';
    update private.acompanhamentos a set situacao = 'aprovada', turma_id = (l ->> 'turma')::uuid,
      primeiro_dia = (l ->> 'primeiro_dia')::date, decidida_em = clock_timestamp(), importacao = esta where a.inscricao_id = nova;
    insert into private.historico (inscricao_id, quem, acao, para, turma_id)
      values (nova, auth.uid(), 'importada', 'aprovada', (l ->> 'turma')::uuid);
  end loop;
  perform set_config('private.importando', '', true);
  perform private.anotar('importou', auth.uid(), detalhes => jsonb_build_object('inscricoes', jsonb_array_length(linhas)));
  return repetidas;
exception when integrity_constraint_violation or data_exception then
  if l is null then raise; end if;
  -- what PostgreSQL itself says is English, and may hold an answer
  raise check_violation using message = format('Linha %s: %s Nada foi guardado.', (l ->> 'linha')::integer,
    case when sqlerrm ~ '^[A-Z][^"]*[.]$' then sqlerrm else 'Confira as respostas.' end);
end
$$;

-- Of an import those whom nobody has done anything about since, or compared with somebody.
create function private.intactas_da_importacao(importacao uuid) returns uuid[]
  language sql stable set search_path = '' as $$
  select array(
    select a.inscricao_id from private.acompanhamentos a where a.importacao = $1 and a.apagada_em is null
    and not exists (select from private.historico where inscricao_id = a.inscricao_id and acao <> 'importada')
    and not exists (select from private.comparacoes c where a.inscricao_id in (c.uma, c.outra))
    and not exists (select from private.presencas p where p.inscricao_id = a.inscricao_id)
    order by 1)
$$;

-- The imports of the last days that the caller may take back; `people` are those who would go.
create function private.lista_de_importacoes() returns table (id uuid, at timestamptz, "by" text, people int)
  language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.exigir('decidir');
  return query select a.importacao, min(h.quando), private.quem_e(h.quem),
      cardinality(private.intactas_da_importacao(a.importacao))
    from private.acompanhamentos a join private.historico h using (inscricao_id)
    where h.acao = 'importada' and a.importacao is not null and a.apagada_em is null
      and a.criada_em > now() - make_interval(days => private.dias_de_espera())
      and (h.quem = auth.uid() or private.pode('apagar'))
    group by a.importacao, h.quem having private.intactas_da_importacao(a.importacao) <> '{}' order by 2 desc;
end
$$;

-- Puts those into the bin, as one; the answer says how many.
create function private.desfazer_importacao(importacao uuid) returns integer
  language plpgsql volatile security definer set search_path = '' as $$
declare
  quais uuid[];
begin
  perform private.exigir('decidir');
  if not exists (select from private.lista_de_importacoes() as l where l.id = $1) then
    raise check_violation using message = 'Esta importação não pode mais ser desfeita.';
  end if;
  perform from public.inscricoes_projeto i
    where i.id in (select inscricao_id from private.acompanhamentos a where a.importacao = $1) order by i.id for update;
  quais := private.intactas_da_importacao(importacao); -- after the locks
  perform private.anotar('apagou', auth.uid(), detalhes => jsonb_build_object('motivo', 'importacao', 'inscricoes', cardinality(quais)));
  return private.por_na_lixeira(quais, 'importacao', auth.uid());
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
