-- Whatever a person puts away lies seven days in the bin with its documents, for whatever reason, floods
-- too; the brake of the team goes (decision 150).

alter table private.acompanhamentos
  add column apagada_motivo text check (apagada_motivo in ('pedido_da_familia', 'repetida', 'teste', 'outro', 'enxurrada')),
  add column apagada_por uuid;

alter table private.apagamentos drop constraint apagamentos_motivo_check;
alter table private.apagamentos add constraint apagamentos_motivo_check check (motivo in (
    'pedido_da_familia', 'repetida', 'teste', 'outro', 'enxurrada', 'ordem_judicial', 'conteudo_ilegal',
    'documento', 'nao_aprovada', 'espera', 'participante', 'sem_decisao', 'sem_responsavel'));

-- The list's indexes leave out what lies in the bin.
drop index private.acompanhamentos_criada_idx,
  private.acompanhamentos_nome_idx,
  private.acompanhamentos_idade_idx,
  private.acompanhamentos_telefone_idx,
  private.acompanhamentos_situacao_idx,
  private.acompanhamentos_cidade_idx,
  private.acompanhamentos_sem_documento_idx,
  private.acompanhamentos_novas_idx,
  private.acompanhamentos_documento_novo_idx,
  private.acompanhamentos_pedido_idx,
  private.acompanhamentos_avisar_idx,
  private.acompanhamentos_sem_turma_idx,
  private.acompanhamentos_falta_responsavel_idx;
create index acompanhamentos_criada_idx on private.acompanhamentos (criada_em, inscricao_id) where apagada_em is null;
create index acompanhamentos_nome_idx on private.acompanhamentos (nome, inscricao_id) where apagada_em is null;
create index acompanhamentos_idade_idx on private.acompanhamentos (idade, inscricao_id) where apagada_em is null;
create index acompanhamentos_telefone_idx on private.acompanhamentos (telefone, inscricao_id) where apagada_em is null;
create index acompanhamentos_situacao_idx on private.acompanhamentos (situacao, criada_em, inscricao_id, condicao, documento, idade) where apagada_em is null;
create index acompanhamentos_cidade_idx on private.acompanhamentos (cidade, criada_em, inscricao_id, situacao, condicao, documento, idade) where apagada_em is null;
create index acompanhamentos_sem_documento_idx on private.acompanhamentos (criada_em, inscricao_id) where not documento and apagada_em is null;
create index acompanhamentos_novas_idx on private.acompanhamentos (criada_em, inscricao_id) where situacao in ('nova', 'em-analise') and apagada_em is null;
create index acompanhamentos_documento_novo_idx on private.acompanhamentos (documento_novo_em, inscricao_id) where documento_novo and apagada_em is null;
create index acompanhamentos_pedido_idx on private.acompanhamentos (pedido_em, inscricao_id) where pedido and apagada_em is null;
create index acompanhamentos_avisar_idx on private.acompanhamentos (decidida_em, inscricao_id) where a_avisar and apagada_em is null;
create index acompanhamentos_sem_turma_idx on private.acompanhamentos (decidida_em, inscricao_id) where situacao = 'aprovada' and turma_id is null and apagada_em is null;
create index acompanhamentos_falta_responsavel_idx on private.acompanhamentos (criada_em, inscricao_id)
  where sem_responsavel and not responsavel_confirmou and situacao not in ('nao-aprovada', 'desistiu') and apagada_em is null;

-- What lies in the bin of 1.2.0 has reason and account in the audit record alone.
update private.acompanhamentos a set (apagada_motivo, apagada_por) = (
    select case when r.detalhes ->> 'motivo' = any ('{pedido_da_familia,repetida,teste,outro}') then r.detalhes ->> 'motivo' end, r.quem
    from private.auditoria r
    where r.acao = 'apagou' and r.momento >= a.apagada_em and r.inscricao = a.inscricao_id order by r.numero limit 1)
  where a.apagada_em is not null;
