-- The record says of which class an entry is.

-- Whether details hold only short codes, small numbers and lists of codes, and under 'turma' ids of classes: no name,
-- address, e-mail, CPF or telephone has such a shape.
create or replace function private.sem_valor_pessoal(detalhes jsonb) returns boolean
  language plpgsql immutable set search_path = '' as $$
begin
  return jsonb_typeof(detalhes) = 'object' and not exists (
    select from jsonb_each(case jsonb_typeof(detalhes) when 'object' then detalhes else '{}' end) as d (chave, valor),
      jsonb_array_elements(case jsonb_typeof(valor) when 'array' then valor else jsonb_build_array(valor) end) as um
    where chave !~ '^[a-z_]{1,30}$'
      or not case jsonb_typeof(um)
        when 'string' then um #>> '{}' ~ '^[a-z][a-z_-]{0,59}$'
          or chave = 'turma' and um #>> '{}' ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'
        when 'number' then abs((um #>> '{}')::numeric) < 1e9
        else jsonb_typeof(um) = 'boolean'
      end);
end
$$;

-- A page of entries, newest first: those before number `antes`, of one person and one day
-- (in the centre's time zone) when given. E-mails are the accounts' present ones, null for
-- a deleted account, and classes (`turma`) have their present words; entries hold neither.
create or replace function private.auditoria(antes bigint, pessoa uuid, dia date, quantas integer)
  returns table (numero bigint, momento timestamptz, acao text, quem uuid, email text, conta uuid, email_conta text,
    inscricao uuid, protocolo text, detalhes jsonb)
  language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.exigir('ver_registro');
  return query select a.numero, a.momento, a.acao, a.quem, q.email::text, a.conta, c.email::text, a.inscricao, a.protocolo,
    case when a.detalhes ? 'turma' then a.detalhes || jsonb_build_object('turma', (
      select jsonb_agg(coalesce(nullif(private.turma_em_palavras(t), ''), e.id) order by e.n)
      from jsonb_array_elements_text(a.detalhes -> 'turma') with ordinality as e (id, n) left join private.turmas t on t.id::text = e.id)) else a.detalhes end
  from private.auditoria a
    left join auth.users q on q.id = a.quem
    left join auth.users c on c.id = a.conta
  where (auditoria.antes is null or a.numero < auditoria.antes)
    and (auditoria.pessoa is null or a.quem = auditoria.pessoa)
    and (auditoria.dia is null or (a.momento >= auditoria.dia::timestamp at time zone 'America/Sao_Paulo'
      and a.momento < (auditoria.dia + 1)::timestamp at time zone 'America/Sao_Paulo'))
  order by a.numero desc
  limit least(greatest(coalesce(auditoria.quantas, 50), 1), 200);
end
$$;

-- Makes a class (`id` null), or changes what is given of one; its id. Keys are those of public.turmas().
-- Its places may become fewer than its people, who stay. Ending is private.encerrar_turma, which asks for the people.
create or replace function private.guardar_turma(turma jsonb) returns uuid
  language plpgsql volatile security definer set search_path = '' as $$
declare
  chaves constant text[] := '{id,nome,modalidade,dias,horario,idade_de,idade_ate,vagas,do_projeto,ativa,professor}';
  dada jsonb;
  antes private.turmas;
  nova private.turmas;
begin
  perform private.exigir('mudar_turmas');
  if coalesce(jsonb_typeof(turma), '') <> 'object' or exists (select from jsonb_object_keys(turma) as k where k <> all (chaves)) then
    raise check_violation using message = 'Confira os dados da turma.';
  end if;
  lock table private.turmas in share row exclusive mode;     -- one at a time: two of the same name would both be made
  if coalesce(jsonb_typeof(turma -> 'id'), 'null') <> 'null' then
    select * into antes from private.turmas t where t.id::text = lower(turma ->> 'id') for no key update;
    if not found then raise check_violation using message = 'Esta turma não existe. Recarregue a página.'; end if;
    dada := to_jsonb(antes) || turma;
  else
    dada := '{"do_projeto": true, "ativa": true}' || turma;
  end if;
  nova.id := coalesce(antes.id, gen_random_uuid());
  nova.nome := private.texto_de(dada -> 'nome', 'Confira o nome da turma, com até 120 letras.');
  nova.modalidade := private.texto_de(dada -> 'modalidade', 'Confira a modalidade, com até 120 letras.');
  nova.dias := private.texto_de(dada -> 'dias', 'Confira os dias, com até 120 letras.');
  nova.horario := private.texto_de(dada -> 'horario', 'Confira o horário, como 18:00.');
  nova.idade_de := private.inteiro_de(dada -> 'idade_de', 120, 'Confira as idades, de 0 a 120 anos.');
  nova.idade_ate := private.inteiro_de(dada -> 'idade_ate', 120, 'Confira as idades, de 0 a 120 anos.');
  nova.vagas := private.inteiro_de(dada -> 'vagas', 1000, 'Confira as vagas, de 0 a 1000.');
  if nova.nome is null then raise check_violation using message = 'Escreva o nome da turma.'; end if;
  if nova.horario !~ '^([01][0-9]|2[0-3]):[0-5][0-9]$' then raise check_violation using message = 'Confira o horário, como 18:00.'; end if;
  if nova.idade_de > nova.idade_ate then raise check_violation using message = 'A primeira idade é maior que a última.'; end if;
  if jsonb_typeof(dada -> 'do_projeto') <> 'boolean' or jsonb_typeof(dada -> 'ativa') <> 'boolean' then
    raise check_violation using message = 'Confira os dados da turma.';
  end if;
  nova.do_projeto := (dada -> 'do_projeto')::boolean;
  nova.ativa := (dada -> 'ativa')::boolean;
  if antes.ativa and not nova.ativa or antes.id is null and not nova.ativa then
    raise check_violation using message = 'Para encerrar a turma, diga para onde vão os alunos.';
  end if;
  if coalesce(jsonb_typeof(dada -> 'professor'), 'null') <> 'null' then
    select a.user_id into nova.professor from private.administradores a
      where a.user_id::text = lower(dada ->> 'professor') and (a.desativado_em is null or a.user_id = antes.professor);
    if not found then
      raise check_violation using message = 'Escolha um professor que entra na secretaria.';
    end if;
  end if;
  if nova.ativa and exists (
    select from private.turmas t where t.ativa and t.id <> nova.id
      and row(private.chave(t.nome), t.horario, private.chave(t.dias)) is not distinct from row(private.chave(nova.nome), nova.horario, private.chave(nova.dias))) then
    raise check_violation using message = 'Já existe uma turma com este nome, horário e dias.';
  end if;
  insert into private.turmas select nova.*
    on conflict on constraint turmas_pkey do update set nome = excluded.nome, modalidade = excluded.modalidade, dias = excluded.dias,
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
create or replace function private.encerrar_turma(turma uuid, para uuid) returns integer
  language plpgsql volatile security definer set search_path = '' set jit = off as $$
declare
  esta private.turmas;
  outra private.turmas;
  pessoas uuid[] := '{}';
  uma private.acompanhamentos;
begin
  perform private.exigir('mudar_turmas');
  lock table private.turmas in share row exclusive mode;     -- as private.guardar_turma
  perform from private.turmas t where t.id in (turma, para) order by t.id for no key update;
  select * into esta from private.turmas t where t.id = turma;
  select * into outra from private.turmas t where t.id = para;
  if esta.id is null then raise check_violation using message = 'Esta turma não existe. Recarregue a página.'; end if;
  if not esta.ativa then raise check_violation using message = 'Esta turma já foi encerrada.'; end if;
  if para is not null and (outra.id is null or not outra.ativa or outra.id = esta.id) then
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
