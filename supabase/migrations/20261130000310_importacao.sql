-- Who trained already and comes from one spreadsheet.

alter table private.acompanhamentos add column importacao uuid; -- the act that stored it, the same of all its rows; null: it came by the form
create index acompanhamentos_importacao_idx on private.acompanhamentos (importacao, criada_em) where importacao is not null;

alter table private.historico drop constraint historico_acao_check;
alter table private.historico add constraint historico_acao_check check (acao in ('situacao', 'situacao-desfeita', 'criterio',
  'nota', 'nota-corrigida', 'repetida', 'mensagem', 'documento-novo', 'pedido', 'pedido-confirmado', 'pedido-dispensado',
  'responsavel', 'novo-link', 'links-encerrados', 'correcao', 'correcao-desfeita', 'documento-anexado',
  'pedido-no-balcao', 'pedido-reaberto', 'voltou', 'importada'));

alter table private.auditoria drop constraint auditoria_acao_check;
alter table private.auditoria add constraint auditoria_acao_check check (acao in (
  'entrou', 'saiu', 'falha_de_login', 'viu_lista', 'viu_ficha', 'abriu_documento', 'baixou_documento',
  'imprimiu', 'imprimiu_turma', 'exportou', 'preparou_mensagem', 'mudou', 'escreveu_nota', 'apagou', 'devolveu', 'apagou_enxurrada', 'apagou_documento',
  'apagou_pelo_prazo', 'apagou_documento_pelo_prazo', 'retencao', 'liberou_retencao', 'liberou_equipe', 'criou_conta', 'deu_acesso',
  'tirou_acesso', 'trocou_senha', 'errou_senha', 'mudou_configuracao', 'mudou_turma', 'restaurou', 'levantou_incidente',
  'meus_dados', 'importou'));
