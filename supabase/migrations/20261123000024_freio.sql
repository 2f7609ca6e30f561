-- Neither brake of retention opens by time any more: a clock that is wrong for longer than
-- anybody looks would erase all that it calls old (decision 119).

alter table private.freio drop column segundos;

-- Null when retention may go on; else why not, as private.estado_do_freio says it. Counts
-- anew, so what is no longer so stops nothing, and another reason begins from nothing.
-- `segundos` is what servers of 1.1.0 say, and means nothing (decision 119).
-- While a run goes on the shares only fall: it is not stopped in the middle by itself.
-- Compiling takes longer than counting.
create or replace function private.conferir_freio(segundos integer default 0) returns jsonb
  language plpgsql security definer set search_path = '' set jit = off as $$
declare
  agora private.freio;
  ultima timestamptz := (private.anotacao_da_ultima_retencao()).momento;
begin
  select count(*) filter (where p.apagar_em <= now()), count(*),
      count(*) filter (where d.tem and (p.apagar_em <= now() or p.apagar_documento_em <= now() and p.envio is not null)),
      count(*) filter (where d.tem)
    into agora.inscricoes, agora.de_inscricoes, agora.documentos, agora.de_documentos
    from private.prazos p
      left join private.acompanhamentos f on f.inscricao_id = p.inscricao_id -- p.envio costs much, so only where it is due
      cross join lateral (values (coalesce(f.documento, false) and not exists (
        select from private.apagamentos a where a.inscricao_id = p.inscricao_id and a.o_que = 'documento'))) as d (tem);
  agora.motivo := case
    when ultima not between now() - interval '3 days' and now() + interval '3 days' then 'relogio'
    when agora.inscricoes > 20 and agora.inscricoes * 5 > agora.de_inscricoes
      or agora.documentos > 20 and agora.documentos * 5 > agora.de_documentos then 'muitas' end;
  delete from private.freio f where f.motivo is distinct from agora.motivo;
  if agora.motivo is null then
    return null;
  end if;
  insert into private.freio as f (motivo, inscricoes, de_inscricoes, documentos, de_documentos)
    values (agora.motivo, agora.inscricoes, agora.de_inscricoes, agora.documentos, agora.de_documentos)
    on conflict (unico) do update set inscricoes = excluded.inscricoes, de_inscricoes = excluded.de_inscricoes,
      documentos = excluded.documentos, de_documentos = excluded.de_documentos;
  return (select e from private.estado_do_freio() as e where not (e ->> 'liberado')::boolean);
end
$$;
