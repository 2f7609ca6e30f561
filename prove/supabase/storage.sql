-- What storage-api's own migrations leave otherwise than server/platform/0003_storage.sql, which
-- was run before it, for a stack without it. Full grants to every caller: policies are the only
-- gate. Run as `supabase_storage_admin`.

alter type storage.buckettype add value 'VECTOR';

grant all on storage.buckets, storage.objects to postgres with grant option;
grant all on storage.buckets, storage.objects to anon, authenticated, service_role;
grant execute on all functions in schema storage to public;

-- Rows are removed through the storage API alone: by SQL their bytes would stay.
create function storage.protect_delete() returns trigger language plpgsql as $$
begin
  if coalesce(current_setting('storage.allow_delete_query', true), 'false') <> 'true' then
    raise insufficient_privilege using message = 'Direct deletion from storage tables is not allowed. Use the Storage API instead.';
  end if;
  return null;
end
$$;
create trigger protect_buckets_delete before delete on storage.buckets
  for each statement execute function storage.protect_delete();
create trigger protect_objects_delete before delete on storage.objects
  for each statement execute function storage.protect_delete();
