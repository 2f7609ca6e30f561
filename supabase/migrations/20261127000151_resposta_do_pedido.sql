-- A family is told by a message what became of its request, as of a decision (decision 145).

alter table private.configuracao
  add column mensagem_pedido text not null default '' check (char_length(mensagem_pedido) <= 1000);

-- What may be changed, and what each may hold; of a message `escolhas` are the places in braces that it may
-- have, `precisa` those that it must. Mirrors SETTINGS in domain/settings.ts;
-- tests/database/code-tables.test.ts compares them.
create or replace view private.ajustes_que_ha as select * from (values
    ('inscricoes', 'inscricoes', null::integer, null::integer, null::text[], null::text[]),
    ('frase_de_fechada', 'texto', 0, 300, null, null),
    ('consentimento', 'escolha', null, null, '{declaracao,caixa}', null),
    ('responsavel_obrigatorio', 'sim_ou_nao', null, null, null, null),
    ('validacao_estrita', 'sim_ou_nao', null, null, null, null),
    ('guardar_documento_dias', 'prazo', 1, 3650, null, null),
    ('guardar_nao_aprovada_meses', 'prazo', 1, 120, null, null),
    ('guardar_espera_meses', 'prazo', 1, 120, null, null),
    ('guardar_participante_meses', 'prazo', 1, 120, null, null),
    ('guardar_sem_decisao_meses', 'prazo', 1, 120, null, null),
    ('guardar_sem_responsavel_dias', 'prazo', 1, 3650, null, null),
    ('guardar_auditoria_meses', 'prazo', 1, 120, null, null),
    ('mensagem_contato', 'mensagem', 0, 1000, '{nome,protocolo}', '{nome}'),
    ('mensagem_falta_documento', 'mensagem', 0, 1000, '{nome,protocolo,motivo,link,link_ate}', '{nome,motivo,link}'),
    ('mensagem_aprovada', 'mensagem', 0, 1000, '{nome,protocolo,turma,primeiro_dia,ate,aprovado}', '{nome}'),
    ('mensagem_espera', 'mensagem', 0, 1000, '{nome,protocolo}', '{nome}'),
    ('mensagem_ainda_quer', 'mensagem', 0, 1000, '{nome,protocolo,ate}', '{nome,ate}'),
    ('mensagem_nao_aprovada', 'mensagem', 0, 1000, '{nome,protocolo,motivo}', '{nome,motivo}'),
    ('mensagem_responsavel', 'mensagem', 0, 1000, '{nome,protocolo}', '{nome}'),
    ('email_obrigatorio', 'sim_ou_nao', null, null, null, null),
    ('mensagem_pedido', 'mensagem', 0, 1000, '{nome,protocolo,pedido,resposta}', '{nome,resposta}')) as t (nome, tipo, minimo, maximo, escolhas, precisa);
