-- What an owner changes without a programmer, by the desk's page or by `npm run settings`; a shortened period
-- waits a day, and a longer one keeps nothing that was promised to go (decisions 136 and 137).

alter table private.configuracao add column frase_de_fechada text not null default '' check (char_length(frase_de_fechada) <= 300);

-- The periods that each version of the declaration promised, null: none. An enrolment goes by the
-- sooner of what was promised to it and what is in force: a longer period is no ground to keep what
-- somebody was told would go (decision 137).
create table private.prazos_prometidos (
  versao text primary key,
  guardar_documento_dias integer,
  guardar_nao_aprovada_meses integer,
  guardar_espera_meses integer,
  guardar_participante_meses integer,
  guardar_sem_decisao_meses integer,
  guardar_sem_responsavel_dias integer
);

-- Periods that somebody shortened, each from the moment on when it may act: a day later, since what
-- goes by it does not come back. private.encurtar_prazos, with the next retention, makes it the setting.
create table private.prazos_a_encurtar (
  nome text primary key,                                    -- of the column of private.configuracao
  valor integer not null check (valor > 0),
  vale_em timestamptz not null,
  pedido_por uuid                                           -- null: the owner's command
);

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

-- What was promised before is not written anywhere: the periods in force, so that nothing goes sooner by this change.
insert into private.prazos_prometidos
  select v.versao, c.guardar_documento_dias, c.guardar_nao_aprovada_meses, c.guardar_espera_meses,
    c.guardar_participante_meses, c.guardar_sem_decisao_meses, c.guardar_sem_responsavel_dias
  from private.configuracao c cross join (
    select versao_declaracao as versao from private.configuracao union select versao_texto from private.consentimentos) as v;

revoke all on private.prazos_prometidos, private.prazos_a_encurtar from public, anon, authenticated;
revoke execute on function private.prometer_prazos() from public, anon, authenticated;

-- Which roles may do what. Mirrors ACTS in domain/roles.ts; tests/database/code-tables.test.ts
-- compares them. `com_senha`: what cannot be taken back, and therefore asks for a fresh sign-in.
-- What a professor may read comes with the classes: until then it is nothing.
create or replace view private.atos as select * from (values
    ('ler_turma', '{professor,secretaria,direcao}'::text[], false), -- of a professor the own classes alone
    ('ler', '{secretaria,direcao}', false),                  -- list, search, sheets, documents
    ('decidir', '{secretaria,direcao}', false),              -- decide, undo, class, tell, note, compare
    ('mudar_links', '{secretaria,direcao}', false),          -- make a family's link, end all of an enrolment
    ('mudar_turmas', '{direcao}', false),
    ('imprimir', '{secretaria,direcao}', false),
    ('exportar', '{secretaria,direcao}', false),             -- with a reason
    ('exportar_sem_motivo', '{direcao}', false),
    ('apagar_a_pedido', '{secretaria,direcao}', true),       -- one enrolment, because the family asked
    ('apagar', '{direcao}', true),
    ('devolver', '{direcao}', false),                        -- what was erased a short while ago
    ('ver_enxurradas', '{direcao}', false),
    ('apagar_enxurradas', '{direcao}', true),
    ('ver_freios', '{direcao}', false),
    ('soltar_freios', '{direcao}', true),
    ('aplicar_prazos', '{direcao}', false),                  -- retention, where no server of ours runs it
    ('ver_contas', '{direcao}', false),
    ('mudar_contas', '{direcao}', true),
    ('ver_ajustes', '{direcao}', false),
    ('mudar_ajustes', '{direcao}', false),                   -- to shorten a period asks for a fresh sign-in besides
    ('ver_registro', '{direcao}', false),
    ('ver_copias', '{direcao}', false)) as t (ato, papeis, com_senha);

-- What the form is told before it is filled in: the settings that it obeys, and when the enrolment
-- is closed (null: open without an end). Our server hands it out in /config.json; the pages of a
-- Supabase project ask for it. It tells of nobody.
create or replace function private.formulario() returns jsonb
  language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'regras', (
      select jsonb_build_object('consentimento', c.consentimento, 'responsavelObrigatorio', c.responsavel_obrigatorio,
        'validacaoEstrita', c.validacao_estrita, 'diasSemResponsavel', c.guardar_sem_responsavel_dias)
      from private.configuracao c),
    'periodo', (
      select jsonb_build_object('fechada', f.de <= now(), 'de', f.de, 'ate', f.ate, 'recebeAte', f.recebe_ate,
        'frase', (select nullif(c.frase_de_fechada, '') from private.configuracao c))
      from private.fechamento f))
$$;

-- A setting's value as an entry may hold it: codes, numbers (of a moment its day, 20261231) and switches.
create function private.valor_anotavel(valor jsonb) returns jsonb
  language sql stable set search_path = '' as $$
  select case
    when jsonb_typeof(valor) in ('boolean', 'number') then valor
    when coalesce(jsonb_typeof(valor), 'null') = 'null' then '"nunca"'
    when valor #>> '{}' = '' then '"nada"'
    when valor #>> '{}' ~ '^[0-9]{1,6}([.][0-9]{1,6})?$' then to_jsonb((valor #>> '{}')::numeric)
    when valor #>> '{}' ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}T' then
      to_jsonb(to_char((valor #>> '{}')::timestamptz at time zone 'America/Sao_Paulo', 'YYYYMMDD')::integer)
    when valor #>> '{}' ~ '^[a-z_-]{1,30}$' then valor
    else '"texto"' end
$$;

-- What became of settings, from what to what, each list in the order of the names; who did it is the caller.
create function private.anotar_ajuste(que text, colunas text[], de jsonb, para jsonb) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  perform private.anotar('mudou_configuracao', auth.uid(), null, null, jsonb_strip_nulls(jsonb_build_object('que', que,
    'colunas', colunas,
    'de', (select jsonb_agg(private.valor_anotavel(v) order by n) from jsonb_array_elements(case jsonb_typeof(de) when 'array' then de else jsonb_build_array(de) end) with ordinality as x (v, n)),
    'para', (select jsonb_agg(private.valor_anotavel(v) order by n) from jsonb_array_elements(case jsonb_typeof(para) when 'array' then para else jsonb_build_array(para) end) with ordinality as x (v, n)))));
end
$$;

create or replace function private.anotar_configuracao() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  colunas text[];
  de jsonb;
  para jsonb;
begin
  select array_agg(antes.key order by antes.key), jsonb_agg(antes.value order by antes.key), jsonb_agg(depois.value order by antes.key)
    into colunas, de, para
    from jsonb_each(to_jsonb(old)) as antes join jsonb_each(to_jsonb(new)) as depois using (key)
    where antes.value is distinct from depois.value;
  perform private.anotar_ajuste(null, coalesce(colunas, '{}'), coalesce(de, '[]'), coalesce(para, '[]'));
  return null;
end
$$;

-- Whether a version of the declaration tells that a minor's enrolment is erased without the
-- guardian's telephone: from the second on. A version that is no number tells nothing.
create or replace function private.declaracao_avisa_do_responsavel(versao text) returns boolean
  language sql immutable set search_path = '' as $$
  select coalesce(versao ~ '^[0-9]{1,6}([.][0-9]{1,6})?$' and lpad(split_part(versao, '.', 1), 6, '0') >= '000002', false)
$$;

-- When an enrolment and its document would be deleted by these settings, and by which rule; null:
-- never. No longer than its declaration promised. `responsavel_ate`: the last day for the guardian's
-- telephone; null by another rule. The planner merges it into whatever reads it. A text, since a body that
-- PostgreSQL has read (begin atomic) and that uses a table's row type stops each later column of that table.
create function private.prazos_com(c private.configuracao)
  returns table (inscricao_id uuid, protocolo text, envio uuid, regra text, apagar_em timestamptz, apagar_documento_em timestamptz, responsavel_ate date)
  language sql stable as $$
  select i.id as inscricao_id, i.protocolo,
    private.envio_do_documento(private.documento_do_endereco(i.cadastro_unico_url)) as envio,
    r.regra, r.apagar_em,
    case when d.situacao in ('aprovada', 'lista-de-espera', 'nao-aprovada', 'desistiu')
      then d.desde + make_interval(days => least((c).guardar_documento_dias, o.guardar_documento_dias)) end as apagar_documento_em,
    case when r.regra = 'sem_responsavel' then private.ultimo_dia_sem_responsavel(e.desde, least((c).guardar_sem_responsavel_dias, o.guardar_sem_responsavel_dias)) end as responsavel_ate
  from public.inscricoes_projeto i
    left join private.decisoes d on d.inscricao_id = i.id
    left join private.consentimentos k on k.inscricao_id = i.id
    left join private.prazos_prometidos o on o.versao = k.versao_texto
    cross join lateral (values (                               -- whether nobody has decided, and since when nothing happened
      coalesce(d.situacao, 'nova') not in ('aprovada', 'lista-de-espera', 'nao-aprovada', 'desistiu'),
      greatest(i.created_at, d.mexida_em))) as e (aberta, desde)
    left join lateral (select * from (values
      ('nao_aprovada', d.situacao = 'nao-aprovada' or d.situacao = 'desistiu' and not d.participou,
        d.desde + make_interval(months => least((c).guardar_nao_aprovada_meses, o.guardar_nao_aprovada_meses))),
      ('espera', d.situacao = 'lista-de-espera', d.desde + make_interval(months => least((c).guardar_espera_meses, o.guardar_espera_meses))),
      ('participante', d.situacao = 'desistiu' and d.participou,
        d.desde + make_interval(months => least((c).guardar_participante_meses, o.guardar_participante_meses))),
      ('sem_decisao', e.aberta, e.desde + make_interval(months => least((c).guardar_sem_decisao_meses, o.guardar_sem_decisao_meses))),
      ('sem_responsavel',
        e.aberta and i.idade < 18 and btrim(coalesce(i.telefone_responsavel, '')) = '' and d.telefone_do_responsavel is null
          and not coalesce(d.responsavel_confirmou, false) and private.declaracao_avisa_do_responsavel(k.versao_texto),
        (private.ultimo_dia_sem_responsavel(e.desde, least((c).guardar_sem_responsavel_dias, o.guardar_sem_responsavel_dias)) + 1)::timestamp
          at time zone 'America/Sao_Paulo')                    -- families are told a day: it goes when that is over
    ) as v (regra, vale, apagar_em) where v.vale order by v.apagar_em limit 1) as r on true   -- of two rules the sooner
  where not exists (select from private.acompanhamentos a where a.inscricao_id = i.id and a.apagada_em is not null)
$$;

-- The same by the settings in force.
create or replace view private.prazos as
  select p.* from private.configuracao c cross join lateral private.prazos_com(c) as p;

-- How many enrolments, and documents of enrolments that stay, would be gone at a moment by these settings.
create function private.vencidas_com(regras private.configuracao, quando timestamptz, out inscricoes integer, out documentos integer)
  language plpgsql stable set search_path = '' set jit = off as $$
begin
  select count(*) filter (where p.apagar_em <= quando),
      count(*) filter (where p.apagar_documento_em <= quando and (p.apagar_em <= quando) is not true
        and f.documento and not exists (
          select from private.apagamentos a where a.inscricao_id = p.inscricao_id and a.o_que = 'documento'))
    into inscricoes, documentos
    from private.prazos_com(regras) as p left join private.acompanhamentos f on f.inscricao_id = p.inscricao_id;
end
$$;

-- Makes the shortened periods whose day is over the settings in force; says whether there were any.
create function private.encurtar_prazos() returns boolean
  language plpgsql security definer set search_path = '' as $$
declare
  um private.prazos_a_encurtar;
  algum boolean := false;
begin
  if not exists (select from private.prazos_a_encurtar p where p.vale_em <= now()) then
    return false;
  end if;
  perform from private.configuracao c where c.unica for update;
  for um in select p.* from private.prazos_a_encurtar p where p.vale_em <= now() order by p.nome loop
    delete from private.prazos_a_encurtar p where p.nome = um.nome;
    execute format('update private.configuracao set %1$I = $1 where unica and coalesce(%1$I > $1, true)', um.nome) using um.valor;
    algum := true;
  end loop;
  return algum;
end
$$;

-- Deletes one batch of expired enrolments and documents in one transaction; returns how
-- many of each. Call it until both are 0. It waits for the locks of shared values, which
-- are held briefly, and skips rows that somebody is working on. `freio`: nothing was
-- deleted because a person has to confirm first; else null.
create or replace function private.apagar_vencidas(lote integer, out inscricoes integer, out documentos integer, out freio jsonb)
  language plpgsql security definer set search_path = '' as $$
declare
  vencidas uuid[];
  idas private.apagamentos[];
  um private.apagamentos;
begin
  inscricoes := 0;
  documentos := 0;
  freio := private.conferir_freio();
  if freio is null and private.encurtar_prazos() then -- not under a clock that looks wrong; then counted anew
    freio := private.conferir_freio();
  end if;
  if freio is not null then
    return;
  end if;
  -- what was erased by hand days ago goes as if it had gone then: its bytes have waited already
  vencidas := array(
    select v.inscricao_id from (
      select p.inscricao_id, p.apagar_em from private.prazos p where p.apagar_em <= now()
      union all select l.inscricao_id, l.acaba_em from private.lixeira l where l.acaba_em <= now()) as v
    order by v.apagar_em limit lote);
  perform private.esperar_a_vez_de(vencidas);
  vencidas := array(
    select i.id from public.inscricoes_projeto i where i.id = any (vencidas) for update skip locked);
  -- Read again under the locks: something may have been decided meanwhile.
  with novos as (
    insert into private.apagamentos (inscricao_id, o_que, envio, protocolo, motivo, apagado_em)
    select p.inscricao_id, 'inscricao', p.envio, p.protocolo, p.regra, now()
    from private.prazos p where p.inscricao_id = any (vencidas) and p.apagar_em <= now()
    union all
    select l.inscricao_id, 'inscricao', l.envio, l.protocolo, l.motivo, l.apagada_em
    from private.lixeira l where l.inscricao_id = any (vencidas) and l.acaba_em <= now()
    on conflict (inscricao_id, o_que) do update set apagado_em = excluded.apagado_em returning *)
  select coalesce(array_agg(row(novos.*)::private.apagamentos), '{}') into idas from novos;
  delete from public.inscricoes_projeto i where i.id in (select u.inscricao_id from unnest(idas) as u);
  inscricoes := cardinality(idas);

  vencidas := array(
    select i.id from public.inscricoes_projeto i
    where i.id = any (array(
      select p.inscricao_id from private.prazos p
      where p.apagar_documento_em <= now() and p.envio is not null
        and (not exists (select from private.apagamentos a where a.inscricao_id = p.inscricao_id and a.o_que = 'documento')
          or exists (select from private.documentos_novos d where d.inscricao_id = p.inscricao_id))
      limit lote))
    for update skip locked);
  with novos as (
    insert into private.apagamentos (inscricao_id, o_que, envio, protocolo, motivo)
    select p.inscricao_id, 'documento', p.envio, p.protocolo, 'documento'
    from private.prazos p
    where p.inscricao_id = any (vencidas) and p.apagar_documento_em <= now() and p.envio is not null
    on conflict (inscricao_id, o_que) do update set apagado_em = now() returning *)
  select idas || coalesce(array_agg(row(novos.*)::private.apagamentos), '{}') into idas from novos;
  documentos := cardinality(idas) - inscricoes;
  delete from private.documentos_novos d
    where d.inscricao_id in (select u.inscricao_id from unnest(idas) as u where u.o_que = 'documento');

  foreach um in array idas loop
    perform private.anotar(
      case um.o_que when 'inscricao' then 'apagou_pelo_prazo' else 'apagou_documento_pelo_prazo' end,
      auth.uid(), null, um.inscricao_id, jsonb_build_object('motivo', um.motivo), um.protocolo);
  end loop;
end
$$;

revoke execute on function
  private.valor_anotavel(jsonb), private.anotar_ajuste(text, text[], jsonb, jsonb),
  private.prazos_com(private.configuracao), private.vencidas_com(private.configuracao, timestamptz), private.encurtar_prazos()
  from public, anon, authenticated;

-- What may be changed, and what each may hold. Mirrors SETTINGS in domain/settings.ts;
-- tests/database/code-tables.test.ts compares them.
create view private.ajustes_que_ha as select * from (values
    ('inscricoes', 'inscricoes', null::integer, null::integer, null::text[]),
    ('frase_de_fechada', 'texto', 0, 300, null),
    ('consentimento', 'escolha', null, null, '{declaracao,caixa}'),
    ('responsavel_obrigatorio', 'sim_ou_nao', null, null, null),
    ('validacao_estrita', 'sim_ou_nao', null, null, null),
    ('guardar_documento_dias', 'prazo', 1, 3650, null),
    ('guardar_nao_aprovada_meses', 'prazo', 1, 120, null),
    ('guardar_espera_meses', 'prazo', 1, 120, null),
    ('guardar_participante_meses', 'prazo', 1, 120, null),
    ('guardar_sem_decisao_meses', 'prazo', 1, 120, null),
    ('guardar_sem_responsavel_dias', 'prazo', 1, 3650, null),
    ('guardar_auditoria_meses', 'prazo', 1, 120, null)) as t (nome, tipo, minimo, maximo, escolhas);

-- Why a setting may not hold a value, as a sentence; null when it may. The same as problemOf in
-- domain/setting-values.ts. A JSON null is a period without an end.
create function private.recusa_do_ajuste(nome text, valor jsonb) returns text
  language sql stable set search_path = '' as $$
  select case
    when a.nome is null then 'Este ajuste não existe.'
    when a.tipo = 'sim_ou_nao' then
      case when jsonb_typeof(valor) = 'boolean' then null else 'Escolha sim ou não.' end
    when a.tipo = 'escolha' then
      case when jsonb_typeof(valor) = 'string' and valor #>> '{}' = any (a.escolhas) then null else 'Escolha uma destas: ' || array_to_string(a.escolhas, ', ') || '.' end
    when a.tipo = 'prazo' then
      case when jsonb_typeof(valor) = 'null' then null
        when jsonb_typeof(valor) = 'number' and valor::text ~ '^[0-9]{1,5}$' and (valor::text)::integer between a.minimo and a.maximo then null
        else 'Digite um número de ' || a.minimo || ' a ' || a.maximo || '.' end
    when a.tipo = 'texto' then
      case when jsonb_typeof(valor) = 'string' and char_length(valor #>> '{}') between a.minimo and a.maximo then null
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

-- Changes one setting, whoever may do that: 'mudou', 'igual' for what it was already, 'espera' for a
-- period that is shortened, which a day later may act, 'desfeito' for one that is not shortened after
-- all. Raises a sentence for a value that it may not hold.
create function private.gravar_ajuste(nome text, valor jsonb) returns text
  language plpgsql security definer set search_path = '' as $$
declare
  novo constant jsonb := coalesce(valor, 'null');
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
        values (gravar_ajuste.nome, novo::integer, now() + interval '1 day', auth.uid())
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

-- Whether a period becomes shorter: null has no end.
create function private.encurta(antes jsonb, novo jsonb) returns boolean
  language sql immutable set search_path = '' as $$
  select case when novo = 'null' then false when antes = 'null' then true else antes::integer > novo::integer end
$$;

-- All settings, what waits, and when the enrolment is closed.
create function private.ajustes() returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.exigir('ver_ajustes');
  return jsonb_build_object(
    'valores', (
      select jsonb_object_agg(v.key, v.value) from private.configuracao c cross join jsonb_each(to_jsonb(c)) as v
        join private.ajustes_que_ha a on a.nome = v.key),
    'pendentes', (
      select coalesce(jsonb_agg(jsonb_build_object('nome', p.nome, 'valor', p.valor, 'vale_em', p.vale_em) order by p.nome), '[]')
      from private.prazos_a_encurtar p),
    'periodo', (
      select jsonb_build_object('fechada', f.de <= now(), 'de', f.de, 'ate', f.ate, 'depois', f.depois, 'recebeAte', f.recebe_ate)
      from private.fechamento f));
end
$$;

create function public.ajustes() returns jsonb
  language sql stable set search_path = ''
  begin atomic
    select private.ajustes();
  end;

-- Shortening a period asks for a fresh sign-in. Returns what was done, as private.gravar_ajuste says it.
create function private.mudar_ajuste(nome text, valor jsonb) returns text
  language plpgsql security definer set search_path = '' as $$
begin
  perform private.exigir('mudar_ajustes');
  if nome like 'guardar%' and private.recusa_do_ajuste(nome, coalesce(valor, 'null')) is null
    and (select private.encurta(to_jsonb(c) -> nome, coalesce(valor, 'null')) from private.configuracao c) then
    perform private.exigir_entrada_recente();
  end if;
  return private.gravar_ajuste(nome, valor);
end
$$;

create function public.mudar_ajuste(nome text, valor jsonb) returns text
  language sql volatile set search_path = ''
  begin atomic
    select private.mudar_ajuste(nome, valor);
  end;

-- What a period would erase that the present one would not, once it may act: how many enrolments, and
-- documents of enrolments that stay.
create function private.prever_prazo(nome text, valor integer) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
declare
  recusa constant text := private.recusa_do_ajuste(nome, coalesce(to_jsonb(valor), 'null'));
  regras private.configuracao;
  antes record;
  depois record;
begin
  perform private.exigir('ver_ajustes');
  if recusa is not null or not exists (select from private.ajustes_que_ha a where a.nome = prever_prazo.nome and a.tipo = 'prazo') then
    raise exception '%', coalesce(recusa, 'Este ajuste não existe.');
  end if;
  select c.* into strict regras from private.configuracao c;
  select * into antes from private.vencidas_com(regras, now() + interval '1 day');
  regras := jsonb_populate_record(regras, jsonb_build_object(nome, valor));
  select * into depois from private.vencidas_com(regras, now() + interval '1 day');
  return jsonb_build_object('inscricoes', greatest(depois.inscricoes - antes.inscricoes, 0),
    'documentos', greatest(depois.documentos - antes.documentos, 0));
end
$$;

create function public.prever_prazo(nome text, valor integer) returns jsonb
  language sql stable set search_path = ''
  begin atomic
    select private.prever_prazo(nome, valor);
  end;

revoke all on private.ajustes_que_ha from public, anon, authenticated;
revoke execute on function
  private.recusa_do_ajuste(text, jsonb), private.gravar_periodo(jsonb), private.gravar_ajuste(text, jsonb), private.encurta(jsonb, jsonb),
  private.ajustes(), public.ajustes(), private.mudar_ajuste(text, jsonb), public.mudar_ajuste(text, jsonb),
  private.prever_prazo(text, integer), public.prever_prazo(text, integer)
  from public, anon, authenticated;
grant execute on function
  private.ajustes(), public.ajustes(), private.mudar_ajuste(text, jsonb), public.mudar_ajuste(text, jsonb),
  private.prever_prazo(text, integer), public.prever_prazo(text, integer)
  to authenticated;
