-- A family's link is a secret (decision 135): 128 random bits that only its browser has, and the uuid
-- of its upload is made from them. Nothing that is stored tells the code.

create function private.envio_do_codigo(codigo text) returns uuid
  language sql immutable strict parallel safe set search_path = '' as $$
  select case when codigo ~* '^[0-9a-f]{32}$' then
    encode(set_byte(set_byte(h.b, 6, get_byte(h.b, 6) & 15 | 128), 8, get_byte(h.b, 8) & 63 | 128), 'hex')::uuid end
  from (select substring(sha256(convert_to('construindo-campeoes envio ' || lower(codigo), 'UTF8')) for 16) as b) as h
$$;

-- Since when links are secrets: those of version 1.1 go on for a time.
create table private.links_de_antes (
  unico boolean primary key default true check (unico),
  desde timestamptz not null default now()
);
insert into private.links_de_antes default values;

create or replace function private.inscricao_do_codigo(codigo text) returns uuid
  language plpgsql stable set search_path = '' as $$
declare
  achada uuid;
begin
  if codigo ~* '^[0-9a-f]{32}$' then
    select i.id into achada from public.inscricoes_projeto i
      where private.envio_do_documento(private.documento_do_endereco(i.cadastro_unico_url)) = private.envio_do_codigo(codigo);
  elsif codigo ~* '^[0-9a-f]{20}$' then
    select i.id into achada from public.inscricoes_projeto i, private.links_de_antes l
      where private.codigo_pessoal(private.envio_do_documento(private.documento_do_endereco(i.cadastro_unico_url))) = lower(codigo)
        and substr(private.envio_do_documento(private.documento_do_endereco(i.cadastro_unico_url))::text, 15, 1) = '4'
        and i.created_at < l.desde + interval '3 days' and now() < l.desde + interval '90 days';
  end if;
  return (select a.inscricao_id from private.acompanhamentos a where a.inscricao_id = achada and a.apagada_em is null);
end
$$;

revoke all on private.links_de_antes from public, anon, authenticated;
revoke execute on function private.envio_do_codigo(text) from public, anon, authenticated;
