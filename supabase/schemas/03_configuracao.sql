-- The settings: one row. The triggers of `inscricoes_projeto` and the retention views read
-- them; public.formulario() hands the form's rules to the browser.
--
-- Access: no API role. They are changed by private.guardar_ajuste (21_ajustes.sql). Each change is an audit entry.

-- Other periods are another promise: a version of the declaration of its own, '2.1' after '2'. Here, so
-- that it is so whoever changes them; a new text of the declaration comes with a new first number.
create function private.prometer_prazos() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  if new.versao_declaracao = old.versao_declaracao
    and (new.guardar_documento_dias, new.guardar_nao_aprovada_meses, new.guardar_espera_meses,
      new.guardar_participante_meses, new.guardar_sem_decisao_meses, new.guardar_sem_responsavel_dias)
    is distinct from (old.guardar_documento_dias, old.guardar_nao_aprovada_meses, old.guardar_espera_meses,
      old.guardar_participante_meses, old.guardar_sem_decisao_meses, old.guardar_sem_responsavel_dias) then
    new.versao_declaracao := split_part(old.versao_declaracao, '.', 1) || '.' || (
      select coalesce(max(substring(p.versao from '[.]([0-9]{1,6})$')::integer), 0) + 1 from private.prazos_prometidos p
      where split_part(p.versao, '.', 1) = split_part(old.versao_declaracao, '.', 1));
  end if;
  insert into private.prazos_prometidos values (
    new.versao_declaracao, new.guardar_documento_dias, new.guardar_nao_aprovada_meses, new.guardar_espera_meses,
    new.guardar_participante_meses, new.guardar_sem_decisao_meses, new.guardar_sem_responsavel_dias)
    on conflict do nothing;
  return new;
end
$$;

create trigger prometer_prazos before update on private.configuracao
  for each row execute function private.prometer_prazos();

-- The closed time that holds now, or the next; no row: open without an end. `depois` is when it
-- closes again after that. Whoever was filling in when it closed may send until `recebe_ate`.
create view private.fechamento as
  select case when p.segundo then p.volta_a_fechar_em else p.fecha_em end as de,
    case when not p.segundo then p.abre_em end as ate, case when not p.segundo then p.volta_a_fechar_em end as depois,
    case when p.segundo then p.volta_a_fechar_em else p.fecha_em end + interval '30 minutes' as recebe_ate
  from (select fecha_em, abre_em, volta_a_fechar_em, volta_a_fechar_em is not null and abre_em <= now() as segundo from private.periodo) as p
  where p.fecha_em is not null and (p.segundo or p.abre_em is null or now() < p.abre_em);
