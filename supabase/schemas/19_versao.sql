-- The number of the newest migration that this database has: `npm run doctor -- --supabase` asks
-- for it with the public key. It tells nothing of any family.
--
-- Access: everybody.

-- The newest migration that the Supabase CLI or our server has applied; null where neither
-- wrote down what it did.
create function private.versao_do_banco() returns text
  language plpgsql stable security definer set search_path = '' as $$
declare
  versao text;
begin
  if to_regclass('supabase_migrations.schema_migrations') is not null then
    execute 'select max(version) from supabase_migrations.schema_migrations' into versao;
  elsif to_regclass('servidor.migracoes') is not null then
    execute $q$select max(left(nome, 14)) from servidor.migracoes where nome ~ '^[0-9]{14}_'$q$ into versao;
  end if;
  return versao;
end
$$;
