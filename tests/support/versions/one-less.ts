/** SQL that makes a database lack 20261128000180_contas_de_colegas.sql, whose tables it takes away: a start brings them back. */
export const ONE_LESS = `
  drop index private.auditoria_avisos_idx;
  drop table private.contatos_do_centro;
  alter table private.administradores drop column papel_desde;
  delete from servidor.migracoes where nome like '%_contas_de_colegas.sql'`;
