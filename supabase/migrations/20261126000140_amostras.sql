-- The planner's samples of an emptied table stay where they are, and would outlive what was erased: of what
-- somebody wrote it has none.
alter table private.documentos_novos
  alter column endereco set statistics 0;
alter table private.pedidos
  alter column telefone set statistics 0,
  alter column mudancas set statistics 0,
  alter column resposta set statistics 0;
alter table private.anotacoes
  alter column texto set statistics 0;
alter table private.historico
  alter column motivo set statistics 0,
  alter column antes set statistics 0;
