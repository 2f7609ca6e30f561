-- The audit record: append-only entries, each holding a hash of the one before, without
-- personal values. Actions mirror content/audit.ts; tests/database/code-tables.test.ts compares them.
--
-- Access: no API role; the owner may only insert. Administrators read through
-- public.registro_de_acessos(). Entries of reads are written by our server before it answers, so a
-- Supabase project has only those that the functions below write.

create function private.elo_da_linha(elo_anterior bytea, linha private.auditoria) returns bytea
  language plpgsql stable set search_path = '' as $$
begin
  return sha256(elo_anterior || convert_to(jsonb_build_array(
    linha.numero, (extract(epoch from linha.momento) * 1000000)::bigint, linha.acao, linha.quem, linha.conta,
    linha.inscricao, linha.protocolo, linha.detalhes)::text, 'UTF8'));
end
$$;

-- Appends an entry. Call it last in a transaction: the next writer waits for its end.
create function private.anotar(
  acao text, quem uuid default null, conta uuid default null, inscricao uuid default null,
  detalhes jsonb default '{}', protocolo text default null) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  pontas private.auditoria_pontas;
  linha private.auditoria;
begin
  select * into strict pontas from private.auditoria_pontas for update;
  linha.numero := pontas.ultimo + 1;
  linha.momento := clock_timestamp();
  linha.acao := anotar.acao;
  linha.quem := anotar.quem;
  linha.conta := anotar.conta;
  linha.inscricao := anotar.inscricao;
  linha.protocolo := coalesce(anotar.protocolo,
    (select i.protocolo from public.inscricoes_projeto i where i.id = anotar.inscricao));
  linha.detalhes := anotar.detalhes;
  linha.elo := private.elo_da_linha(pontas.ultimo_elo, linha);
  insert into private.auditoria select linha.*;
  update private.auditoria_pontas set ultimo = linha.numero, ultimo_elo = linha.elo where unica;
end
$$;

-- Which of its enrolment's documents this is, in the order of their arrival: `{"documento": 2}`.
-- Empty while there is only the first.
create function private.qual_documento(nome text) returns jsonb
  language sql stable set search_path = '' as $$
  with este as (
    select private.inscricao_do_documento(nome) as inscricao,
      (select d.recebido_em from private.documentos_novos d where d.envio = private.envio_do_documento(nome)) as recebido_em
  )
  select case when count(d) = 0 then '{}' else jsonb_build_object('documento', 1 + count(d) filter (where d.recebido_em <= e.recebido_em)) end
  from este e left join private.documentos_novos d on d.inscricao_id = e.inscricao
$$;

-- For the server, before it answers a read: appends an entry when the claims are of
-- somebody who may read, and returns whether they are. `documento` is an object's name.
create function private.anotar_leitura(
  declarado jsonb, acao text, inscricao uuid, documento text, detalhes jsonb) returns boolean
  language plpgsql security definer set search_path = '' as $$
begin
  perform set_config('request.jwt.claims', declarado::text, true);
  if not private.pode('ler') then
    return false;
  end if;
  perform private.anotar(acao, auth.uid(), null,
    coalesce(inscricao, case when documento is not null then private.inscricao_do_documento(documento) end),
    detalhes || case when documento is null then '{}' else private.qual_documento(documento) end);
  return true;
end
$$;

-- The same for a list of a few rows: an entry of each sheet, in this order.
create function private.anotar_fichas(declarado jsonb, inscricoes uuid[]) returns boolean
  language plpgsql security definer set search_path = '' as $$
declare
  uma uuid;
begin
  perform set_config('request.jwt.claims', declarado::text, true);
  if not private.pode('ler') then
    return false;
  end if;
  foreach uma in array inscricoes loop
    perform private.anotar('viu_ficha', auth.uid(), null, uma);
  end loop;
  return true;
end
$$;

-- What a spreadsheet is for. Mirrors exporting.reasons in content/print-export.ts.
create function private.motivos_de_exportar() returns text[]
  language sql immutable parallel safe
  begin atomic
    select array['turmas', 'contato', 'prestacao_de_contas', 'copa', 'outro'];
  end;

-- For what only the page knows: that sheets were printed or rows exported, and what for. Refuses
-- an enrolment that no longer exists.
create function private.anotar_acesso(
  acao text, inscricao uuid default null, linhas integer default null, colunas text[] default null, motivo text default null) returns void
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

-- One entry for each of 1 to 100 printed sheets, in this order, all or none: they are
-- printed together. The lock stops an enrolment from being deleted before its entry. `a_pedido`: the family asked for its copy.
create function private.anotar_impressao(inscricoes uuid[], a_pedido boolean default false) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  perform private.exigir('imprimir');
  -- array_ndims is null for null and for an empty array; count(distinct …) skips null elements
  if array_ndims(inscricoes) is distinct from 1 or cardinality(inscricoes) > 100 or a_pedido and cardinality(inscricoes) > 1
    or cardinality(inscricoes) <> (select count(distinct i) from unnest(inscricoes) as i) then
    raise invalid_parameter_value using message = 'Isto não se anota assim.';
  end if;
  perform from public.inscricoes_projeto i where i.id = any (inscricoes) order by i.id for key share;
  perform private.anotar_acesso('imprimiu', i, null, null, null) from unnest(inscricoes) as i;
  perform private.trancar(i), private.atender_na_hora(i, 'copia') from unnest(inscricoes) as i where a_pedido;
end
$$;

-- A setting's value as an entry may hold it: codes, numbers (of a moment its day, 20261231) and switches.
create function private.valor_anotavel(valor jsonb) returns jsonb
  language sql stable set search_path = '' as $$
  select case
    when jsonb_typeof(valor) in ('boolean', 'number') then valor
    when coalesce(jsonb_typeof(valor), 'null') = 'null' then '"nunca"'
    when valor #>> '{}' = '' then '"nada"'
    when valor #>> '{}' ~ '^[0-9]{1,6}([.][0-9]{1,6})?$' then to_jsonb((valor #>> '{}')::numeric)
    when valor #>> '{}' ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}T' then
      to_jsonb(to_char((valor #>> '{}')::timestamptz at time zone 'America/Sao_Paulo', 'YYYYMMDD')::integer)
    when valor #>> '{}' ~ '^[a-z_-]{1,30}$' then valor
    else '"texto"' end
$$;

-- What became of settings, from what to what, each list in the order of the names; who did it is the caller.
create function private.anotar_ajuste(que text, colunas text[], de jsonb, para jsonb) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  perform private.anotar('mudou_configuracao', auth.uid(), null, null, jsonb_strip_nulls(jsonb_build_object('que', que,
    'colunas', colunas,
    'de', (select jsonb_agg(private.valor_anotavel(v) order by n) from jsonb_array_elements(case jsonb_typeof(de) when 'array' then de else jsonb_build_array(de) end) with ordinality as x (v, n)),
    'para', (select jsonb_agg(private.valor_anotavel(v) order by n) from jsonb_array_elements(case jsonb_typeof(para) when 'array' then para else jsonb_build_array(para) end) with ordinality as x (v, n)))));
end
$$;

create function private.anotar_configuracao() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  colunas text[];
  de jsonb;
  para jsonb;
begin
  select array_agg(antes.key order by antes.key), jsonb_agg(antes.value order by antes.key), jsonb_agg(depois.value order by antes.key)
    into colunas, de, para
    from jsonb_each(to_jsonb(old)) as antes join jsonb_each(to_jsonb(new)) as depois using (key)
    where antes.value is distinct from depois.value;
  perform private.anotar_ajuste(null, coalesce(colunas, '{}'), coalesce(de, '[]'), coalesce(para, '[]'));
  return null;
end
$$;

create trigger anotar_configuracao after update on private.configuracao
  for each row execute function private.anotar_configuracao();
create trigger anotar_periodo after update on private.periodo
  for each row execute function private.anotar_configuracao();

-- Every change of the desk's history is an audit entry; an import is one for all.
create function private.anotar_historico() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  perform private.anotar(
    case when new.acao like 'nota%' then 'escreveu_nota' when new.acao = 'mensagem' then 'preparou_mensagem' else 'mudou' end,
    new.quem, null, new.inscricao_id, jsonb_build_object('que', new.acao)
      || case when new.acao like 'situacao%' and new.para is not null then jsonb_build_object('para', new.para)
        when new.acao like 'correcao%' then jsonb_build_object('colunas', string_to_array(new.para, ' '), 'motivo', new.de)
        when new.acao like 'pedido%' then jsonb_build_object('pedido', new.de) else '{}' end);
  return null;
end
$$;

create trigger anotar_historico after insert on private.historico
  for each row when (new.acao <> 'importada') execute function private.anotar_historico();

-- Nobody changes or removes an entry, not even the owner. Only private.encerrar_prazos
-- removes entries older than their retention period, from the beginning.
create function private.guardar_auditoria() returns trigger
  language plpgsql set search_path = '' as $$
begin
  if tg_op = 'DELETE' and current_setting('auditoria.podando', true) = 'sim' then
    return null;
  end if;
  raise insufficient_privilege using message = 'O registro de acessos não se altera.';
end
$$;

create trigger guardar_auditoria before update or delete or truncate on private.auditoria
  for each statement execute function private.guardar_auditoria();

-- Every break of the chain: the entry's number and 'alterada' or 'removida' (one or more
-- entries before it, or after the last).
create function private.falhas_da_auditoria() returns table (numero bigint, falha text)
  language sql stable security definer set search_path = '' as $$
  with corrente as (
    select a.numero, a.elo,
      lag(a.numero, 1, p.antes) over ordem as numero_anterior,
      private.elo_da_linha(lag(a.elo, 1, p.elo_antes) over ordem, a) as elo_certo
    from private.auditoria a, private.auditoria_pontas p
    window ordem as (order by a.numero)
  )
  select numero, case when numero <> numero_anterior + 1 then 'removida' else 'alterada' end
    from corrente where numero <> numero_anterior + 1 or elo <> elo_certo
  union all
  select p.ultimo, 'removida' from private.auditoria_pontas p
    where p.ultimo > p.antes
      and not exists (select from private.auditoria a where a.numero = p.ultimo and a.elo = p.ultimo_elo)
  order by 1
$$;

-- A page of entries, newest first: those before number `antes`, of one person and one day
-- (in the centre's time zone) when given; of `tipo` 'feito' without what was only looked at. Names are the accounts' present
-- ones, or e-mails, null for a deleted account, and classes (`turma`) have their present words;
-- entries hold neither. Planned for its values: what is not asked for would cost an index otherwise.
create function private.registro_de_acessos(
  antes bigint default null, pessoa uuid default null, dia date default null, quantas integer default 50, tipo text default null)
  returns table (number bigint, at timestamptz, action text, by uuid, "byName" text, account uuid, "accountName" text,
    enrolment uuid, protocol text, details jsonb)
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
begin
  perform private.exigir('ver_registro');
  if registro_de_acessos.tipo <> 'feito' then
    raise invalid_parameter_value using message = 'Este tipo de anotação não existe.';
  end if;
  return query select a.numero, a.momento, a.acao, a.quem, private.quem_e(a.quem), a.conta, private.quem_e(a.conta), a.inscricao, a.protocolo,
    case when a.detalhes ? 'turma' then a.detalhes || jsonb_build_object('turma', (
      select jsonb_agg(coalesce(nullif(private.turma_em_palavras(t), ''), e.id) order by e.n)
      from jsonb_array_elements_text(a.detalhes -> 'turma') with ordinality as e (id, n) left join private.turmas t on t.id::text = e.id)) else a.detalhes end
  from private.auditoria a
  where (registro_de_acessos.antes is null or a.numero < registro_de_acessos.antes)
    and (registro_de_acessos.pessoa is null or a.quem = registro_de_acessos.pessoa)
    and (registro_de_acessos.dia is null or (a.momento >= registro_de_acessos.dia::timestamp at time zone 'America/Sao_Paulo'
      and a.momento < (registro_de_acessos.dia + 1)::timestamp at time zone 'America/Sao_Paulo'))
    and (registro_de_acessos.tipo is null or a.acao <> all (private.acoes_de_ver()))
  order by a.numero desc
  limit least(greatest(coalesce(registro_de_acessos.quantas, 50), 1), 200);
end
$$;
