-- Accountability: what a sponsor asks of a period, in numbers, and the people of it.
--
-- Access: direção and secretaria, through the functions of `public`.

-- Raises unless these are the first and the last day of a period of at most ten years.
create function private.conferir_intervalo(de date, ate date) returns void
  language plpgsql immutable set search_path = '' as $$
begin
  if not coalesce(ate - de between 0 and 3660, false) then
    raise check_violation using message = 'Confira o período: o último dia vem depois do primeiro, em até dez anos.';
  end if;
end
$$;

-- The numbers of a period, exact; the page rounds. Of whom retention erased the months that the period touches count, and of breakdowns the
-- age alone is known (null: unknown). Age is of the last day in the period. `began`: came of no other class.
create function private.numeros_do_periodo(de date, ate date) returns jsonb
  language plpgsql stable security definer set search_path = '' set jit = off as $$
#variable_conflict use_column
begin
  perform private.exigir('exportar');
  perform private.conferir_intervalo($1, $2);
  return (
    with estadas as materialized (
      select * from (
        select inscricao_id as pessoa, inscricao_id, turma_id, de, ate, comecou, porque, null::smallint as idade from private.participacoes
        union all
        select pessoa, null, turma_id, de, ate, comecou, porque, idade from private.pessoas_passadas where chegou is null) as e
      where e.de <= $2 and e.ate >= $1),
    marcas as (
      select p.turma_id, count(*) filter (where p.marca = 'presente') as presentes, count(*) filter (where p.marca = 'falta') as faltas
        from private.presencas p join private.acompanhamentos a on a.inscricao_id = p.inscricao_id
        where p.dia between $1 and $2 and a.apagada_em is null group by 1
      union all
      select turma_id, presencas, faltas from private.participacoes_passadas
        where mes <= $2 and mes > $1 - interval '1 month'),
    respostas as (
      select b.o_que, mode() within group (order by b.resposta) as resposta, count(*) as quantas -- a town as most write it
      from (select distinct on (pessoa) * from estadas order by pessoa, ate desc) as e
        left join public.inscricoes_projeto i on i.id = e.inscricao_id
        cross join lateral (values
          ('age', coalesce(e.idade, private.faixa_de_idade(private.idade_em(i.data_nascimento, least(e.ate, $2))))::text),
          ('sex', i.sexo), ('schooling', i.nivel_escolaridade), ('income', i.renda_familiar), ('town', i.cidade)) as b (o_que, resposta)
      group by 1, private.chave(b.resposta))
    select jsonb_build_object(
      'enrolled', (
        select count(*) from public.inscricoes_projeto i join private.acompanhamentos a on a.inscricao_id = i.id and a.apagada_em is null
        where a.importacao is null and (i.created_at at time zone 'America/Sao_Paulo')::date between $1 and $2)
        + (select count(*) from private.pessoas_passadas where chegou <= $2 and chegou > $1 - interval '1 month'),
      'tookPart', (select count(distinct pessoa) from estadas),
      'began', (select count(distinct pessoa) from estadas where comecou and de >= $1),
      'ended', (select coalesce(jsonb_object_agg(f.porque, f.quantas), '{}') from (
        select porque, count(distinct pessoa) as quantas from estadas where porque is not null and ate <= $2 group by 1) as f),
      'erased', (select count(distinct pessoa) from estadas where inscricao_id is null),
      'classes', (
        select coalesce(jsonb_agg(jsonb_build_object('name', private.turma_em_palavras(t), 'people', c.pessoas, 'present', c.presentes, 'absent', c.faltas)
          order by t.nome collate "pt-BR-x-icu", t.horario, t.dias, t.id), '[]')
        from (
          select turma_id, (select count(distinct e.pessoa) from estadas e where e.turma_id is not distinct from q.turma_id) as pessoas,
            (select coalesce(sum(m.presentes), 0) from marcas m where m.turma_id = q.turma_id) as presentes,
            (select coalesce(sum(m.faltas), 0) from marcas m where m.turma_id = q.turma_id) as faltas
          from (select turma_id from estadas union select turma_id from marcas) as q) as c left join private.turmas t on t.id = c.turma_id),
      'answers', (
        select coalesce(jsonb_agg(jsonb_build_object('of', r.o_que, 'answer', r.resposta, 'count', r.quantas)), '[]') from respostas r)));
end
$$;

-- The people who took part in a period, for one of the reasons of an export, with what that needs and nothing else; recorded without names.
-- Who was erased is not among them. `lastDay` is null while somebody still comes when the period ends.
create function private.participantes_do_periodo(de date, ate date, motivo text) returns jsonb
  language plpgsql volatile security definer set search_path = '' set jit = off as $$
#variable_conflict use_column
declare
  colunas text[];
  lista jsonb;
begin
  perform private.exigir('exportar');
  perform private.conferir_intervalo($1, $2);
  colunas := case $3 when 'prestacao_de_contas' then '{nome_completo,turma,primeiro_dia}'::text[]
    when 'copa' then '{nome_completo,data_nascimento,sexo,peso,cpf,cidade}'
    when 'contato' then '{nome_completo,nome_responsavel,telefone_responsavel,turma}' end;
  if colunas is null then raise exception 'Escolha para que é a planilha.'; end if;
  select coalesce(jsonb_agg(case $3
      when 'copa' then jsonb_build_object('name', i.nome_completo, 'birth', i.data_nascimento, 'sex', i.sexo, 'weight', i.peso, 'cpf', i.cpf, 'town', i.cidade)
      when 'contato' then jsonb_build_object('name', private.nome_de(i), 'className', g.turmas,
        'guardian', coalesce(a.nome_do_responsavel, i.nome_responsavel), 'isUnconfirmed', a.responsavel_chegou,
        'phone', coalesce(a.telefone_do_responsavel, nullif(btrim(i.telefone_responsavel), ''), a.telefone_novo, i.telefone_whatsapp))
      else jsonb_build_object('name', private.nome_de(i), 'className', g.turmas, 'firstDay', g.de, 'lastDay', case when g.ate <= $2 then g.ate end,
        'present', p.presentes, 'held', p.dadas) end
      order by private.nome_de(i) collate "pt-BR-x-icu", i.id, g.de), '[]')
    into lista
    from (
      select q.inscricao_id, case $3 when 'prestacao_de_contas' then q.turma_id end as turma_id, min(q.de) as de, max(q.ate) as ate,
        string_agg(distinct private.turma_em_palavras(t), ', ') as turmas
      from private.participacoes q left join private.turmas t on t.id = q.turma_id where q.de <= $2 and q.ate >= $1 group by 1, 2) as g
    join public.inscricoes_projeto i on i.id = g.inscricao_id
    join private.acompanhamentos a on a.inscricao_id = i.id and a.apagada_em is null
    cross join lateral (
      select count(*) filter (where x.marca = 'presente') as presentes, count(*) filter (where x.marca <> 'justificada') as dadas
      from private.presencas x where x.inscricao_id = i.id and x.turma_id = g.turma_id and x.dia between $1 and $2) as p;
  perform private.anotar('exportou', auth.uid(), detalhes => jsonb_build_object('motivo', $3, 'linhas', jsonb_array_length(lista), 'colunas', to_jsonb(colunas),
    'inicio', to_char($1, 'YYYYMMDD')::integer, 'fim', to_char($2, 'YYYYMMDD')::integer));
  return lista;
end
$$;
