-- The brake of retention: erased data does not come back, so a run that would erase very
-- much at once, out of the bin too, or finds the clock far from the last run's, waits until a person has
-- confirmed the date, however long that takes (decisions 87 and 119).
--
-- Access: administrators see it through public.limpeza_parada and release it through
-- public.confirmar_dia; the owner's command releases it with private.soltar_freio.

-- What a person needs to see before confirming; null when retention does not wait.
create function private.estado_do_freio() returns jsonb
  language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'reason', f.motivo, 'today', (now() at time zone 'America/Sao_Paulo')::date,
    'last', (nullif((private.anotacao_da_ultima_retencao()).momento, '-infinity') at time zone 'America/Sao_Paulo')::date,
    'enrolments', f.inscricoes, 'ofEnrolments', f.de_inscricoes,
    'documents', f.documentos, 'ofDocuments', f.de_documentos, 'released',
    -- A day in both directions: a clock that is put right by some seconds takes nothing back.
    f.liberado_em is not null and f.liberado_em between now() - interval '24 hours' and now() + interval '24 hours')
  from private.freio f
$$;

-- Null when retention may go on; else why not, as private.estado_do_freio says it. Counts
-- anew, so what is no longer so stops nothing, and another reason begins from nothing.
-- `segundos` is what servers of 1.1.0 say, and means nothing (decision 119).
-- While a run goes on the shares only fall: it is not stopped in the middle by itself.
-- Compiling takes longer than counting.
create function private.conferir_freio(segundos integer default 0) returns jsonb
  language plpgsql security definer set search_path = '' set jit = off as $$
declare
  agora private.freio;
  lixo record;
  tocadas integer;
  ultima timestamptz := (private.anotacao_da_ultima_retencao()).momento;
begin
  select count(*) filter (where p.apagar_em <= now()), count(*),
      count(*) filter (where f.documento and (p.apagar_em <= now() or p.apagar_documento_em <= now())),
      count(*) filter (where f.documento), count(*) filter (where f.situacao <> 'nova' or f.versao > 1)
    into agora.inscricoes, agora.de_inscricoes, agora.documentos, agora.de_documentos, tocadas
    from private.prazos p left join private.acompanhamentos f on f.inscricao_id = p.inscricao_id;
  -- what lies in the bin is in no period of its own, and goes by the same run; floods count on neither side, and what
  -- a stranger sends makes the bin's share no smaller
  select count(*) as todas, count(*) filter (where a.documento) as com_documento, count(*) filter (where v.foi) as idas,
      count(*) filter (where v.foi and a.documento) as documentos into lixo
    from private.acompanhamentos a cross join lateral (values (a.apagada_em <= now() - make_interval(days => private.dias_de_espera()))) as v (foi)
    where a.apagada_em is not null and coalesce(a.apagada_motivo, '') <> 'enxurrada';
  agora.inscricoes := agora.inscricoes + lixo.idas;
  agora.de_inscricoes := agora.de_inscricoes + lixo.todas;
  agora.documentos := agora.documentos + lixo.documentos;
  agora.de_documentos := agora.de_documentos + lixo.com_documento;
  agora.motivo := case
    when ultima not between now() - interval '3 days' and now() + interval '3 days' then 'relogio'
    when agora.inscricoes > 20 and agora.inscricoes * 5 > agora.de_inscricoes
      or agora.documentos > 20 and agora.documentos * 5 > agora.de_documentos
      or lixo.idas > 20 and lixo.idas * 5 > lixo.todas + tocadas then 'muitas' end;
  delete from private.freio f where f.motivo is distinct from agora.motivo;
  if agora.motivo is null then
    return null;
  end if;
  insert into private.freio as f (motivo, inscricoes, de_inscricoes, documentos, de_documentos)
    values (agora.motivo, agora.inscricoes, agora.de_inscricoes, agora.documentos, agora.de_documentos)
    on conflict (unico) do update set inscricoes = excluded.inscricoes, de_inscricoes = excluded.de_inscricoes,
      documentos = excluded.documentos, de_documentos = excluded.de_documentos;
  return (select e from private.estado_do_freio() as e where not (e ->> 'released')::boolean);
end
$$;

-- Lets the run go on that waits, or would wait, and records who did; nothing when none does.
create function private.soltar_freio() returns void
  language plpgsql security definer set search_path = '' as $$
declare
  solto private.freio;
begin
  perform private.conferir_freio();
  update private.freio f set liberado_em = now(), liberado_por = auth.uid() where f.unico returning * into solto;
  if found then
    perform private.anotar('liberou_retencao', auth.uid(), detalhes => jsonb_build_object(
      'motivo', solto.motivo, 'inscricoes', solto.inscricoes, 'documentos', solto.documentos));
  end if;
end
$$;

create function private.limpeza_parada() returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.exigir('ver_freios');
  return private.estado_do_freio();
end
$$;

-- `dia` is the date that the person saw and says is right. Returns the state afterwards.
create function private.confirmar_dia(dia date) returns jsonb
  language plpgsql security definer set search_path = '' as $$
begin
  perform private.exigir('soltar_freios');
  if dia is distinct from (now() at time zone 'America/Sao_Paulo')::date then
    raise exception 'A data mudou. Confira de novo.';
  end if;
  perform private.soltar_freio();
  return private.estado_do_freio();
end
$$;
