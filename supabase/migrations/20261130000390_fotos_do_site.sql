-- The photos that 'Ajustes → Centro' has published (decision 202), by the name under which pages ask for them: of their bytes,
-- so that a name never changes what it is. JPEG or WebP, without EXIF or XMP.

create table private.fotos_do_site (
  nome text generated always as (encode(sha256(bytes), 'hex') || case when substr(bytes, 1, 3) = '\xffd8ff' then '.jpg'
    when substr(bytes, 1, 4) = 'RIFF' and substr(bytes, 9, 4) = 'WEBP' then '.webp' end) stored primary key,
  bytes bytea not null check (octet_length(bytes) between 100 and 30000),
  quem uuid, -- null: the owner at the terminal
  quando timestamptz not null default now(),
  constraint sem_metadados check (position('\x457869660000'::bytea in bytes) = 0 and position('http://ns.adobe.com/xap'::bytea in bytes) = 0
    and (substr(bytes, 13, 4) <> 'VP8X' or get_byte(bytes, 20) & 12 = 0))
);
