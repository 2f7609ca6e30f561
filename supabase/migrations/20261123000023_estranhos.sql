-- Strangers: an enrolment has an origin as an upload has, is alone and small, and counts in floods;
-- wrong pairs of protocol and birth date close the way for the address that sends them, not for all.

-- The key under which addresses are hashed, made when it is first needed: no copy holds it.
create table private.chave_dos_enderecos (
  unica boolean primary key default true check (unica),
  chave bytea not null default uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())
);

-- The address of who calls: our server says one hop, the address; in front of Supabase Cloudflare
-- names it, and nobody can send that header. Like the next but one without a `set` clause, so that
-- an enrolment has it inlined.
create function private.endereco_de_quem_pede() returns text
  language sql stable as $$
  select coalesce(
    nullif(current_setting('request.headers', true), '')::json ->> 'cf-connecting-ip',
    btrim(split_part(nullif(current_setting('request.headers', true), '')::json ->> 'x-forwarded-for', ',', 1)), '')
$$;

-- An address as a keyed hash, so that nobody who reads one learns it; of IPv6 the network of so
-- many bits, since a subscriber has a whole /64. What is no address is a text like any other.
create function private.origem_de(endereco text, bits integer default 64) returns bytea
  language plpgsql volatile set search_path = '' as $$
declare
  segredo bytea;
begin
  if endereco like '%:%' then
    begin
      endereco := host(network(set_masklen(endereco::inet, bits)));
    exception when others then null;
    end;
  end if;
  select c.chave into segredo from private.chave_dos_enderecos c;
  if not found then
    insert into private.chave_dos_enderecos default values on conflict do nothing;
    select c.chave into strict segredo from private.chave_dos_enderecos c;
  end if;
  return substring(sha256(segredo || convert_to(endereco, 'UTF8')) for 16);
end
$$;

-- Whether our server stands in front, which counts what an address sends before it asks. Nobody
-- who calls a Supabase project can set this.
create function private.servidor_conta() returns boolean
  language sql stable as $$
  select coalesce(current_setting('servidor.conta', true) = 'sim', false)
$$;

-- Whether another document may come where no server of ours counts: the site takes 500 in an hour
-- that no enrolment uses. A policy can read but not count by address, because what it writes is undone.
create function private.cabem_documentos() returns boolean
  language plpgsql stable security definer set search_path = '' as $$
begin
  return private.servidor_conta() or (
    select count(*) < 500 from (
      select from storage.objects o
        cross join lateral (select private.envio_do_documento(o.name) as envio offset 0) as u -- once each
      where o.bucket_id = 'cadastro_unico_uploads' and o.created_at > now() - interval '1 hour'
        and (select i.id from public.inscricoes_projeto i     -- by the index, and not joined, which would read every enrolment
          where private.envio_do_documento(private.documento_do_endereco(i.cadastro_unico_url)) = u.envio) is null
        and (select d.envio from private.documentos_novos d where d.envio = u.envio) is null
      limit 500) as soltos);
end
$$;

alter policy "qualquer pessoa pode anexar um documento" on storage.objects
  with check (bucket_id = 'cadastro_unico_uploads' and private.envio_do_documento(name) is not null and (select private.cabem_documentos()));

-- Bytes of an enrolment as JSON text, without what the database adds. Mirrors rowBytes in
-- domain/enrolment/row-size.ts.
create function private.bytes_da_inscricao(linha jsonb) returns integer
  language sql immutable parallel safe as $$
  select octet_length((linha - '{id,created_at,idade,protocolo}'::text[])::text)
$$;

-- What a stranger sends is one enrolment a transaction, at most so large; before it is written, so that nothing of it reaches the disk.
create function private.limitar_inscricao() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  -- read here and not in `when`, whose text PostgreSQL parses again for each insert
  if current_setting('role') not in ('anon', 'authenticated') then return new; end if;
  if current_setting('private.bytes_da_inscricao', true) <> '' then
    raise check_violation using message = 'Envie uma inscrição por vez.', constraint = 'inscricoes_projeto_uma';
  end if;
  perform set_config('private.bytes_da_inscricao', pg_column_size(new)::text, true); -- for receber_inscricao, which sees it compressed
  -- a letter is at most six bytes of JSON: of a row as they usually are nothing has to be counted
  if pg_column_size(new) > 3000 and private.bytes_da_inscricao(to_jsonb(new)) > 20000 then
    raise check_violation using
      message = 'As respostas estão longas demais. Escreva menos na mais longa.', constraint = 'inscricoes_projeto_tamanho';
  end if;
  return new;
end
$$;

create trigger limitar_inscricao before insert on public.inscricoes_projeto
  for each row execute function private.limitar_inscricao();

-- From where each enrolment came, for at most 48 hours, and about how many bytes it has: as
-- private.origens of uploads. No copy holds it.
create table private.chegadas (
  inscricao_id uuid primary key references public.inscricoes_projeto (id) on delete cascade,
  origem bytea not null,
  bytes integer not null,
  quando timestamptz not null default now()
);
create index chegadas_origem_idx on private.chegadas (origem, quando);

-- After an insert of a stranger: from where it came. Where no server of ours counts, 60 a minute
-- and 300 a day of one address; parallel ones take turns. For each row, which are one
-- (limitar_inscricao): a statement's trigger would copy it once more.
create function private.receber_inscricao() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  tamanho constant text := current_setting('private.bytes_da_inscricao', true);
  a_origem bytea;
  neste_minuto integer;
  neste_dia integer;
begin
  if coalesce(tamanho, '') = '' then return null; end if;      -- of the owner
  a_origem := private.origem_de(private.endereco_de_quem_pede());
  if not private.servidor_conta() then
    perform pg_advisory_xact_lock(hashtextextended(encode(a_origem, 'hex'), 0));
    select count(*) filter (where c.quando > now() - interval '1 minute'), count(*) into neste_minuto, neste_dia
      from private.chegadas c where c.origem = a_origem and c.quando > now() - interval '24 hours';
    if neste_dia >= 300 then
      raise sqlstate 'PT429' using message = 'Chegaram inscrições demais hoje. Tente de novo amanhã ou fale no WhatsApp.';
    elsif neste_minuto >= 60 then
      raise sqlstate 'PT429' using message = 'Muitas tentativas seguidas. Espere um minuto e tente de novo.';
    end if;
    if random() < 0.02 then                                    -- nobody else clears it there
      delete from private.chegadas c where c.quando < now() - interval '48 hours';
    end if;
  end if;
  insert into private.chegadas (inscricao_id, origem, bytes) values (new.id, a_origem, tamanho::integer);
  return null;
end
$$;

create trigger receber_inscricao after insert on public.inscricoes_projeto
  for each row execute function private.receber_inscricao();

-- Enrolments that nobody at the desk has begun to work on.
create view private.intocadas as
  select a.inscricao_id from private.acompanhamentos a
  where a.situacao = 'nova' and a.versao = 1
    and not exists (select from private.anotacoes n where n.inscricao_id = a.inscricao_id)
    and not exists (select from private.historico h where h.inscricao_id = a.inscricao_id);

-- Of the last 48 hours: uploads that nobody claimed and that were not erased by hand, untouched
-- enrolments by their upload, and untouched enrolments by themselves.
create or replace view private.envios_recentes as
  select g.objeto, g.origem, date_trunc('hour', g.quando) as hora, g.quando, i.id as inscricao_id
  from private.origens g
    left join public.inscricoes_projeto i
      on private.envio_do_documento(private.documento_do_endereco(i.cadastro_unico_url)) = g.envio
  where not g.apagar and g.quando > now() - interval '48 hours'
    and case when i.id is null
      then exists (select from storage.objects o where o.id = g.objeto)
        and not exists (select from private.documentos_novos d where d.envio = g.envio)
        and not exists (select from private.documentos_em_espera e where e.envio = g.envio)
      else exists (select from private.intocadas t where t.inscricao_id = i.id) end
  union all
  select null, c.origem, date_trunc('hour', c.quando), c.quando, c.inscricao_id
  from private.chegadas c join private.intocadas t on t.inscricao_id = c.inscricao_id
  where c.quando > now() - interval '48 hours';

-- Thirty or more of one address in one hour, the newest first. `origem` means nothing but
-- that they came from one place, which may be a school: a person decides.
create or replace function private.enxurradas()
  returns table (origem text, hora timestamptz, primeira timestamptz, ultima timestamptz, inscricoes integer, documentos integer)
  language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.exigir_administrador();
  return query select encode(e.origem, 'hex'), e.hora, min(e.quando), max(e.quando),
    count(distinct e.inscricao_id)::integer, (count(*) filter (where e.inscricao_id is null))::integer
  from private.envios_recentes e group by e.origem, e.hora
  having count(distinct coalesce(e.inscricao_id, e.objeto)) >= 30 order by e.hora desc, e.origem limit 20;
end
$$;

-- Erases some 500 enrolments of a flood and marks its unclaimed documents, whose bytes the
-- server removes; `faltam` enrolments are left for the next call, never fewer than make a flood.
-- What is none, or no longer one, is left as it is: a stolen session erases nothing else by this.
create or replace function private.apagar_enxurrada(origem text, hora timestamptz, confirmacao text) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  bytes constant bytea := case when apagar_enxurrada.origem ~ '^[0-9a-f]{32}$' then decode(apagar_enxurrada.origem, 'hex') end;
  escolhidas uuid[];
  quantas integer;
  inscritas integer;
  apagadas integer;
  marcados integer;
begin
  perform private.exigir_administrador();
  if upper(btrim(coalesce(confirmacao, ''))) <> 'APAGAR' then
    raise exception 'Digite APAGAR para confirmar.';
  end if;
  select count(distinct coalesce(e.inscricao_id, e.objeto)), count(distinct e.inscricao_id) into quantas, inscritas
    from private.envios_recentes e where e.origem = bytes and e.hora = apagar_enxurrada.hora;
  if quantas < 30 then
    return '{"inscricoes": 0, "documentos": 0, "faltam": 0}';
  end if;
  escolhidas := array(select distinct e.inscricao_id from private.envios_recentes e
    where e.origem = bytes and e.hora = apagar_enxurrada.hora and e.inscricao_id is not null
    limit case when inscritas < 530 then 530 else 500 end);
  perform private.esperar_a_vez_de(escolhidas);
  perform from public.inscricoes_projeto i where i.id = any (escolhidas) order by i.id for update;
  -- a second look, after the locks: what somebody has just decided stays
  escolhidas := array(select distinct e.inscricao_id from private.envios_recentes e where e.inscricao_id = any (escolhidas));
  update private.origens g set apagar = true
    where g.objeto in (select e.objeto from private.envios_recentes e
      where e.origem = bytes and e.hora = apagar_enxurrada.hora and e.inscricao_id is null);
  get diagnostics marcados = row_count;
  insert into private.apagamentos (inscricao_id, o_que, envio, protocolo, motivo)
    select i.id, 'inscricao', private.envio_do_documento(private.documento_do_endereco(i.cadastro_unico_url)), i.protocolo, 'enxurrada'
    from public.inscricoes_projeto i where i.id = any (escolhidas)
    on conflict (inscricao_id, o_que) do update set motivo = excluded.motivo, apagado_em = now();
  delete from public.inscricoes_projeto i where i.id = any (escolhidas);
  get diagnostics apagadas = row_count;
  if apagadas + marcados > 0 then
    perform private.anotar('apagou_enxurrada', auth.uid(), detalhes => jsonb_build_object('inscricoes', apagadas, 'documentos', marcados));
  end if;
  return jsonb_build_object('inscricoes', apagadas, 'documentos', marcados, 'faltam', (
    select count(distinct e.inscricao_id) from private.envios_recentes e
    where e.origem = bytes and e.hora = apagar_enxurrada.hora and e.inscricao_id is not null));
end
$$;

drop function private.contar_tentativa(text), private.devolver_tentativa(), private.balde_de_quem_pede();
drop table private.tentativas, private.tentativas_de_todos;

-- Wrong attempts of an address, of an hour and of a day, as a keyed hash for 24 hours; `rede`: wrong
-- pairs of a whole IPv6 /48. No copy holds it.
create table private.tentativas (
  que text not null check (que in ('codigo', 'protocolo', 'rede')),
  origem bytea not null check (octet_length(origem) = 16),
  na_hora integer not null,
  hora timestamptz not null,                                 -- since when
  no_dia integer not null,
  dia timestamptz not null,
  primary key (que, origem)
);
create index tentativas_dia_idx on private.tentativas (dia);

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
-- be looked at: of one address 60 wrong codes an hour, 10 wrong pairs an hour and 30 a day, of an
-- IPv6 /48 100 wrong pairs an hour. Never by protocol, or a stranger could close a family's own,
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
    if endereco like '%:%' then
      espera := private.contar_de('rede', private.origem_de(endereco, 48), 100, sem_limite);
      if espera is not null then return espera; end if;
    end if;
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

revoke all on private.chave_dos_enderecos, private.chegadas, private.intocadas, private.envios_recentes, private.tentativas from public, anon, authenticated;
revoke execute on function
  private.endereco_de_quem_pede(), private.origem_de(text, integer), private.servidor_conta(), private.cabem_documentos(),
  private.bytes_da_inscricao(jsonb), private.limitar_inscricao(), private.receber_inscricao(),
  private.ainda_conta(timestamptz, interval), private.contar_de(text, bytea, integer, integer), private.contar_tentativa(text),
  private.devolver_uma(text, bytea), private.devolver_tentativa(), private.pares_errados()
  from public, anon, authenticated;
grant execute on function private.cabem_documentos() to anon, authenticated; -- the policy runs as the caller
