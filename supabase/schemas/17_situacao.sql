-- What a family may read of its own enrolment: the situation, by the personal code of its
-- link, or by protocol and birth date. Nothing here gives a name or an answer.
--
-- Access: anybody, through the functions of `public`, which never raise: a raised error
-- would roll back the count of attempts. Too many attempts answer HTTP 429 through
-- `response.status`, as PostgREST reads it (docs/contract.md §4.4).

-- The uuid (version 8) of the upload that belongs to a personal code of 32 hexadecimal digits, null for
-- another text. Mirrors uploadIdOf in domain/personal-code.ts.
create function private.envio_do_codigo(codigo text) returns uuid
  language sql immutable strict parallel safe set search_path = '' as $$
  select case when codigo ~* '^[0-9a-f]{32}$' then
    encode(set_byte(set_byte(h.b, 6, get_byte(h.b, 6) & 15 | 128), 8, get_byte(h.b, 8) & 63 | 128), 'hex')::uuid end
  from (select substring(sha256(convert_to('construindo-campeoes envio ' || lower(codigo), 'UTF8')) for 16) as b) as h
$$;

-- Whether a count that began then still holds; not one of a clock that was ahead.
create function private.ainda_conta(desde timestamptz, prazo interval) returns boolean
  language sql volatile set search_path = '' as $$
  select desde between clock_timestamp() - prazo and clock_timestamp()
$$;

-- Counts one more unless that is too many: then nothing is counted, and it returns for how many
-- seconds to wait. The row stays locked to the end, so parallel calls pass no limit.
create function private.contar_de(que text, origem bytea, por_hora integer, por_dia integer) returns integer
  language plpgsql volatile set search_path = '' as $$
declare
  umahora constant interval := '1 hour';
  umdia constant interval := '24 hours';
begin
  insert into private.tentativas as t values ($1, $2, 1, clock_timestamp(), 1, clock_timestamp())
    on conflict on constraint tentativas_pkey do update set
      na_hora = case when private.ainda_conta(t.hora, umahora) then t.na_hora + 1 else 1 end,
      hora = case when private.ainda_conta(t.hora, umahora) then t.hora else clock_timestamp() end,
      no_dia = case when private.ainda_conta(t.dia, umdia) then t.no_dia + 1 else 1 end,
      dia = case when private.ainda_conta(t.dia, umdia) then t.dia else clock_timestamp() end
    where not (t.na_hora >= por_hora and private.ainda_conta(t.hora, umahora))
      and not (t.no_dia >= por_dia and private.ainda_conta(t.dia, umdia));
  if found then return null; end if;
  return (
    select greatest(1, ceil(extract(epoch from greatest(
      case when t.na_hora >= por_hora then t.hora + umahora end,
      case when t.no_dia >= por_dia then t.dia + umdia end) - clock_timestamp())))::integer
    from private.tentativas t where t.que = $1 and t.origem = $2);
end
$$;

create function private.devolver_uma(que text, origem bytea) returns void
  language sql volatile set search_path = '' as $$
  update private.tentativas t set na_hora = t.na_hora - 1, no_dia = t.no_dia - 1
    where t.que = $1 and t.origem = $2 and t.na_hora > 0 and t.no_dia > 0
$$;

-- Counts an attempt before it is looked at; a right one is given back by
-- private.devolver_tentativa. Returns for how many seconds it has to wait, null when it may
-- be looked at: of one address 60 wrong codes an hour, 10 wrong pairs an hour and 30 a day, of its
-- network four times as many wrong pairs. Never by protocol, or a stranger could close a family's own,
-- and never for everybody together, or whoever polls would close it for all.
create function private.contar_tentativa(que text) returns integer
  language plpgsql volatile set search_path = '' as $$
declare
  endereco constant text := private.endereco_de_quem_pede();
  sem_limite constant integer := 1000000;
  espera integer;
begin
  set local synchronous_commit = off;                        -- a power cut forgets the last second
  if $1 = 'codigo' then
    espera := private.contar_de('codigo', private.origem_de(endereco), 60, sem_limite);
  else
    espera := private.contar_de('rede', private.origem_de(endereco, 48), 40, 120);
    if espera is not null then return espera; end if;
    espera := private.contar_de('protocolo', private.origem_de(endereco), 10, 30);
    if espera is not null then perform private.devolver_uma('rede', private.origem_de(endereco, 48)); end if;
  end if;
  -- after its own row, so that nobody waits for who waits
  delete from private.tentativas t where (t.que, t.origem) in (
    select v.que, v.origem from private.tentativas v where v.dia < now() - interval '24 hours' order by v.dia limit 5 for update skip locked);
  return espera;
end
$$;

create function private.devolver_tentativa() returns void
  language plpgsql volatile set search_path = '' as $$
declare
  endereco constant text := private.endereco_de_quem_pede();
begin
  perform private.devolver_uma('protocolo', private.origem_de(endereco)), private.devolver_uma('rede', private.origem_de(endereco, 48));
end
$$;

-- Wrong pairs of the last hour, of everybody together: it closes nothing, and `/health` tells of it.
create function private.pares_errados() returns integer
  language sql stable set search_path = '' as $$
  select coalesce(sum(t.na_hora), 0)::integer from private.tentativas t where t.que = 'protocolo' and t.hora > now() - interval '1 hour'
$$;

-- The answer 429: `details` is the moment from which it is worth trying again.
create function private.tentativas_demais(segundos integer) returns jsonb
  language plpgsql volatile set search_path = '' as $$
begin
  perform set_config('response.status', '429', true);
  perform set_config('response.headers', jsonb_build_array(
    jsonb_build_object('Retry-After', segundos::text), jsonb_build_object('Proxy-Status', 'PostgREST; error=PGRST429'))::text, true);
  return jsonb_build_object('code', 'PGRST429', 'message', 'Muitas tentativas. Espere um pouco e tente de novo.',
    'details', to_char((clock_timestamp() + make_interval(secs => segundos)) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'hint', null);
end
$$;

-- The enrolment of a family's own code, null for none: by the uuid that is made from it.
create function private.inscricao_do_proprio_link(codigo text) returns uuid
  language plpgsql stable set search_path = '' as $$
declare
  achada uuid;
begin
  if codigo ~* '^[0-9a-f]{32}$' then
    select i.id into achada from public.inscricoes_projeto i
      where private.envio_do_documento(private.documento_do_endereco(i.cadastro_unico_url)) = private.envio_do_codigo(codigo);
  end if;
  return (select a.inscricao_id from private.acompanhamentos a
    where a.inscricao_id = achada and a.apagada_em is null and not a.links_encerrados);
end
$$;

-- The same, or of a link that the desk made.
create function private.inscricao_do_codigo(codigo text) returns uuid
  language plpgsql stable set search_path = '' as $$
begin
  return coalesce(private.inscricao_do_proprio_link(codigo), (
    select a.inscricao_id from private.links l
      join private.acompanhamentos a on a.inscricao_id = l.inscricao_id and a.apagada_em is null
    -- not one of a clock that was ahead
    where codigo ~* '^[0-9a-f]{32}$' and l.hash = private.hash_do_link(codigo)
      and l.feito_em between now() - make_interval(days => private.dias_do_link()) and now() + interval '1 hour'));
end
$$;

-- The answers that say where a person is to be found, or how to reach the family. Mirrors WHEREABOUTS in domain/desk/whereabouts.ts.
create function private.paradeiro() returns text[]
  language sql immutable parallel safe
  begin atomic
    select '{cidade,endereco_completo,telefone_whatsapp,email,nome_responsavel,telefone_responsavel,contato_recados,escola,serie_ano}'::text[];
  end;

-- Those of them, and 'telefone_novo', that were corrected or asked for since a moment, otherwise than by the link that came with the
-- enrolment (`no_balcao`: than by any link), and when: parents who live apart may both hold a link that was made before.
create function private.atualizadas_desde(inscricao uuid, desde timestamptz, no_balcao boolean default false) returns table (campo text, em timestamptz)
  language sql stable set search_path = '' as $$
  select m.campo, max(m.em) from (
    select c.campo, c.quando from private.correcoes c where c.inscricao_id = $1 and not c.desfeita and not c.pelo_proprio_link
    union all
    select case p.tipo when 'telefone' then 'telefone_novo' else k end, p.feito_em from private.pedidos p left join lateral jsonb_object_keys(p.mudancas) as k on true
      where p.inscricao_id = $1 and not p.pelo_proprio_link and (p.no_balcao or not $3) and p.tipo in ('corrigir', 'telefone') and p.confirmado is not false
  ) as m (campo, em)
  where m.em > $2 and m.campo = any (private.paradeiro() || '{telefone_novo}') group by m.campo
$$;

-- Situation and since when; for the holder of the code (null without one) also whether it is the family's own, which opens 'Meus dados'
-- too, the reason, where the family has to read it, the class that is waited for, class and first day of an approved
-- person, for thirty days since they were given, because both say where a child will be, the requests that nobody has
-- answered yet, whether another document may be sent, what stands of the renewal (`renovacao`: 'pedida', 'sim' or 'nao'; null: nothing
-- is asked), and what is missing of the guardian (`falta`; [] where
-- nothing is, nobody has to decide any more or the desk has confirmed the guardian), and until which day
-- it may come before the enrolment is erased (`faltaAte`; null where it is not erased for that). Class and day are not told
-- by a link that was made before the desk got to know something of private.paradeiro() (`atualizadoEm` says when), and under
-- 'endereco_protegido' by none, nor what was asked for or answered otherwise.
create function private.situacao_para_a_familia(inscricao uuid, codigo text) returns jsonb
  language sql stable set search_path = '' as $$
  select jsonb_build_object('situacao', a.situacao, 'desde', coalesce(a.decidida_em, a.criada_em))
    || case when codigo is not null then jsonb_build_object(
      'proprio', private.inscricao_do_proprio_link(codigo) is not null,
      'motivo', case when a.situacao in ('falta-documento', 'nao-aprovada') then a.motivo end,
      'turma', case when not o.oculta then o.turma end,
      'primeiroDia', case when not o.oculta and o.recente then a.primeiro_dia end,
      'atualizadoEm', case when o.turma is not null and not a.endereco_protegido then o.em end,
      'pedidos', (select coalesce(jsonb_agg(distinct p.tipo), '[]') from private.pedidos p
        where p.inscricao_id = a.inscricao_id and p.respondido_em is null and (p.pelo_proprio_link or not a.endereco_protegido)),
      'renovacao', case when private.renovacao_de(a) in ('sim', 'nao') and not a.endereco_protegido then a.renovacao
        when private.renovacao_de(a) <> 'anotada' then 'pedida' end,
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
      select n.em, n.em is not null or a.endereco_protegido as oculta, d.recente, (
        select private.turma_em_palavras(t) from private.turmas t
        where t.id = a.turma_id and (a.situacao = 'lista-de-espera' or d.recente)) as turma
      from (
        select coalesce(max(h.quando), a.decidida_em) > now() - interval '30 days' as recente from private.historico h
          where h.inscricao_id = a.inscricao_id and h.acao = 'situacao' and not h.desfeita) as d,
        (select max(u.em) as em from private.atualizadas_desde(a.inscricao_id, coalesce(
        (select l.feito_em from private.links l where l.hash = private.hash_do_link(codigo)), a.criada_em),
        private.inscricao_do_proprio_link(codigo) is null) as u) as n) as o on codigo is not null
  where a.inscricao_id = $1
$$;

-- Null for a code that is nobody's. A right code is always answered.
create function private.situacao_da_inscricao(codigo text) returns jsonb
  language plpgsql volatile security definer set search_path = '' set jit = off as $$
declare
  inscricao constant uuid := private.inscricao_do_codigo(codigo);
  espera integer;
begin
  if inscricao is not null then
    return private.situacao_para_a_familia(inscricao, codigo);
  end if;
  espera := private.contar_tentativa('codigo');
  return case when espera is not null then private.tentativas_demais(espera) end;
end
$$;

-- Null for every wrong pair, whether there is such a protocol or not, and for a pair that two
-- enrolments share, since one of them is somebody else's.
create function private.situacao_por_protocolo(protocolo text, nascimento date) returns jsonb
  language plpgsql volatile security definer set search_path = '' set jit = off as $$
declare
  espera constant integer := private.contar_tentativa('protocolo');
  numero constant text := regexp_replace(left(protocolo, 40), '[^0-9]', '', 'g');
  achadas uuid[];
begin
  if espera is not null then return private.tentativas_demais(espera); end if;
  achadas := array(select i.id from public.inscricoes_projeto i
    where i.protocolo = numero and i.data_nascimento = nascimento
      and exists (select from private.acompanhamentos a where a.inscricao_id = i.id and a.apagada_em is null) limit 2);
  if cardinality(achadas) <> 1 then return null; end if;
  perform private.devolver_tentativa();
  return private.situacao_para_a_familia(achadas[1], null);
end
$$;
