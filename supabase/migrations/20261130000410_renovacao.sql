-- Once a year the direção asks of whom it approved whether they go on (decision 204). `renovacao`: asked and not told yet, told, what
-- the family answered, or heard by the desk; it holds while it is younger than the approval.
alter table private.acompanhamentos
  add column renovacao text check (renovacao in ('pedida', 'avisada', 'sim', 'nao', 'anotada')),
  add column renovacao_em timestamptz check ((renovacao is null) = (renovacao_em is null)), -- since when that is so
  add column cadunico_atualizado boolean;                    -- what the family said with it
create index acompanhamentos_renovacao_idx on private.acompanhamentos (renovacao_em, inscricao_id)
  where renovacao in ('pedida', 'avisada', 'nao');

alter table private.historico drop constraint historico_acao_check, add constraint historico_acao_check
  check (acao in ('situacao', 'situacao-desfeita', 'criterio', 'nota', 'nota-corrigida', 'repetida', 'mensagem',
    'documento-novo', 'pedido', 'pedido-confirmado', 'pedido-dispensado', 'responsavel', 'novo-link',
    'links-encerrados', 'correcao', 'correcao-desfeita', 'documento-anexado', 'pedido-no-balcao',
    'pedido-reaberto', 'voltou', 'importada', 'no-balcao', 'renovacao'));
