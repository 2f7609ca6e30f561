-- Once a year the direção asks of whom it approved whether they go on (decision 204).
alter table private.acompanhamentos
  -- asked and not told yet, told, what the family answered, or heard by the desk; it holds while it is younger than the approval
  add column renovacao text check (renovacao in ('pedida', 'avisada', 'sim', 'nao', 'anotada')),
  add column renovacao_em timestamptz,                         -- since when that is so
  add column cadunico_atualizado boolean,                      -- what the family said with it
  add constraint renovacao_com_dia check ((renovacao is null) = (renovacao_em is null));

drop index private.acompanhamentos_por_fazer_idx;
create index acompanhamentos_por_fazer_idx on private.acompanhamentos
  (criada_em, inscricao_id, documento_novo, pedido, a_avisar, situacao, turma_id, decidida_em, faltas_seguidas) where apagada_em is null and (
  documento_novo or pedido or a_avisar or situacao = 'aprovada' and turma_id is null or faltas_seguidas >= 2
  or renovacao in ('pedida', 'avisada', 'nao')
  or sem_responsavel and not responsavel_confirmou and situacao not in ('nao-aprovada', 'desistiu'));

alter table private.historico drop constraint historico_acao_check, add constraint historico_acao_check
  check (acao in ('situacao', 'situacao-desfeita', 'criterio', 'nota', 'nota-corrigida', 'repetida', 'mensagem',
    'documento-novo', 'pedido', 'pedido-confirmado', 'pedido-dispensado', 'responsavel', 'novo-link',
    'links-encerrados', 'correcao', 'correcao-desfeita', 'documento-anexado', 'pedido-no-balcao',
    'pedido-reaberto', 'voltou', 'importada', 'no-balcao', 'renovacao', 'renovacao-anotada'));
