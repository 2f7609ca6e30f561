-- The part of Supabase's `storage` schema that the product uses (docs/contract.md §9).
-- As there, row-level security with its policies is the gate of objects; no policy here, so
-- nothing is open. Unlike there, callers hold no right that no call of ours needs: row-level
-- security does not stop a TRUNCATE. `service_role` has none.

create schema if not exists storage;

create type storage.buckettype as enum ('STANDARD', 'ANALYTICS');

create table storage.buckets (
  id text primary key,
  name text not null unique,
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  public boolean default false,
  avif_autodetection boolean default false,
  file_size_limit bigint,                                   -- bytes
  allowed_mime_types text[],
  owner_id text,
  type storage.buckettype not null default 'STANDARD'
);

create table storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text references storage.buckets (id),
  name text,
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  last_accessed_at timestamptz default now(),
  metadata jsonb,                                           -- eTag, size, mimetype, cacheControl, lastModified, contentLength, httpStatusCode
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  version text,                                             -- name of the bytes on disk, chosen by the server
  owner_id text,
  user_metadata jsonb
);
create unique index bucketid_objname on storage.objects (bucket_id, name);
create index objects_created_at_idx on storage.objects (bucket_id, created_at);

alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;

create function storage.foldername(name text) returns text[] language sql immutable as $$
  select (string_to_array(name, '/'))[1 : cardinality(string_to_array(name, '/')) - 1]
$$;

create function storage.filename(name text) returns text language sql immutable as $$
  select (string_to_array(name, '/'))[cardinality(string_to_array(name, '/'))]
$$;

create function storage.extension(name text) returns text language sql immutable as $$
  select reverse(split_part(reverse(storage.filename(name)), '.', 1))
$$;

create function storage.operation() returns text language sql stable as $$
  select nullif(current_setting('storage.operation', true), '')
$$;

revoke all on schema storage from public;
grant usage on schema storage to anon, authenticated, service_role;
revoke all on storage.buckets, storage.objects from public, anon, authenticated, service_role;
grant select, insert, delete on storage.objects to anon, authenticated;
revoke execute on all functions in schema storage from public;
grant execute on all functions in schema storage to anon, authenticated, service_role;
