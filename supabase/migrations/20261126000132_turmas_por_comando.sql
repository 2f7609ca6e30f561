-- What changes a class apart from who may: the owner's command (`npm run classes`) does it too (decision 146).

-- Makes a class (`id` null), or changes what is given of one, whoever may do that; its id. Keys are those of
-- public.turmas(). Its places may become fewer than its people, who stay. Ending is private.encerrar_turma, which asks for the people.
create function private.gravar_turma(turma jsonb) returns uuid
  language plpgsql volatile security definer set search_path = '' as $$
declare
  chaves constant text[] := '{id,nome,modalidade,dias,horario,idade_de,idade_ate,vagas,do_projeto,ativa,professor}';
  dada jsonb;
  antes private.turmas;
  nova private.turmas;
begin
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

create or replace function private.guardar_turma(turma jsonb) returns uuid
  language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.exigir('mudar_turmas');
  return private.gravar_turma(turma);
end
$$;

revoke execute on function private.gravar_turma(jsonb) from public, anon, authenticated;
