-- Who waits for a class reads its name by the link.

-- Situation and since when; for the holder of the code also the reason, where the family has to read it, the class that is waited for, class and first day of an approved
-- person, for thirty days, because both say where a child will be, the requests that nobody has
-- answered yet, whether another document may be sent, and what is missing of the guardian (`falta`; [] where
-- nothing is, nobody has to decide any more or the desk has confirmed the guardian), and until which day
-- it may come before the enrolment is erased (`faltaAte`; null where it is not erased for that).
create or replace function private.situacao_para_a_familia(inscricao uuid, pelo_codigo boolean) returns jsonb
  language sql stable set search_path = '' as $$
  select jsonb_build_object('situacao', a.situacao, 'desde', coalesce(a.decidida_em, a.criada_em))
    || case when pelo_codigo then jsonb_build_object(
      'motivo', case when a.situacao in ('falta-documento', 'nao-aprovada') then a.motivo end,
      'turma', case when a.situacao = 'lista-de-espera' or a.decidida_em > now() - interval '30 days' then (
        select private.turma_em_palavras(t) from private.turmas t where t.id = a.turma_id) end,
      'primeiroDia', case when a.decidida_em > now() - interval '30 days' then a.primeiro_dia end,
      'pedidos', (select coalesce(jsonb_agg(p.tipo order by p.tipo), '[]') from private.pedidos p
        where p.inscricao_id = a.inscricao_id and p.respondido_em is null),
      'podeEnviarDocumento', a.situacao = 'falta-documento' and (
        select count(*) < 3 from private.documentos_novos d where d.inscricao_id = a.inscricao_id),
      'falta', (select coalesce(jsonb_agg(f.nome order by f.nome), '[]') from public.inscricoes_projeto i cross join lateral (values
          ('nomeResponsavel', i.nome_responsavel, a.nome_do_responsavel),
          ('telefoneResponsavel', i.telefone_responsavel, a.telefone_do_responsavel)) as f (nome, resposta, depois)
        where i.id = a.inscricao_id and a.sem_responsavel and not a.responsavel_confirmou
          and a.situacao in ('nova', 'em-analise', 'falta-documento')
          and btrim(coalesce(f.resposta, '')) = '' and f.depois is null),
      'faltaAte', p.responsavel_ate) else '{}' end
  from private.acompanhamentos a left join private.prazos p on p.inscricao_id = a.inscricao_id where a.inscricao_id = $1
$$;
