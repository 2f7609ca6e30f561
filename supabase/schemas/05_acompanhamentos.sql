-- What the desk knows and decides about an enrolment, beside the SPEC's table: one row
-- each, made when the enrolment arrives and removed with it.
--
-- Access: no API role; administrators use the functions of `busca`, `decisoes` and
-- `semelhantes`. Situations mirror domain/desk/situations.ts; tests/database/desk-access.test.ts compares.

create schema if not exists extensions;
create extension if not exists pg_trgm with schema extensions;

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

create function private.algarismos(texto text) returns text
  language sql immutable parallel safe
  begin atomic
    select regexp_replace(normalize(coalesce(texto, ''), nfkc), '[^0-9]', '', 'g');
  end;

-- A telephone without trunk zero and country code. Mirrors nationalDigits.
create function private.algarismos_do_telefone(telefone text) returns text
  language sql immutable parallel safe
  begin atomic
    select regexp_replace(private.algarismos(telefone), '^0*(?:55(?=[0-9]{10}))?0*', '');
  end;

-- The classes: of the public timetable (content/home.ts, whose first rows the migration took), and those
-- that ended, which stay by name for who is in them. Nobody deletes one.
create table private.turmas (
  id uuid primary key default gen_random_uuid(),
  nome text not null check (btrim(nome) <> '' and char_length(nome) <= 120),
  modalidade text check (btrim(modalidade) <> '' and char_length(modalidade) <= 120),
  dias text check (btrim(dias) <> '' and char_length(dias) <= 120),  -- weekdays in words: 'Segunda a sexta'; null: by arrangement
  horario text check (horario ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),  -- '18:00'; null: by arrangement
  idade_de integer check (idade_de between 0 and 120),           -- null: no bound, here and below
  idade_ate integer check (idade_ate between 0 and 120),
  vagas integer check (vagas between 0 and 1000),
  do_projeto boolean not null default true,                      -- offered to the people of the project
  ativa boolean not null default true,
  professor uuid references auth.users (id) on delete set null,
  constraint idades_em_ordem check (idade_de <= idade_ate)
);

-- A class as people read it: 'Muay Thai · 19:00 · Segunda a quinta'. Mirrors classInWords in domain/desk/classes.ts.
create function private.turma_em_palavras(turma private.turmas) returns text
  language sql stable parallel safe as $$ -- a text: see private.prazos_com
  select concat_ws(' · ', ($1).nome, ($1).horario, ($1).dias)
$$;

create table private.acompanhamentos (
  inscricao_id uuid primary key references public.inscricoes_projeto (id) on delete cascade,

  -- decided by people; `versao` grows with each decision, so that nobody overwrites one they have not seen
  situacao text not null default 'nova' check (situacao in (
    'nova', 'em-analise', 'falta-documento', 'aprovada', 'lista-de-espera', 'nao-aprovada', 'desistiu')),
  motivo text check (char_length(motivo) <= 500),
  cadunico_confere boolean not null default false,
  situacao_avaliada boolean not null default false,
  responsavel_confirmou boolean not null default false,
  versao integer not null default 1,
  decidida_em timestamptz,                                     -- when the situation last changed
  primeiro_dia date check (primeiro_dia between '2000-01-01' and '2999-12-31'),
  a_avisar boolean not null default false,                     -- the family was not yet told of the decision
  repetida_de uuid references public.inscricoes_projeto (id) on delete set null,
  documento_novo boolean not null default false,               -- the family sent another one, and nobody has decided since
  pedido boolean not null default false,                       -- the family asked for something, and nobody has answered yet
  telefone_novo text collate "C" check (char_length(telefone_novo) <= 120), -- the number to call, as the family gave it; null: the answers'

  -- derived from the enrolment, for search and order
  criada_em timestamptz not null,
  nome text not null collate "pt-BR-x-icu",                    -- Brazilian order
  nomes text not null,                                         -- keys of the person's and the guardian's name
  cpf text not null collate "C",                               -- these five as digits, '' for none; "C":
  protocolo text not null collate "C",                         -- one index serves order and first digits
  telefone text not null collate "C",
  telefone_responsavel text not null collate "C",              -- of the answers, else the one that came later
  recado text not null collate "C",
  cidade text not null,                                        -- key
  documento boolean not null,                                  -- one is kept: of the first and later ones
  condicao boolean not null,
  sem_responsavel boolean not null,                            -- under 18 when it was sent, guardian's name or telephone missing; who reads it asks for today's age
  semelhancas text[] not null,                                 -- what another enrolment of the same person would share: CPF, name, telephone
  repetida boolean not null default false,                     -- another row shares one, and nobody has compared them yet

  -- given by the family later
  telefone_do_responsavel text check (char_length(telefone_do_responsavel) <= 120), -- a minor's guardian's, whose answers have none
  apagada_em timestamptz,                                      -- put away, and in the bin: seen nowhere, gone some days later
  nome_do_responsavel text check (char_length(nome_do_responsavel) <= 480), -- as telefone_do_responsavel
  responsavel_chegou boolean not null default false,           -- the family gave the guardian by its link, and nobody has confirmed it since
  links_encerrados boolean not null default false,             -- the desk ended them: the family's own opens no more
  turma_id uuid references private.turmas (id),                -- class of an approved person, or the one that is waited for
  espera_desde timestamptz,                                    -- when somebody joined the line in which they wait

  -- for 'Para fazer': since when what the family sent last waits; kept after it was looked at, so that a page is found by it
  documento_novo_em timestamptz,
  pedido_em timestamptz,

  apagada_motivo text check (apagada_motivo in ('pedido_da_familia', 'repetida', 'teste', 'outro', 'enxurrada')), -- of the bin: why,
  apagada_por uuid,                                            -- and by whom; no reference: it outlives the account
  endereco_protegido boolean not null default false,           -- no link tells where the person is to be found
  nascimento date not null,                                    -- derived, for order and filter by today's age

  constraint motivo_obrigatorio check (
    situacao not in ('falta-documento', 'nao-aprovada') or btrim(coalesce(motivo, '')) <> ''),
  constraint vaga_de_aprovada check (
    (situacao in ('aprovada', 'lista-de-espera') or turma_id is null) and (situacao = 'aprovada' or primeiro_dia is null)),
  constraint espera_de_quem_espera check (situacao = 'lista-de-espera' or espera_desde is null),
  constraint tres_semelhancas check (cardinality(semelhancas) = 3)
);

-- Each column's order, and each filter's rows newest first; `inscricao_id` decides between
-- equals. What follows it is for several filters at once: rows that differ are passed over
-- in the index, without reading them. None has what lies in the bin, however much that is.
create index acompanhamentos_criada_idx on private.acompanhamentos (criada_em, inscricao_id) where apagada_em is null;
create index acompanhamentos_nome_idx on private.acompanhamentos (nome, inscricao_id) where apagada_em is null;
create index acompanhamentos_nascimento_idx on private.acompanhamentos (nascimento, inscricao_id) where apagada_em is null;
create index acompanhamentos_telefone_idx on private.acompanhamentos (telefone, inscricao_id) where apagada_em is null;
create index acompanhamentos_situacao_idx on private.acompanhamentos (situacao, criada_em, inscricao_id, condicao, documento, nascimento) where apagada_em is null;
create index acompanhamentos_cidade_idx on private.acompanhamentos (cidade, criada_em, inscricao_id, situacao, condicao, documento, nascimento) where apagada_em is null;
create index acompanhamentos_sem_documento_idx on private.acompanhamentos (criada_em, inscricao_id) where not documento and apagada_em is null;
create index acompanhamentos_repetida_idx on private.acompanhamentos (criada_em, inscricao_id) where repetida;
create index acompanhamentos_turma_idx on private.acompanhamentos (turma_id, criada_em, inscricao_id, situacao) include (apagada_em) where turma_id is not null;

-- What waits for the desk ('Para fazer'), those who wait longest first. The conditions are those of
-- private.condicoes, word for word; an arriving enrolment has the first alone, a minor without a guardian also the last.
create index acompanhamentos_novas_idx on private.acompanhamentos (criada_em, inscricao_id) where situacao in ('nova', 'em-analise') and apagada_em is null;
create index acompanhamentos_documento_novo_idx on private.acompanhamentos (documento_novo_em, inscricao_id) where documento_novo and apagada_em is null;
create index acompanhamentos_pedido_idx on private.acompanhamentos (pedido_em, inscricao_id) where pedido and apagada_em is null;
create index acompanhamentos_avisar_idx on private.acompanhamentos (decidida_em, inscricao_id) where a_avisar and apagada_em is null;
create index acompanhamentos_sem_turma_idx on private.acompanhamentos (decidida_em, inscricao_id) where situacao = 'aprovada' and turma_id is null and apagada_em is null;
create index acompanhamentos_falta_responsavel_idx on private.acompanhamentos (criada_em, inscricao_id)
  where sem_responsavel and not responsavel_confirmou and situacao not in ('nao-aprovada', 'desistiu') and apagada_em is null;

create index acompanhamentos_apagada_idx on private.acompanhamentos (apagada_em, inscricao_id) where apagada_em is not null;
create index acompanhamentos_repetida_de_idx on private.acompanhamentos (repetida_de) where repetida_de is not null;

-- A search for signs alone, as '%', reads the names that have other ones than most.
create index acompanhamentos_sinais_idx on private.acompanhamentos (criada_em, inscricao_id) where nome ~ '[^[:alnum:][:space:]''’.-]';

-- Numbers are searched by their first digits, telephones also by their last ones. Not by
-- trigrams: half of a telephone's are in every other telephone.
create index acompanhamentos_cpf_idx on private.acompanhamentos (cpf);
create index acompanhamentos_protocolo_idx on private.acompanhamentos (protocolo);
create index acompanhamentos_telefone_fim_idx on private.acompanhamentos (reverse(telefone));
create index acompanhamentos_responsavel_inicio_idx on private.acompanhamentos (telefone_responsavel);
create index acompanhamentos_responsavel_fim_idx on private.acompanhamentos (reverse(telefone_responsavel));
create index acompanhamentos_recado_fim_idx on private.acompanhamentos (reverse(recado));
create index acompanhamentos_telefone_novo_inicio_idx on private.acompanhamentos (private.algarismos_do_telefone(telefone_novo)) where telefone_novo is not null;
create index acompanhamentos_telefone_novo_fim_idx on private.acompanhamentos (reverse(private.algarismos_do_telefone(telefone_novo))) where telefone_novo is not null;

-- Names by trigrams.
create index acompanhamentos_nomes_idx on private.acompanhamentos using gin (nomes extensions.gin_trgm_ops);

-- Documents that came later, beside the first, which `inscricoes_projeto` names: at most three that a family sent by
-- its personal link, and what the desk attached.
create table private.documentos_novos (
  envio uuid primary key,                                      -- the uuid at the start of the document's name
  inscricao_id uuid not null references public.inscricoes_projeto (id) on delete cascade,
  endereco text not null check (private.envio_do_documento(private.documento_do_endereco(endereco)) = envio),
  recebido_em timestamptz not null default now(),
  anexado_por uuid                                             -- who at the desk attached it; null: the family. No reference, since that outlives the account
);
create index documentos_novos_inscricao_idx on private.documentos_novos (inscricao_id, recebido_em);

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

-- The derived columns of each enrolment. A guardian's name and telephone that came later count where the answers have none.
create view private.chaves_das_inscricoes as
  select i.id as inscricao_id, i.created_at as criada_em, i.nome_completo as nome,
    ' ' || k.nome || ' | ' || private.chave(k.nome_do_responsavel) || ' ' as nomes,
    k.cpf, coalesce(i.protocolo, '') as protocolo, k.telefone,
    private.algarismos_do_telefone(k.do_responsavel) as telefone_responsavel,
    private.algarismos(i.contato_recados) as recado, i.data_nascimento as nascimento, private.inicio_da_chave(private.chave(i.cidade)) as cidade,
    exists (select from private.documentos_novos d where d.inscricao_id = i.id)
      or i.cadastro_unico_url is not null and private.documento_apagado_em(i.id) is null as documento, i.condicao_medica = 'sim' as condicao,
    i.idade < 18 and (btrim(coalesce(k.nome_do_responsavel, '')) = '' or k.do_responsavel is null) as sem_responsavel,
    private.semelhancas_de(k.nome, i.data_nascimento, k.cpf, k.telefone) as semelhancas
  from public.inscricoes_projeto i
    left join private.acompanhamentos a on a.inscricao_id = i.id
    cross join lateral (
      select private.chave(i.nome_completo) as nome, private.algarismos(i.cpf) as cpf,
        private.algarismos_do_telefone(i.telefone_whatsapp) as telefone,
        coalesce(case when btrim(i.telefone_responsavel) <> '' then i.telefone_responsavel end, a.telefone_do_responsavel) as do_responsavel,
        coalesce(case when btrim(i.nome_responsavel) <> '' then i.nome_responsavel end, a.nome_do_responsavel) as nome_do_responsavel
      offset 0) as k;                                            -- offset 0: each key is computed once

-- Stores the guardian's telephone that came later, null to take it back, where a minor's answers
-- have none, and derives anew what depends on it. Call it with the row locked.
create function private.guardar_telefone_do_responsavel(inscricao uuid, telefone text) returns void
  language sql volatile set search_path = '' as $$
  update private.acompanhamentos a set telefone_do_responsavel = $2
    from public.inscricoes_projeto i
    where a.inscricao_id = $1 and i.id = $1 and private.idade(i.data_nascimento) < 18 and btrim(coalesce(i.telefone_responsavel, '')) = '';
  update private.acompanhamentos a set telefone_responsavel = k.telefone_responsavel, sem_responsavel = k.sem_responsavel, nomes = k.nomes
    from private.chaves_das_inscricoes k where a.inscricao_id = $1 and k.inscricao_id = $1
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

-- Links that the desk made for a family, beside its own: of each code the hash alone. They end with the
-- enrolment, and after private.dias_do_link().
create table private.links (
  hash bytea primary key check (octet_length(hash) = 32),
  inscricao_id uuid not null references public.inscricoes_projeto (id) on delete cascade,
  feito_em timestamptz not null default now()
);
create index links_inscricao_idx on private.links (inscricao_id);

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

-- What a family asked for by its personal link, or at the desk: to withdraw, to be called on another
-- telephone, which stands beside the answers and never in their place, and what LGPD art. 18 gives: another
-- answer (`mudancas`: column → value), erasing, a copy. At most one open request of a kind, of an answer one, by the family's own link and
-- as many otherwise: neither learns of the other's, or takes its place.
create table private.pedidos (
  id uuid primary key default gen_random_uuid(),
  inscricao_id uuid not null references public.inscricoes_projeto (id) on delete cascade,
  tipo text not null check (tipo in ('desistir', 'telefone', 'corrigir', 'apagar', 'copia')),
  telefone text check (char_length(telefone) <= 120 and telefone ~ '[0-9]'),
  feito_em timestamptz not null default now(),
  respondido_em timestamptz,
  quem uuid references auth.users (id) on delete set null,     -- who answered
  confirmado boolean,
  numero integer not null check (numero > 0),                  -- counts the requests of an enrolment
  campo text,                                                  -- the answer that is to be another
  mudancas jsonb check (jsonb_typeof(mudancas) = 'object' and octet_length(mudancas::text) <= 20000),
  no_balcao boolean not null default false,
  conferiu uuid references auth.users (id) on delete set null, -- who saw an identity document at the desk
  resposta text check (btrim(resposta) <> '' and char_length(resposta) <= 500),
  pelo_proprio_link boolean not null default false,            -- asked by the link that came with the enrolment
  constraint telefone_do_pedido check ((tipo = 'telefone') = (telefone is not null)),
  constraint correcao_do_pedido check ((tipo = 'corrigir') = (campo is not null) and (campo is null) = (mudancas is null) and coalesce(mudancas ? campo, true)),
  constraint resposta_inteira check ((respondido_em is null) = (confirmado is null)),
  constraint resposta_de_respondido check (respondido_em is not null or resposta is null)
);
create unique index pedidos_aberto_key on private.pedidos (inscricao_id, tipo, coalesce(campo, ''), pelo_proprio_link) where respondido_em is null;
create unique index pedidos_numero_key on private.pedidos (inscricao_id, numero);
create index pedidos_inscricao_idx on private.pedidos (inscricao_id, feito_em);

-- The day until which the desk has to answer. Mirrors ANSWER_DAYS in content/retention.ts.
create function private.prazo_do_pedido(feito_em timestamptz) returns date
  language sql stable parallel safe
  begin atomic
    select (feito_em at time zone 'America/Sao_Paulo')::date + 15;
  end;

-- Wrong CPFs that the holder of a family's own link typed: the fifth within a day closes 'Meus dados' for a
-- day from then on (private.dados_fechados_ate).
create table private.cpf_errados (
  inscricao_id uuid primary key references public.inscricoes_projeto (id) on delete cascade,
  erros integer not null,
  desde timestamptz not null                                   -- of the first, and of the one that closed
);

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

create table private.anotacoes (
  id uuid primary key default gen_random_uuid(),
  inscricao_id uuid not null references public.inscricoes_projeto (id) on delete cascade,
  autor uuid references auth.users (id) on delete set null,
  texto text not null check (btrim(texto) <> '' and char_length(texto) <= 1000),
  escrita_em timestamptz not null default now(),
  corrigida_em timestamptz
);
create index anotacoes_inscricao_idx on private.anotacoes (inscricao_id, escrita_em);

-- What an answer was before somebody at the desk corrected it, and what they made of it; the enrolment itself has the corrected one.
create table private.correcoes (
  id bigint generated always as identity primary key,
  inscricao_id uuid not null references public.inscricoes_projeto (id) on delete cascade,
  quando timestamptz not null default now(),
  quem uuid references auth.users (id) on delete set null,
  campo text not null,                                         -- its column
  antes text,                                                  -- null: no answer, here and below
  depois text,
  motivo text not null check (motivo in ('pedido-da-familia', 'digitado-errado', 'documento-mostra-outro')),
  versao integer not null,                                     -- that the correction made
  desfeita boolean not null default false,
  pelo_proprio_link boolean not null default false             -- of a request that came by the link of the enrolment
);
create index correcoes_inscricao_idx on private.correcoes (inscricao_id, id);

-- Every change, in order. `de` and `para` hold codes, never answers of the enrolment; `motivo` what
-- would be lost otherwise: the reason of a decision, the text of a note before it was corrected, the
-- telephone that a family gave. A change of situation also has the version that it made, and what undoing it restores; so has
-- a correction, whose `de` is its reason, and `para` the columns of the answers.
create table private.historico (
  id bigint generated always as identity primary key,
  inscricao_id uuid not null references public.inscricoes_projeto (id) on delete cascade,
  quando timestamptz not null default now(),
  quem uuid references auth.users (id) on delete set null,
  acao text not null check (acao in ('situacao', 'situacao-desfeita', 'criterio', 'nota', 'nota-corrigida', 'repetida', 'mensagem', 'documento-novo',
    'pedido', 'pedido-confirmado', 'pedido-dispensado', 'responsavel', 'novo-link', 'links-encerrados',
    'correcao', 'correcao-desfeita', 'documento-anexado',
    'pedido-no-balcao', 'pedido-reaberto')),
  de text,
  para text,
  motivo text,
  versao integer,
  antes jsonb,
  desfeita boolean not null default false,
  turma_id uuid references private.turmas (id)                 -- with a change of situation: the class after it
);
create index historico_inscricao_idx on private.historico (inscricao_id, id);
create index historico_motivos_idx on private.historico (quem, para, id) where motivo is not null;

-- The planner's samples of an emptied table stay where they are, and would outlive what was erased: of what
-- somebody wrote it has none.
alter table private.documentos_novos
  alter column endereco set statistics 0;
alter table private.pedidos
  alter column telefone set statistics 0,
  alter column mudancas set statistics 0,
  alter column resposta set statistics 0;
alter table private.anotacoes
  alter column texto set statistics 0;
alter table private.correcoes
  alter column antes set statistics 0,
  alter column depois set statistics 0;
alter table private.historico
  alter column motivo set statistics 0,
  alter column antes set statistics 0;

revoke all on private.turmas, private.acompanhamentos, private.documentos_novos, private.links, private.pedidos, private.cpf_errados, private.chaves_das_inscricoes, private.anotacoes, private.correcoes, private.historico from public, anon, authenticated;
revoke all on sequence private.historico_id_seq, private.correcoes_id_seq from public, anon, authenticated;
revoke execute on function
  private.prazo_do_pedido(timestamptz), private.dados_fechados_ate(uuid),
  private.semelhancas_de(text, date, text, text),
  private.turma_em_palavras(private.turmas), private.guardar_telefone_do_responsavel(uuid, text), private.notar_espera(), private.dias_do_link(), private.hash_do_link(text), private.ultimo_documento(uuid), private.documento_apagado_em(uuid), private.inscricao_do_documento(text), private.chave(text), private.inicio_da_chave(text), private.algarismos(text), private.algarismos_do_telefone(text)
  from public, anon, authenticated;
