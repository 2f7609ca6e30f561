-- Floods: many uploads or enrolments of one address, or one network, in one hour.
--
-- Access: administrators see them and put them into the bin, through the functions of `public`. What people
-- at the desk have begun to work on is no flood and stays.

-- After an insert of a stranger: from where it came. Where no server of ours counts, 60 a minute
-- and 300 a day of one address, of its network four times that; parallel ones of a network take turns. For each row, which are one
-- (limitar_inscricao): a statement's trigger would copy it once more.
create function private.receber_inscricao() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  tamanho constant text := current_setting('private.bytes_da_inscricao', true);
  a_origem bytea;
  a_rede bytea;
  neste_minuto numeric;
  neste_dia numeric;
begin
  if coalesce(tamanho, '') = '' then return null; end if;      -- of the owner
  a_origem := private.origem_de(private.endereco_de_quem_pede());
  a_rede := private.origem_de(private.endereco_de_quem_pede(), 48);
  if not private.servidor_conta() then
    perform pg_advisory_xact_lock(hashtextextended(encode(a_rede, 'hex'), 0));
    select greatest(max(n.neste_minuto) filter (where n.origem = a_origem), sum(n.neste_minuto) / 4),
        greatest(max(n.neste_dia) filter (where n.origem = a_origem), sum(n.neste_dia) / 4) into neste_minuto, neste_dia
      from (select c.origem, count(*) filter (where c.quando > now() - interval '1 minute') as neste_minuto, count(*) as neste_dia
        from private.chegadas c where c.rede = a_rede and c.quando > now() - interval '24 hours' group by c.origem) as n;
    if neste_dia >= 300 then
      raise sqlstate 'PT429' using message = 'Chegaram inscrições demais hoje. Tente de novo amanhã ou fale no WhatsApp.';
    elsif neste_minuto >= 60 then
      raise sqlstate 'PT429' using message = 'Muitas tentativas seguidas. Espere um minuto e tente de novo.';
    end if;
    if random() < 0.02 then                                    -- nobody else clears it there
      delete from private.chegadas c where c.quando < now() - interval '48 hours';
    end if;
  end if;
  insert into private.chegadas (inscricao_id, origem, bytes, rede) values (new.id, a_origem, tamanho::integer, a_rede);
  return null;
end
$$;

create trigger receber_inscricao after insert on public.inscricoes_projeto
  for each row execute function private.receber_inscricao();

-- Enrolments that nobody at the desk has begun to work on.
create view private.intocadas as
  select a.inscricao_id from private.acompanhamentos a
  where a.situacao = 'nova' and a.versao = 1 and a.apagada_em is null
    and not exists (select from private.anotacoes n where n.inscricao_id = a.inscricao_id)
    and not exists (select from private.historico h where h.inscricao_id = a.inscricao_id);

-- Of the last 48 hours: uploads that nobody claimed and that were not erased by hand, untouched
-- enrolments by their upload, and untouched enrolments by themselves.
create view private.envios_recentes as
  select g.objeto, g.origem, date_trunc('hour', g.quando) as hora, g.quando, i.id as inscricao_id, g.rede
  from private.origens g
    left join public.inscricoes_projeto i
      on private.envio_do_documento(private.documento_do_endereco(i.cadastro_unico_url)) = g.envio
  where not g.apagar and g.quando > now() - interval '48 hours'
    and case when i.id is null
      then exists (select from storage.objects o where o.id = g.objeto)
        and not exists (select from private.documentos_novos d where d.envio = g.envio)
        and not exists (select from private.documentos_em_espera e where e.envio = g.envio)
      else exists (select from private.intocadas t where t.inscricao_id = i.id) end
  union all
  select null, c.origem, date_trunc('hour', c.quando), c.quando, c.inscricao_id, c.rede
  from private.chegadas c join private.intocadas t on t.inscricao_id = c.inscricao_id
  where c.quando > now() - interval '48 hours';

-- Thirty or more of one address in one hour, or of one network where one address of it did not send them all, the newest
-- first; and all enrolments of an hour of a hundred, 'todas', where one place did not send them all. Another `origem` means
-- nothing but that they came from one place, which may be a school: a person decides.
create function private.lista_de_enxurradas()
  returns table (origin text, hour timestamptz, first timestamptz, last timestamptz, enrolments integer, documents integer)
  language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.exigir('ver_enxurradas');
  return query with lugares as (
    select l.de, l.lugar, e.hora, min(e.quando) as primeira, max(e.quando) as ultima, count(distinct e.inscricao_id)::integer as inscricoes,
      (count(*) filter (where e.inscricao_id is null))::integer as documentos, count(distinct coalesce(e.inscricao_id, e.objeto)) as todos, l.rede
    from private.envios_recentes e cross join lateral (values
      (1, encode(e.origem, 'hex'), e.rede), (2, encode(e.rede, 'hex'), e.rede), (3, 'todas', null)) as l (de, lugar, rede)
    where l.de < 3 or e.inscricao_id is not null
    group by l.de, l.lugar, l.rede, e.hora having count(distinct coalesce(e.inscricao_id, e.objeto)) >= case l.de when 3 then 100 else 30 end)
  select n.lugar, n.hora, n.primeira, n.ultima, n.inscricoes, n.documentos from (
    select l.* from lugares l
    where not exists (select from lugares m where m.hora = l.hora and m.de < l.de and m.inscricoes = l.inscricoes
      and (l.de = 3 or m.rede = l.rede and m.todos = l.todos))
    order by l.hora desc, l.de = 3 desc, l.todos desc limit 20) as n
  order by n.hora desc, n.de, n.todos desc;
end
$$;

-- What came of one place, or the enrolments of everywhere ('todas'), in an hour; nothing where that is no flood.
create function private.da_enxurrada(origem text, hora timestamptz) returns setof private.envios_recentes
  language sql stable set search_path = '' as $$
  with delas as (
    select e.* from private.envios_recentes e where e.hora = $2
      and case $1 when 'todas' then e.inscricao_id is not null else $1 in (encode(e.origem, 'hex'), encode(e.rede, 'hex')) end)
  select * from delas where (select count(distinct coalesce(d.inscricao_id, d.objeto)) from delas d) >= case $1 when 'todas' then 100 else 30 end
$$;

-- Puts some 500 enrolments of a flood into the bin and marks its unclaimed documents, whose bytes the
-- server removes; `left` enrolments are left for the next call, never fewer than make a flood.
-- What is none, or no longer one, is left as it is: a stolen session puts nothing else away by this.
create function private.recolher_enxurrada(origem text, hora timestamptz, confirmacao text) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  escolhidas uuid[];
  inscritas integer;
  apagadas integer;
  marcados integer;
begin
  perform private.exigir('apagar_enxurradas');
  if upper(btrim(coalesce(confirmacao, ''))) <> 'APAGAR' then
    raise exception 'Digite APAGAR para confirmar.';
  end if;
  select count(distinct e.inscricao_id) into inscritas from private.da_enxurrada(origem, hora) as e;
  escolhidas := array(select distinct e.inscricao_id from private.da_enxurrada(origem, hora) as e where e.inscricao_id is not null
    limit case when inscritas < 600 then 600 else 500 end);
  perform from public.inscricoes_projeto i where i.id = any (escolhidas) order by i.id for update;
  -- a second look, after the locks: what somebody has just decided stays
  escolhidas := array(select distinct e.inscricao_id from private.envios_recentes e where e.inscricao_id = any (escolhidas));
  update private.origens g set apagar = true where g.objeto in (
    select e.objeto from private.da_enxurrada(recolher_enxurrada.origem, recolher_enxurrada.hora) as e where e.inscricao_id is null);
  get diagnostics marcados = row_count;
  apagadas := private.por_na_lixeira(escolhidas, 'enxurrada', auth.uid());
  if apagadas + marcados > 0 then
    perform private.anotar('apagou_enxurrada', auth.uid(), detalhes => jsonb_build_object('inscricoes', apagadas, 'documentos', marcados));
  end if;
  return jsonb_build_object('enrolments', apagadas, 'documents', marcados, 'left', (
    select count(distinct e.inscricao_id) from private.da_enxurrada(origem, hora) as e));
end
$$;
