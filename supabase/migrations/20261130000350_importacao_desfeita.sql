-- A reason of its own for who goes into the bin because an import was undone.

alter table private.acompanhamentos drop constraint acompanhamentos_apagada_motivo_check,
  add check (apagada_motivo in ('pedido_da_familia', 'repetida', 'teste', 'outro', 'enxurrada', 'importacao'));

alter table private.apagamentos drop constraint apagamentos_motivo_check, add check (motivo in (
  'pedido_da_familia', 'repetida', 'teste', 'outro', 'enxurrada', 'importacao', 'ordem_judicial',
  'conteudo_ilegal', 'documento', 'nao_aprovada', 'espera', 'participante', 'sem_decisao', 'sem_responsavel'));
