-- The applicants' documents: a private bucket and what its callers may do.
--
-- Access (SPEC §6, §7): anyone may create `public/{uuid}_{name}`; an administrator reads,
-- and removes what no enrolment uses (policy in `apagar`). Nobody overwrites. The folder's
-- name `public` comes from the SPEC; nothing in it is public. The bucket is a row of
-- storage.buckets, made by its migration: PDF, JPEG and PNG up to 5 MiB.

-- From where each upload came, for at most 48 hours: a keyed hash of the address, never the
-- address, which counts an address's documents of a day and lets the desk erase a flood (`enxurradas`).
-- Our server writes it; no copy holds it.
create table private.origens (
  objeto uuid primary key,                                  -- of storage.objects, which may be missing by now
  envio uuid not null,                                      -- the uuid at the start of the document's name
  origem bytea not null check (octet_length(origem) = 16),
  quando timestamptz not null default now(),
  apagar boolean not null default false                     -- part of a flood: its bytes may go at once
);
create index origens_origem_idx on private.origens (origem, quando);
create index origens_envio_idx on private.origens (envio);
revoke all on private.origens from public, anon, authenticated;

-- The uuid at the start of an object's name, which identifies the enrolment; null when an
-- applicant may not create this name. Allowed are the characters that Supabase stores,
-- without `/`, `?` and `%`; at most 80 after the uuid.
create function private.envio_do_documento(nome text) returns uuid
  language sql immutable set search_path = '' as $$
  select case
    when nome ~ '^public/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}_[A-Za-z0-9_!.*''() &$@=;:+,-]{1,80}$'
      and nome ~* '\.(pdf|jpe?g|png)$'
    then substring(nome from '^public/(.{36})_')::uuid
  end
$$;

-- The object's name that a stored public address points to, or null. The host is ignored,
-- the path must be exact (SPEC §7, calls 2 and 9).
create function private.documento_do_endereco(endereco text) returns text
  language sql immutable set search_path = '' as $$
  select replace(
    substring(endereco from '^https?://[^/?#\s]+/storage/v1/object/public/cadastro_unico_uploads/(public/[^/?#\s]+)$'),
    '%20', ' ')
$$;

revoke execute on function private.envio_do_documento(text), private.documento_do_endereco(text) from public, anon, authenticated;
grant execute on function private.envio_do_documento(text), private.documento_do_endereco(text) to anon, authenticated;

create policy "qualquer pessoa pode anexar um documento" on storage.objects
  for insert to anon, authenticated
  with check (bucket_id = 'cadastro_unico_uploads' and private.envio_do_documento(name) is not null);

create policy "administradores leem os documentos" on storage.objects
  for select to authenticated
  using (bucket_id = 'cadastro_unico_uploads' and (select private.is_admin()));
