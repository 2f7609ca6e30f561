-- The guardian that a minor's enrolment lacks is given by the family's link (decision 134): it stands in
-- columns of its own, beside the answers, and stops the erasing at once. What is missing is told wherever
-- it is missing, the day only where the enrolment is erased for it.
alter table private.acompanhamentos
  add column nome_do_responsavel text check (char_length(nome_do_responsavel) <= 480),
  add column responsavel_chegou boolean not null default false; -- nobody has decided since

alter table private.historico drop constraint historico_acao_check;
alter table private.historico add constraint historico_acao_check check (acao in ('situacao', 'situacao-desfeita', 'criterio', 'nota', 'nota-corrigida', 'repetida', 'mensagem', 'documento-novo',
    'pedido', 'pedido-confirmado', 'pedido-dispensado', 'responsavel'));

create or replace view private.chaves_das_inscricoes as
  select i.id as inscricao_id, i.created_at as criada_em, i.nome_completo as nome,
    ' ' || k.nome || ' | ' || private.chave(k.nome_do_responsavel) || ' ' as nomes,
    k.cpf, coalesce(i.protocolo, '') as protocolo, k.telefone,
    private.algarismos_do_telefone(k.do_responsavel) as telefone_responsavel,
    private.algarismos(i.contato_recados) as recado, i.idade, private.inicio_da_chave(private.chave(i.cidade)) as cidade,
    i.cadastro_unico_url is not null as documento, i.condicao_medica = 'sim' as condicao,
    i.idade < 18 and (btrim(coalesce(k.nome_do_responsavel, '')) = '' or k.do_responsavel is null) as sem_responsavel,
    array[
      case when private.cpf_confere(k.cpf) then 'cpf ' || k.cpf end,
      'nome ' || private.inicio_da_chave(k.nome) || ' ' || i.data_nascimento,
      case when length(k.telefone) >= 8 then 'telefone ' || k.telefone || ' ' || split_part(private.inicio_da_chave(k.nome), ' ', 1) end] as semelhancas
  from public.inscricoes_projeto i
    left join private.acompanhamentos a on a.inscricao_id = i.id
    cross join lateral (
      select private.chave(i.nome_completo) as nome, private.algarismos(i.cpf) as cpf,
        private.algarismos_do_telefone(i.telefone_whatsapp) as telefone,
        coalesce(case when btrim(i.telefone_responsavel) <> '' then i.telefone_responsavel end, a.telefone_do_responsavel) as do_responsavel,
        coalesce(case when btrim(i.nome_responsavel) <> '' then i.nome_responsavel end, a.nome_do_responsavel) as nome_do_responsavel
      offset 0) as k;                                            -- offset 0: each key is computed once

create or replace function private.guardar_telefone_do_responsavel(inscricao uuid, telefone text) returns void
  language sql volatile set search_path = '' as $$
  update private.acompanhamentos a set telefone_do_responsavel = $2
    from public.inscricoes_projeto i
    where a.inscricao_id = $1 and i.id = $1 and i.idade < 18 and btrim(coalesce(i.telefone_responsavel, '')) = '';
  update private.acompanhamentos a set telefone_responsavel = k.telefone_responsavel, sem_responsavel = k.sem_responsavel, nomes = k.nomes
    from private.chaves_das_inscricoes k where a.inscricao_id = $1 and k.inscricao_id = $1
$$;

create or replace function private.situacao_para_a_familia(inscricao uuid, pelo_codigo boolean) returns jsonb
  language sql stable set search_path = '' as $$
  select jsonb_build_object('situacao', a.situacao, 'desde', coalesce(a.decidida_em, a.criada_em))
    || case when pelo_codigo then jsonb_build_object('turma', a.turma, 'primeiroDia', a.primeiro_dia,
      'pedidos', (select coalesce(jsonb_agg(p.tipo order by p.tipo), '[]') from private.pedidos p
        where p.inscricao_id = a.inscricao_id and p.respondido_em is null),
      'podeEnviarDocumento', a.situacao = 'falta-documento' and (
        select count(*) < 3 from private.documentos_novos d where d.inscricao_id = a.inscricao_id),
      'falta', (select coalesce(jsonb_agg(f.nome order by f.nome), '[]') from public.inscricoes_projeto i cross join lateral (values
          ('nomeResponsavel', i.nome_responsavel, a.nome_do_responsavel),
          ('telefoneResponsavel', i.telefone_responsavel, a.telefone_do_responsavel)) as f (nome, resposta, depois)
        where i.id = a.inscricao_id and a.sem_responsavel and not a.responsavel_confirmou
          and a.situacao in ('nova', 'em-analise', 'falta-documento')
          and btrim(coalesce(f.resposta, '')) = '' and f.depois is null),
      'faltaAte', p.responsavel_ate) else '{}' end
  from private.acompanhamentos a left join private.prazos p on p.inscricao_id = a.inscricao_id where a.inscricao_id = $1
$$;

-- Stores the guardian that a minor's enrolment lacks, beside the answers: at once the guardian's, so that
-- nothing is erased for it any more, and the desk is told. All that is missing has to be given; what is not missing is left as
-- it is, so `recebido` is whether the given stands there afterwards, for who asks again too.
create function private.enviar_responsavel(codigo text, nome text, telefone text) returns jsonb
  language plpgsql volatile security definer set search_path = '' set jit = off as $$
declare
  inscricao constant uuid := private.inscricao_do_codigo(codigo);
  quem constant text := nullif(private.aparado(nome), '');
  numero constant text := nullif(private.aparado(telefone), '');
  falta jsonb;
begin
  if inscricao is null then return private.situacao_da_inscricao(codigo); end if;
  if char_length(quem) > 480 then
    raise check_violation using message = 'O nome está muito longo.', constraint = 'acompanhamentos_nome_do_responsavel';
  end if;
  if numero is not null and not (char_length(numero) <= 120 and private.telefone_confere(numero)) then
    raise check_violation using message = 'Confira o telefone, com DDD.', constraint = 'acompanhamentos_telefone_do_responsavel';
  end if;
  perform from public.inscricoes_projeto i where i.id = inscricao for key share;
  perform from private.acompanhamentos a where a.inscricao_id = inscricao and a.apagada_em is null for update;
  if not found then return null; end if;                     -- erased meanwhile
  falta := private.situacao_para_a_familia(inscricao, true) -> 'falta';
  if falta ? 'nomeResponsavel' and quem is null or falta ? 'telefoneResponsavel' and numero is null then
    raise check_violation using message = 'Digite o nome e o telefone do responsável.', constraint = 'acompanhamentos_responsavel';
  end if;
  if falta <> '[]' then
    update private.acompanhamentos a set responsavel_chegou = true,
        nome_do_responsavel = case when falta ? 'nomeResponsavel' then quem else a.nome_do_responsavel end
      where a.inscricao_id = inscricao;
    perform private.guardar_telefone_do_responsavel(inscricao,
      case when falta ? 'telefoneResponsavel' then numero else (
        select a.telefone_do_responsavel from private.acompanhamentos a where a.inscricao_id = inscricao) end);
    insert into private.historico (inscricao_id, acao) values (inscricao, 'responsavel');
  end if;
  return private.situacao_para_a_familia(inscricao, true) || jsonb_build_object('recebido', (
    select coalesce(quem, numero) is not null and (quem is null or quem = coalesce(a.nome_do_responsavel, ''))
      and (numero is null or numero = coalesce(a.telefone_do_responsavel, ''))
    from private.acompanhamentos a where a.inscricao_id = inscricao));
end
$$;

create function public.enviar_responsavel(codigo text, nome text default null, telefone text default null) returns jsonb
  language sql volatile set search_path = ''
  begin atomic
    select private.enviar_responsavel(codigo, nome, telefone);
  end;

-- Functions that are otherwise as they were.
do $do$
declare
  uma record;
  antes text;
begin
  for uma in
    select f.oid, t.* from (values
    (1, 'buscar_inscricoes', $q$'telefoneDoResponsavel', pagina.telefone_do_responsavel, 'ultimoDocumento'$q$,
      $q$'telefoneDoResponsavel', pagina.telefone_do_responsavel, 'nomeDoResponsavel', pagina.nome_do_responsavel, 'responsavelChegou', pagina.responsavel_chegou, 'ultimoDocumento'$q$),
    (2, 'buscar_inscricoes', $q$a.telefone_novo, a.telefone_do_responsavel
$q$,
      $q$a.telefone_novo, a.telefone_do_responsavel, a.nome_do_responsavel, a.responsavel_chegou
$q$),
    (3, 'estado', $q$'telefoneNovo', a.telefone_novo, 'telefoneDoResponsavel', a.telefone_do_responsavel,$q$,
      $q$'telefoneNovo', a.telefone_novo, 'telefoneDoResponsavel', a.telefone_do_responsavel, 'nomeDoResponsavel', a.nome_do_responsavel, 'responsavelChegou', a.responsavel_chegou,$q$),
    (4, 'mudar_situacao', $q$versao = a.versao + 1, documento_novo = false,$q$,
      $q$versao = a.versao + 1, documento_novo = false, responsavel_chegou = false,$q$),
    (5, 'mudar_situacao', $q$'primeiro_dia', antes.primeiro_dia, 'a_avisar', antes.a_avisar, 'documento_novo', antes.documento_novo));
  return private.estado(inscricao) || '{"aplicada": true}';$q$,
      $q$'primeiro_dia', antes.primeiro_dia, 'a_avisar', antes.a_avisar, 'documento_novo', antes.documento_novo, 'responsavel_chegou', antes.responsavel_chegou));
  return private.estado(inscricao) || '{"aplicada": true}';$q$),
    (6, 'desfazer_decisao', $q$      documento_novo = (ultima.antes ->> 'documento_novo')::boolean,
$q$,
      $q$      documento_novo = (ultima.antes ->> 'documento_novo')::boolean,
      responsavel_chegou = coalesce((ultima.antes ->> 'responsavel_chegou')::boolean, a.responsavel_chegou),
$q$),
    (7, 'marcar_criterio', $q$    responsavel_confirmou = case criterio when 'responsavel' then cumprido else a.responsavel_confirmou end,
$q$,
      $q$    responsavel_confirmou = case criterio when 'responsavel' then cumprido else a.responsavel_confirmou end,
    responsavel_chegou = a.responsavel_chegou and criterio not in ('responsavel', 'telefone'),
    telefone_novo = case when criterio = 'telefone' and not cumprido then coalesce(a.telefone_novo, a.telefone_do_responsavel) else a.telefone_novo end,
$q$),
    (8, 'lista_da_turma', $q$'nomeResponsavel', i.nome_responsavel,$q$,
      $q$'nomeResponsavel', coalesce(a.nome_do_responsavel, i.nome_responsavel),$q$)) as t (vez, nome, velho, novo)
      join pg_proc f on f.pronamespace = 'private'::regnamespace and f.proname = t.nome order by t.vez
  loop
    antes := pg_get_functiondef(uma.oid);
    if strpos(antes, uma.velho) = 0 then
      raise exception 'private.% não é a função esperada', uma.nome;
    end if;
    execute replace(antes, uma.velho, uma.novo);
  end loop;
end
$do$;

revoke execute on function private.enviar_responsavel(text, text, text), public.enviar_responsavel(text, text, text)
  from public, anon, authenticated;
grant execute on function private.enviar_responsavel(text, text, text), public.enviar_responsavel(text, text, text)
  to anon, authenticated;
