-- The applicants' documents: a private bucket and what its callers may do.
--
-- Access (SPEC §6, §7): anyone may create `public/{uuid}_{name}`; an administrator reads,
-- and removes what no enrolment uses (policy in `apagar`). Nobody overwrites. The folder's
-- name `public` comes from the SPEC; nothing in it is public. The bucket is a row of
-- storage.buckets, made by its migration: PDF, JPEG and PNG up to 5 MiB.

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

-- An address as a keyed hash, so that nobody who reads one learns it; of IPv6 the /64 that a subscriber
-- has. With 48 its network: the /48, of IPv4 the /24. What is no address is a text like any other.
create function private.origem_de(endereco text, bits integer default 64) returns bytea
  language plpgsql volatile set search_path = '' as $$
declare
  segredo bytea;
begin
  if bits = 48 or endereco like '%:%' then
    begin
      endereco := network(set_masklen(endereco::inet, case when endereco like '%:%' then bits when bits = 48 then 24 else 32 end))::text;
      if bits = 64 then endereco := split_part(endereco, '/', 1); end if;
    exception when others then
      if bits = 48 then endereco := endereco || '/48'; end if;  -- never the address's own
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

-- From where each upload came, for at most 48 hours: keyed hashes of address and network, never the
-- address, which count their documents of a day and let the desk erase a flood (`enxurradas`).
-- Our server writes it; no copy holds it.
create table private.origens (
  objeto uuid primary key,                                  -- of storage.objects, which may be missing by now
  envio uuid not null,                                      -- the uuid at the start of the document's name
  origem bytea not null check (octet_length(origem) = 16),
  quando timestamptz not null default now(),
  apagar boolean not null default false,                    -- part of a flood: its bytes may go at once
  rede bytea not null check (octet_length(rede) = 16)
);
create index origens_rede_idx on private.origens (rede, quando);
create index origens_envio_idx on private.origens (envio);
revoke all on private.chave_dos_enderecos, private.origens from public, anon, authenticated;

-- The uuid at the start of an object's name, which identifies the enrolment; null when an
-- applicant may not create this name. Allowed are the characters that Supabase stores,
-- without `/`, `?` and `%`; at most 80 after the uuid. This and the next run several times for
-- each row that is written: as one pattern each they took most of the time of a restore.
create function private.envio_do_documento(nome text) returns uuid
  language plpgsql immutable set search_path = '' as $$
begin
  if left(nome, 7) = 'public/'
    and translate(substr(nome, 8, 36), '123456789abcdef', '000000000000000') = '00000000-0000-0000-0000-000000000000'
    and substr(nome, 44, 1) = '_'
    and char_length(nome) <= 124
    and substr(nome, 45) ~ '^[A-Za-z0-9_!.*''() &$@=;:+,-]+$'
    and lower(split_part(nome, '.', -1)) in ('pdf', 'jpg', 'jpeg', 'png')
  then
    return substr(nome, 8, 36)::uuid;
  end if;
  return null;
end
$$;

-- The object's name that a stored public address points to, or null. The host is ignored,
-- the path must be exact (SPEC §7, calls 2 and 9).
create function private.documento_do_endereco(endereco text) returns text
  language plpgsql immutable set search_path = '' as $$
declare
  partes constant text[] := string_to_array(endereco, '/');
begin
  if cardinality(partes) = 10 and partes[1] in ('http:', 'https:') and partes[2] = '' and partes[3] <> ''
    and partes[4:9] = '{storage,v1,object,public,cadastro_unico_uploads,public}' and partes[10] <> ''
    and endereco !~ '[?#\s]'
  then
    return 'public/' || replace(partes[10], '%20', ' ');
  end if;
  return null;
end
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

revoke execute on function
  private.endereco_de_quem_pede(), private.origem_de(text, integer), private.servidor_conta(), private.cabem_documentos(),
  private.envio_do_documento(text), private.documento_do_endereco(text)
  from public, anon, authenticated;
grant execute on function -- policies run as the caller
  private.cabem_documentos(), private.envio_do_documento(text), private.documento_do_endereco(text)
  to anon, authenticated;

create policy "qualquer pessoa pode anexar um documento" on storage.objects
  for insert to anon, authenticated
  with check (bucket_id = 'cadastro_unico_uploads' and private.envio_do_documento(name) is not null and (select private.cabem_documentos()));

create policy "administradores leem os documentos" on storage.objects
  for select to authenticated
  using (bucket_id = 'cadastro_unico_uploads' and (select private.pode('ler')));
