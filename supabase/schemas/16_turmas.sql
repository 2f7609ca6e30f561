-- Classes of approved people, and the sheet that a teacher gets of one.
--
-- Access: administrators, through the functions of `public`.

-- The classes that somebody was approved for, in order, and how many.
create function private.turmas_com_alunos() returns table (turma text, alunos integer)
  language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.exigir('ler');
  return query select a.turma, count(*)::integer from private.acompanhamentos a
  where a.turma is not null and a.apagada_em is null group by a.turma order by a.turma;
end
$$;

create function public.turmas_com_alunos() returns table (turma text, alunos integer)
  language sql stable set search_path = ''
  begin atomic
    select * from private.turmas_com_alunos();
  end;

-- The approved people of a class, by name, with today's age. Weight, height and `saude` (the
-- medical condition, null for none) are null unless `com_saude`; `telefoneNovo` is the number to
-- call where the family gave another one, unless it is the guardian's, which stands as that. Before it answers it makes
-- an audit entry of each person; the lock stops an enrolment from being deleted meanwhile.
create function private.lista_da_turma(turma text, com_saude boolean) returns jsonb
  language plpgsql volatile security definer set search_path = '' as $$
declare
  hoje constant date := (now() at time zone 'America/Sao_Paulo')::date;
  saude constant boolean := coalesce(com_saude, false);
  pessoas uuid[];
  lista jsonb;
  uma uuid;
begin
  perform private.exigir('imprimir');
  pessoas := array(select a.inscricao_id from private.acompanhamentos a where a.turma = lista_da_turma.turma and a.apagada_em is null);
  perform from public.inscricoes_projeto i where i.id = any (pessoas) order by i.id for key share;
  select coalesce(array_agg(i.id order by a.nome, i.id), '{}'), coalesce(jsonb_agg(jsonb_build_object(
      'nome', i.nome_completo,
      'idade', extract(year from hoje)::integer - extract(year from i.data_nascimento)::integer
        - (to_char(hoje, 'MMDD') < to_char(i.data_nascimento, 'MMDD'))::integer,
      'peso', case when saude then i.peso end, 'altura', case when saude then i.altura end,
      'nomeResponsavel', coalesce(a.nome_do_responsavel, i.nome_responsavel),
      'telefoneResponsavel', coalesce(a.telefone_do_responsavel, i.telefone_responsavel),
      'contatoRecados', i.contato_recados, 'telefone', i.telefone_whatsapp, 'telefoneNovo', nullif(a.telefone_novo, a.telefone_do_responsavel),
      'saude', case when saude and i.condicao_medica = 'sim' then i.condicao_medica_detalhes end)
      order by a.nome, i.id), '[]')
    into pessoas, lista
    from private.acompanhamentos a join public.inscricoes_projeto i on i.id = a.inscricao_id
    where a.inscricao_id = any (pessoas) and a.turma = lista_da_turma.turma and a.apagada_em is null;
  foreach uma in array pessoas loop
    perform private.anotar('imprimiu_turma', auth.uid(), null, uma, jsonb_build_object('saude', saude));
  end loop;
  return lista;
end
$$;

create function public.lista_da_turma(turma text, com_saude boolean default false) returns jsonb
  language sql volatile set search_path = ''
  begin atomic
    select private.lista_da_turma(turma, com_saude);
  end;

revoke execute on function
  private.turmas_com_alunos(), public.turmas_com_alunos(),
  private.lista_da_turma(text, boolean), public.lista_da_turma(text, boolean)
  from public, anon, authenticated;
grant execute on function
  private.turmas_com_alunos(), public.turmas_com_alunos(),
  private.lista_da_turma(text, boolean), public.lista_da_turma(text, boolean)
  to authenticated;
