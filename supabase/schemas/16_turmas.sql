-- The classes: their list with places and waiting lines, the timetable of the home page, changing and ending them, and the sheet
-- that a teacher gets of one. Only those of the project receive people; the others are the timetable's (decision 203).
--
-- Access: administrators, through the functions of `public`; `private.atos` says who may change classes. A
-- professor reads named columns of the own active classes alone.

-- How many people are in a class (approved), how many wait for it, and the places that are left to others: who waits comes
-- first, and is counted as if they had theirs. Null: no limit. What desk and site say.
create function private.lugares_da_turma(turma private.turmas) returns table (alunos integer, espera integer, livres integer)
  language sql stable as $$ -- a text: see private.prazos_com
  select count(*) filter (where a.situacao = 'aprovada')::integer, count(*) filter (where a.situacao = 'lista-de-espera')::integer,
    case when ($1).vagas is not null then greatest(0, ($1).vagas - count(*))::integer end
  from private.acompanhamentos a where a.turma_id = ($1).id and a.apagada_em is null
$$;

-- All classes, the active ones first.
create function private.lista_de_turmas()
  returns table (id uuid, name text, days text, "time" text, "ageFrom" integer, "ageTo" integer, places integer,
    "ofProject" boolean, active boolean, teacher uuid, pupils integer, waiting integer, free integer)
  language plpgsql stable security definer set search_path = '' set jit = off as $$
#variable_conflict use_column
begin
  perform private.exigir('ler');
  return query select t.id, t.nome, t.dias, t.horario, t.idade_de, t.idade_ate, t.vagas, t.do_projeto, t.ativa, t.professor,
      l.alunos, l.espera, l.livres
    from private.turmas t cross join lateral private.lugares_da_turma(t) as l order by t.ativa desc, t.nome collate "pt-BR-x-icu", t.horario, t.dias, t.id;
end
$$;

-- What the home page says of the active classes, those of the project and the others, in order.
create function private.horarios() returns jsonb
  language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('name', t.nome, 'time', t.horario, 'days', t.dias)
    order by t.nome collate "pt-BR-x-icu", t.horario, t.dias), '[]') from private.turmas t where t.ativa
$$;

-- The caller's own active classes, and how many people are in each.
create function private.turmas_do_professor()
  returns table (id uuid, name text, days text, "time" text, places integer, pupils integer)
  language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.exigir('ler_turma');
  return query select t.id, t.nome, t.dias, t.horario, t.vagas, private.alunos_da_turma(t.id)
    from private.turmas t where t.professor = auth.uid() and t.ativa
    order by t.nome collate "pt-BR-x-icu", t.horario, t.dias, t.id;
end
$$;

-- Who is first in the line of a class; null where nobody waits.
create function private.proxima_da_espera(turma uuid) returns uuid
  language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.exigir('decidir');
  return (select a.inscricao_id from private.acompanhamentos a
    where a.turma_id = turma and a.situacao = 'lista-de-espera' and a.apagada_em is null
    order by coalesce(a.espera_desde, a.decidida_em, a.criada_em), a.criada_em, a.inscricao_id limit 1);
end
$$;

-- A whole number of these data, null for none; raises where it is another thing.
create function private.inteiro_de(valor jsonb, ate integer, problema text) returns integer
  language plpgsql immutable set search_path = '' as $$
begin
  if coalesce(jsonb_typeof(valor), 'null') = 'null' then return null; end if;
  if jsonb_typeof(valor) <> 'number' or (valor #>> '{}')::numeric not between 0 and ate or (valor #>> '{}')::numeric % 1 <> 0 then
    raise check_violation using message = problema;
  end if;
  return (valor #>> '{}')::numeric::integer;
end
$$;

-- Text of these data without blanks around it, null for none; raises where it is too long or another thing.
create function private.texto_de(valor jsonb, problema text) returns text
  language plpgsql immutable set search_path = '' as $$
begin
  if coalesce(jsonb_typeof(valor), 'null') = 'null' then return null; end if;
  if jsonb_typeof(valor) <> 'string' or char_length(valor #>> '{}') > 120 or valor #>> '{}' ~ '[[:cntrl:]]' then
    raise check_violation using message = problema;
  end if;
  return nullif(private.aparado(valor #>> '{}'), '');
end
$$;

-- Makes a class (`id` null), or changes what is given of one; its id. Keys are those of
-- public.lista_de_turmas(). Its places may become fewer than its people, who stay. One that is not of the project has neither people nor
-- anything that is about them, and alone may be without days or time. Ending is private.terminar_turma, which asks for the people.
create function private.salvar_turma(turma jsonb) returns uuid
  language plpgsql volatile security definer set search_path = '' as $$
declare
  chaves constant text[] := '{id,name,days,time,ageFrom,ageTo,places,ofProject,active,teacher}';
  dada jsonb;
  antes private.turmas;
  nova private.turmas;
  alheio text;
begin
  perform private.exigir('mudar_turmas');
  if coalesce(jsonb_typeof(turma), '') <> 'object' or exists (select from jsonb_object_keys(turma - 'modality') as k where k <> all (chaves)) then
    raise check_violation using message = 'Confira os dados da turma.';
  end if;
  -- one at a time: two of the same name would both be made
  lock table private.turmas in share row exclusive mode;
  if coalesce(jsonb_typeof(turma -> 'id'), 'null') <> 'null' then
    select * into antes from private.turmas t where t.id::text = lower(turma ->> 'id') for no key update;
    if not found then raise check_violation using message = 'Esta turma não existe. Recarregue a página.'; end if;
    dada := jsonb_build_object('name', antes.nome, 'days', antes.dias, 'time', antes.horario, 'ageFrom', antes.idade_de, 'ageTo', antes.idade_ate, 'places', antes.vagas,
      'ofProject', antes.do_projeto, 'active', antes.ativa, 'teacher', antes.professor) || turma;
  else
    dada := '{"ofProject": true, "active": true}' || turma;
  end if;
  nova.id := coalesce(antes.id, gen_random_uuid());
  nova.modalidade := antes.modalidade;                       -- which pages of 1.2 still send
  nova.nome := private.texto_de(dada -> 'name', 'Confira o nome da turma, com até 120 letras.');
  nova.dias := private.texto_de(dada -> 'days', 'Confira os dias, com até 120 letras.');
  nova.horario := private.texto_de(dada -> 'time', 'Confira o horário, como 18:00.');
  nova.idade_de := private.inteiro_de(dada -> 'ageFrom', 120, 'Confira as idades, de 0 a 120 anos.');
  nova.idade_ate := private.inteiro_de(dada -> 'ageTo', 120, 'Confira as idades, de 0 a 120 anos.');
  nova.vagas := private.inteiro_de(dada -> 'places', 1000, 'Confira as vagas, de 0 a 1000.');
  if nova.nome is null then raise check_violation using message = 'Escreva o nome da turma.'; end if;
  if nova.horario !~ '^([01][0-9]|2[0-3]):[0-5][0-9]$' then raise check_violation using message = 'Confira o horário, como 18:00.'; end if;
  if nova.idade_de > nova.idade_ate then raise check_violation using message = 'A primeira idade é maior que a última.'; end if;
  if jsonb_typeof(dada -> 'ofProject') <> 'boolean' or jsonb_typeof(dada -> 'active') <> 'boolean' then
    raise check_violation using message = 'Confira os dados da turma.';
  end if;
  alheio := private.contato_alheio(concat_ws(E'\n', nova.nome, nova.dias));
  if alheio is not null then raise check_violation using message = alheio; end if;
  nova.do_projeto := (dada -> 'ofProject')::boolean;
  nova.ativa := (dada -> 'active')::boolean;
  if nova.do_projeto and (nova.dias is null or nova.horario is null)
      and row(nova.dias, nova.horario, nova.do_projeto) is distinct from row(antes.dias, antes.horario, antes.do_projeto) then -- 1.2 took them so
    raise check_violation using message = 'Diga os dias e a hora: só uma turma fora do projeto fica a combinar.';
  elsif not nova.do_projeto and exists (select from private.acompanhamentos a where a.turma_id = nova.id) then
    raise check_violation using message = 'Nesta turma há inscritos: ela é do projeto. Para mudar isso, encerre-a e faça outra.';
  end if;
  if antes.ativa and not nova.ativa or antes.id is null and not nova.ativa then
    raise check_violation using message = 'Para encerrar a turma, diga para onde vão os alunos.';
  end if;
  if coalesce(jsonb_typeof(dada -> 'teacher'), 'null') <> 'null' then
    select a.user_id into nova.professor from private.administradores a
      where a.user_id::text = lower(dada ->> 'teacher') and (a.desativado_em is null or a.user_id = antes.professor);
    if not found then
      raise check_violation using message = 'Escolha um professor que entra na secretaria.';
    end if;
  end if;
  if not nova.do_projeto then select null, null, null, null into nova.idade_de, nova.idade_ate, nova.vagas, nova.professor; end if;
  if nova.ativa and exists (
    select from private.turmas t where t.ativa and t.id <> nova.id
      and row(private.chave(t.nome), t.horario, private.chave(t.dias)) is not distinct from row(private.chave(nova.nome), nova.horario, private.chave(nova.dias))) then
    raise check_violation using message = 'Já existe uma turma com este nome, horário e dias.';
  end if;
  insert into private.turmas select nova.*
    on conflict on constraint turmas_pkey do update set nome = excluded.nome, dias = excluded.dias,
      horario = excluded.horario, idade_de = excluded.idade_de, idade_ate = excluded.idade_ate, vagas = excluded.vagas,
      do_projeto = excluded.do_projeto, ativa = excluded.ativa, professor = excluded.professor;
  perform private.anotar('mudou_turma', auth.uid(), detalhes => jsonb_build_object(
    'que', case when antes.id is null then 'nova-turma' else 'turma' end, 'turma', jsonb_build_array(nova.id), 'colunas', coalesce((
      select jsonb_agg(k order by k) from jsonb_each(to_jsonb(nova)) as n (k, v) where k <> 'id' and v is distinct from to_jsonb(antes) -> k), '[]')));
  return nova.id;
end
$$;

-- Ends a class, and moves whoever is in it or waits for it to `para`, with a change of the history for each;
-- null: they stay, by its name. Returns how many moved. Who waited keeps the moment since when. Refused where `para` has not places for all.
create function private.terminar_turma(turma uuid, para uuid default null) returns integer
  language plpgsql volatile security definer set search_path = '' set jit = off as $$
declare
  esta private.turmas;
  outra private.turmas;
  pessoas uuid[] := '{}';
  uma private.acompanhamentos;
begin
  perform private.exigir('mudar_turmas');
  lock table private.turmas in share row exclusive mode;     -- as private.salvar_turma
  perform from private.turmas t where t.id in (turma, para) order by t.id for no key update;
  select * into esta from private.turmas t where t.id = turma;
  select * into outra from private.turmas t where t.id = para;
  if esta.id is null then raise check_violation using message = 'Esta turma não existe. Recarregue a página.'; end if;
  if not esta.ativa then raise check_violation using message = 'Esta turma já foi encerrada.'; end if;
  if para is not null and (outra.id is null or not outra.ativa or not outra.do_projeto or outra.id = esta.id) then
    raise check_violation using message = 'Escolha outra turma para os alunos.';
  end if;
  if para is not null then
    pessoas := array(select a.inscricao_id from private.acompanhamentos a where a.turma_id = turma and a.apagada_em is null);
    perform from public.inscricoes_projeto i where i.id = any (pessoas) order by i.id for key share;
    perform from private.acompanhamentos a where a.inscricao_id = any (pessoas) order by a.inscricao_id for update;
    if outra.vagas < private.alunos_da_turma(para) + private.alunos_da_turma(turma) then
      raise sqlstate 'PT409' using hint = 'turma-cheia', message = format('Na turma %s não cabem todos. Vagas: %s. Alunos: %s. Viriam mais: %s.',
        outra.nome, outra.vagas, private.alunos_da_turma(para), private.alunos_da_turma(turma));
    end if;
    pessoas := '{}';
    for uma in select * from private.acompanhamentos a where a.turma_id = turma and a.apagada_em is null order by a.espera_desde, a.nome, a.inscricao_id loop
      update private.acompanhamentos a set turma_id = para, versao = a.versao + 1, a_avisar = true where a.inscricao_id = uma.inscricao_id;
      perform private.anotar_mudanca(uma, uma.situacao, uma.motivo, para);
      pessoas := pessoas || uma.inscricao_id;
    end loop;
  end if;
  update private.turmas t set ativa = false where t.id = turma;
  perform private.anotar('mudou_turma', auth.uid(), detalhes => jsonb_build_object('que', 'turma-encerrada',
    'turma', case when para is null then jsonb_build_array(turma) else jsonb_build_array(turma, para) end, 'inscricoes', cardinality(pessoas)));
  return cardinality(pessoas);
end
$$;

-- Raises unless the caller may read and take lists of the class: a professor those of an own active one alone, and of no day before the
-- month that went by.
create function private.exigir_da_turma(turma uuid, dia date) returns void
  language plpgsql stable set search_path = '' as $$
begin
  perform private.exigir('ler_turma');
  if private.pode('imprimir') then return; end if;
  if not exists (select from private.turmas t where t.id = turma and t.professor = auth.uid() and t.ativa) then
    perform private.exigir('imprimir');                      -- refuses
  end if;
  if dia < date_trunc('month', now() at time zone 'America/Sao_Paulo') - interval '1 month' then
    raise check_violation using message = 'Aqui só este mês e o passado. Peça os outros à secretaria.';
  end if;
end
$$;

-- The approved people of a class, by name, with today's age; for a professor of an own active one. With `mes` also name and age alone
-- of who is no longer in it and was in the month of that day, and of each the marks of that month by day. Weight, height and `health` (the
-- medical condition, null for none) are null unless `com_saude`, and the first two for a professor; `newPhone` is the number to
-- call where the family gave another one, unless it is the guardian's, which stands as that; `isUnconfirmed`: the guardian came by the
-- family's link, and nobody has confirmed it; for the rest see private.marcas_na_folha, on paper as for
-- a professor. Before it answers it makes
-- an audit entry of each person; the lock stops an enrolment from being deleted meanwhile.
create function private.folha_da_turma(turma uuid, com_saude boolean default false, mes date default null) returns jsonb
  language plpgsql volatile security definer set search_path = '' as $$
declare
  saude constant boolean := coalesce(com_saude, false);
  da_secretaria constant boolean := private.pode('imprimir');
  pessoas uuid[];
  lista jsonb;
  uma uuid;
begin
  perform private.exigir_da_turma(turma, mes);
  pessoas := array(select a.inscricao_id from private.acompanhamentos a
    where a.turma_id = turma and a.situacao = 'aprovada' and a.apagada_em is null
    union select unnest(private.pessoas_da_chamada(turma, date_trunc('month', mes)::date,
      (date_trunc('month', mes) + interval '1 month - 1 day')::date)));
  perform from public.inscricoes_projeto i where i.id = any (pessoas) order by i.id for key share;
  select coalesce(array_agg(i.id order by private.nome_de(i) collate "pt-BR-x-icu", i.id), '{}'), coalesce(jsonb_agg(jsonb_build_object(
      'id', i.id, 'name', private.nome_de(i), 'idade', private.idade(i.data_nascimento),
      'marks', (select coalesce(jsonb_object_agg(p.dia, p.marca), '{}') from private.presencas p
        where p.inscricao_id = i.id and p.turma_id = folha_da_turma.turma and date_trunc('month', p.dia) = date_trunc('month', mes))) || case when a.turma_id = turma and a.situacao = 'aprovada' then jsonb_build_object(
      'peso', case when saude and da_secretaria then i.peso end, 'altura', case when saude and da_secretaria then i.altura end,
      'nomeResponsavel', coalesce(a.nome_do_responsavel, i.nome_responsavel),
      'telefoneResponsavel', coalesce(a.telefone_do_responsavel, i.telefone_responsavel), 'isUnconfirmed', a.responsavel_chegou,
      'contatoRecados', i.contato_recados, 'telefoneWhatsapp', i.telefone_whatsapp, 'newPhone', nullif(a.telefone_novo, a.telefone_do_responsavel),
      'health', case when saude and i.condicao_medica = 'sim' then i.condicao_medica_detalhes end)
      || private.marcas_na_folha(i.id, not (saude and da_secretaria)) else '{}' end
      order by private.nome_de(i) collate "pt-BR-x-icu", i.id), '[]')
    into pessoas, lista
    from private.acompanhamentos a join public.inscricoes_projeto i on i.id = a.inscricao_id
    where a.inscricao_id = any (pessoas) and a.apagada_em is null and (a.turma_id = turma and a.situacao = 'aprovada' or mes is not null);
  foreach uma in array pessoas loop
    perform private.anotar('imprimiu_turma', auth.uid(), null, uma, jsonb_build_object('saude', saude));
  end loop;
  return lista;
end
$$;

-- The places that are left in each active class of the project that has a limit, 0 for a full one. A class is named with time and days where another has its name. It tells of nobody.
create function private.vagas_que_restam() returns jsonb
  language sql stable security definer set search_path = '' set jit = off as $$
  select coalesce(jsonb_agg(jsonb_build_object('nome', case when o.de_mesmo_nome > 1 then o.palavras else o.nome end,
      'restam', l.livres)
      order by o.nome collate "pt-BR-x-icu", o.palavras), '[]')
    from (
      select t, t.nome, private.turma_em_palavras(t) as palavras, count(*) over (partition by t.nome) as de_mesmo_nome
      from private.turmas t where t.ativa and t.do_projeto) as o cross join lateral private.lugares_da_turma(o.t) as l
    where l.livres is not null
$$;

-- What the pages are told before anything is filled in: the settings that the form obeys, the periods that
-- they name (null: no end), and when the enrolment is closed (null: open without an end).
-- And the places that are left. It tells of nobody; our server hands it out in /config.json, the pages of a Supabase project ask for it.
create function private.formulario() returns jsonb
  language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'vagas', private.vagas_que_restam(),
    'regras', (
      select jsonb_build_object('consentimento', c.consentimento, 'responsavelObrigatorio', c.responsavel_obrigatorio,
        'validacaoEstrita', c.validacao_estrita, 'diasSemResponsavel', c.guardar_sem_responsavel_dias,
        'emailObrigatorio', c.email_obrigatorio)
      from private.configuracao c),
    'prazos', (
      select jsonb_object_agg(v.key, v.value) from private.configuracao c cross join jsonb_each(to_jsonb(c)) as v
      where v.key like 'guardar%'),
    'periodo', (
      select jsonb_build_object('fechada', f.de <= now(), 'de', f.de, 'ate', f.ate, 'recebeAte', f.recebe_ate,
        'frase', (select nullif(c.frase_de_fechada, '') from private.configuracao c))
      from private.fechamento f))
$$;
