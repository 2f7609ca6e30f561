-- The bin: what was erased by hand, and not because a family asked, stays whole for seven days and is
-- seen nowhere (decision 131). Whatever reads enrolments leaves it out.

alter table private.acompanhamentos add column apagada_em timestamptz; -- erased by hand, and in the bin
create index acompanhamentos_apagada_idx on private.acompanhamentos (apagada_em) where apagada_em is not null;

alter table private.auditoria drop constraint auditoria_acao_check;

alter table private.auditoria add constraint auditoria_acao_check check (acao in (
    'entrou', 'saiu', 'falha_de_login', 'viu_lista', 'viu_ficha', 'abriu_documento', 'baixou_documento',
    'imprimiu', 'imprimiu_turma', 'exportou', 'preparou_mensagem', 'mudou', 'escreveu_nota', 'apagou', 'devolveu', 'apagou_enxurrada', 'apagou_documento',
    'apagou_pelo_prazo', 'apagou_documento_pelo_prazo', 'retencao', 'liberou_retencao', 'liberou_equipe', 'criou_conta', 'deu_acesso',
    'tirou_acesso', 'trocou_senha', 'errou_senha', 'mudou_configuracao', 'restaurou', 'levantou_incidente'));

-- Which roles may do what. Mirrors ACTS in domain/roles.ts; tests/database/code-tables.test.ts
-- compares them. `com_senha`: what cannot be taken back, and therefore asks for a fresh sign-in.
-- What a professor may read comes with the classes: until then it is nothing.
create or replace view private.atos as select * from (values
    ('ler', '{secretaria,direcao}'::text[], false),          -- list, search, sheets, documents
    ('decidir', '{secretaria,direcao}', false),              -- decide, undo, class, tell, note, compare
    ('imprimir', '{secretaria,direcao}', false),
    ('exportar', '{secretaria,direcao}', false),             -- with a reason
    ('exportar_sem_motivo', '{direcao}', false),
    ('apagar_a_pedido', '{secretaria,direcao}', true),       -- one enrolment, because the family asked
    ('apagar', '{direcao}', true),
    ('devolver', '{direcao}', false),                        -- what was erased a short while ago
    ('ver_enxurradas', '{direcao}', false),
    ('apagar_enxurradas', '{direcao}', true),
    ('ver_freios', '{direcao}', false),
    ('soltar_freios', '{direcao}', true),
    ('aplicar_prazos', '{direcao}', false),                  -- retention, where no server of ours runs it
    ('ver_contas', '{direcao}', false),
    ('mudar_contas', '{direcao}', true),
    ('ver_registro', '{direcao}', false),
    ('ver_copias', '{direcao}', false)) as t (ato, papeis, com_senha);

-- Whoever reads it asks for `apagada_em` itself: a condition in here would cost the order of the indexes.
create or replace view private.por_semelhanca as
  select a.semelhancas[1] as semelhanca, a.inscricao_id, a.repetida, a.criada_em, a.apagada_em from private.acompanhamentos a
  union all select a.semelhancas[2], a.inscricao_id, a.repetida, a.criada_em, a.apagada_em from private.acompanhamentos a
  union all select a.semelhancas[3], a.inscricao_id, a.repetida, a.criada_em, a.apagada_em from private.acompanhamentos a;

-- When an enrolment and its document will be deleted, and by which rule; null: never.
-- `responsavel_ate`: the last day for the guardian's telephone; null by another rule.
create or replace view private.prazos as
  select i.id as inscricao_id, i.protocolo,
    private.envio_do_documento(private.documento_do_endereco(i.cadastro_unico_url)) as envio,
    r.regra, r.apagar_em,
    case when d.situacao in ('aprovada', 'lista-de-espera', 'nao-aprovada', 'desistiu')
      then d.desde + make_interval(days => c.guardar_documento_dias) end as apagar_documento_em,
    case when r.regra = 'sem_responsavel' then private.ultimo_dia_sem_responsavel(e.desde, c.guardar_sem_responsavel_dias) end as responsavel_ate
  from public.inscricoes_projeto i
    cross join private.configuracao c
    left join private.decisoes d on d.inscricao_id = i.id
    left join private.consentimentos k on k.inscricao_id = i.id
    cross join lateral (values (                               -- whether nobody has decided, and since when nothing happened
      coalesce(d.situacao, 'nova') not in ('aprovada', 'lista-de-espera', 'nao-aprovada', 'desistiu'),
      greatest(i.created_at, d.mexida_em))) as e (aberta, desde)
    left join lateral (select * from (values
      ('nao_aprovada', d.situacao = 'nao-aprovada' or d.situacao = 'desistiu' and not d.participou,
        d.desde + make_interval(months => c.guardar_nao_aprovada_meses)),
      ('espera', d.situacao = 'lista-de-espera', d.desde + make_interval(months => c.guardar_espera_meses)),
      ('participante', d.situacao = 'desistiu' and d.participou,
        d.desde + make_interval(months => c.guardar_participante_meses)),
      ('sem_decisao', e.aberta, e.desde + make_interval(months => c.guardar_sem_decisao_meses)),
      ('sem_responsavel',
        e.aberta and i.idade < 18 and btrim(coalesce(i.telefone_responsavel, '')) = '' and d.telefone_do_responsavel is null
          and not coalesce(d.responsavel_confirmou, false) and private.declaracao_avisa_do_responsavel(k.versao_texto),
        (private.ultimo_dia_sem_responsavel(e.desde, c.guardar_sem_responsavel_dias) + 1)::timestamp
          at time zone 'America/Sao_Paulo')                    -- families are told a day: it goes when that is over
    ) as v (regra, vale, apagar_em) where v.vale order by v.apagar_em limit 1) as r on true   -- of two rules the sooner
  where not exists (select from private.acompanhamentos a where a.inscricao_id = i.id and a.apagada_em is not null);

-- Enrolments that nobody at the desk has begun to work on.
create or replace view private.intocadas as
  select a.inscricao_id from private.acompanhamentos a
  where a.situacao = 'nova' and a.versao = 1 and a.apagada_em is null
    and not exists (select from private.anotacoes n where n.inscricao_id = a.inscricao_id)
    and not exists (select from private.historico h where h.inscricao_id = a.inscricao_id);

-- The bin: what was erased by hand and not for a family, until when, why and by whom.
create view private.lixeira as
  select a.inscricao_id, a.nome, i.protocolo, private.envio_do_documento(private.documento_do_endereco(i.cadastro_unico_url)) as envio,
    a.apagada_em, a.apagada_em + make_interval(days => private.dias_de_espera()) as acaba_em, coalesce(u.motivo, 'outro') as motivo, u.quem
  from private.acompanhamentos a
    join public.inscricoes_projeto i on i.id = a.inscricao_id
    left join lateral (
      select r.detalhes ->> 'motivo' as motivo, r.quem from private.auditoria r
      where r.acao = 'apagou' and r.momento >= a.apagada_em and r.inscricao = a.inscricao_id
      order by r.numero limit 1) as u on true
  where a.apagada_em is not null;

-- Their ids and documents, for the policies: few, since the team's brake counts them, and read once for a statement.
create function private.apagadas() returns uuid[]
  language sql stable security definer set search_path = '' as $$
  select array(select a.inscricao_id from private.acompanhamentos a where a.apagada_em is not null)
$$;

create function private.documentos_apagados() returns uuid[]
  language sql stable security definer set search_path = '' as $$
  select array(
    select private.envio_do_documento(private.documento_do_endereco(i.cadastro_unico_url))
      from private.acompanhamentos a join public.inscricoes_projeto i on i.id = a.inscricao_id
      where a.apagada_em is not null and i.cadastro_unico_url is not null
    union all
    select d.envio from private.acompanhamentos a join private.documentos_novos d on d.inscricao_id = a.inscricao_id
      where a.apagada_em is not null)
$$;

-- The bin, newest first, for who may bring back.
create function private.apagadas_ha_pouco()
  returns table (inscricao uuid, nome text, protocolo text, apagada_em timestamptz, acaba_em timestamptz, motivo text, email text)
  language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.exigir('devolver');
  return query select l.inscricao_id, l.nome::text, l.protocolo, l.apagada_em, l.acaba_em, l.motivo, u.email::text
    from private.lixeira l left join auth.users u on u.id = l.quem order by l.apagada_em desc, l.inscricao_id;
  perform private.anotar('viu_lista', auth.uid(), detalhes => jsonb_build_object('linhas', cardinality(private.apagadas())));
end
$$;

create function public.apagadas_ha_pouco()
  returns table (inscricao uuid, nome text, protocolo text, apagada_em timestamptz, acaba_em timestamptz, motivo text, email text)
  language sql volatile set search_path = ''
  begin atomic
    select * from private.apagadas_ha_pouco();
  end;

-- Brings one back whole, as it was.
create function private.devolver_apagada(inscricao uuid) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  iguais text[];
begin
  perform private.exigir('devolver');
  perform private.esperar_a_vez_de(array[inscricao]);
  perform from public.inscricoes_projeto i where i.id = inscricao for update;
  update private.acompanhamentos a set apagada_em = null where a.inscricao_id = inscricao and a.apagada_em is not null
    returning a.semelhancas into iguais;
  if not found then
    raise exception 'Esta inscrição não está mais entre as apagadas.';
  end if;
  perform private.rever_repetidas(iguais, true);
  perform private.anotar('devolveu', auth.uid(), inscricao => devolver_apagada.inscricao);
end
$$;

create function public.devolver_apagada(inscricao uuid) returns void
  language sql volatile set search_path = ''
  begin atomic
    select private.devolver_apagada(inscricao);
  end;

create function private.liberar_freio_da_equipe() returns void
  language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.exigir('soltar_freios');
  if exists (select from private.contas_da_equipe() as c where c.quem = auth.uid()) then
    raise exception 'Você mesmo apagou ou tirou acessos. Peça a outra pessoa da direção, ou a quem cuida do site.';
  end if;
  perform private.liberar_equipe();
end
$$;

create function public.liberar_freio_da_equipe() returns void
  language sql volatile set search_path = ''
  begin atomic
    select private.liberar_freio_da_equipe();
  end;

create policy "apagadas não se leem" on public.inscricoes_projeto
  as restrictive for select to authenticated
  using (id <> all ((select private.apagadas())::uuid[]));

create policy "documentos de apagadas não se abrem" on storage.objects
  as restrictive for select to authenticated
  using (bucket_id <> 'cadastro_unico_uploads'
    or coalesce(private.envio_do_documento(name) <> all ((select private.documentos_apagados())::uuid[]), true));

-- Whether another enrolment shares a value with this one and the two were not compared.
-- The settings and the order leave the planner only the indexes above: expecting that
-- nearly every row shares the value, it would otherwise scan the whole table.
create or replace function private.tem_semelhante(inscricao uuid, semelhancas text[]) returns boolean
  language sql stable set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_sort = off set jit = off
  begin atomic
    select exists (
      select from unnest($2) as s cross join lateral (
        select from private.por_semelhanca p
        where p.semelhanca = s and p.inscricao_id <> $1 and p.apagada_em is null
          and not exists (
            select from private.comparacoes c
            where c.uma = least(p.inscricao_id, $1) and c.outra = greatest(p.inscricao_id, $1))
        order by p.repetida desc, p.criada_em desc limit 1) as outra);
  end;

-- The ten newest of those. Compared ones are left out before the limit, or they would take
-- the places of the others.
create or replace function private.semelhantes(inscricao uuid, semelhancas text[]) returns setof uuid
  language sql stable set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_sort = off set jit = off
  begin atomic
    select perto.inscricao_id
    from unnest($2) as s cross join lateral (
      select p.inscricao_id, p.criada_em from private.por_semelhanca p
      where p.semelhanca = s and p.inscricao_id <> $1 and p.apagada_em is null
        and not exists (
          select from private.comparacoes c
          where c.uma = least(p.inscricao_id, $1) and c.outra = greatest(p.inscricao_id, $1))
      order by p.repetida desc, p.criada_em desc limit 10) as perto
    group by perto.inscricao_id
    order by max(perto.criada_em) desc, perto.inscricao_id limit 10;
  end;

-- What remains of a document that a family sent later: an entry of its own, with the reason and the
-- moment that its enrolment, or all of its documents, went for. So copies lose it too.
create or replace function private.lembrar_documento_apagado() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  dela private.apagamentos;
begin
  select a.* into dela from private.apagamentos a
    where a.inscricao_id = old.inscricao_id order by a.apagado_em desc, a.o_que desc limit 1;
  insert into private.apagamentos (inscricao_id, o_que, envio, motivo, apagado_em)
    values (old.envio, 'documento', old.envio, coalesce(dela.motivo, 'outro'), coalesce(dela.apagado_em, now()))
    on conflict (inscricao_id, o_que) do update set motivo = excluded.motivo, apagado_em = excluded.apagado_em;
  return null;
end
$$;

-- Returns null: the document's bytes wait, and nobody need remove them. `confirmacao` is the
-- protocol as typed, 'APAGAR' for an enrolment without one. One at a time, so that two cannot
-- pass private.exigir_folga together; the lock comes before any row's.
create or replace function private.apagar_inscricao(inscricao uuid, confirmacao text, motivo text) returns text
  language plpgsql security definer set search_path = '' as $$
declare
  linha public.inscricoes_projeto;
  iguais text[];
begin
  perform private.exigir(case motivo when 'pedido_da_familia' then 'apagar_a_pedido' else 'apagar' end);
  if not coalesce(motivo = any (private.motivos_a_mao()), false) then
    raise exception 'Escolha o motivo.';
  end if;
  perform pg_advisory_xact_lock(hashtext('construindo-campeoes apagar'));
  perform private.esperar_a_vez_de(array[inscricao]);
  select * into linha from public.inscricoes_projeto i where i.id = inscricao
    and exists (select from private.acompanhamentos a where a.inscricao_id = i.id and a.apagada_em is null) for update;
  if not found then
    raise exception 'Esta inscrição não existe mais. Pode ter sido apagada.';
  end if;
  if linha.protocolo is null and upper(btrim(coalesce(confirmacao, ''))) <> 'APAGAR' then
    raise exception 'Digite APAGAR para confirmar.';
  elsif linha.protocolo <> regexp_replace(coalesce(confirmacao, ''), '[^0-9]', '', 'g') then
    raise exception 'O protocolo não confere. Digite o desta inscrição.';
  end if;
  perform private.exigir_folga('apagou');
  if motivo = 'pedido_da_familia' then
    insert into private.apagamentos (inscricao_id, o_que, envio, protocolo, motivo) values (
      linha.id, 'inscricao', private.envio_do_documento(private.documento_do_endereco(linha.cadastro_unico_url)),
      linha.protocolo, apagar_inscricao.motivo)
      on conflict (inscricao_id, o_que) do update set motivo = excluded.motivo, apagado_em = now();
    delete from public.inscricoes_projeto i where i.id = linha.id;
  else
    select a.semelhancas into iguais from private.acompanhamentos a where a.inscricao_id = linha.id and a.repetida;
    update private.acompanhamentos a set apagada_em = now(), repetida = false where a.inscricao_id = linha.id;
    if iguais is not null then
      perform private.rever_repetidas(iguais, false);
    end if;
  end if;
  perform private.anotar('apagou', auth.uid(), null, linha.id, jsonb_build_object('motivo', motivo), linha.protocolo);
  return null;
end
$$;

-- Deletes one batch of expired enrolments and documents in one transaction; returns how
-- many of each. Call it until both are 0. It waits for the locks of shared values, which
-- are held briefly, and skips rows that somebody is working on. `freio`: nothing was
-- deleted because a person has to confirm first; else null.
create or replace function private.apagar_vencidas(lote integer, out inscricoes integer, out documentos integer, out freio jsonb)
  language plpgsql security definer set search_path = '' as $$
declare
  vencidas uuid[];
  idas private.apagamentos[];
  um private.apagamentos;
begin
  inscricoes := 0;
  documentos := 0;
  freio := private.conferir_freio();
  if freio is not null then
    return;
  end if;
  -- what was erased by hand days ago goes as if it had gone then: its bytes have waited already
  vencidas := array(
    select v.inscricao_id from (
      select p.inscricao_id, p.apagar_em from private.prazos p where p.apagar_em <= now()
      union all select l.inscricao_id, l.acaba_em from private.lixeira l where l.acaba_em <= now()) as v
    order by v.apagar_em limit lote);
  perform private.esperar_a_vez_de(vencidas);
  vencidas := array(
    select i.id from public.inscricoes_projeto i where i.id = any (vencidas) for update skip locked);
  -- Read again under the locks: something may have been decided meanwhile.
  with novos as (
    insert into private.apagamentos (inscricao_id, o_que, envio, protocolo, motivo, apagado_em)
    select p.inscricao_id, 'inscricao', p.envio, p.protocolo, p.regra, now()
    from private.prazos p where p.inscricao_id = any (vencidas) and p.apagar_em <= now()
    union all
    select l.inscricao_id, 'inscricao', l.envio, l.protocolo, l.motivo, l.apagada_em
    from private.lixeira l where l.inscricao_id = any (vencidas) and l.acaba_em <= now()
    on conflict (inscricao_id, o_que) do update set apagado_em = excluded.apagado_em returning *)
  select coalesce(array_agg(row(novos.*)::private.apagamentos), '{}') into idas from novos;
  delete from public.inscricoes_projeto i where i.id in (select u.inscricao_id from unnest(idas) as u);
  inscricoes := cardinality(idas);

  vencidas := array(
    select i.id from public.inscricoes_projeto i
    where i.id = any (array(
      select p.inscricao_id from private.prazos p
      where p.apagar_documento_em <= now() and p.envio is not null
        and (not exists (select from private.apagamentos a where a.inscricao_id = p.inscricao_id and a.o_que = 'documento')
          or exists (select from private.documentos_novos d where d.inscricao_id = p.inscricao_id))
      limit lote))
    for update skip locked);
  with novos as (
    insert into private.apagamentos (inscricao_id, o_que, envio, protocolo, motivo)
    select p.inscricao_id, 'documento', p.envio, p.protocolo, 'documento'
    from private.prazos p
    where p.inscricao_id = any (vencidas) and p.apagar_documento_em <= now() and p.envio is not null
    on conflict (inscricao_id, o_que) do update set apagado_em = now() returning *)
  select idas || coalesce(array_agg(row(novos.*)::private.apagamentos), '{}') into idas from novos;
  documentos := cardinality(idas) - inscricoes;
  delete from private.documentos_novos d
    where d.inscricao_id in (select u.inscricao_id from unnest(idas) as u where u.o_que = 'documento');

  foreach um in array idas loop
    perform private.anotar(
      case um.o_que when 'inscricao' then 'apagou_pelo_prazo' else 'apagou_documento_pelo_prazo' end,
      auth.uid(), null, um.inscricao_id, jsonb_build_object('motivo', um.motivo), um.protocolo);
  end loop;
end
$$;

-- One line here and there: the rest of each function stays as it is.
do $do$
declare
  uma record;
  antes text;
begin
  for uma in
    select f.oid, t.* from (values
    ('rever_repetidas', $q$        (select p.inscricao_id from private.por_semelhanca p where p.semelhanca = s and $2$q$,
      $q$        (select p.inscricao_id from private.por_semelhanca p where p.semelhanca = s and p.apagada_em is null and $2$q$),
    ('rever_repetidas', $q$        (select p.inscricao_id from private.por_semelhanca p where p.semelhanca = s and not $2$q$,
      $q$        (select p.inscricao_id from private.por_semelhanca p where p.semelhanca = s and p.apagada_em is null and not $2$q$),
    ('comparar_inscricoes', $q$  if not exists (select from private.acompanhamentos a where a.inscricao_id = inscricao) then return null; end if;
  select coalesce(i.protocolo, '') into protocolo_da_outra from public.inscricoes_projeto i where i.id = outra;$q$,
      $q$  if not exists (select from private.acompanhamentos a where a.inscricao_id = inscricao and a.apagada_em is null) then return null; end if;
  select a.protocolo into protocolo_da_outra from private.acompanhamentos a where a.inscricao_id = outra and a.apagada_em is null;$q$),
    ('buscar_inscricoes', $q$  select * into onde, padroes from private.condicoes(filtro);$q$,
      $q$  select * into onde, padroes from private.condicoes(filtro);
  onde := onde || ' and a.apagada_em is null';$q$),
    ('buscar_inscricoes', $q$    select * into marco from private.acompanhamentos where inscricao_id = ao_lado;$q$,
      $q$    select * into marco from private.acompanhamentos where inscricao_id = ao_lado and apagada_em is null;$q$),
    ('quantas', $q$  end if;$q$,
      $q$  end if;
  if exists (select from private.acompanhamentos a where a.apagada_em is not null) then
    -- subtracted, because no index that counts by itself has the column
    execute format('select $3 - count(*) from private.acompanhamentos a where a.apagada_em is not null and %s', onde)
      into total using filtro, padroes, total;
  end if;$q$),
    ('contar_inscricoes', $q$    'ultima', (select max(criada_em) from private.acompanhamentos));$q$,
      $q$    'ultima', (select criada_em from private.acompanhamentos where apagada_em is null order by criada_em desc, inscricao_id desc limit 1));$q$),
    ('chegaram_depois', $q$  return (select count(*) from (select from private.acompanhamentos where criada_em > momento limit 100) as novas);$q$,
      $q$  return (select count(*) from (select from private.acompanhamentos where criada_em > momento and apagada_em is null limit 100) as novas);$q$),
    ('cidades_das_inscricoes', $q$      (select a.cidade, a.inscricao_id, 1 as n from private.acompanhamentos a order by a.cidade limit 1)$q$,
      $q$      (select a.cidade, a.inscricao_id, 1 as n from private.acompanhamentos a where a.apagada_em is null order by a.cidade limit 1)$q$),
    ('cidades_das_inscricoes', $q$        select a.cidade, a.inscricao_id from private.acompanhamentos a where a.cidade > c.cidade order by a.cidade limit 1) as proxima$q$,
      $q$        select a.cidade, a.inscricao_id from private.acompanhamentos a where a.cidade > c.cidade and a.apagada_em is null order by a.cidade limit 1) as proxima$q$),
    ('estado', $q$  from private.acompanhamentos a where a.inscricao_id = $1$q$,
      $q$  from private.acompanhamentos a where a.inscricao_id = $1 and a.apagada_em is null$q$),
    ('mudar_situacao', $q$  select * into antes from private.acompanhamentos a where a.inscricao_id = inscricao for update;$q$,
      $q$  select * into antes from private.acompanhamentos a where a.inscricao_id = inscricao and a.apagada_em is null for update;$q$),
    ('desfazer_decisao', $q$  select * into agora from private.acompanhamentos a where a.inscricao_id = inscricao for update;$q$,
      $q$  select * into agora from private.acompanhamentos a where a.inscricao_id = inscricao and a.apagada_em is null for update;$q$),
    ('marcar_criterio', $q$  select * into antes from private.acompanhamentos a where a.inscricao_id = inscricao for update;$q$,
      $q$  select * into antes from private.acompanhamentos a where a.inscricao_id = inscricao and a.apagada_em is null for update;$q$),
    ('escrever_nota', $q$  perform from private.acompanhamentos a where a.inscricao_id = inscricao for share;$q$,
      $q$  perform from private.acompanhamentos a where a.inscricao_id = inscricao and a.apagada_em is null for share;$q$),
    ('corrigir_nota', $q$  select * into antes from private.anotacoes n where n.id = nota for update;$q$,
      $q$  select * into antes from private.anotacoes n where n.id = nota
    and exists (select from private.acompanhamentos a where a.inscricao_id = n.inscricao_id and a.apagada_em is null) for update;$q$),
    ('preparar_mensagem', $q$  perform from private.acompanhamentos a where a.inscricao_id = inscricao for update;$q$,
      $q$  perform from private.acompanhamentos a where a.inscricao_id = inscricao and a.apagada_em is null for update;$q$),
    ('anotar_acesso', $q$  if inscricao is not null and not exists (select from public.inscricoes_projeto i where i.id = anotar_acesso.inscricao) then$q$,
      $q$  if inscricao is not null and not exists (
    select from private.acompanhamentos a where a.inscricao_id = anotar_acesso.inscricao and a.apagada_em is null) then$q$),
    ('turmas_com_alunos', $q$  where a.turma is not null group by a.turma order by a.turma;$q$,
      $q$  where a.turma is not null and a.apagada_em is null group by a.turma order by a.turma;$q$),
    ('lista_da_turma', $q$  pessoas := array(select a.inscricao_id from private.acompanhamentos a where a.turma = lista_da_turma.turma);$q$,
      $q$  pessoas := array(select a.inscricao_id from private.acompanhamentos a where a.turma = lista_da_turma.turma and a.apagada_em is null);$q$),
    ('lista_da_turma', $q$    where a.inscricao_id = any (pessoas) and a.turma = lista_da_turma.turma;$q$,
      $q$    where a.inscricao_id = any (pessoas) and a.turma = lista_da_turma.turma and a.apagada_em is null;$q$),
    ('inscricao_do_codigo', $q$  where private.codigo_pessoal(private.envio_do_documento(private.documento_do_endereco(i.cadastro_unico_url))) = lower(codigo)$q$,
      $q$  where private.codigo_pessoal(private.envio_do_documento(private.documento_do_endereco(i.cadastro_unico_url))) = lower(codigo)
    and exists (select from private.acompanhamentos a where a.inscricao_id = i.id and a.apagada_em is null)$q$),
    ('situacao_por_protocolo', $q$    where i.protocolo = numero and i.data_nascimento = nascimento limit 2);$q$,
      $q$    where i.protocolo = numero and i.data_nascimento = nascimento
      and exists (select from private.acompanhamentos a where a.inscricao_id = i.id and a.apagada_em is null) limit 2);$q$),
    ('enviar_outro_documento', $q$  select * into antes from private.acompanhamentos a where a.inscricao_id = inscricao for update;$q$,
      $q$  select * into antes from private.acompanhamentos a where a.inscricao_id = inscricao and a.apagada_em is null for update;$q$),
    ('pedir_pela_familia', $q$  select * into antes from private.acompanhamentos a where a.inscricao_id = inscricao for update;$q$,
      $q$  select * into antes from private.acompanhamentos a where a.inscricao_id = inscricao and a.apagada_em is null for update;$q$),
    ('responder_pedido', $q$  perform from private.acompanhamentos a where a.inscricao_id = inscricao for update;$q$,
      $q$  perform from private.acompanhamentos a where a.inscricao_id = inscricao and a.apagada_em is null for update;$q$),
    ('contas_da_equipe', $q$    from (select (select count(*) from (select from public.inscricoes_projeto limit 1000) as i) as existem,$q$,
      $q$    from (select (select count(*) from (select from private.acompanhamentos where apagada_em is null limit 1000) as i) as existem,$q$),
    ('exigir_folga', $q$  raise exception '% Dá de novo a partir de %, ou antes, se quem cuida do site liberar com %.',$q$,
      $q$  raise exception '% Dá de novo a partir de %, ou antes, se outra pessoa da direção liberar, ou quem cuida do site, com %.',$q$),
    ('liberar_equipe', $q$  perform private.anotar('liberou_equipe');$q$,
      $q$  perform private.anotar('liberou_equipe', auth.uid());$q$)) as t (nome, velho, novo)
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

revoke all on private.lixeira from public, anon, authenticated;
revoke execute on function
  private.apagadas(), private.documentos_apagados(), private.apagadas_ha_pouco(), public.apagadas_ha_pouco(),
  private.devolver_apagada(uuid), public.devolver_apagada(uuid), private.liberar_freio_da_equipe(), public.liberar_freio_da_equipe()
  from public, anon, authenticated;
grant execute on function
  private.apagadas(), private.documentos_apagados(), private.apagadas_ha_pouco(), public.apagadas_ha_pouco(),
  private.devolver_apagada(uuid), public.devolver_apagada(uuid), private.liberar_freio_da_equipe(), public.liberar_freio_da_equipe()
  to authenticated;
