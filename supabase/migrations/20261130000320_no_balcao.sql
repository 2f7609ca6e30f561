-- Who enrols at the counter may have no document: then the protocol is of the enrolment's own uuid.

alter table public.inscricoes_projeto drop column protocolo, add column protocolo text generated always as (
  private.protocolo(coalesce(
    private.envio_do_documento(private.documento_do_endereco(cadastro_unico_url)), id))) stored;
create index inscricoes_projeto_protocolo_idx on public.inscricoes_projeto (protocolo, data_nascimento);
update private.acompanhamentos a set protocolo = i.protocolo
  from public.inscricoes_projeto i where i.id = a.inscricao_id and a.protocolo = '';

alter table private.historico drop constraint historico_acao_check, add constraint historico_acao_check
  check (acao in ('situacao', 'situacao-desfeita', 'criterio', 'nota', 'nota-corrigida', 'repetida', 'mensagem',
    'documento-novo', 'pedido', 'pedido-confirmado', 'pedido-dispensado', 'responsavel', 'novo-link',
    'links-encerrados', 'correcao', 'correcao-desfeita', 'documento-anexado', 'pedido-no-balcao',
    'pedido-reaberto', 'voltou', 'importada', 'no-balcao'));

-- `balcao`: who enrolled somebody there, whose uuid is the origin
alter table private.tentativas drop constraint tentativas_que_check, add constraint tentativas_que_check
  check (que in ('codigo', 'protocolo', 'rede', 'pedido', 'dados', 'balcao'));
