-- Sheets that go to paper together: a line for each, in the order given, all or none,
-- because they are printed together or not at all.
--
-- Who may do what: administrators, as with public.anotar_acesso, which says what a
-- line is and what is answered when a sheet is gone.

-- One to a hundred, the longest page of the list. The enrolments are held, so that
-- none goes between the look and its line.
create function private.anotar_impressao(inscricoes uuid[]) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  uma uuid;
begin
  perform private.exigir_administrador();
  -- of null and of none array_ndims is null, and count(distinct …) leaves out nulls
  if array_ndims(inscricoes) is distinct from 1 or cardinality(inscricoes) > 100
    or cardinality(inscricoes) <> (select count(distinct i) from unnest(inscricoes) as i) then
    raise invalid_parameter_value using message = 'Isto não se anota assim.';
  end if;
  perform from public.inscricoes_projeto i where i.id = any (inscricoes) order by i.id for key share;
  foreach uma in array inscricoes loop
    perform private.anotar_acesso('imprimiu', uma, null, null);
  end loop;
end
$$;

create function public.anotar_impressao(inscricoes uuid[]) returns void
  language sql volatile set search_path = ''
  begin atomic
    select private.anotar_impressao(inscricoes);
  end;

revoke execute on function private.anotar_impressao(uuid[]), public.anotar_impressao(uuid[])
  from public, anon, authenticated;
grant execute on function private.anotar_impressao(uuid[]), public.anotar_impressao(uuid[]) to authenticated;
