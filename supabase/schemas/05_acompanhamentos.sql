-- What the desk knows and decides about an enrolment, beside the SPEC's table: one row
-- each, made when the enrolment arrives and removed with it.
--
-- Access: no API role; administrators use the functions of `busca`, `decisoes` and
-- `semelhantes`. Situations mirror domain/desk/situations.ts; tests/database/code-tables.test.ts compares.

-- A search key: letters without marks and case, words between single spaces. Not unaccent(),
-- which is not immutable. These four have no `set` clauses so that they are inlined: they
-- run many times for each row.
create function private.chave(texto text) returns text
  language sql immutable parallel safe
  begin atomic
    select btrim(regexp_replace(
      translate(lower(regexp_replace(normalize(coalesce(texto, ''), nfkd), '[\u0300-\u036f''`´’]', '', 'g')), 'øłđı', 'oldi'),
      '[[:space:][:punct:]]+', ' ', 'g'));
  end;

-- As much of a key as an index compares. An index refuses entries longer than a third of a
-- page, and one letter may become eighteen in a key.
create function private.inicio_da_chave(chave text) returns text
  language sql immutable parallel safe
  begin atomic
    select left(chave, 200);
  end;

-- A class as people read it: 'Muay Thai · 19:00 · Segunda a quinta'. Mirrors classInWords in domain/desk/classes.ts.
create function private.turma_em_palavras(turma private.turmas) returns text
  language sql stable parallel safe as $$ -- a text: see private.prazos_com
  select concat_ws(' · ', ($1).nome, ($1).horario, ($1).dias)
$$;

-- What a person is called: the name that they chose, else the full one. Mirrors nameOf in domain/desk/sheet.ts.
create function private.nome_de(quem public.inscricoes_projeto) returns text
  language sql stable parallel safe as $$ -- a text: see private.prazos_com
  select coalesce(nullif(btrim(($1).nome_social), ''), ($1).nome_completo)
$$;

-- What another enrolment of the same person would share, of the keys of a name, CPF and telephone. A CPF whose check digits are wrong
-- (000.000.000-00) and a telephone under 8 digits identify nobody: null in their place.
create function private.semelhancas_de(nome text, nascimento date, cpf text, telefone text) returns text[]
  language sql stable parallel safe
  begin atomic
    select array[
      case when private.cpf_confere(cpf) then 'cpf ' || cpf end,
      'nome ' || private.inicio_da_chave(nome) || ' ' || nascimento,
      case when length(telefone) >= 8 then 'telefone ' || telefone || ' ' || split_part(private.inicio_da_chave(nome), ' ', 1) end];
  end;

-- When the first document of an enrolment was erased by its term; null: it was not. In plpgsql, since what was erased has its table further on.
create function private.documento_apagado_em(inscricao uuid) returns timestamptz
  language plpgsql stable set search_path = '' as $$
begin
  return (select x.apagado_em from private.apagamentos x where x.inscricao_id = $1 and x.o_que = 'documento');
end
$$;

-- The derived columns of an enrolment's follow-up, when its row is made and when what they depend on changes. An answer is of
-- another table: whoever corrects one writes `nome` again, which derives all of them anew. A guardian's name and telephone that
-- came later count where the answers have none.
create function private.derivar() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  i public.inscricoes_projeto;
  chave text;
  do_responsavel text;
  nome_do_responsavel text;
begin
  select * into strict i from public.inscricoes_projeto as n where n.id = new.inscricao_id;
  chave := private.chave(i.nome_completo);
  do_responsavel := coalesce(case when btrim(i.telefone_responsavel) <> '' then i.telefone_responsavel end, new.telefone_do_responsavel);
  nome_do_responsavel := coalesce(case when btrim(i.nome_responsavel) <> '' then i.nome_responsavel end, new.nome_do_responsavel);
  new.criada_em := i.created_at;
  new.nome := i.nome_completo;
  new.nomes := ' ' || concat_ws(' | ', chave, nullif(private.chave(i.nome_social), ''), private.chave(nome_do_responsavel)) || ' ';
  new.cpf := private.algarismos(i.cpf);
  new.protocolo := coalesce(i.protocolo, '');
  new.telefone := private.algarismos_do_telefone(i.telefone_whatsapp);
  new.telefone_responsavel := private.algarismos_do_telefone(do_responsavel);
  new.recado := private.algarismos(i.contato_recados);
  new.nascimento := i.data_nascimento;
  new.cidade := private.inicio_da_chave(private.chave(i.cidade));
  new.documento := exists (select from private.documentos_novos d where d.inscricao_id = i.id)
    or i.cadastro_unico_url is not null and private.documento_apagado_em(i.id) is null;
  new.condicao := i.condicao_medica = 'sim';
  new.sem_responsavel := i.idade < 18 and (btrim(coalesce(nome_do_responsavel, '')) = '' or do_responsavel is null);
  new.semelhancas := private.semelhancas_de(chave, new.nascimento, new.cpf, new.telefone);
  return new;
end
$$;

create trigger derivar before insert or update of nome, telefone_do_responsavel, nome_do_responsavel on private.acompanhamentos
  for each row execute function private.derivar();

-- Makes the follow-up row of an enrolment that arrives, or that has none; of a corrected one it is derived anew.
create function private.acompanhar_inscricao() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    update private.acompanhamentos a set nome = new.nome_completo where a.inscricao_id = new.id;
    if found then return null; end if;
  end if;
  insert into private.acompanhamentos (inscricao_id) values (new.id);
  return null;
end
$$;

create trigger acompanhar_inscricao after insert or update on public.inscricoes_projeto
  for each row execute function private.acompanhar_inscricao();

-- Makes the missing follow-up rows, after enrolments were copied in without triggers. Returns how many.
create function private.acompanhar_as_que_faltam() returns bigint
  language sql volatile set search_path = '' as $$
  with novas as (
    insert into private.acompanhamentos (inscricao_id)
      select i.id from public.inscricoes_projeto i where not exists (select from private.acompanhamentos a where a.inscricao_id = i.id)
      returning 1)
  select count(*) from novas
$$;

-- Stores the guardian's telephone that came later, null to take it back, where a minor's answers
-- have none. Call it with the row locked.
create function private.guardar_telefone_do_responsavel(inscricao uuid, telefone text) returns void
  language sql volatile set search_path = '' as $$
  update private.acompanhamentos a set telefone_do_responsavel = $2
    from public.inscricoes_projeto i
    where a.inscricao_id = $1 and i.id = $1 and private.idade(i.data_nascimento) < 18 and btrim(coalesce(i.telefone_responsavel, '')) = ''
$$;

-- The address of the document that came last; null while there is only the first.
create function private.ultimo_documento(inscricao uuid) returns text
  language sql stable set search_path = '' as $$
  select d.endereco from private.documentos_novos d where d.inscricao_id = $1 order by d.recebido_em desc, d.envio limit 1
$$;

-- Notes since when a document or request waits that nobody has looked at: since it came, also where a
-- decision about it was taken back.
create function private.notar_espera() returns trigger
  language plpgsql set search_path = '' as $$
begin
  if new.documento_novo and not old.documento_novo then
    new.documento_novo_em := coalesce((
      select max(d.recebido_em) from private.documentos_novos d where d.inscricao_id = new.inscricao_id and d.anexado_por is null), clock_timestamp());
  end if;
  if new.pedido and not old.pedido then
    new.pedido_em := coalesce((
      select min(p.feito_em) from private.pedidos p where p.inscricao_id = new.inscricao_id and p.respondido_em is null), clock_timestamp());
  end if;
  return new;
end
$$;

-- The follow-up of an enrolment, locked until the end after the enrolment itself, so that retention does not delete it meanwhile
-- (private.apagar_vencidas); null: it is not there, or lies in the bin.
create function private.trancar(inscricao uuid) returns private.acompanhamentos
  language plpgsql volatile set search_path = '' as $$
declare
  linha private.acompanhamentos;
begin
  perform from public.inscricoes_projeto i where i.id = inscricao for no key update;
  select * into linha from private.acompanhamentos a where a.inscricao_id = inscricao and a.apagada_em is null for update;
  return linha;
end
$$;

-- The first day of an approved person: the one that the family was told, else that of the decision.
create function private.primeiro_dia_de(quem private.acompanhamentos) returns date
  language sql stable as $$ -- a text: see private.prazos_com
  select coalesce(($1).primeiro_dia, (coalesce(($1).decidida_em, ($1).criada_em) at time zone 'America/Sao_Paulo')::date)
$$;

-- What stands of the renewal of an approved person; null: nobody asked since they were approved.
create function private.renovacao_de(quem private.acompanhamentos) returns text
  language sql stable as $$ -- a text: see private.prazos_com
  select case when ($1).situacao = 'aprovada' and ($1).renovacao_em > coalesce(($1).decidida_em, ($1).criada_em) then ($1).renovacao end
$$;

-- The days that an approved person was missing since the last that they were there, in order: a justified absence neither counts
-- nor ends them. None of before the first day, up to `faltas_desde`, or of a day to come, from a clock that was ahead.
create function private.dias_de_falta(quem private.acompanhamentos) returns date[]
  language sql stable as $$ -- a text: see private.prazos_com
  select array(
    select distinct p.dia from private.presencas p
    where p.inscricao_id = ($1).inscricao_id and ($1).situacao = 'aprovada' and p.marca = 'falta'
      and p.dia between private.primeiro_dia_de($1) and (now() at time zone 'America/Sao_Paulo')::date
      and p.dia > greatest('-infinity', ($1).faltas_desde, (
        select max(b.dia) from private.presencas b where b.inscricao_id = p.inscricao_id and b.marca = 'presente'
          and b.dia <= (now() at time zone 'America/Sao_Paulo')::date))
    order by p.dia)
$$;

-- Counts them whenever what they depend on changes; whoever changes a mark writes `faltas_seguidas`.
create function private.contar_faltas() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  dias constant date[] := private.dias_de_falta(new);
begin
  new.faltas_seguidas := cardinality(dias);
  new.faltou_em := dias[cardinality(dias)]::timestamp at time zone 'America/Sao_Paulo';
  return new;
end
$$;

create trigger contar_faltas before update of situacao, primeiro_dia, decidida_em, faltas_desde, faltas_seguidas on private.acompanhamentos
  for each row execute function private.contar_faltas();

create function private.dias_do_link() returns integer
  language sql immutable parallel safe
  begin atomic
    select 30;
  end;

create function private.hash_do_link(codigo text) returns bytea
  language sql immutable parallel safe
  begin atomic
    select sha256(convert_to(lower(codigo), 'UTF8'));
  end;

-- The day until which the desk has to answer. Mirrors ANSWER_DAYS in content/retention.ts.
create function private.prazo_do_pedido(feito_em timestamptz) returns date
  language sql stable parallel safe
  begin atomic
    select (feito_em at time zone 'America/Sao_Paulo')::date + 15;
  end;

-- Until when 'Meus dados' of an enrolment is closed; null: it is not. Not by a clock that was ahead.
create function private.dados_fechados_ate(inscricao uuid) returns timestamptz
  language sql volatile set search_path = '' as $$
  select e.desde + interval '24 hours' from private.cpf_errados e
  where e.inscricao_id = $1 and e.erros >= 5 and e.desde between clock_timestamp() - interval '24 hours' and clock_timestamp()
$$;

create trigger notar_espera before update of documento_novo, pedido on private.acompanhamentos
  for each row when (new.documento_novo and not old.documento_novo or new.pedido and not old.pedido)
  execute function private.notar_espera();

-- The enrolment whose document, first or later, has this name; null for none.
create function private.inscricao_do_documento(nome text) returns uuid
  language sql stable set search_path = '' as $$
  select coalesce(
    (select i.id from public.inscricoes_projeto i
      where private.envio_do_documento(private.documento_do_endereco(i.cadastro_unico_url)) = private.envio_do_documento(nome)),
    (select d.inscricao_id from private.documentos_novos d where d.envio = private.envio_do_documento(nome)))
$$;
