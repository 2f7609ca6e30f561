-- A professor can be given, and reads the own classes: through functions of named columns, never a row.

-- Which roles may do what. Mirrors ACTS in domain/roles.ts; tests/database/code-tables.test.ts
-- compares them. `com_senha`: what cannot be taken back, and therefore asks for a fresh sign-in.
create or replace view private.atos as select * from (values
    ('ler_turma', '{professor,secretaria,direcao}'::text[], false), -- of a professor the own classes alone
    ('ler', '{secretaria,direcao}', false),                  -- list, search, sheets, documents
    ('decidir', '{secretaria,direcao}', false),              -- decide, undo, class, tell, note, compare
    ('mudar_links', '{secretaria,direcao}', false),          -- make a family's link, end all of an enrolment
    ('mudar_turmas', '{direcao}', false),
    ('imprimir', '{secretaria,direcao}', false),
    ('exportar', '{secretaria,direcao}', false),             -- with a reason
    ('exportar_sem_motivo', '{direcao}', false),
    ('apagar_a_pedido', '{secretaria,direcao}', true),       -- one enrolment, because the family asked
    ('apagar', '{direcao}', true),
    ('devolver', '{direcao}', false),                        -- what was erased a short while ago
    ('ver_enxurradas', '{direcao}', false),
    ('apagar_enxurradas', '{direcao}', true),
    ('ver_freios', '{direcao}', false),
    ('soltar_freios', '{direcao}', true),
    ('aplicar_prazos', '{direcao}', false),                  -- retention, where no server of ours runs it
    ('ver_contas', '{direcao}', false),
    ('mudar_contas', '{direcao}', true),
    ('ver_registro', '{direcao}', false),
    ('ver_copias', '{direcao}', false)) as t (ato, papeis, com_senha);

-- For the owner's command and public.mudar_papel.
create or replace function private.dar_papel(conta uuid, por uuid, papel text) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  antes text;
begin
  if coalesce(dar_papel.papel, '') not in ('professor', 'secretaria', 'direcao') then
    raise invalid_parameter_value using message = 'Este papel não se pode dar.';
  end if;
  select a.papel into antes from private.administradores a where a.user_id = dar_papel.conta for update;
  if antes is distinct from dar_papel.papel then
    update private.administradores a set papel = dar_papel.papel where a.user_id = dar_papel.conta;
    perform private.anotar(case antes when 'direcao' then 'tirou_acesso' else 'deu_acesso' end, por, conta,
      detalhes => jsonb_build_object('papel', case antes when 'direcao' then antes else dar_papel.papel end));
  end if;
end
$$;

-- The caller's own active classes, and how many people are in each.
create function private.minhas_turmas()
  returns table (id uuid, nome text, modalidade text, dias text, horario text, vagas integer, alunos integer)
  language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.exigir('ler_turma');
  return query select t.id, t.nome, t.modalidade, t.dias, t.horario, t.vagas, private.alunos_da_turma(t.id)
    from private.turmas t where t.professor = auth.uid() and t.ativa
    order by t.nome collate "pt-BR-x-icu", t.horario, t.dias, t.id;
end
$$;

create function public.minhas_turmas()
  returns table (id uuid, nome text, modalidade text, dias text, horario text, vagas integer, alunos integer)
  language sql stable set search_path = ''
  begin atomic
    select * from private.minhas_turmas();
  end;

-- The approved people of a class, by name, with today's age; for a professor of an own active one. Weight, height and `saude` (the
-- medical condition, null for none) are null unless `com_saude`, and the first two for a professor; `telefoneNovo` is the number to
-- call where the family gave another one, unless it is the guardian's, which stands as that. Before it answers it makes
-- an audit entry of each person; the lock stops an enrolment from being deleted meanwhile.
create or replace function private.lista_da_turma(turma uuid, com_saude boolean) returns jsonb
  language plpgsql volatile security definer set search_path = '' as $$
declare
  hoje constant date := (now() at time zone 'America/Sao_Paulo')::date;
  saude constant boolean := coalesce(com_saude, false);
  da_secretaria constant boolean := private.pode('imprimir');
  pessoas uuid[];
  lista jsonb;
  uma uuid;
begin
  perform private.exigir('ler_turma');
  if not da_secretaria and not exists (select from private.turmas t where t.id = turma and t.professor = auth.uid() and t.ativa) then
    perform private.exigir('imprimir');                      -- refuses
  end if;
  pessoas := array(select a.inscricao_id from private.acompanhamentos a
    where a.turma_id = turma and a.situacao = 'aprovada' and a.apagada_em is null);
  perform from public.inscricoes_projeto i where i.id = any (pessoas) order by i.id for key share;
  select coalesce(array_agg(i.id order by a.nome, i.id), '{}'), coalesce(jsonb_agg(jsonb_build_object(
      'nome', i.nome_completo,
      'idade', extract(year from hoje)::integer - extract(year from i.data_nascimento)::integer
        - (to_char(hoje, 'MMDD') < to_char(i.data_nascimento, 'MMDD'))::integer,
      'peso', case when saude and da_secretaria then i.peso end, 'altura', case when saude and da_secretaria then i.altura end,
      'nomeResponsavel', coalesce(a.nome_do_responsavel, i.nome_responsavel),
      'telefoneResponsavel', coalesce(a.telefone_do_responsavel, i.telefone_responsavel),
      'contatoRecados', i.contato_recados, 'telefone', i.telefone_whatsapp, 'telefoneNovo', nullif(a.telefone_novo, a.telefone_do_responsavel),
      'saude', case when saude and i.condicao_medica = 'sim' then i.condicao_medica_detalhes end)
      order by a.nome, i.id), '[]')
    into pessoas, lista
    from private.acompanhamentos a join public.inscricoes_projeto i on i.id = a.inscricao_id
    where a.inscricao_id = any (pessoas) and a.turma_id = turma and a.situacao = 'aprovada' and a.apagada_em is null;
  foreach uma in array pessoas loop
    perform private.anotar('imprimiu_turma', auth.uid(), null, uma, jsonb_build_object('saude', saude));
  end loop;
  return lista;
end
$$;

revoke execute on function private.minhas_turmas(), public.minhas_turmas() from public, anon, authenticated;
grant execute on function private.minhas_turmas(), public.minhas_turmas() to authenticated;
