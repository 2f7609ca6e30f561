-- No row where a Supabase project makes the copies, not our server (schema servidor). Else
-- the last copy and the last good drill, null: none; and what failed after the last good one of
-- its kind, newest first, null: nothing did. A copy is one too where the site had lost documents.
create or replace function private.ultimas_copias()
  returns table (copia timestamptz, ensaio timestamptz, falhou_em timestamptz, falhou text, codigo text)
  language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.exigir_administrador();
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
