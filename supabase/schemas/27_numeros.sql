-- Accountability: what a sponsor asks of a period, in numbers, and the people of it.
--
-- Access: direção and secretaria, through the functions of `public`.

-- What is counted of a period, exact; the page rounds. Of whom retention erased the months count whose days the period
-- has, and of the answers the age alone is known. `began` came of no other class; age is of the last day in the period; a
-- town is written as most write it.
create function private.numeros_do_periodo(de date, ate date) returns jsonb
  language plpgsql stable security definer set search_path = '' set jit = off as $$
#variable_conflict use_column
begin
  perform private.exigir('exportar');
  return (
    with estadas as materialized (
      select * from (
        select inscricao_id as pessoa, null::smallint as idade, * from private.participacoes
        union all
        select pessoa, idade, null, turma_id, de, ate, comecou, porque from private.pessoas_passadas) as e
      where e.de <= $2 and e.ate >= $1),
    marcas as (
      select p.turma_id, p.marca, 1 as quantas
        from private.presencas p join private.acompanhamentos a on a.inscricao_id = p.inscricao_id
        where p.dia between $1 and $2 and a.apagada_em is null
      union all
      select n.turma_id, m.marca, m.quantas
        from private.participacoes_passadas n, lateral (values ('presente', n.presencas), ('falta', n.faltas)) as m (marca, quantas)
        where n.mes between $1 and $2),
    tudo (o_que, resposta, quantas) as (
      select 'enrolled', null, count(*) from (
        select (a.criada_em at time zone 'America/Sao_Paulo')::date as dia from private.acompanhamentos a
          where a.apagada_em is null and a.importacao is null
        union all select de from private.pessoas_passadas where ate is null) as c where c.dia between $1 and $2
      union all select 'tookPart', null, count(distinct pessoa) from estadas
      union all select 'began', null, count(distinct pessoa) from estadas where comecou and de >= $1
      union all select 'erased', null, count(distinct pessoa) from estadas where inscricao_id is null
      union all select 'ended', porque, count(distinct pessoa) from estadas where porque is not null and ate <= $2 group by 2
      union all select 'class', private.turma_em_palavras(t), count(distinct pessoa)
        from estadas left join private.turmas t on t.id = turma_id group by 2
      union all select marca, private.turma_em_palavras(t), sum(quantas) from marcas join private.turmas t on t.id = turma_id group by 1, 2
      union all select b.o_que, mode() within group (order by b.resposta), count(*)
        from (select distinct on (pessoa) * from estadas order by pessoa, ate desc) as e
          left join public.inscricoes_projeto i on i.id = e.inscricao_id
          cross join lateral (values ('sex', i.sexo), ('schooling', i.nivel_escolaridade), ('income', i.renda_familiar), ('town', i.cidade),
            ('age', coalesce(e.idade, private.faixa_de_idade(private.idade_em(i.data_nascimento, least(e.ate, $2))))::text)) as b (o_que, resposta)
        group by 1, private.chave(b.resposta))
    select jsonb_agg(jsonb_build_object('of', o_que, 'answer', resposta, 'count', quantas)
      order by resposta is null, case o_que when 'age' then resposta::integer end, quantas desc, resposta) from tudo);
end
$$;

-- The people who took part in a period, with the answers that the reason needs and no other; for accountability a row for each
-- class. Recorded without names. `lastDay`: null while somebody still comes when the period ends; `held`: days with a mark that counts.
create function private.participantes_do_periodo(de date, ate date, motivo text) returns jsonb
  language plpgsql volatile security definer set search_path = '' set jit = off as $$
#variable_conflict use_column
declare
  colunas constant text[] := case $3 when 'prestacao_de_contas' then '{nome_completo}'::text[]
    when 'copa' then '{nome_completo,data_nascimento,sexo,peso,cpf,cidade}'
    when 'contato' then '{nome_completo,nome_responsavel,telefone_responsavel,telefone_whatsapp}' end;
  lista jsonb;
begin
  perform private.exigir('exportar');
  if colunas is null then raise exception 'Escolha para que é a planilha.'; end if;
  select coalesce(jsonb_agg(jsonb_build_object('className', g.turmas, 'firstDay', g.de,
      'lastDay', case when g.ate <= $2 then g.ate end, 'present', p.presentes, 'held', p.dadas, 'row', (
        select jsonb_object_agg(r.key, r.value)
        from jsonb_each(to_jsonb(i) || case $3 when 'copa' then '{}' else jsonb_build_object('nome_completo', n.chamada) end) as r
        where r.key = any (colunas))) || case $3 when 'contato' then jsonb_build_object('newPhone', a.telefone_novo,
      'guardianName', a.nome_do_responsavel, 'guardianPhone', a.telefone_do_responsavel, 'hasNewGuardian', a.responsavel_chegou)
      when 'copa' then jsonb_build_object('belt', (
        select m.texto from private.marcas m join private.marcas_em_uso e on e.especie = m.especie where m.inscricao_id = i.id and m.especie = 'faixa')) else '{}' end
      order by n.chamada collate "pt-BR-x-icu", i.id, g.de), '[]')
    into lista
    from (
      select q.inscricao_id, case $3 when 'prestacao_de_contas' then q.turma_id end as turma_id, min(q.de) as de, max(q.ate) as ate,
        string_agg(distinct private.turma_em_palavras(t), ', ') as turmas
      from private.participacoes q left join private.turmas t on t.id = q.turma_id where q.de <= $2 and q.ate >= $1 group by 1, 2) as g
    join public.inscricoes_projeto i on i.id = g.inscricao_id
    join private.acompanhamentos a on a.inscricao_id = i.id and a.apagada_em is null
    cross join lateral (select private.nome_de(i) as chamada) as n
    cross join lateral (
      select count(*) filter (where x.marca = 'presente') as presentes, count(*) filter (where x.marca <> 'justificada') as dadas
      from private.presencas x where x.inscricao_id = i.id and x.turma_id = g.turma_id and x.dia between $1 and $2) as p;
  perform private.anotar('exportou', auth.uid(), detalhes => jsonb_build_object('motivo', $3, 'linhas', jsonb_array_length(lista),
    'colunas', to_jsonb(colunas || case $3 when 'copa' then '{turma,primeiro_dia,faixa}'::text[] else '{turma,primeiro_dia}' end), 'inicio', to_char($1, 'YYYYMMDD')::integer, 'fim', to_char($2, 'YYYYMMDD')::integer));
  return lista;
end
$$;
