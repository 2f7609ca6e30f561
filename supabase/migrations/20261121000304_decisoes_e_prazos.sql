-- Where the desk decides (the triage's migrations), its decisions begin the times
-- that things are kept, and every change of its history is a line of the record.
do $$
begin
  if to_regclass('private.acompanhamentos') is null then
    return;
  end if;

  create or replace view private.decisoes as
    select a.inscricao_id, a.situacao, a.decidida_em as desde, exists (
      select from private.historico h
      where h.inscricao_id = a.inscricao_id and h.acao = 'situacao' and 'aprovada' in (h.de, h.para)) as participou,
      a.responsavel_confirmou, (select max(h.quando) from private.historico h where h.inscricao_id = a.inscricao_id) as mexida_em
    from private.acompanhamentos a;

  create function private.anotar_historico() returns trigger
    language plpgsql security definer set search_path = '' as $anotar$
  begin
    perform private.anotar(
      case when new.acao like 'nota%' then 'escreveu_nota' when new.acao = 'mensagem' then 'preparou_mensagem' else 'mudou' end,
      new.quem, null, new.inscricao_id, jsonb_build_object('que', new.acao)
        || case when new.acao = 'situacao' and new.para is not null then jsonb_build_object('para', new.para) else '{}' end);
    return null;
  end
  $anotar$;
  revoke execute on function private.anotar_historico() from public, anon, authenticated;
  create trigger anotar_historico after insert on private.historico
    for each row execute function private.anotar_historico();
end
$$;
