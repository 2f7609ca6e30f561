-- What a document's name, its address and its uuid say, without the patterns and the query that took
-- most of the time of a restore: some fifty millionths of a second each, several times a row. The
-- answers are the same for every value, so that what is stored and indexed stays right.

-- The uuid at the start of an object's name, which identifies the enrolment; null when an
-- applicant may not create this name. Allowed are the characters that Supabase stores,
-- without `/`, `?` and `%`; at most 80 after the uuid. This and the next run several times for
-- each row that is written: as one pattern each they took most of the time of a restore.
create or replace function private.envio_do_documento(nome text) returns uuid
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
create or replace function private.documento_do_endereco(endereco text) returns text
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

-- Seven digits and a Luhn digit, from the uuid of the enrolment's document. Mirrors
-- domain/enrolment/protocol.ts.
create or replace function private.protocolo(envio uuid) returns text
  language plpgsql immutable strict set search_path = '' as $$
declare
  digitos constant text := lpad((('x' || left(replace(envio::text, '-', ''), 12))::bit(48)::bigint % 10000000)::text, 7, '0');
  soma integer := 0;
  d integer;
begin
  for casa in 1..7 loop
    d := substr(digitos, 8 - casa, 1)::integer * (1 + casa % 2);
    soma := soma + d - case when d > 9 then 9 else 0 end;
  end loop;
  return digitos || (10 - soma % 10) % 10;
end
$$;
