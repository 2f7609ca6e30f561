-- Floods: many uploads of one address in one hour, and the enrolments that came with them.
--
-- Access: administrators see and erase them, through the functions of `public`. What people
-- at the desk have begun to work on is no flood and stays.

-- Uploads of the last 48 hours that nobody claimed, and untouched enrolments with theirs.
create view private.envios_recentes as
  select g.objeto, g.origem, date_trunc('hour', g.quando) as hora, g.quando, i.id as inscricao_id
  from private.origens g
    left join public.inscricoes_projeto i
      on private.envio_do_documento(private.documento_do_endereco(i.cadastro_unico_url)) = g.envio
    left join private.acompanhamentos a on a.inscricao_id = i.id
  where not g.apagar and g.quando > now() - interval '48 hours'
    and case when i.id is null
      then exists (select from storage.objects o where o.id = g.objeto)
        and not exists (select from private.documentos_novos d where d.envio = g.envio)
      else a.situacao = 'nova' and a.versao = 1
        and not exists (select from private.anotacoes n where n.inscricao_id = i.id)
        and not exists (select from private.historico h where h.inscricao_id = i.id) end;

-- Thirty or more of one address in one hour, the newest first. `origem` means nothing but
-- that they came from one place, which may be a school: a person decides.
create function private.enxurradas()
  returns table (origem text, hora timestamptz, primeira timestamptz, ultima timestamptz, inscricoes integer, documentos integer)
  language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.exigir_administrador();
  return query select encode(e.origem, 'hex'), e.hora, min(e.quando), max(e.quando),
    count(distinct e.inscricao_id)::integer, (count(*) filter (where e.inscricao_id is null))::integer
  from private.envios_recentes e group by e.origem, e.hora having count(*) >= 30 order by e.hora desc, e.origem limit 20;
end
$$;

create function public.enxurradas()
  returns table (origem text, hora timestamptz, primeira timestamptz, ultima timestamptz, inscricoes integer, documentos integer)
  language sql stable set search_path = ''
  begin atomic
    select * from private.enxurradas();
  end;

-- Erases at most 500 enrolments of a flood and marks its unclaimed documents, whose bytes
-- the server removes; `faltam` enrolments are left for the next call.
create function private.apagar_enxurrada(origem text, hora timestamptz, confirmacao text) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  bytes constant bytea := case when apagar_enxurrada.origem ~ '^[0-9a-f]{32}$' then decode(apagar_enxurrada.origem, 'hex') end;
  escolhidas uuid[];
  apagadas integer;
  marcados integer;
begin
  perform private.exigir_administrador();
  if upper(btrim(coalesce(confirmacao, ''))) <> 'APAGAR' then
    raise exception 'Digite APAGAR para confirmar.';
  end if;
  escolhidas := array(select distinct e.inscricao_id from private.envios_recentes e
    where e.origem = bytes and e.hora = apagar_enxurrada.hora and e.inscricao_id is not null limit 500);
  perform private.esperar_a_vez_de(escolhidas);
  perform from public.inscricoes_projeto i where i.id = any (escolhidas) order by i.id for update;
  -- a second look, after the locks: what somebody has just decided stays
  escolhidas := array(select distinct e.inscricao_id from private.envios_recentes e where e.inscricao_id = any (escolhidas));
  update private.origens g set apagar = true
    where g.objeto in (select e.objeto from private.envios_recentes e
      where e.origem = bytes and e.hora = apagar_enxurrada.hora and e.inscricao_id is null);
  get diagnostics marcados = row_count;
  insert into private.apagamentos (inscricao_id, o_que, envio, protocolo, motivo)
    select i.id, 'inscricao', private.envio_do_documento(private.documento_do_endereco(i.cadastro_unico_url)), i.protocolo, 'enxurrada'
    from public.inscricoes_projeto i where i.id = any (escolhidas)
    on conflict (inscricao_id, o_que) do update set apagado_em = now();
  delete from public.inscricoes_projeto i where i.id = any (escolhidas);
  get diagnostics apagadas = row_count;
  if apagadas + marcados > 0 then
    perform private.anotar('apagou_enxurrada', auth.uid(), detalhes => jsonb_build_object('inscricoes', apagadas, 'documentos', marcados));
  end if;
  return jsonb_build_object('inscricoes', apagadas, 'documentos', marcados, 'faltam', (
    select count(distinct e.inscricao_id) from private.envios_recentes e
    where e.origem = bytes and e.hora = apagar_enxurrada.hora and e.inscricao_id is not null));
end
$$;

create function public.apagar_enxurrada(origem text, hora timestamptz, confirmacao text) returns jsonb
  language sql volatile set search_path = ''
  begin atomic
    select private.apagar_enxurrada(origem, hora, confirmacao);
  end;

revoke all on private.envios_recentes from public, anon, authenticated;
revoke execute on function
  private.enxurradas(), public.enxurradas(),
  private.apagar_enxurrada(text, timestamptz, text), public.apagar_enxurrada(text, timestamptz, text)
  from public, anon, authenticated;
grant execute on function
  private.enxurradas(), public.enxurradas(),
  private.apagar_enxurrada(text, timestamptz, text), public.apagar_enxurrada(text, timestamptz, text)
  to authenticated;
