-- Ten indexes on the follow-ups, and repeated persons found when they are read (decision 164).

alter table private.acompanhamentos drop column repetida; -- its four indexes go with it
drop index private.acompanhamentos_nome_idx, private.acompanhamentos_nascimento_idx,
  private.acompanhamentos_telefone_idx, private.acompanhamentos_situacao_idx,
  private.acompanhamentos_cidade_idx, private.acompanhamentos_sem_documento_idx,
  private.acompanhamentos_turma_idx, private.acompanhamentos_documento_novo_idx,
  private.acompanhamentos_pedido_idx, private.acompanhamentos_avisar_idx,
  private.acompanhamentos_sem_turma_idx, private.acompanhamentos_falta_responsavel_idx,
  private.acompanhamentos_apagada_idx, private.acompanhamentos_repetida_de_idx,
  private.acompanhamentos_sinais_idx, private.acompanhamentos_cpf_idx,
  private.acompanhamentos_protocolo_idx, private.acompanhamentos_telefone_fim_idx,
  private.acompanhamentos_responsavel_inicio_idx, private.acompanhamentos_responsavel_fim_idx,
  private.acompanhamentos_recado_fim_idx, private.acompanhamentos_telefone_novo_inicio_idx,
  private.acompanhamentos_telefone_novo_fim_idx, private.acompanhamentos_nomes_idx;

-- What a search reads: the names' keys, and after # each number by its first digits, telephones also after the area
-- code and by their last four.
alter table private.acompanhamentos add column procura text not null generated always as (
  nomes || '#' || cpf || '#' || protocolo || '#' || telefone || '#' || substr(telefone, 3) || '#' || right(telefone, 4)
    || '#' || telefone_responsavel || '#' || substr(telefone_responsavel, 3) || '#' || right(telefone_responsavel, 4)
    || '#' || recado || '#' || substr(recado, 3) || '#' || right(recado, 4)
    || '#' || private.algarismos_do_telefone(telefone_novo) || '#' || substr(private.algarismos_do_telefone(telefone_novo), 3)
    || '#' || right(private.algarismos_do_telefone(telefone_novo), 4)) stored;

create index acompanhamentos_situacao_idx on private.acompanhamentos (situacao, turma_id, criada_em, inscricao_id) where apagada_em is null;
-- What waits for the desk beside the new ones ('Para fazer'); the conditions are those of private.condicoes, word for word.
create index acompanhamentos_por_fazer_idx on private.acompanhamentos (criada_em, inscricao_id) where apagada_em is null and (
  documento_novo or pedido or a_avisar or situacao = 'aprovada' and turma_id is null
  or sem_responsavel and not responsavel_confirmou and situacao not in ('nao-aprovada', 'desistiu'));
create index acompanhamentos_a_parte_idx on private.acompanhamentos (repetida_de, apagada_em, inscricao_id)
  where repetida_de is not null or apagada_em is not null;
create index acompanhamentos_semelhanca_1_idx on private.acompanhamentos ((semelhancas[1])) where apagada_em is null;
create index acompanhamentos_semelhanca_2_idx on private.acompanhamentos ((semelhancas[2])) where apagada_em is null;
create index acompanhamentos_semelhanca_3_idx on private.acompanhamentos ((semelhancas[3])) where apagada_em is null;

do $$ -- the operator class is in whatever schema the extension was created in
begin
  perform set_config('search_path',
    (select quote_ident(n.nspname) from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm'), true);
  create index acompanhamentos_procura_idx on private.acompanhamentos using gin (procura gin_trgm_ops);
  perform set_config('search_path', 'public', true);
end
$$;

-- Links by the rule of 1.1 have ended.
drop index public.inscricoes_projeto_codigo_idx;
drop function private.codigo_pessoal(uuid);
drop table private.links_de_antes;
