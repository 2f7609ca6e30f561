-- Retention: deletes enrolments, documents and audit entries when the periods of
-- private.configuracao have passed.
--
-- Access: administrators may run it now through public.limpar_vencidas and
-- public.concluir_prazos; our server runs it daily. A run that looks wrong is stopped by
-- private.conferir_freio, of the next file.

-- What retention counts from: the situation and since when, the last day of who left, whether the person ever took
-- part, whether a guardian came in person, the last change in the follow-up, the guardian's
-- telephone that came later, and whether there is a document.
create view private.decisoes as
  select a.inscricao_id, a.situacao, a.decidida_em as desde, coalesce(a.saiu_em::timestamp at time zone 'America/Sao_Paulo', a.decidida_em) as saiu, exists (
    select from private.historico h
    where h.inscricao_id = a.inscricao_id and h.acao = 'situacao' and not h.desfeita and 'aprovada' in (h.de, h.para)) as participou,
    a.responsavel_confirmou, (select max(h.quando) from private.historico h where h.inscricao_id = a.inscricao_id) as mexida_em,
    a.telefone_do_responsavel, a.documento
  from private.acompanhamentos a;

-- Whether a version of the declaration tells that a minor's enrolment is erased without the
-- guardian's telephone: from the second on. A version that is no number tells nothing.
create function private.declaracao_avisa_do_responsavel(versao text) returns boolean
  language sql immutable set search_path = '' as $$
  select coalesce(versao ~ '^[0-9]{1,6}([.][0-9]{1,6})?$' and lpad(split_part(versao, '.', 1), 6, '0') >= '000002', false)
$$;

-- The last day, as families are told it, of a minor without the guardian's telephone of whom
-- nothing was heard since a moment. Mirrors lastDayWithoutGuardian.
create function private.ultimo_dia_sem_responsavel(desde timestamptz, dias integer) returns date
  language sql stable parallel safe
  begin atomic
    select (desde at time zone 'America/Sao_Paulo')::date + dias;
  end;

-- When an enrolment and its documents would be deleted by these settings, and by which rule; null:
-- never, and where there is no document. No longer than its declaration promised. `responsavel_ate`: the last
-- day for the guardian's telephone; null by another rule. `mexida`: as if something had happened then, too.
-- The planner merges it into whatever reads it. A text, since a body that
-- PostgreSQL has read (begin atomic) and that uses a table's row type stops each later column of that table.
create function private.prazos_com(c private.configuracao, mexida timestamptz default null)
  returns table (inscricao_id uuid, protocolo text, envio uuid, regra text, apagar_em timestamptz, apagar_documento_em timestamptz, responsavel_ate date)
  language sql stable as $$
  select i.id as inscricao_id, i.protocolo,
    private.envio_do_documento(private.documento_do_endereco(i.cadastro_unico_url)) as envio,
    r.regra, r.apagar_em,
    case when d.documento and d.situacao in ('aprovada', 'lista-de-espera', 'nao-aprovada', 'desistiu')
      then d.desde + make_interval(days => least((c).guardar_documento_dias, o.guardar_documento_dias)) end as apagar_documento_em,
    case when r.regra = 'sem_responsavel' then u.ultimo_dia end as responsavel_ate
  from public.inscricoes_projeto i
    left join private.decisoes d on d.inscricao_id = i.id
    left join private.consentimentos k on k.inscricao_id = i.id
    left join private.prazos_prometidos o on o.versao = k.versao_texto
    -- whether nobody has decided, and since when nothing happened
    cross join lateral (values (
      coalesce(d.situacao, 'nova') not in ('aprovada', 'lista-de-espera', 'nao-aprovada', 'desistiu'),
      greatest(i.created_at, d.mexida_em, mexida))) as e (aberta, desde)
    cross join lateral (values (private.ultimo_dia_sem_responsavel(e.desde, least((c).guardar_sem_responsavel_dias, o.guardar_sem_responsavel_dias)))) as u (ultimo_dia)
    left join lateral (select * from (values
      ('nao_aprovada', d.situacao = 'nao-aprovada' or d.situacao = 'desistiu' and not d.participou,
        d.desde + make_interval(months => least((c).guardar_nao_aprovada_meses, o.guardar_nao_aprovada_meses))),
      ('espera', d.situacao = 'lista-de-espera', d.desde + make_interval(months => least((c).guardar_espera_meses, o.guardar_espera_meses))),
      ('participante', d.situacao = 'desistiu' and d.participou,
        -- said weeks late, it still stays seven days
        greatest(d.saiu, d.desde - interval '21 days') + make_interval(months => least((c).guardar_participante_meses, o.guardar_participante_meses))),
      ('sem_decisao', e.aberta, e.desde + make_interval(months => least((c).guardar_sem_decisao_meses, o.guardar_sem_decisao_meses))),
      ('sem_responsavel',
        e.aberta and btrim(coalesce(i.telefone_responsavel, '')) = '' and d.telefone_do_responsavel is null
          and not coalesce(d.responsavel_confirmou, false) and private.declaracao_avisa_do_responsavel(k.versao_texto)
          and private.idade(i.data_nascimento) < 18 and private.idade_em(i.data_nascimento, u.ultimo_dia + 1) < 18,  -- nobody of age goes for it, that day or late
        -- families are told a day: it goes when that is over
        (u.ultimo_dia + 1)::timestamp at time zone 'America/Sao_Paulo')
    -- of two rules the sooner
    ) as v (regra, vale, apagar_em) where v.vale order by v.apagar_em limit 1) as r on true
  where not exists (select from private.acompanhamentos a where a.inscricao_id = i.id and a.apagada_em is not null)
$$;

-- The same by the settings in force.
create view private.prazos as
  select p.* from private.configuracao c cross join lateral private.prazos_com(c) as p;

-- Who took part and is erased within thirty days: their list is taken out before.
create view private.saem_logo as
  select a.inscricao_id from private.acompanhamentos a join private.prazos p on p.inscricao_id = a.inscricao_id
  where a.situacao = 'desistiu' and a.apagada_em is null and p.regra = 'participante' and p.apagar_em <= now() + interval '30 days';

-- Makes the shortened periods whose days are over the settings in force; says whether there were any.
create function private.encurtar_prazos() returns boolean
  language plpgsql security definer set search_path = '' as $$
declare
  um private.prazos_a_encurtar;
  algum boolean := false;
begin
  if not exists (select from private.prazos_a_encurtar p where p.vale_em <= now()) then
    return false;
  end if;
  perform from private.configuracao c where c.unica for update;
  for um in select p.* from private.prazos_a_encurtar p where p.vale_em <= now() order by p.nome loop
    delete from private.prazos_a_encurtar p where p.nome = um.nome;
    execute format('update private.configuracao set %1$I = $1 where unica and coalesce(%1$I > $1, true)', um.nome) using um.valor;
    algum := true;
  end loop;
  return algum;
end
$$;

-- Deletes one batch of expired enrolments and documents in one transaction; returns how
-- many of each. Call it until both are 0. It skips rows that somebody is working on. `freio`: nothing was
-- deleted because a person has to confirm first; else null.
create function private.apagar_vencidas(lote integer, out inscricoes integer, out documentos integer, out freio jsonb)
  language plpgsql security definer set search_path = '' as $$
declare
  vencidas uuid[];
  idas private.apagamentos[];
  um private.apagamentos;
begin
  inscricoes := 0;
  documentos := 0;
  freio := private.conferir_freio();
  if freio is null and private.encurtar_prazos() then -- not under a clock that looks wrong; then counted anew
    freio := private.conferir_freio();
  end if;
  if freio is not null then
    return;
  end if;
  -- what was erased by hand days ago goes as if it had gone then: its bytes have waited already
  vencidas := array(
    select v.inscricao_id from (
      select p.inscricao_id, p.apagar_em from private.prazos p where p.apagar_em <= now()
      union all select l.inscricao_id, l.acaba_em from private.lixeira l where l.acaba_em <= now()) as v
    order by v.apagar_em limit lote);
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
      select p.inscricao_id from private.prazos p where p.apagar_documento_em <= now() limit lote))
    for update skip locked);
  with novos as (
    insert into private.apagamentos (inscricao_id, o_que, envio, protocolo, motivo)
    select p.inscricao_id, 'documento', p.envio, p.protocolo, 'documento'
    from private.prazos p
    where p.inscricao_id = any (vencidas) and p.apagar_documento_em <= now()
    on conflict (inscricao_id, o_que) do update set apagado_em = now() returning *)
  select idas || coalesce(array_agg(row(novos.*)::private.apagamentos), '{}') into idas from novos;
  documentos := cardinality(idas) - inscricoes;
  delete from private.documentos_novos d
    where d.inscricao_id in (select u.inscricao_id from unnest(idas) as u where u.o_que = 'documento');
  update private.acompanhamentos a set documento = false
    where a.inscricao_id in (select u.inscricao_id from unnest(idas) as u where u.o_que = 'documento');

  foreach um in array idas loop
    perform private.anotar(
      case um.o_que when 'inscricao' then 'apagou_pelo_prazo' else 'apagou_documento_pelo_prazo' end,
      auth.uid(), null, um.inscricao_id, jsonb_build_object('motivo', um.motivo), um.protocolo);
  end loop;
end
$$;

-- Ends a run: deletes expired audit entries and records of erasure, and appends an entry of
-- what the run did. `a_limpar`: the next run must still remove traces of erased rows from
-- PostgreSQL's files. Refuses what private.conferir_freio stops: the entry would be the
-- moment that the clock is compared with.
create function private.encerrar_prazos(inscricoes integer, documentos integer, envios integer, a_limpar boolean default false) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  limite timestamptz;
  ultima private.auditoria;
begin
  if private.conferir_freio() is not null then
    raise exception 'A limpeza está parada até alguém confirmar a data.';
  end if;
  delete from private.freio where unico;
  perform private.misturar_passadas();
  delete from private.tentativas_da_equipe t where t.quando < now() - interval '8 days'; -- a device may keep marks of a class for a week
  select now() - make_interval(months => guardar_auditoria_meses) into limite from private.configuracao;
  perform from private.auditoria_pontas for update;
  select a.* into ultima from private.auditoria a
    where a.numero < (select coalesce(min(b.numero), 0) from private.auditoria b where b.momento >= limite)
    order by a.numero desc limit 1;
  if found then
    perform set_config('auditoria.podando', 'sim', true);
    delete from private.auditoria a where a.numero <= ultima.numero;
    perform set_config('auditoria.podando', '', true);
    update private.auditoria_pontas set antes = ultima.numero, elo_antes = ultima.elo where unica;
  end if;
  delete from private.apagamentos a where a.apagado_em < limite
    and not exists (select from public.inscricoes_projeto i where i.id = a.inscricao_id);
  perform private.anotar('retencao', auth.uid(), null, null,
    jsonb_build_object('inscricoes', inscricoes, 'documentos', documentos, 'envios', envios)
      || case when a_limpar then '{"a_limpar": true}' else '{}' end::jsonb);
end
$$;

-- For `npm run retention` against a Supabase project: one batch, as an administrator, and
-- the names of the documents to remove there; none of either with `freio`.
create function private.limpar_vencidas() returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  feito record;
begin
  perform private.exigir('aplicar_prazos');
  select * into feito from private.apagar_vencidas(100);
  return jsonb_build_object('inscricoes', feito.inscricoes, 'documentos', feito.documentos, 'freio', feito.freio, 'remover', to_jsonb(array(
    select d from private.documentos_a_remover(24) as d where feito.freio is null limit 100)));
end
$$;

create function private.concluir_prazos(inscricoes integer, documentos integer, envios integer) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  perform private.exigir('aplicar_prazos');
  perform private.encerrar_prazos(inscricoes, documentos, envios);
end
$$;

-- For pg_cron on a Supabase project, where no server of ours runs daily: the whole run, as the
-- database's owner. Bytes are not SQL's to remove: pg_net asks the storage API once this has
-- committed, with the project's address and secret key, for a hundred documents at a time, which
-- its versions before 0.15.0 cannot. Its queue outlives no crash:
-- what still stands in storage.objects is asked for the next day.
create function private.aplicar_prazos_do_dia(projeto text, chave text) returns jsonb
  language plpgsql set search_path = '' as $$
declare
  endereco text := projeto || '/storage/v1/object/cadastro_unico_uploads';
  cabecalhos jsonb := jsonb_build_object('apikey', chave, 'Authorization', 'Bearer ' || chave, 'Content-Type', 'application/json');
  feito record;
  inscricoes integer := 0;
  documentos integer := 0;
  remover text[];
begin
  if not exists (select from pg_proc p
    where p.pronamespace = to_regnamespace('net') and p.proname = 'http_delete' and 'body' = any (p.proargnames)) then
    raise exception 'Ligue antes a extensão pg_net, ou atualize o projeto, no painel, em Database → Extensions.';
  end if;
  if coalesce(projeto !~ '^https://[^/]+$' or chave = '', true) then
    raise exception 'Diga o endereço do projeto, como https://abcdefgh.supabase.co, e a chave secreta dele.';
  end if;
  loop
    select * into feito from private.apagar_vencidas(100);
    if feito.freio is not null then
      return jsonb_build_object('inscricoes', inscricoes, 'documentos', documentos, 'freio', feito.freio);
    end if;
    exit when feito.inscricoes + feito.documentos = 0;
    inscricoes := inscricoes + feito.inscricoes;
    documentos := documentos + feito.documentos;
  end loop;
  remover := array(select d from private.documentos_a_remover(24) as d);
  for primeiro in 1 .. cardinality(remover) by 100 loop
    execute 'select net.http_delete(url := $1, headers := $2, timeout_milliseconds := 30000, body := $3)'
      using endereco, cabecalhos, jsonb_build_object('prefixes', remover[primeiro : primeiro + 99]);
  end loop;
  perform private.encerrar_prazos(inscricoes, documentos, cardinality(remover));
  return jsonb_build_object('inscricoes', inscricoes, 'documentos', documentos, 'envios', cardinality(remover));
end
$$;

-- For the list and the sheet: the day an enrolment will be deleted, and by which rule. `guardianUntil`: the last day for the guardian's telephone that a message
-- prepared now has to tell, since preparing it starts the days again; null by another rule.
create function private.dias_de_guarda(inscricoes uuid[])
  returns table (enrolment uuid, "eraseOn" date, rule text, "guardianUntil" date)
  language plpgsql stable security definer set search_path = '' set jit = off as $$
#variable_conflict use_column
begin
  perform private.exigir('ler');
  return query select p.inscricao_id, (p.apagar_em at time zone 'America/Sao_Paulo')::date, p.regra,
    (select d.responsavel_ate from private.prazos_com(c, now()) as d where d.inscricao_id = p.inscricao_id)
  from private.configuracao c cross join lateral private.prazos_com(c) as p
  where p.inscricao_id = any (dias_de_guarda.inscricoes) and p.apagar_em is not null;
end
$$;

-- The audit entry of the last run, null when there was none. Where our own server runs daily
-- (schema servidor) only its runs count: an administrator's numbers are not proven. Where none
-- does and none ever went well, what was due for more than three days is a backlog that
-- nobody has seen: an entry without number, so long ago that the brake stops the first run.
create function private.anotacao_da_ultima_retencao() returns private.auditoria
  language sql stable security definer set search_path = '' as $$
  select coalesce(
    (select a from private.auditoria a where a.acao = 'retencao' and (a.quem is null or to_regnamespace('servidor') is null)
      order by a.numero desc limit 1),
    (select jsonb_populate_record(null::private.auditoria, '{"momento": "-infinity"}')
      where to_regnamespace('servidor') is null
        and (exists (select from private.prazos p, (values (now() - interval '3 days')) as v (antes)
            where p.apagar_em < v.antes or p.apagar_documento_em < v.antes)
          or exists (select from private.documentos_a_remover(96)))))
$$;
