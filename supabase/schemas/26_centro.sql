-- What the site says of the centre, published at the desk (decision 199).
--
-- Access: administrators through public.lista_do_centro and public.publicar_centro; what is in force is on every
-- page, and public.fatos_do_centro tells it to everybody.

-- What is in force, by its section; '{}' where the files of content/ say everything. Of the section 'turmas' the desk's classes are the
-- value, whatever is stored: its row says that they are taken (decision 203).
create function private.fatos_do_centro() returns jsonb
  language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_object_agg(c.secao,
      case c.secao when 'turmas' then jsonb_build_object('classes', private.horarios()) else c.valor end) filter (where c.valor is not null), '{}')
  from private.centro c where not exists (select from private.centro d where d.secao = c.secao and d.versao > c.versao)
$$;

-- The bytes of a photo, as base64: a site that others serve is built of them.
create function private.foto_do_site(nome text) returns text
  language sql stable security definer set search_path = '' as $$
  select encode(f.bytes, 'base64') from private.fotos_do_site f where f.nome = foto_do_site.nome
$$;

-- The last ten publications of each section, the newest first.
create function private.lista_do_centro() returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.exigir('ver_ajustes');
  return (
    select coalesce(jsonb_agg(jsonb_build_object('section', c.secao, 'version', c.versao, 'facts', c.valor,
      'at', c.quando, 'by', private.quem_e(c.quem)) order by c.secao, c.versao desc), '[]')
    from private.centro c where c.secao <> 'turmas');
end
$$;

-- The sections that may be published, and the bytes that each may have. Mirrors SECTIONS of domain/centre.
create function private.secoes_do_centro() returns jsonb
  language sql immutable set search_path = '' as $$
  select '{"quem_somos": 6000, "inicio": 20000, "projeto": 16000, "fotos": 16000}'::jsonb
$$;

-- Publishes a section after the version that its writer has seen (0: none), or says that somebody was first; null goes
-- back to what content/ says. With it come the photos that are new in it, as base64; those that no publication names any
-- more go.
create function private.publicar_centro(secao text, depois_de integer, fatos jsonb, fotos text[] default '{}') returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  novos constant jsonb := nullif(fatos, 'null');
  alheio text;
  atual integer;
begin
  perform private.exigir('mudar_ajustes');
  if private.secoes_do_centro() ->> secao is null then
    raise exception 'O site não tem esta parte.';
  end if;
  if jsonb_typeof(novos) <> 'object' or octet_length(novos::text) > (private.secoes_do_centro() ->> secao)::integer then
    raise exception 'O texto é longo demais: encurte e publique de novo.';
  end if;
  if secao <> 'quem_somos' then -- of photos the words alone: a name of a file is none
    select private.contato_alheio(coalesce(string_agg(t #>> '{}', E'\n'), '')) into alheio
    from jsonb_path_query(novos, case secao when 'fotos' then 'strict $.*.alt' else 'strict $.**' end::jsonpath) as t where jsonb_typeof(t) = 'string';
    if alheio is not null then
      raise exception '%', alheio;
    end if;
  end if;
  perform from private.configuracao c where c.unica for update; -- one after the other
  select coalesce(max(c.versao), 0) into atual from private.centro c where c.secao = publicar_centro.secao;
  if depois_de is distinct from atual then
    return jsonb_build_object('applied', false, 'version', atual);
  end if;
  insert into private.centro (secao, versao, valor, quem) values (publicar_centro.secao, atual + 1, novos, auth.uid());
  delete from private.centro c where c.secao = publicar_centro.secao and c.versao <= atual - 9;
  begin
    insert into private.fotos_do_site (bytes, quem) select decode(f, 'base64'), auth.uid() from unnest(fotos) as f on conflict do nothing;
  exception when integrity_constraint_violation or data_exception then
    raise exception 'Esta foto não serve para o site: escolha outra.';
  end;
  delete from private.fotos_do_site f where not exists (
    select from private.centro c where c.secao = 'fotos' and position(f.nome in c.valor::text) > 0);
  if exists (select from jsonb_path_query(novos, '$.*.files.*') as named where publicar_centro.secao = 'fotos'
      and not exists (select from private.fotos_do_site f where f.nome = named #>> '{}')) then
    raise exception 'Falta uma foto: escolha de novo e publique.';
  end if;
  -- the centre's own at once; a server of ours then stores all of them, as `ownContacts` writes them
  insert into private.contatos_do_centro
    select distinct c from unnest(array[lower(novos ->> 'email'), novos ->> 'phone', substr(novos ->> 'phone', 3),
        'wa.me/55' || (novos ->> 'phone')]) as c
      where c ~ '^([0-9]{8,11}|wa[.]me/55[0-9]{10,11}|[^@[:space:]]{1,64}@[^@[:space:]]+[.][a-z]+)$' and char_length(c) <= 100
    on conflict do nothing;
  perform private.anotar('mudou_configuracao', auth.uid(), null, null, jsonb_build_object('que', 'centro', 'secao', secao, 'versao', atual + 1));
  return jsonb_build_object('applied', true, 'version', atual + 1);
end
$$;

-- From now on the home page says the active classes, and content/home.ts no more: of its classes (`arquivo`) those whose name no active one
-- has come along, outside of the project.
create function private.mostrar_turmas(arquivo jsonb) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  perform private.exigir('mudar_turmas');
  perform private.salvar_turma(e || '{"ofProject": false}') from jsonb_array_elements(arquivo) as e
    where private.chave(e ->> 'name') not in (select private.chave(t.nome) from private.turmas t where t.ativa);
  insert into private.centro (secao, versao, valor, quem) values ('turmas', 1, '{}', auth.uid()) on conflict do nothing;
  perform private.anotar('mudou_configuracao', auth.uid(), null, null, '{"que": "centro"}');
end
$$;
