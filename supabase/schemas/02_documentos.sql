-- The applicants' documents: a private bucket and what its callers may do.
--
-- Access (SPEC §6, §7): anyone may create `public/{uuid}_{name}`; an administrator reads,
-- and removes what no enrolment uses (policy in `apagar`). Nobody overwrites. The folder's
-- name `public` comes from the SPEC; nothing in it is public. The bucket is a row of
-- storage.buckets, made by its migration: PDF, JPEG and PNG up to 5 MiB.

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
        -- by the index, and not joined, which would read every enrolment
        and (select i.id from public.inscricoes_projeto i
          where private.envio_do_documento(private.documento_do_endereco(i.cadastro_unico_url)) = u.envio) is null
        and (select d.envio from private.documentos_novos d where d.envio = u.envio) is null
      limit 500) as soltos);
end
$$;
grant execute on function -- policies run as the caller
  private.cabem_documentos(), private.envio_do_documento(text), private.documento_do_endereco(text)
  to anon, authenticated;

create policy "qualquer pessoa pode anexar um documento" on storage.objects
  for insert to anon, authenticated
  with check (bucket_id = 'cadastro_unico_uploads' and private.envio_do_documento(name) is not null and (select private.cabem_documentos()));

create policy "administradores leem os documentos" on storage.objects
  for select to authenticated
  using (bucket_id = 'cadastro_unico_uploads' and (select private.pode('ler')));
