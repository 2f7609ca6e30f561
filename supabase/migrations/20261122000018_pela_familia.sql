-- What a family may send later, by the personal code of its link: another document.
--
-- Access: anybody with the code, through the functions of `public`.

-- Binds an uploaded document to the enrolment of this code, as its newest: only while the
-- situation is 'falta-documento', at most three, and once for each upload. The situation is
-- looked at under the lock that decisions take, so a colleague's decision is never undone by
-- it. Null for a code that is nobody's, which counts as an attempt (private.situacao_da_inscricao).
-- `recebido` says whether this document is there afterwards, beside the situation as it is now.
create function private.enviar_outro_documento(codigo text, endereco text) returns jsonb
  language plpgsql volatile security definer set search_path = '' set jit = off as $$
declare
  inscricao constant uuid := private.inscricao_do_codigo(codigo);
  nome constant text := private.documento_do_endereco(endereco);
  upload constant uuid := private.envio_do_documento(nome);
  antes private.acompanhamentos;
  recebido boolean;
begin
  if inscricao is null then return private.situacao_da_inscricao(codigo); end if;
  perform from public.inscricoes_projeto i where i.id = inscricao for key share;
  select * into antes from private.acompanhamentos a where a.inscricao_id = inscricao for update;
  if not found then return null; end if;                     -- erased meanwhile
  recebido := exists (select from private.documentos_novos d where d.envio = upload and d.inscricao_id = inscricao);
  if recebido or not (private.situacao_para_a_familia(inscricao, true) ->> 'podeEnviarFoto')::boolean then
    return private.situacao_para_a_familia(inscricao, true) || jsonb_build_object('recebido', recebido);
  end if;

  perform from storage.objects o where o.bucket_id = 'cadastro_unico_uploads' and o.name = nome for share;
  if not found then
    raise foreign_key_violation using message = 'O documento não foi encontrado. Envie de novo.', constraint = 'documentos_novos_documento';
  end if;
  if private.inscricao_do_documento(nome) is not null then
    raise check_violation using message = 'Este documento é de outra inscrição.', constraint = 'documentos_novos_de_outra';
  end if;
  insert into private.documentos_novos (envio, inscricao_id, endereco) values (upload, inscricao, enviar_outro_documento.endereco);
  update private.acompanhamentos a
    set situacao = 'em-analise', motivo = null, versao = a.versao + 1, decidida_em = clock_timestamp(), a_avisar = false, documento_novo = true
    where a.inscricao_id = inscricao;
  insert into private.historico (inscricao_id, acao) values (inscricao, 'documento-novo');
  insert into private.historico (inscricao_id, acao, de, para, versao, antes)
    values (inscricao, 'situacao', antes.situacao, 'em-analise', antes.versao + 1,
      jsonb_build_object('motivo', antes.motivo, 'decidida_em', antes.decidida_em, 'turma', null, 'primeiro_dia', null, 'a_avisar', antes.a_avisar));
  return private.situacao_para_a_familia(inscricao, true) || '{"recebido": true}';
end
$$;

create function public.enviar_outro_documento(codigo text, endereco text) returns jsonb
  language sql volatile set search_path = ''
  begin atomic
    select private.enviar_outro_documento(codigo, endereco);
  end;

revoke execute on function
  private.enviar_outro_documento(text, text), public.enviar_outro_documento(text, text)
  from public, anon, authenticated;
grant execute on function
  private.enviar_outro_documento(text, text), public.enviar_outro_documento(text, text)
  to anon, authenticated;
