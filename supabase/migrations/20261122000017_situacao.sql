-- What a family may read of its own enrolment: the situation, by the personal code of its
-- link, or by protocol and birth date. Nothing here gives a name or an answer.
--
-- Access: anybody, through the functions of `public`, which never raise: a raised error
-- would roll back the count of attempts. Too many attempts answer HTTP 429 through
-- `response.status`, as PostgREST reads it (docs/contract.md §4.4).

-- Twenty hexadecimal digits, 80 bits, of the uuid of the enrolment's document: stored
-- nowhere. Mirrors domain/personal-code.ts.
create function private.codigo_pessoal(envio uuid) returns text
  language sql immutable strict parallel safe set search_path = '' as $$
  select encode(substring(sha256('construindo-campeoes situacao '::bytea || uuid_send(envio)) for 10), 'hex')
$$;

create index inscricoes_projeto_codigo_idx on public.inscricoes_projeto (
  private.codigo_pessoal(private.envio_do_documento(private.documento_do_endereco(cadastro_unico_url))));

-- One step of this index answers right and wrong pairs alike.
create index inscricoes_projeto_protocolo_idx on public.inscricoes_projeto (protocolo, data_nascimento);

-- Wrong attempts of an hour. An address is one of 65,536 buckets, by a hash with the salt
-- below: many addresses share one, so a bucket names nobody, and nobody can choose another's.
create table private.tentativas (
  que text not null check (que in ('codigo', 'protocolo')),
  balde integer not null check (balde between 0 and 65535),
  quantas integer not null,
  comecou timestamptz not null,
  primary key (que, balde)
);

-- The same for everybody together: protocols alone, since nobody guesses a code.
create table private.tentativas_de_todos (
  unica boolean primary key default true check (unica),
  sal bytea not null default uuid_send(gen_random_uuid()),
  quantas integer not null default 0,
  comecou timestamptz not null default now(),
  livre_em timestamptz not null default now()                -- the next attempt is looked at from then on
);

-- The bucket of who asks: our server says one hop, the address (IPv6 as its /64); in front of
-- Supabase Cloudflare names it, and nobody can send that header.
create function private.balde_de_quem_pede() returns integer
  language plpgsql stable set search_path = '' as $$
declare
  cabecalhos constant jsonb := nullif(current_setting('request.headers', true), '')::jsonb;
  endereco text := coalesce(cabecalhos ->> 'cf-connecting-ip', btrim(split_part(cabecalhos ->> 'x-forwarded-for', ',', 1)), '');
begin
  begin
    if family(endereco::inet) = 6 then endereco := host(network(set_masklen(endereco::inet, 64))); end if;
  exception when others then null;                           -- no address: a text like any other
  end;
  return (select get_byte(h, 0) * 256 + get_byte(h, 1)
    from private.tentativas_de_todos, sha256(sal || convert_to(endereco, 'UTF8')) as h);
end
$$;

-- Counts an attempt before it is looked at; a right one is given back by
-- private.devolver_tentativa. Returns for how many seconds it has to wait, null when it may
-- be looked at: 20 wrong pairs or 60 wrong codes an hour of one address, then 120 wrong pairs
-- of everybody, and one each 15 seconds from there on. Never by protocol, or a stranger could
-- close a family's own.
create function private.contar_tentativa(que text) returns integer
  language plpgsql volatile set search_path = '' as $$
declare
  hora constant interval := '1 hour';
  balde integer;
  agora timestamptz;
  esta private.tentativas;
  todos private.tentativas_de_todos;
begin
  set local synchronous_commit = off;                        -- a power cut forgets the last second
  insert into private.tentativas_de_todos default values on conflict do nothing; -- no copy holds it
  balde := private.balde_de_quem_pede();
  insert into private.tentativas as t (que, balde, quantas, comecou) values ($1, balde, 1, clock_timestamp())
    on conflict on constraint tentativas_pkey do update set
      quantas = case when t.comecou between clock_timestamp() - hora and clock_timestamp() then least(t.quantas + 1, 1000) else 1 end,
      comecou = case when t.comecou between clock_timestamp() - hora and clock_timestamp() then t.comecou else clock_timestamp() end
    returning * into esta;
  if esta.quantas > (case $1 when 'codigo' then 60 else 20 end) then
    return greatest(1, ceil(extract(epoch from esta.comecou + hora - clock_timestamp())))::integer;
  end if;
  if $1 = 'codigo' then return null; end if;

  select * into strict todos from private.tentativas_de_todos for update;
  agora := clock_timestamp();
  if todos.comecou not between agora - hora and agora then
    todos.quantas := 0;
    todos.comecou := agora;
    todos.livre_em := agora;
  end if;
  if todos.quantas >= 120 and todos.livre_em > agora then
    update private.tentativas t set quantas = t.quantas - 1 where t.que = $1 and t.balde = esta.balde;
    return greatest(1, ceil(extract(epoch from todos.livre_em - agora)))::integer;
  end if;
  update private.tentativas_de_todos t set quantas = least(todos.quantas + 1, 100000), comecou = todos.comecou,
      livre_em = case when todos.quantas >= 120 then agora + interval '15 seconds' else agora end
    where t.unica;
  return null;
end
$$;

create function private.devolver_tentativa() returns void
  language plpgsql volatile set search_path = '' as $$
begin
  update private.tentativas t set quantas = t.quantas - 1
    where t.que = 'protocolo' and t.balde = private.balde_de_quem_pede() and t.quantas > 0;
  update private.tentativas_de_todos t set quantas = t.quantas - 1 where t.unica and t.quantas > 0;
end
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

-- The enrolment of a personal code, null for none.
create function private.inscricao_do_codigo(codigo text) returns uuid
  language sql stable set search_path = '' as $$
  select i.id from public.inscricoes_projeto i
  where private.codigo_pessoal(private.envio_do_documento(private.documento_do_endereco(i.cadastro_unico_url))) = lower(codigo)
$$;

-- Situation and since when; for the holder of the code also class and first day of an approved
-- person, because both say where a child will be, the requests that nobody has
-- answered yet, and whether another document may be sent.
create function private.situacao_para_a_familia(inscricao uuid, pelo_codigo boolean) returns jsonb
  language sql stable set search_path = '' as $$
  select jsonb_build_object('situacao', a.situacao, 'desde', coalesce(a.decidida_em, a.criada_em))
    || case when pelo_codigo then jsonb_build_object('turma', a.turma, 'primeiroDia', a.primeiro_dia,
      'pedidos', (select coalesce(jsonb_agg(p.tipo order by p.tipo), '[]') from private.pedidos p
        where p.inscricao_id = a.inscricao_id and p.respondido_em is null),
      'podeEnviarDocumento', a.situacao = 'falta-documento' and (
        select count(*) < 3 from private.documentos_novos d where d.inscricao_id = a.inscricao_id)) else '{}' end
  from private.acompanhamentos a where a.inscricao_id = $1
$$;

-- Null for a code that is nobody's. A right code is always answered.
create function private.situacao_da_inscricao(codigo text) returns jsonb
  language plpgsql volatile security definer set search_path = '' set jit = off as $$
declare
  inscricao constant uuid := private.inscricao_do_codigo(codigo);
  espera integer;
begin
  if inscricao is not null then return private.situacao_para_a_familia(inscricao, true); end if;
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
    where i.protocolo = numero and i.data_nascimento = nascimento limit 2);
  if cardinality(achadas) <> 1 then return null; end if;
  perform private.devolver_tentativa();
  return private.situacao_para_a_familia(achadas[1], false);
end
$$;

create function public.situacao_da_inscricao(codigo text) returns jsonb
  language sql volatile set search_path = ''
  begin atomic
    select private.situacao_da_inscricao(codigo);
  end;

create function public.situacao_por_protocolo(protocolo text, nascimento date) returns jsonb
  language sql volatile set search_path = ''
  begin atomic
    select private.situacao_por_protocolo(protocolo, nascimento);
  end;

revoke all on private.tentativas, private.tentativas_de_todos from public, anon, authenticated;
revoke execute on function
  private.codigo_pessoal(uuid), private.balde_de_quem_pede(), private.contar_tentativa(text), private.devolver_tentativa(),
  private.tentativas_demais(integer), private.inscricao_do_codigo(text), private.situacao_para_a_familia(uuid, boolean),
  private.situacao_da_inscricao(text), public.situacao_da_inscricao(text),
  private.situacao_por_protocolo(text, date), public.situacao_por_protocolo(text, date)
  from public, anon, authenticated;
grant execute on function private.codigo_pessoal(uuid) to anon, authenticated; -- the index is filled as the caller
grant execute on function
  private.situacao_da_inscricao(text), public.situacao_da_inscricao(text),
  private.situacao_por_protocolo(text, date), public.situacao_por_protocolo(text, date)
  to anon, authenticated;
