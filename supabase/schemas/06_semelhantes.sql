-- Enrolments that may be the same person's, found when they are read, and compared by an administrator.
--
-- Access: administrators, through public.comparar_pessoas.

-- Those that share CPF, name and birth date, or telephone with this one, and that nobody has compared with it. No `set`
-- clause, so that it is inlined; each condition has an index, which `or` would
-- not use. An enrolment that meets two of them comes twice.
create function private.semelhantes(inscricao uuid, semelhancas text[]) returns setof private.acompanhamentos
  language sql stable as $$
  select o.* from (
      select * from private.acompanhamentos where semelhancas[1] = $2[1] and apagada_em is null
      union all select * from private.acompanhamentos where semelhancas[2] = $2[2] and apagada_em is null
      union all select * from private.acompanhamentos where semelhancas[3] = $2[3] and apagada_em is null) o
  where o.inscricao_id <> $1 and not exists (
      select from private.comparacoes c where c.uma = least(o.inscricao_id, $1) and c.outra = greatest(o.inscricao_id, $1))
$$;

-- an index runs it as the caller
grant execute on function private.casa(text, text) to anon, authenticated;

-- The siblings of this one: with the same telephone of a guardian, or at the same address under one surname; not who may be the same
-- person.
create function private.familia(inscricao uuid) returns uuid[]
  language sql stable set search_path = '' as $$
  select array(
    select o.inscricao_id from private.acompanhamentos a
      join public.inscricoes_projeto i on i.id = a.inscricao_id
      cross join lateral (
        select b.inscricao_id as id from private.acompanhamentos b where b.telefone_responsavel = nullif(a.telefone_responsavel, '')
        union select j.id from public.inscricoes_projeto j
          where private.casa(j.endereco_completo, j.nome_completo) = private.casa(i.endereco_completo, i.nome_completo)) as f
      join private.acompanhamentos o on o.inscricao_id = f.id
    where a.inscricao_id = $1 and f.id <> $1 and not o.semelhancas[:2] && a.semelhancas[:2] and o.repetida_de is null and o.apagada_em is null
    limit 20)
$$;

-- Says whether `inscricao` repeats `outra` or is somebody else's; siblings share telephone
-- and address. Returns the state of `inscricao` afterwards, null when it no longer exists.
create function private.comparar_pessoas(inscricao uuid, outra uuid, mesma_pessoa boolean) returns jsonb
  language plpgsql volatile security definer set search_path = '' as $$
declare
  protocolo_da_outra text;
begin
  perform private.exigir('decidir');
  if inscricao = outra or mesma_pessoa is null then
    raise invalid_parameter_value using message = 'comparação impossível';
  end if;
  -- both rows, in one order for all
  perform from public.inscricoes_projeto i where i.id in (inscricao, outra) order by i.id for key share;
  perform from private.acompanhamentos a where a.inscricao_id in (inscricao, outra) order by a.inscricao_id for update;
  if not exists (select from private.acompanhamentos a where a.inscricao_id = inscricao and a.apagada_em is null) then return null; end if;
  select a.protocolo into protocolo_da_outra from private.acompanhamentos a where a.inscricao_id = outra and a.apagada_em is null;
  if not found then return private.estado_lido(inscricao); end if;
  insert into private.comparacoes as c (uma, outra, mesma_pessoa, quem)
    values (least(inscricao, comparar_pessoas.outra), greatest(inscricao, comparar_pessoas.outra), comparar_pessoas.mesma_pessoa, auth.uid())
    on conflict on constraint comparacoes_pkey do update set mesma_pessoa = excluded.mesma_pessoa, quem = excluded.quem, quando = now();
  update private.acompanhamentos a
    set repetida_de = case when comparar_pessoas.mesma_pessoa then comparar_pessoas.outra
      when a.repetida_de = comparar_pessoas.outra then null else a.repetida_de end
    where a.inscricao_id = inscricao;
  perform private.anotar_no_historico(inscricao, 'repetida', protocolo_da_outra,
    case when comparar_pessoas.mesma_pessoa then 'sim' else 'nao' end);
  return private.estado(inscricao);
end
$$;
