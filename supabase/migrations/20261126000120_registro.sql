-- The record shows by default what was done, and what was only looked at on demand; fast at a million entries
-- (decision 147).

-- The actions by which somebody looked and changed nothing: nearly all entries. Mirrors LOOKS in content/audit.ts. An
-- index below is made by it: with other actions that one is made anew.
create function private.acoes_de_ver() returns text[]
  language sql immutable parallel safe
  begin atomic
    select array['entrou', 'saiu', 'viu_lista', 'viu_ficha', 'abriu_documento', 'baixou_documento'];
  end;
revoke execute on function private.acoes_de_ver() from public, anon, authenticated;

create index auditoria_feito_idx on private.auditoria (numero) where acao <> all (private.acoes_de_ver());

drop function public.auditoria(bigint, uuid, date, integer);
drop function private.auditoria(bigint, uuid, date, integer);

-- A page of entries, newest first: those before number `antes`, of one person and one day
-- (in the centre's time zone) when given; of `tipo` 'visto' what was only looked at, of 'feito' the others, without one
-- both. E-mails are the accounts' present ones, null for a deleted account, and classes (`turma`) have their present words;
-- entries hold neither. Planned for its values: what is not asked for would cost an index otherwise.
create function private.auditoria(antes bigint, pessoa uuid, dia date, quantas integer, tipo text)
  returns table (numero bigint, momento timestamptz, acao text, quem uuid, email text, conta uuid, email_conta text,
    inscricao uuid, protocolo text, detalhes jsonb)
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
begin
  perform private.exigir('ver_registro');
  if auditoria.tipo not in ('feito', 'visto') then
    raise invalid_parameter_value using message = 'Este tipo de anotação não existe.';
  end if;
  return query select a.numero, a.momento, a.acao, a.quem, q.email::text, a.conta, c.email::text, a.inscricao, a.protocolo,
    case when a.detalhes ? 'turma' then a.detalhes || jsonb_build_object('turma', (
      select jsonb_agg(coalesce(nullif(private.turma_em_palavras(t), ''), e.id) order by e.n)
      from jsonb_array_elements_text(a.detalhes -> 'turma') with ordinality as e (id, n) left join private.turmas t on t.id::text = e.id)) else a.detalhes end
  from private.auditoria a
    left join auth.users q on q.id = a.quem
    left join auth.users c on c.id = a.conta
  where (auditoria.antes is null or a.numero < auditoria.antes)
    and (auditoria.pessoa is null or a.quem = auditoria.pessoa)
    and (auditoria.dia is null or (a.momento >= auditoria.dia::timestamp at time zone 'America/Sao_Paulo'
      and a.momento < (auditoria.dia + 1)::timestamp at time zone 'America/Sao_Paulo'))
    and case auditoria.tipo when 'feito' then a.acao <> all (private.acoes_de_ver())
      when 'visto' then a.acao = any (private.acoes_de_ver()) else true end
  order by a.numero desc
  limit least(greatest(coalesce(auditoria.quantas, 50), 1), 200);
end
$$;

create function public.auditoria(
  antes bigint default null, pessoa uuid default null, dia date default null, quantas integer default 50, tipo text default null)
  returns table (numero bigint, momento timestamptz, acao text, quem uuid, email text, conta uuid, email_conta text,
    inscricao uuid, protocolo text, detalhes jsonb)
  language sql stable set search_path = ''
  begin atomic
    select * from private.auditoria(antes, pessoa, dia, quantas, tipo);
  end;

revoke execute on function
  private.auditoria(bigint, uuid, date, integer, text), public.auditoria(bigint, uuid, date, integer, text)
  from public, anon, authenticated;
grant execute on function
  private.auditoria(bigint, uuid, date, integer, text), public.auditoria(bigint, uuid, date, integer, text)
  to authenticated;
