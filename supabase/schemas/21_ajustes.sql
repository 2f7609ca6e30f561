-- What an owner changes without a programmer: the settings, in the desk's page 'Ajustes' or by
-- `npm run desk` (decisions 136 and 165).
--
-- Access: administrators read them through public.lista_de_ajustes and change them through
-- public.guardar_ajuste.

-- What may be changed, and what each may hold; of a message `escolhas` are the places in braces that it may
-- have, `precisa` those that it must. Mirrors SETTINGS in domain/settings.ts;
-- tests/database/code-tables.test.ts compares them.
create view private.ajustes_que_ha as select * from (values
    ('inscricoes', 'inscricoes', null::integer, null::integer, null::text[], null::text[]),
    ('frase_de_fechada', 'texto', 0, 300, null, null),
    ('consentimento', 'escolha', null, null, '{declaracao,caixa}', null),
    ('responsavel_obrigatorio', 'sim_ou_nao', null, null, null, null),
    ('validacao_estrita', 'sim_ou_nao', null, null, null, null),
    ('guardar_documento_dias', 'prazo', 1, 3650, null, null),
    ('guardar_nao_aprovada_meses', 'prazo', 1, 120, null, null),
    ('guardar_espera_meses', 'prazo', 1, 120, null, null),
    ('guardar_participante_meses', 'prazo', 1, 120, null, null),
    ('guardar_sem_decisao_meses', 'prazo', 1, 120, null, null),
    ('guardar_sem_responsavel_dias', 'prazo', 1, 3650, null, null),
    ('guardar_auditoria_meses', 'prazo', 1, 120, null, null),
    ('mensagem_contato', 'mensagem', 0, 1000, '{nome,protocolo}', '{nome}'),
    ('mensagem_falta_documento', 'mensagem', 0, 1000, '{nome,protocolo,motivo,link,link_ate}', '{nome,motivo,link}'),
    ('mensagem_aprovada', 'mensagem', 0, 1000, '{nome,protocolo,turma,primeiro_dia,ate,aprovado}', '{nome}'),
    ('mensagem_espera', 'mensagem', 0, 1000, '{nome,protocolo}', '{nome}'),
    ('mensagem_ainda_quer', 'mensagem', 0, 1000, '{nome,protocolo,ate}', '{nome,ate}'),
    ('mensagem_nao_aprovada', 'mensagem', 0, 1000, '{nome,protocolo,motivo}', '{nome,motivo}'),
    ('mensagem_responsavel', 'mensagem', 0, 1000, '{nome,protocolo}', '{nome}'),
    ('email_obrigatorio', 'sim_ou_nao', null, null, null, null),
    ('mensagem_pedido', 'mensagem', 0, 1000, '{nome,protocolo,pedido,resposta}', '{nome,resposta}'),
    ('faltas_seguidas', 'numero', 2, 20, null, null),
    ('marcas_sem_uso', 'lista', null, null, (select array_agg(e.especie) from private.especies_de_marca e), null)) as t (nome, tipo, minimo, maximo, escolhas, precisa);

create function private.guardar_contatos(contatos text[]) returns void
  language plpgsql volatile set search_path = '' as $$
begin
  delete from private.contatos_do_centro c where c.contato <> all (contatos);
  insert into private.contatos_do_centro select distinct c from unnest(contatos) as c on conflict do nothing;
end
$$;

-- Why a text may not be shown to families, as a sentence: the first address, or else number of eight digits or more, that is
-- not the centre's. Null when it may. `finais` are endings of addresses that anybody may buy; `momento` are dates, hours and laws;
-- tests/api/same-rules.test.ts has what is taken. Dropped first is what Unicode calls default ignorable.
create function private.contato_alheio(texto text) returns text
  language plpgsql stable set search_path = '' as $$
declare
  entre constant text := '[^0-9A-Za-zÀ-ÖØ-öø-ÿ]*';
  finais constant text := '[a-z]{2}|agency|art|bank|bet|bid|biz|blog|buzz|casino|center|cfd|chat|click|cloud|club|company|cyou|design|dev|digital'
    '|edu|email|fun|games|global|gov|group|host|icu|info|ink|life|link|live|lol|love|ltd|media|mobi|money|name|network|news|one|online|page|press'
    '|pro|promo|pw|rest|sale|sbs|services|shop|site|social|solutions|space|store|studio|support|team|tech|tel|tips|today|top|video|vip|website'
    '|wiki|win|work|works|world|xyz|zone';
  momento constant text := '(?:(?:0?[1-9]|[12][0-9]|3[01])[./-](?:0?[1-9]|1[0-2])(?:[./-](?:20)?[0-9]{2})?'
    '|20[0-9]{2}-(?:0[1-9]|1[0-2])-[0-3][0-9]|(?:[01]?[0-9]|2[0-3])[.:h][0-5][0-9]'
    '|[0-9]{1,2}[.][0-9]{3}/[12][0-9]{3}|20[0-9]{2} ?[-–—/] ?20[0-9]{2})';
  resto text := normalize(texto, NFKC);
  pedaco text;
  limpo text;
  alheio text;
  numeros numeric[];
begin
  resto := regexp_replace(resto, '[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164'
    '\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFF8\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]', '', 'g');
  resto := regexp_replace(resto, '[\u0001-\u0020\u007F-\u00A0\u1680\u2028\u2029]+', ' ', 'g');
  resto := regexp_replace(resto, ' ?。| [.] ?', '.', 'g');
  foreach pedaco in array regexp_split_to_array(resto, '[ ,;()<>"''«»“”]+') loop
    pedaco := regexp_replace(pedaco, '^[*_~]+|[.!?:*_~]+$', '', 'g');
    if pedaco ~ ('@[0-9A-Za-z_]{3}|://|^www[.]|[.][a-z]{2,}[/?:]|[^.]{2}[.](?:[\u0100-\u1FFF\u3040-\uD7FF]{2}|(?:' || finais || ')(?![0-9a-zß-ÿ]))')
        or pedaco ~* '[.](?:com|net|org|app|br)(?![0-9a-zà-ÿ])' then
      limpo := regexp_replace(lower(pedaco), '^(https?://)?(www\.)?', '');
      if not exists (select from private.contatos_do_centro c where starts_with(limpo, c.contato)
          and substr(limpo, char_length(c.contato) + 1) ~ '^([/?][a-z0-9/?=&%_.~+-]*)?$') then
        alheio := pedaco;
        exit;
      end if;
      resto := replace(resto, pedaco, ' x ');
    end if;
  end loop;
  if alheio is null then
    for limpo in select c.contato from private.contatos_do_centro c where c.contato !~ '[^0-9]' order by char_length(c.contato) desc loop
      resto := regexp_replace(resto, '(?<![0-9][)]?[ -]?)(?:(?:00)?55' || entre || ')?(?:0' || entre || ')?'
        || array_to_string(string_to_array(limpo, null), entre) || '(?![0-9])', ' x ', 'g');
    end loop;
    resto := regexp_replace(resto, '(?<![0-9][.-]?|[0-9][)] ?)' || momento || '(?: ?[-–—/] ?' || momento || ')*(?![.-]?[0-9])', ' x ', 'g');
    for pedaco in select m[1] from regexp_matches(resto, '([0-9](?:' || entre || '[0-9]){7,})', 'g') as m loop
      numeros := array(select m[1]::numeric from regexp_matches(pedaco, '[0-9]+', 'g') with ordinality as r (m, n) order by n);
      if pedaco ~ '[0-9]{3}' and pedaco !~ '^[1-9]?[0-9]?[05](?:, ?[1-9]?[0-9]?[05])+$' or numeros <> array(select e.numero from unnest(numeros) as e (numero) order by e.numero) then
        alheio := pedaco;
        exit;
      end if;
    end loop;
  end if;
  return 'Tire “' || alheio || '”: as famílias só devem ler o endereço, o e-mail e o telefone do centro.';
end
$$;

-- Why a setting may not hold a value, as a sentence; null when it may. Of numbers the same as numberProblem in
-- domain/setting-values.ts. A JSON null is a period without an end.
create function private.recusa_do_ajuste(nome text, valor jsonb) returns text
  language sql stable set search_path = '' as $$
  select case
    when a.nome is null then 'Este ajuste não existe.'
    when a.tipo = 'sim_ou_nao' then
      case when jsonb_typeof(valor) = 'boolean' then null else 'Escolha sim ou não.' end
    when a.tipo = 'escolha' then
      case when jsonb_typeof(valor) = 'string' and valor #>> '{}' = any (a.escolhas) then null else 'Escolha uma destas: ' || array_to_string(a.escolhas, ', ') || '.' end
    when a.tipo = 'lista' then
      case when jsonb_typeof(valor) = 'string' and string_to_array(valor #>> '{}', ' ') <@ a.escolhas then null else 'Escolha só destas: ' || array_to_string(a.escolhas, ', ') || '.' end
    when a.tipo in ('prazo', 'numero') then
      case when jsonb_typeof(valor) = 'null' and a.tipo = 'prazo' then null
        when jsonb_typeof(valor) = 'number' and valor::text ~ '^[0-9]{1,5}$' and (valor::text)::integer between a.minimo and a.maximo then null
        else 'Digite um número de ' || a.minimo || ' a ' || a.maximo || '.' end
    when a.tipo in ('texto', 'mensagem') then
      case when jsonb_typeof(valor) = 'string' and char_length(valor #>> '{}') between a.minimo and a.maximo
        then (
          select coalesce(case when a.tipo = 'texto' or valor = '""' then null
            when min(l.lugar) is not null then 'Não existe {' || min(l.lugar) || '}. Use só ' || (select string_agg('{' || e || '}', ', ' order by n) from unnest(a.escolhas) with ordinality as x (e, n)) || '.'
            else (select 'Falta {' || p || '}.' from unnest(a.precisa) with ordinality as x (p, n) where strpos(valor #>> '{}', '{' || p || '}') = 0 order by n limit 1) end,
            private.contato_alheio(valor #>> '{}'))
          from (select (regexp_matches(valor #>> '{}', '\{([^{}]*)\}', 'g'))[1] as lugar) as l where l.lugar <> all (a.escolhas))
        else 'Escreva no máximo ' || a.maximo || ' letras.' end
  end
  from (values (true)) as uma (unica) left join private.ajustes_que_ha a on a.nome = recusa_do_ajuste.nome
$$;

-- When the enrolment is closed, as `private.periodo` has it: `fecha`, `abre` and `volta` are ISO days,
-- which begin in Brasília, or null; `fecha` also 'agora', which stays as it is where it is closed already.
create function private.gravar_periodo(valor jsonb) returns boolean
  language plpgsql security definer set search_path = '' as $$
declare
  hoje constant date := (now() at time zone 'America/Sao_Paulo')::date;
  dia text;
  dias date[] := '{}';
  momentos timestamptz[];
begin
  if jsonb_typeof(valor) is distinct from 'object' then
    raise exception 'Diga quando as inscrições fecham e abrem.';
  end if;
  foreach dia in array array[nullif(valor ->> 'fecha', 'agora'), valor ->> 'abre', valor ->> 'volta'] loop
    begin
      if dia !~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' then
        raise invalid_datetime_format;
      end if;
      dias := dias || dia::date;
    exception when data_exception then
      raise exception 'Escolha um dia que exista.';
    end;
  end loop;
  if dias[1] < hoje or dias[2] < hoje or dias[3] < hoje then
    raise exception 'Este dia já passou.';
  end if;
  momentos := array(select d::timestamp at time zone 'America/Sao_Paulo' from unnest(dias) with ordinality as x (d, n) order by n);
  if valor ->> 'fecha' = 'agora' then
    momentos[1] := coalesce((select f.de from private.fechamento f where f.de <= now()), now());
  end if;
  if momentos[2] is not null and coalesce(momentos[2] <= momentos[1], true)
    or momentos[3] is not null and coalesce(momentos[3] <= momentos[2], true) then
    raise exception 'O último dia vem antes do primeiro.';
  end if;
  update private.periodo p set fecha_em = momentos[1], abre_em = momentos[2], volta_a_fechar_em = momentos[3]
    where p.unica and (p.fecha_em, p.abre_em, p.volta_a_fechar_em) is distinct from (momentos[1], momentos[2], momentos[3]);
  return found;
end
$$;

-- Changes one setting: 'mudou', 'igual' for what it was already, 'espera' for a
-- period that is shortened, which seven days later may act, 'desfeito' for one that is not shortened after
-- all. Raises a sentence for a value that it may not hold.
create function private.guardar_ajuste(nome text, valor jsonb) returns text
  language plpgsql security definer set search_path = '' as $$
declare
  novo constant jsonb := case when private.em_branco(valor #>> '{}') then '""' else coalesce(valor, 'null') end;
  recusa text;
  tipo constant text := (select a.tipo from private.ajustes_que_ha a where a.nome = guardar_ajuste.nome);
  antes jsonb;
  pedido private.prazos_a_encurtar;
begin
  perform private.exigir('mudar_ajustes');
  recusa := private.recusa_do_ajuste(nome, novo);
  if recusa is not null then
    raise exception '%', recusa;
  end if;
  if tipo = 'inscricoes' then
    return case when private.gravar_periodo(novo) then 'mudou' else 'igual' end;
  end if;
  perform from private.configuracao c where c.unica for update;
  select to_jsonb(c) -> nome into antes from private.configuracao c;
  if tipo = 'prazo' then
    select p.* into pedido from private.prazos_a_encurtar p where p.nome = guardar_ajuste.nome;
    -- shorter than before; null has no end
    if novo <> 'null' and (antes = 'null' or antes::integer > novo::integer) then
      if pedido.valor = novo::integer then
        return 'igual';
      end if;
      insert into private.prazos_a_encurtar as p (nome, valor, vale_em, pedido_por)
        values (guardar_ajuste.nome, novo::integer, now() + make_interval(days => private.dias_de_espera()), auth.uid())
        on conflict on constraint prazos_a_encurtar_pkey do update set valor = excluded.valor, vale_em = excluded.vale_em, pedido_por = excluded.pedido_por;
      perform private.anotar_ajuste('pediu_prazo', array[nome], antes, novo);
      return 'espera';
    end if;
    if pedido.nome is not null then
      delete from private.prazos_a_encurtar p where p.nome = guardar_ajuste.nome;
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

-- All settings, what waits, and when the enrolment is closed.
create function private.lista_de_ajustes() returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.exigir('ver_ajustes');
  return jsonb_build_object(
    'values', (
      select jsonb_object_agg(v.key, v.value) from private.configuracao c cross join jsonb_each(to_jsonb(c)) as v
        join private.ajustes_que_ha a on a.nome = v.key),
    'waiting', (
      select coalesce(jsonb_agg(jsonb_build_object('name', p.nome, 'value', p.valor, 'from', p.vale_em) order by p.nome), '[]')
      from private.prazos_a_encurtar p),
    'closed', (
      select jsonb_build_object('closed', f.de <= now(), 'from', f.de, 'until', f.ate, 'again', f.depois)
      from private.fechamento f));
end
$$;

-- The messages that are not the usual, each by its name, for whoever writes to families.
create function private.mensagens() returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.exigir('decidir');
  return (
    select coalesce(jsonb_object_agg(v.key, v.value), '{}') from private.configuracao c cross join jsonb_each_text(to_jsonb(c)) as v
    where v.key like 'mensagem%' and v.value <> '');
end
$$;
