-- Families see how many places are left in each class of the project.

-- The places that are left in each active class of the project that has a limit, 0 for a full one; who
-- waits comes first, and is counted as if they had theirs. A class is named with time and days where another has its name. It tells of nobody.
create function private.vagas_que_restam() returns jsonb
  language sql stable security definer set search_path = '' set jit = off as $$
  select coalesce(jsonb_agg(jsonb_build_object('nome', case when o.de_mesmo_nome > 1 then o.palavras else o.nome end,
      'restam', greatest(0, o.vagas - (select count(*) from private.acompanhamentos a where a.turma_id = o.id and a.apagada_em is null)))
      order by o.nome collate "pt-BR-x-icu", o.palavras), '[]')
    from (
      select t.id, t.nome, t.vagas, private.turma_em_palavras(t) as palavras, count(*) over (partition by t.nome) as de_mesmo_nome
      from private.turmas t where t.ativa and t.do_projeto) as o
    where o.vagas is not null
$$;

-- Our server hands this out in /config.json; the pages of a Supabase project ask for it.
create or replace function public.formulario() returns jsonb
  language sql stable set search_path = ''
  begin atomic
    select private.formulario() || jsonb_build_object('vagas', private.vagas_que_restam());
  end;

revoke execute on function private.vagas_que_restam() from public, anon, authenticated;
grant execute on function private.vagas_que_restam() to anon, authenticated;
