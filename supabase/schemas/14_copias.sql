-- What came of the backups and of their drills: the owner's commands write it, the desk shows
-- it. Where nobody runs `npm run backup`, as on Supabase, it stays empty.
--
-- Access: no API role; administrators read through public.estado_das_copias().

-- Records one and removes those before the newest sixty, but not the last good of each, and of those elsewhere.
create function private.anotar_copia(tipo text, codigo text, inscricoes integer, documentos integer, fora boolean default false) returns void
  language plpgsql volatile set search_path = '' as $$
declare
  novo bigint;
begin
  insert into private.copias (tipo, codigo, inscricoes, documentos, fora)
    values (anotar_copia.tipo, anotar_copia.codigo, anotar_copia.inscricoes, anotar_copia.documentos, anotar_copia.fora)
    returning numero into novo;
  delete from private.copias c where c.numero <= novo - 60
    and c.numero not in (select max(b.numero) from private.copias b where b.certo group by b.tipo, b.fora);
end
$$;

-- Copies that may be restored; not those of a clock that was ahead. One is, too, where the site had lost documents.
create view private.copias_feitas as
  select c.quando, c.tipo, c.fora from private.copias c
  where c.tipo <> 'ensaio' and (c.certo or c.codigo = 'documentos') and c.quando < now() + interval '1 hour';

-- No row where a Supabase project makes the copies, not our server (schema servidor). Else the
-- last copy, the last good drill, and the last copy on another device than the data, by hand
-- too, null: none; and what failed after the last good one of its kind, newest first, null:
-- nothing did.
create function private.estado_das_copias()
  returns table ("copiedAt" timestamptz, "triedAt" timestamptz, "failedAt" timestamptz, failed text, code text, "elsewhereAt" timestamptz)
  language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.exigir('ver_copias');
  return query
    select b.copia, e.quando, f.quando, f.tipo, f.codigo, b.fora
    from (
      select max(c.quando) filter (where c.tipo = 'copia') as copia, max(c.quando) filter (where c.fora) as fora
      from private.copias_feitas c) as b
    cross join (
      select max(c.quando) as quando from private.copias c
      where c.tipo = 'ensaio' and c.certo and c.quando < now() + interval '1 hour') as e
    left join lateral (
      select c.quando, c.tipo, c.codigo from private.copias c
      where not c.certo and c.tipo <> 'avulsa' and c.numero > coalesce((
        select max(d.numero) from private.copias d where d.certo and d.tipo = c.tipo), 0)
      order by c.numero desc limit 1) as f on true
    where to_regnamespace('servidor') is not null or b.copia is not null;
end
$$;
