-- Documents that the desk attaches to an enrolment, beside those that families send (decision 144).

alter table private.documentos_novos
  add column anexado_por uuid;                                 -- who at the desk attached it; null: the family. No reference, since that outlives the account

-- The derived columns of each enrolment. A guardian's name and telephone that came later count where the answers have none.
create or replace view private.chaves_das_inscricoes as
  select i.id as inscricao_id, i.created_at as criada_em, i.nome_completo as nome,
    ' ' || k.nome || ' | ' || private.chave(k.nome_do_responsavel) || ' ' as nomes,
    k.cpf, coalesce(i.protocolo, '') as protocolo, k.telefone,
    private.algarismos_do_telefone(k.do_responsavel) as telefone_responsavel,
    private.algarismos(i.contato_recados) as recado, i.idade, private.inicio_da_chave(private.chave(i.cidade)) as cidade,
    i.cadastro_unico_url is not null or exists (select from private.documentos_novos d where d.inscricao_id = i.id) as documento, i.condicao_medica = 'sim' as condicao,
    i.idade < 18 and (btrim(coalesce(k.nome_do_responsavel, '')) = '' or k.do_responsavel is null) as sem_responsavel,
    private.semelhancas_de(k.nome, i.data_nascimento, k.cpf, k.telefone) as semelhancas
  from public.inscricoes_projeto i
    left join private.acompanhamentos a on a.inscricao_id = i.id
    cross join lateral (
      select private.chave(i.nome_completo) as nome, private.algarismos(i.cpf) as cpf,
        private.algarismos_do_telefone(i.telefone_whatsapp) as telefone,
        coalesce(case when btrim(i.telefone_responsavel) <> '' then i.telefone_responsavel end, a.telefone_do_responsavel) as do_responsavel,
        coalesce(case when btrim(i.nome_responsavel) <> '' then i.nome_responsavel end, a.nome_do_responsavel) as nome_do_responsavel
      offset 0) as k;                                            -- offset 0: each key is computed once

alter table private.historico drop constraint historico_acao_check;
alter table private.historico add constraint historico_acao_check
  check (acao in ('situacao', 'situacao-desfeita', 'criterio', 'nota', 'nota-corrigida', 'repetida', 'mensagem', 'documento-novo',
    'pedido', 'pedido-confirmado', 'pedido-dispensado', 'responsavel', 'novo-link', 'links-encerrados',
    'correcao', 'correcao-desfeita', 'documento-anexado'));

-- Refuses an uploaded document that is not there, or is of an enrolment; the lock stops the sweep from removing it.
create function private.exigir_documento_livre(nome text) returns void
  language plpgsql volatile set search_path = '' as $$
begin
  perform from storage.objects o where o.bucket_id = 'cadastro_unico_uploads' and o.name = nome for share;
  if not found then
    raise foreign_key_violation using message = 'O documento não foi encontrado. Envie de novo.', constraint = 'documentos_novos_documento';
  end if;
  if private.inscricao_do_documento(nome) is not null then
    raise check_violation using message = 'Este documento é de outra inscrição.', constraint = 'documentos_novos_de_outra';
  end if;
end
$$;

revoke execute on function private.exigir_documento_livre(text) from public, anon, authenticated;

-- Attaches an uploaded document to an enrolment: what came on paper or by WhatsApp. Once for each upload; at most twenty, beside
-- what the family sent. What was asked for ('falta-documento') is there then, so the situation becomes 'em-analise', as when a
-- family sends it. Not when the documents' time is over: the next retention would erase it.
create function private.anexar_documento(inscricao uuid, endereco text) returns jsonb
  language plpgsql volatile security definer set search_path = '' set jit = off as $$
declare
  nome constant text := private.documento_do_endereco(endereco);
  upload constant uuid := private.envio_do_documento(nome);
  antes private.acompanhamentos;
begin
  perform private.exigir('decidir');
  perform from public.inscricoes_projeto i where i.id = inscricao for key share;
  select * into antes from private.acompanhamentos a where a.inscricao_id = inscricao and a.apagada_em is null for update;
  if not found then return null; end if;
  if exists (select from private.documentos_novos d where d.envio = upload and d.inscricao_id = anexar_documento.inscricao) then
    return private.estado_lido(inscricao);
  end if;
  perform private.exigir_documento_livre(nome);
  if (select count(*) >= 20 from private.documentos_novos d where d.inscricao_id = anexar_documento.inscricao and d.anexado_por is not null) then
    raise check_violation using message = 'Esta inscrição já tem vinte documentos anexados.', constraint = 'documentos_novos_anexados';
  end if;
  if exists (select from private.prazos p where p.inscricao_id = anexar_documento.inscricao and p.apagar_documento_em <= now()) then
    raise check_violation using message = 'O prazo de guardar documentos desta inscrição já passou: a limpeza apagaria este também.', constraint = 'documentos_novos_prazo';
  end if;
  insert into private.documentos_novos (envio, inscricao_id, endereco, anexado_por) values (upload, inscricao, anexar_documento.endereco, auth.uid());
  update private.acompanhamentos a set documento = true where a.inscricao_id = anexar_documento.inscricao and not a.documento;
  perform private.anotar_no_historico(inscricao, 'documento-anexado', null, null);
  if antes.situacao = 'falta-documento' then
    update private.acompanhamentos a
      set situacao = 'em-analise', motivo = null, versao = a.versao + 1, decidida_em = clock_timestamp(), a_avisar = false
      where a.inscricao_id = anexar_documento.inscricao;
    perform private.anotar_mudanca(antes, 'em-analise', null, null);
  end if;
  return private.estado(inscricao);
end
$$;

create function public.anexar_documento(inscricao uuid, endereco text) returns jsonb
  language sql volatile set search_path = ''
  begin atomic
    select private.anexar_documento(inscricao, endereco);
  end;

revoke execute on function private.anexar_documento(uuid, text), public.anexar_documento(uuid, text) from public, anon, authenticated;
grant execute on function private.anexar_documento(uuid, text), public.anexar_documento(uuid, text) to authenticated;

-- Functions that are otherwise as they were.
do $do$
declare
  uma record;
  antes text;
begin
  for uma in
    select f.oid, t.* from (values
    ('notar_espera', $q$where d.inscricao_id = new.inscricao_id), clock_timestamp());$q$,
      $q$where d.inscricao_id = new.inscricao_id and d.anexado_por is null), clock_timestamp());$q$),
    ('estado', $q$'recebidoEm', d.recebido_em, 'conteudoAtivo', private.conteudo_ativo(d.endereco)) order$q$,
      $q$'recebidoEm', d.recebido_em, 'conteudoAtivo', private.conteudo_ativo(d.endereco),
        'daEquipe', d.anexado_por is not null, 'anexadoPor', (select u.email from auth.users u where u.id = d.anexado_por)) order$q$),
    ('situacao_para_a_familia', $q$        select count(*) < 3 from private.documentos_novos d where d.inscricao_id = a.inscricao_id),$q$,
      $q$        select count(*) < 3 from private.documentos_novos d where d.inscricao_id = a.inscricao_id and d.anexado_por is null),$q$),
    ('enviar_outro_documento', $q$  perform from storage.objects o where o.bucket_id = 'cadastro_unico_uploads' and o.name = nome for share;
  if not found then
    raise foreign_key_violation using message = 'O documento não foi encontrado. Envie de novo.', constraint = 'documentos_novos_documento';
  end if;
  if private.inscricao_do_documento(nome) is not null then
    raise check_violation using message = 'Este documento é de outra inscrição.', constraint = 'documentos_novos_de_outra';
  end if;
$q$,
      $q$  perform private.exigir_documento_livre(nome);
$q$)) as t (nome, velho, novo)
      join pg_proc f on f.pronamespace = 'private'::regnamespace and f.proname = t.nome
  loop
    antes := pg_get_functiondef(uma.oid);
    if strpos(antes, uma.velho) = 0 then
      raise exception 'private.% não é a função esperada', uma.nome;
    end if;
    execute replace(antes, uma.velho, uma.novo);
  end loop;
end
$do$;
