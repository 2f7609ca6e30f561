-- 'Para fazer': what waits for the desk is found by filters of the search, those who wait longest first (decision 141).

alter table private.acompanhamentos
  -- for 'Para fazer': since when what the family sent last waits; kept after it was looked at, so that a page is found by it
  add column documento_novo_em timestamptz,
  add column pedido_em timestamptz;

update private.acompanhamentos a set documento_novo_em = coalesce((
    select max(d.recebido_em) from private.documentos_novos d where d.inscricao_id = a.inscricao_id), a.decidida_em, a.criada_em)
  where a.documento_novo;
update private.acompanhamentos a set pedido_em = coalesce((
    select min(p.feito_em) from private.pedidos p where p.inscricao_id = a.inscricao_id and p.respondido_em is null), a.criada_em)
  where a.pedido;

drop index private.acompanhamentos_condicao_idx;
drop index private.acompanhamentos_sem_responsavel_idx;
drop index private.acompanhamentos_a_avisar_idx;
create index acompanhamentos_novas_idx on private.acompanhamentos (criada_em, inscricao_id) where situacao in ('nova', 'em-analise');
create index acompanhamentos_documento_novo_idx on private.acompanhamentos (documento_novo_em, inscricao_id) where documento_novo;
create index acompanhamentos_pedido_idx on private.acompanhamentos (pedido_em, inscricao_id) where pedido;
create index acompanhamentos_avisar_idx on private.acompanhamentos (decidida_em, inscricao_id) where a_avisar;
create index acompanhamentos_sem_turma_idx on private.acompanhamentos (decidida_em, inscricao_id) where situacao = 'aprovada' and turma_id is null;
create index acompanhamentos_falta_responsavel_idx on private.acompanhamentos (criada_em, inscricao_id)
  where sem_responsavel and not responsavel_confirmou and situacao not in ('nao-aprovada', 'desistiu');

-- Notes since when a document or request waits that nobody has looked at: since it came, also where a
-- decision about it was taken back.
create function private.notar_espera() returns trigger
  language plpgsql set search_path = '' as $$
begin
  if new.documento_novo and not old.documento_novo then
    new.documento_novo_em := coalesce((
      select max(d.recebido_em) from private.documentos_novos d where d.inscricao_id = new.inscricao_id), clock_timestamp());
  end if;
  if new.pedido and not old.pedido then
    new.pedido_em := coalesce((
      select min(p.feito_em) from private.pedidos p where p.inscricao_id = new.inscricao_id and p.respondido_em is null), clock_timestamp());
  end if;
  return new;
end
$$;

create trigger notar_espera before update of documento_novo, pedido on private.acompanhamentos
  for each row when (new.documento_novo and not old.documento_novo or new.pedido and not old.pedido)
  execute function private.notar_espera();

revoke execute on function private.notar_espera() from public, anon, authenticated;

-- Functions that are otherwise as they were.
do $do$
declare
  uma record;
  antes text;
begin
  for uma in
    select f.oid, t.* from (values
    (1, 'condicoes', $q$  if filtro ->> 'cidade' is not null then onde := onde || ' and a.cidade = private.inicio_da_chave(private.chave($1 ->> ''cidade''))'; end if;$q$,
      $q$  if filtro ->> 'cidade' is not null then onde := onde || ' and a.cidade = private.inicio_da_chave(private.chave($1 ->> ''cidade''))'; end if;
  if filtro ->> 'turma' is not null then onde := onde || ' and a.turma_id = ($1 ->> ''turma'')::uuid'; end if;$q$),
    (2, 'condicoes', $q$  onde := onde || case filtro ->> 'condicao' when 'sim' then ' and a.condicao' when 'nao' then ' and not a.condicao' else '' end;
  if filtro ->> 'semResponsavel' = 'true' then onde := onde || ' and a.sem_responsavel and not a.responsavel_confirmou'; end if;
  if filtro ->> 'repetida' = 'true' then onde := onde || ' and a.repetida'; end if;
  if filtro ->> 'avisar' = 'true' then onde := onde || ' and a.a_avisar'; end if;$q$,
      $q$  if filtro ->> 'novas' = 'true' then onde := onde || ' and a.situacao in (''nova'', ''em-analise'')'; end if;
  if filtro ->> 'documentoNovo' = 'true' then onde := onde || ' and a.documento_novo'; end if;
  if filtro ->> 'pedido' = 'true' then onde := onde || ' and a.pedido'; end if;
  if filtro ->> 'avisar' = 'true' then onde := onde || ' and a.a_avisar'; end if;
  if filtro ->> 'semTurma' = 'true' then onde := onde || ' and a.situacao = ''aprovada'' and a.turma_id is null'; end if;
  if filtro ->> 'semResponsavel' = 'true' then
    onde := onde || ' and a.sem_responsavel and not a.responsavel_confirmou and a.situacao not in (''nao-aprovada'', ''desistiu'')';
  end if;
  if filtro ->> 'repetida' = 'true' then onde := onde || ' and a.repetida'; end if;$q$),
    (3, 'buscar_inscricoes', $q$    when 'criada' then 'criada_em' when 'nome' then 'nome' when 'idade' then 'idade' when 'telefone' then 'telefone' end;$q$,
      $q$    when 'criada' then 'criada_em' when 'nome' then 'nome' when 'idade' then 'idade' when 'telefone' then 'telefone'
    when 'espera' then case
      when filtro ->> 'documentoNovo' = 'true' then 'documento_novo_em'
      when filtro ->> 'pedido' = 'true' then 'pedido_em'
      when 'true' in (filtro ->> 'avisar', filtro ->> 'semTurma') then 'decidida_em'
      else 'criada_em' end
    end;$q$),
    (4, 'buscar_inscricoes', $q$    select coalesce(jsonb_agg(jsonb_build_object('id', pagina.inscricao_id, 'situacao', pagina.situacao,$q$,
      $q$    select coalesce(jsonb_agg(jsonb_build_object('id', pagina.inscricao_id, 'situacao', pagina.situacao, 'versao', pagina.versao, 'espera', pagina.espera,$q$),
    (5, 'buscar_inscricoes', $q$      select a.inscricao_id, a.situacao, a.responsavel_confirmou, a.repetida, a.repetida_de, a.turma_id, a.primeiro_dia, a.a_avisar, a.documento_novo, a.pedido, a.telefone_novo, a.telefone_do_responsavel, a.nome_do_responsavel, a.responsavel_chegou$q$,
      $q$      select a.inscricao_id, a.situacao, a.versao, %4$s as espera, a.responsavel_confirmou, a.repetida, a.repetida_de, a.turma_id, a.primeiro_dia, a.a_avisar, a.documento_novo, a.pedido, a.telefone_novo, a.telefone_do_responsavel, a.nome_do_responsavel, a.responsavel_chegou$q$),
    (6, 'buscar_inscricoes', $q$    $sql$, onde, coluna, rumo)$q$,
      $q$    $sql$, onde, coluna, rumo, case when filtro ->> 'ordem' = 'espera' then format('a.%I', coluna) else 'null::timestamptz' end)$q$),
    (7, 'contar_inscricoes', $q$    select c.nome, q.total, q.exato
    from (values ('novas', 'a.situacao = ''nova'''), ('faltaDocumento', 'a.situacao = ''falta-documento'''),
        ('semResponsavel', 'a.sem_responsavel and not a.responsavel_confirmou'), ('repetidas', 'a.repetida')) as c (nome, onde)$q$,
      $q$    select nome, q.total, q.exato
    from unnest(array['novas', 'documentoNovo', 'pedido', 'avisar', 'semTurma', 'semResponsavel']) as nome
      cross join lateral private.condicoes(jsonb_build_object(nome, true)) as c$q$)) as t (vez, nome, velho, novo)
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
