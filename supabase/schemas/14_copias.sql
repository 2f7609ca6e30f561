-- What came of the backups and of their drills: the owner's commands write it, the desk shows
-- it. Where nobody runs `npm run backup`, as on Supabase, it stays empty.
--
-- Access: no API role; administrators read through public.ultimas_copias().

create table private.copias (
  numero bigint generated always as identity primary key,
  quando timestamptz not null default now(),
  tipo text not null check (tipo in ('copia', 'avulsa', 'ensaio')), -- avulsa: to another folder than BACKUP_DIR
  certo boolean not null generated always as (codigo is null) stored,
  codigo text check (codigo ~ '^[a-z_]{1,30}$'),            -- what failed; null: nothing
  inscricoes integer check (inscricoes >= 0),               -- null: it did not come that far
  documentos integer check (documentos >= 0)
);

alter table private.copias enable row level security;
alter table private.copias force row level security;

-- Records one and removes those before the newest sixty, but not the last good of each.
create function private.anotar_copia(tipo text, codigo text, inscricoes integer, documentos integer) returns void
  language plpgsql volatile set search_path = '' as $$
declare
  novo bigint;
begin
  insert into private.copias (tipo, codigo, inscricoes, documentos)
    values (anotar_copia.tipo, anotar_copia.codigo, anotar_copia.inscricoes, anotar_copia.documentos)
    returning numero into novo;
  delete from private.copias c where c.numero <= novo - 60
    and c.numero not in (select max(b.numero) from private.copias b where b.certo group by b.tipo);
end
$$;

-- No row where a Supabase project makes the copies, not our server (schema servidor). Else
-- the last copy and the last good drill, null: none; and what failed after the last good one of
-- its kind, newest first, null: nothing did. A copy is one too where the site had lost documents.
create function private.ultimas_copias()
  returns table (copia timestamptz, ensaio timestamptz, falhou_em timestamptz, falhou text, codigo text)
  language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.exigir('ver_copias');
  return query
    select b.copia, b.ensaio, f.quando, f.tipo, f.codigo
    from (
      select max(c.quando) filter (where c.tipo = 'copia' and (c.certo or c.codigo = 'documentos')) as copia,
        max(c.quando) filter (where c.tipo = 'ensaio' and c.certo) as ensaio
      from private.copias c where c.quando < now() + interval '1 hour') as b -- not of a clock that was ahead
    left join lateral (
      select c.quando, c.tipo, c.codigo from private.copias c
      where not c.certo and c.tipo <> 'avulsa' and c.numero > coalesce((
        select max(d.numero) from private.copias d where d.certo and d.tipo = c.tipo), 0)
      order by c.numero desc limit 1) as f on true
    where to_regnamespace('servidor') is not null or b.copia is not null;
end
$$;

create function public.ultimas_copias()
  returns table (copia timestamptz, ensaio timestamptz, falhou_em timestamptz, falhou text, codigo text)
  language sql stable set search_path = ''
  begin atomic
    select * from private.ultimas_copias();
  end;

revoke all on private.copias from public, anon, authenticated;
revoke execute on function
  private.anotar_copia(text, text, integer, integer), private.ultimas_copias(), public.ultimas_copias()
  from public, anon, authenticated;
grant execute on function private.ultimas_copias(), public.ultimas_copias() to authenticated;
