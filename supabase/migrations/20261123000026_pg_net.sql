-- pg_net lets its `http_delete` take a body from version 0.15.0 on, with other arguments: the
-- scheduled retention of a project did not find it, and failed each day. Now it takes either,
-- and the first run that goes well begins with what a person has seen (decision 121).

-- For pg_cron on a Supabase project, where no server of ours runs daily: the whole run, as the
-- database's owner. Bytes are not SQL's to remove: pg_net asks the storage API once this has
-- committed, with the project's address and secret key, for a hundred documents at a time;
-- before its version 0.15.0 it sends no body, and asks for each. Its queue outlives no crash:
-- what still stands in storage.objects is asked for the next day.
create or replace function private.aplicar_prazos_do_dia(projeto text, chave text) returns jsonb
  language plpgsql set search_path = '' as $$
declare
  em_lotes boolean;
  endereco text := projeto || '/storage/v1/object/cadastro_unico_uploads';
  cabecalhos jsonb := jsonb_build_object('apikey', chave, 'Authorization', 'Bearer ' || chave);
  feito record;
  inscricoes integer := 0;
  documentos integer := 0;
  remover text[];
  nome text;
begin
  select bool_or('body' = any (p.proargnames)) into em_lotes
    from pg_proc p where p.pronamespace = to_regnamespace('net') and p.proname = 'http_delete';
  if em_lotes is null then
    raise exception 'Ligue antes a extensão pg_net, no painel, em Database → Extensions.';
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
  remover := array(select d from private.documentos_a_remover(24) as d limit case when not em_lotes then 1000 end);
  if em_lotes then
    for primeiro in 1 .. cardinality(remover) by 100 loop
      execute 'select net.http_delete(url := $1, headers := $2, timeout_milliseconds := 30000, body := $3)'
        using endereco, cabecalhos || '{"Content-Type": "application/json"}',
          jsonb_build_object('prefixes', remover[primeiro : primeiro + 99]);
    end loop;
  else
    foreach nome in array remover loop
      execute 'select net.http_delete(url := $1, headers := $2)'
        using endereco || '/' || replace(nome, ' ', '%20'), cabecalhos;
    end loop;
  end if;
  perform private.encerrar_prazos(inscricoes, documentos, cardinality(remover));
  return jsonb_build_object('inscricoes', inscricoes, 'documentos', documentos, 'envios', cardinality(remover));
end
$$;

-- The audit entry of the last run, null when there was none. Where our own server runs daily
-- (schema servidor) only its runs count: an administrator's numbers are not proven. Where none
-- does and none ever went well, what was due for more than three days is a backlog that
-- nobody has seen: an entry without number, so long ago that the brake stops the first run.
create or replace function private.anotacao_da_ultima_retencao() returns private.auditoria
  language sql stable security definer set search_path = '' as $$
  select coalesce(
    (select a from private.auditoria a where a.acao = 'retencao' and (a.quem is null or to_regnamespace('servidor') is null)
      order by a.numero desc limit 1),
    (select jsonb_populate_record(null::private.auditoria, '{"momento": "-infinity"}')
      where to_regnamespace('servidor') is null
        and (exists (select from private.prazos p, (values (now() - interval '3 days')) as v (antes)
            where p.apagar_em < v.antes or p.apagar_documento_em < v.antes and p.envio is not null)
          or exists (select from private.documentos_a_remover(96)))))
$$;

-- What a person needs to see before confirming; null when retention does not wait.
create or replace function private.estado_do_freio() returns jsonb
  language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'motivo', f.motivo, 'hoje', (now() at time zone 'America/Sao_Paulo')::date,
    'ultima', (nullif((private.anotacao_da_ultima_retencao()).momento, '-infinity') at time zone 'America/Sao_Paulo')::date,
    'inscricoes', f.inscricoes, 'de_inscricoes', f.de_inscricoes,
    'documentos', f.documentos, 'de_documentos', f.de_documentos, 'liberado',
    -- A day in both directions: a clock that is put right by some seconds takes nothing back.
    f.liberado_em is not null and f.liberado_em between now() - interval '24 hours' and now() + interval '24 hours')
  from private.freio f
$$;
