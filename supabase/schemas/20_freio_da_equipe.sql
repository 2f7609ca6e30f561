-- The brake of the team: how much one session may erase in a day, and how many accounts it may
-- disable in an hour, before somebody else has to look (decision 115). Counted in the audit record,
-- which nobody changes; a moment to come counts too, so a clock that is put back gives nothing.
--
-- Access: the database's owner releases it, by private.liberar_equipe, or another of the direção than
-- who did it, freshly signed in, because a session is what it stops. The direção sees it through public.freio_da_equipe.

-- What each person, and all together (`quem` null), did since the last release: `feitos` of `cabem`,
-- `no_dia` in 24 hours, and from when on there is room again where there is none. The share is of
-- the enrolments that exist or were erased by hand in these 24 hours, and ends at 1000.
create function private.contas_da_equipe()
  returns table (acao text, quem uuid, feitos integer, cabem integer, no_dia integer, livre_em timestamptz)
  language sql stable security definer set search_path = '' as $$
  with feitas as (
    select a.acao, a.quem, a.momento,
      a.numero > coalesce((select max(s.numero) from private.auditoria s where s.acao = 'liberou_equipe'), 0) as conta
    from private.auditoria a
    where a.acao in ('apagou', 'tirou_acesso') and a.quem is not null and a.momento > now() - interval '24 hours'
  ), limites (acao, prazo, cabem) as (
    select 'apagou', interval '24 hours', least(20, greatest(5, (todas.existem + todas.apagadas) / 50))
    from (select (select count(*) from (select from private.acompanhamentos where apagada_em is null limit 1000) as i) as existem,
      (select count(*) from feitas f where f.acao = 'apagou') as apagadas) as todas
    union all select 'tirou_acesso', interval '1 hour', 3
  )
  select c.acao, c.quem, c.feitos, c.cabem, c.no_dia, c.momentos[c.cabem] + c.prazo
  from (
    select f.acao, f.quem, l.prazo, (l.cabem * (1 + grouping(f.quem)))::integer as cabem,
      (count(*) filter (where f.momento > now() - l.prazo))::integer as feitos, count(*)::integer as no_dia,
      array_agg(f.momento order by f.momento desc) as momentos
    from limites l join feitas f on f.acao = l.acao and f.conta
    group by grouping sets ((f.acao, l.prazo, l.cabem, f.quem), (f.acao, l.prazo, l.cabem))) as c
$$;

-- Raises when the caller, or all together, have no room for one more. Under a lock of the caller's.
create function private.exigir_folga(acao text) returns void
  language plpgsql stable security definer set search_path = '' as $$
declare
  cheia record;
begin
  select c.* into cheia from private.contas_da_equipe() as c
    where c.acao = exigir_folga.acao and (c.quem = auth.uid() or c.quem is null) and c.feitos >= c.cabem
    order by c.livre_em desc limit 1;
  if not found then return; end if;
  raise exception '% Dá de novo a partir de %, ou antes, se outra pessoa da direção liberar, ou quem cuida do site, com %.',
    format(case exigir_folga.acao
      when 'apagou' then case when cheia.quem is null then 'Nada foi apagado: em 24 horas a equipe já apagou %s inscrições.'
        else 'Nada foi apagado: em 24 horas você já apagou %s inscrições.' end
      else case when cheia.quem is null then 'Nada mudou: em uma hora a equipe já tirou o acesso de %s pessoas.'
        else 'Nada mudou: em uma hora você já tirou o acesso de %s pessoas.' end
    end, cheia.feitos),
    to_char(cheia.livre_em at time zone 'America/Sao_Paulo', 'DD/MM/YYYY "às" HH24:MI'),
    case when to_regnamespace('servidor') is null then 'select private.liberar_equipe(); no SQL Editor'
      else 'npm run retention -- --libera' end;
end
$$;

-- Whose day is full: how many enrolments were erased by hand, or accounts disabled, in 24 hours
-- since the last release; no key where that is little. Names nobody.
create function private.estado_da_equipe() returns jsonb
  language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_object_agg(c.acao, c.no_dia), '{}') from (
    select acao, max(no_dia) as no_dia from private.contas_da_equipe() group by acao having bool_or(no_dia >= cabem)) as c
$$;

create function private.freio_da_equipe() returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.exigir('ver_freios');
  return private.estado_da_equipe();
end
$$;

create function public.freio_da_equipe() returns jsonb
  language sql stable set search_path = ''
  begin atomic
    select private.freio_da_equipe();
  end;

-- For the owner, and for private.liberar_freio_da_equipe: what was done until now counts no more, so that the team may do as much again.
-- Returns what was done as a sentence.
create function private.liberar_equipe() returns text
  language plpgsql volatile set search_path = '' as $$
begin
  if not exists (select from private.contas_da_equipe()) then
    return 'Nada a liberar: ninguém apagou inscrições nem tirou acessos nas últimas 24 horas.';
  end if;
  perform private.anotar('liberou_equipe', auth.uid());
  return 'Liberado: a equipe pode apagar e tirar acessos outra vez, até o mesmo limite.';
end
$$;

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

revoke execute on function
  private.contas_da_equipe(), private.exigir_folga(text), private.estado_da_equipe(),
  private.freio_da_equipe(), public.freio_da_equipe(), private.liberar_freio_da_equipe(), public.liberar_freio_da_equipe()
  from public, anon, authenticated;
revoke execute on function private.liberar_equipe() from public, anon, authenticated, service_role;
grant execute on function
  private.freio_da_equipe(), public.freio_da_equipe(), private.liberar_freio_da_equipe(), public.liberar_freio_da_equipe()
  to authenticated;
