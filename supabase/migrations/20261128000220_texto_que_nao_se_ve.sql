-- Text that shows nothing is no answer in a correction, a family's proposal or the desk's, and no sentence of the settings.

create or replace function private.conferir_correcao(mudancas jsonb) returns void
  language plpgsql stable set search_path = '' as $$
begin
  if jsonb_typeof(mudancas) is distinct from 'object' then
    raise invalid_parameter_value using message = 'resposta desconhecida';
  end if;
  if exists (select from jsonb_each(mudancas) as m
    where m.key <> all (private.respostas()) or jsonb_typeof(m.value) <> all ('{string,number,"null"}')) then
    raise invalid_parameter_value using message = 'resposta desconhecida';
  end if;
  if exists (select from jsonb_each_text(mudancas) as m where m.value <> '' and private.em_branco(m.value)) then
    raise check_violation using message = 'Nesta resposta não se vê nada. Confira.';
  end if;
end
$$;

create or replace function private.gravar_ajuste(nome text, valor jsonb) returns text
  language plpgsql security definer set search_path = '' as $$
declare
  novo constant jsonb := case when private.em_branco(valor #>> '{}') then '""' else coalesce(valor, 'null') end;
  recusa constant text := private.recusa_do_ajuste(nome, novo);
  tipo constant text := (select a.tipo from private.ajustes_que_ha a where a.nome = gravar_ajuste.nome);
  antes jsonb;
  pedido private.prazos_a_encurtar;
begin
  if recusa is not null then
    raise exception '%', recusa;
  end if;
  if tipo = 'inscricoes' then
    return case when private.gravar_periodo(novo) then 'mudou' else 'igual' end;
  end if;
  perform from private.configuracao c where c.unica for update;
  select to_jsonb(c) -> nome into antes from private.configuracao c;
  if tipo = 'prazo' then
    select p.* into pedido from private.prazos_a_encurtar p where p.nome = gravar_ajuste.nome;
    if private.encurta(antes, novo) then
      if pedido.valor = novo::integer then
        return 'igual';
      end if;
      insert into private.prazos_a_encurtar as p (nome, valor, vale_em, pedido_por)
        values (gravar_ajuste.nome, novo::integer, now() + make_interval(days => private.dias_de_espera()), auth.uid())
        on conflict on constraint prazos_a_encurtar_pkey do update set valor = excluded.valor, vale_em = excluded.vale_em, pedido_por = excluded.pedido_por;
      perform private.anotar_ajuste('pediu_prazo', array[nome], antes, novo);
      return 'espera';
    end if;
    if pedido.nome is not null then
      delete from private.prazos_a_encurtar p where p.nome = gravar_ajuste.nome;
      perform private.anotar_ajuste('desfez_prazo', array[nome], to_jsonb(pedido.valor), antes);
    end if;
  end if;
  if antes = novo then
    return case when pedido.nome is null then 'igual' else 'desfeito' end;
  end if;
  execute format('update private.configuracao set %1$I = (jsonb_populate_record(null::private.configuracao, $1)).%1$I where unica', nome)
    using jsonb_build_object(nome, novo);
  return 'mudou';
end
$$;
