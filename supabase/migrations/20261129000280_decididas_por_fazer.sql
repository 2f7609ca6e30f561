-- What was decided and waits for the desk is put in order in the index, without a look at each row.
drop index private.acompanhamentos_por_fazer_idx;
create index acompanhamentos_por_fazer_idx on private.acompanhamentos
  (criada_em, inscricao_id, documento_novo, pedido, a_avisar, situacao, turma_id, decidida_em) where apagada_em is null and (
  documento_novo or pedido or a_avisar or situacao = 'aprovada' and turma_id is null
  or sem_responsavel and not responsavel_confirmou and situacao not in ('nao-aprovada', 'desistiu'));
