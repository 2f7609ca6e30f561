-- The tables of version 1.2.0, with the functions that generated columns, checks and indexes are built on. A
-- database of 1.2.0 has them from its 53 migrations, and counts as having this (server/site-data/open/migrate.ts).
-- Who may do what, and every other function, view, trigger and policy: supabase/schemas.

alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;

create schema private;
revoke all on schema private from public, anon, authenticated;

create table private.administradores (
  user_id uuid primary key references auth.users (id) on delete cascade,
  criado_em timestamptz not null default now(),
  desativado_em timestamptz,
  papel text not null default 'direcao' check (papel in ('professor', 'secretaria', 'direcao')) -- the default: who was there before roles
);
-- The key under which addresses are hashed, made when it is first needed: no copy holds it.
create table private.chave_dos_enderecos (
  unica boolean primary key default true check (unica),
  chave bytea not null default uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())
);

-- From where each upload came, for at most 48 hours: a keyed hash of the address, never the
-- address, which counts an address's documents of a day and lets the desk erase a flood (`enxurradas`).
-- Our server writes it; no copy holds it.
create table private.origens (
  objeto uuid primary key,                                  -- of storage.objects, which may be missing by now
  envio uuid not null,                                      -- the uuid at the start of the document's name
  origem bytea not null check (octet_length(origem) = 16),
  quando timestamptz not null default now(),
  apagar boolean not null default false                     -- part of a flood: its bytes may go at once
);
create index origens_origem_idx on private.origens (origem, quando);
create index origens_envio_idx on private.origens (envio);

-- The uuid at the start of an object's name, which identifies the enrolment; null when an
-- applicant may not create this name. Allowed are the characters that Supabase stores,
-- without `/`, `?` and `%`; at most 80 after the uuid. This and the next run several times for
-- each row that is written: as one pattern each they took most of the time of a restore.
create function private.envio_do_documento(nome text) returns uuid
  language plpgsql immutable set search_path = '' as $$
begin
  if left(nome, 7) = 'public/'
    and translate(substr(nome, 8, 36), '123456789abcdef', '000000000000000') = '00000000-0000-0000-0000-000000000000'
    and substr(nome, 44, 1) = '_'
    and char_length(nome) <= 124
    and substr(nome, 45) ~ '^[A-Za-z0-9_!.*''() &$@=;:+,-]+$'
    and lower(split_part(nome, '.', -1)) in ('pdf', 'jpg', 'jpeg', 'png')
  then
    return substr(nome, 8, 36)::uuid;
  end if;
  return null;
end
$$;

-- The object's name that a stored public address points to, or null. The host is ignored,
-- the path must be exact (SPEC §7, calls 2 and 9).
create function private.documento_do_endereco(endereco text) returns text
  language plpgsql immutable set search_path = '' as $$
declare
  partes constant text[] := string_to_array(endereco, '/');
begin
  if cardinality(partes) = 10 and partes[1] in ('http:', 'https:') and partes[2] = '' and partes[3] <> ''
    and partes[4:9] = '{storage,v1,object,public,cadastro_unico_uploads,public}' and partes[10] <> ''
    and endereco !~ '[?#\s]'
  then
    return 'public/' || replace(partes[10], '%20', ' ');
  end if;
  return null;
end
$$;
create table private.configuracao (
  unica boolean primary key default true check (unica),
  consentimento text not null default 'declaracao' check (consentimento in ('declaracao', 'caixa')),
  responsavel_obrigatorio boolean not null default false,
  validacao_estrita boolean not null default false,
  versao_declaracao text not null default '2',

  -- How long data is stored; null: without limit. Counted from the decision, and where
  -- nobody has decided from the arrival or the last change in the follow-up. The rule for
  -- minors without a guardian's telephone counts where the declaration told it (decision 101).
  guardar_documento_dias integer default 90 check (guardar_documento_dias > 0),
  guardar_nao_aprovada_meses integer default 6 check (guardar_nao_aprovada_meses > 0),
  guardar_espera_meses integer default 12 check (guardar_espera_meses > 0),
  guardar_participante_meses integer default 12 check (guardar_participante_meses > 0),
  guardar_sem_decisao_meses integer default 24 check (guardar_sem_decisao_meses > 0),
  guardar_sem_responsavel_dias integer default 30 check (guardar_sem_responsavel_dias > 0),
  guardar_auditoria_meses integer default 24 check (guardar_auditoria_meses > 0),

  frase_de_fechada text not null default '' check (char_length(frase_de_fechada) <= 300), -- what families read while it is closed; '': nothing more

  -- The desk's messages to families, where they are not the usual; '': the usual (content/family-messages.ts).
  mensagem_contato text not null default '' check (char_length(mensagem_contato) <= 1000),
  mensagem_falta_documento text not null default '' check (char_length(mensagem_falta_documento) <= 1000),
  mensagem_aprovada text not null default '' check (char_length(mensagem_aprovada) <= 1000),
  mensagem_espera text not null default '' check (char_length(mensagem_espera) <= 1000),
  mensagem_ainda_quer text not null default '' check (char_length(mensagem_ainda_quer) <= 1000),
  mensagem_nao_aprovada text not null default '' check (char_length(mensagem_nao_aprovada) <= 1000),
  mensagem_responsavel text not null default '' check (char_length(mensagem_responsavel) <= 1000),

  email_obrigatorio boolean not null default true, -- SPEC §5; the form may be sent without where it is false
  mensagem_pedido text not null default '' check (char_length(mensagem_pedido) <= 1000) -- as the messages above
);

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

-- When the enrolment is closed: from `fecha_em` until `abre_em`, or until somebody opens it
-- (`npm run form`), and again from `volta_a_fechar_em` on. All null: open.
create table private.periodo (
  unica boolean primary key default true check (unica),
  fecha_em timestamptz,
  abre_em timestamptz,
  volta_a_fechar_em timestamptz,
  constraint volta_a_fechar_depois_de_abrir check (volta_a_fechar_em is null or abre_em is not null and volta_a_fechar_em > abre_em),
  constraint abre_depois_de_fechar check (abre_em is null or fecha_em is not null and abre_em > fecha_em)
);
-- Seven digits and a Luhn digit, from the uuid of the enrolment's document. Mirrors
-- domain/enrolment/protocol.ts.
create function private.protocolo(envio uuid) returns text
  language plpgsql immutable strict set search_path = '' as $$
declare
  digitos constant text := lpad((('x' || left(replace(envio::text, '-', ''), 12))::bit(48)::bigint % 10000000)::text, 7, '0');
  soma integer := 0;
  d integer;
begin
  for casa in 1..7 loop
    d := substr(digitos, 8 - casa, 1)::integer * (1 + casa % 2);
    soma := soma + d - case when d > 9 then 9 else 0 end;
  end loop;
  return digitos || (10 - soma % 10) % 10;
end
$$;

create table public.inscricoes_projeto (
  id uuid primary key default gen_random_uuid(),
  created_at timestamptz not null default now(),

  nome_completo text not null check (btrim(nome_completo) <> '' and char_length(nome_completo) <= 480),
  data_nascimento date not null,
  idade integer not null check (idade between 0 and 120),                       -- full years on the day it was sent
  sexo text not null check (sexo in ('masculino', 'feminino')),
  cpf text not null check (btrim(cpf) <> '' and char_length(cpf) <= 80),
  rg text check (char_length(rg) <= 80),
  orgao_expedidor text check (char_length(orgao_expedidor) <= 80),
  cidade text not null check (btrim(cidade) <> '' and char_length(cidade) <= 320),
  endereco_completo text not null check (btrim(endereco_completo) <> '' and char_length(endereco_completo) <= 1200),
  telefone_whatsapp text not null check (btrim(telefone_whatsapp) <> '' and char_length(telefone_whatsapp) <= 120),
  email text check (email ~ '^[^@[:space:]]+@[^@[:space:]]+$' and char_length(email) <= 1016),    -- null only where the settings let it be
  nome_responsavel text check (char_length(nome_responsavel) <= 480),
  telefone_responsavel text check (char_length(telefone_responsavel) <= 120),
  contato_recados text check (char_length(contato_recados) <= 480),
  nivel_escolaridade text not null check (nivel_escolaridade in (
    'fundamental-incompleto', 'fundamental-completo', 'medio-incompleto',
    'medio-completo', 'superior-incompleto', 'superior-completo')),
  escola text check (char_length(escola) <= 480),
  serie_ano text check (char_length(serie_ano) <= 160),
  cadastro_unico_url text check (                                               -- null: no document
    cadastro_unico_url is null
    or private.envio_do_documento(private.documento_do_endereco(cadastro_unico_url)) is not null),
  renda_familiar text not null check (renda_familiar in ('ate-1', '1-2', '2-3', '3-5', 'acima-5')),
  peso numeric(4, 1) not null check (peso between 5 and 300),                   -- kilograms
  altura numeric(3, 2) not null check (altura between 0.4 and 2.5),             -- metres
  condicao_medica text not null check (condicao_medica in ('sim', 'nao')),
  condicao_medica_detalhes text check (char_length(condicao_medica_detalhes) <= 4000),
  motivacao text check (char_length(motivacao) <= 8000),
  objetivos text check (char_length(objetivos) <= 8000),

  -- Read out on the telephone. Not a key: two rows may share one.
  protocolo text generated always as (
    private.protocolo(private.envio_do_documento(private.documento_do_endereco(cadastro_unico_url)))) stored,

  constraint condicao_medica_detalhada check (
    condicao_medica = 'nao'
    or lower(btrim(coalesce(condicao_medica_detalhes, ''), E' \t\r\n.')) not in ('', 'nenhuma'))
);

-- Exactly once: the uuid is made once per filled form and stays when the file is replaced,
-- so a repeated insert answers 23505 (409) and adds nothing.
create unique index inscricoes_projeto_envio_key on public.inscricoes_projeto (
  private.envio_do_documento(private.documento_do_endereco(cadastro_unico_url)));

-- The list: newest first, `id` decides between equal moments.
create index inscricoes_projeto_lista_idx on public.inscricoes_projeto (created_at desc, id desc);

-- Which text was agreed to, when the row arrived, and by whom (LGPD arts. 8, 14).
create table private.consentimentos (
  inscricao_id uuid primary key references public.inscricoes_projeto (id) on delete cascade,
  versao_texto text not null,
  declarado_em timestamptz not null default now(),
  quem text not null check (quem in ('proprio', 'responsavel', 'menor'))
);

alter table public.inscricoes_projeto enable row level security;
alter table public.inscricoes_projeto force row level security;
create schema if not exists extensions;
create extension if not exists pg_trgm with schema extensions;

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

-- The classes: of the public timetable (content/home.ts, whose first rows are taken below), and those
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
  idade integer not null,
  cidade text not null,                                        -- key
  documento boolean not null,
  condicao boolean not null,
  sem_responsavel boolean not null,                            -- under 18, guardian's name or telephone missing
  semelhancas text[] not null,                                 -- what another enrolment of the same person would share: CPF, name, telephone
  repetida boolean not null default false,                     -- another row shares one, and nobody has compared them yet

  -- given by the family later
  telefone_do_responsavel text check (char_length(telefone_do_responsavel) <= 120), -- a minor's guardian's, whose answers have none
  apagada_em timestamptz,                                      -- erased by hand, and in the bin: seen nowhere, gone some days later
  nome_do_responsavel text check (char_length(nome_do_responsavel) <= 480), -- as telefone_do_responsavel
  responsavel_chegou boolean not null default false,           -- the family gave the guardian by its link, and nobody has decided since
  links_encerrados boolean not null default false,             -- the desk ended them: the family's own opens no more
  turma_id uuid references private.turmas (id),                -- class of an approved person, or the one that is waited for
  espera_desde timestamptz,                                    -- when somebody joined the line in which they wait

  -- for 'Para fazer': since when what the family sent last waits; kept after it was looked at, so that a page is found by it
  documento_novo_em timestamptz,
  pedido_em timestamptz,

  constraint motivo_obrigatorio check (
    situacao not in ('falta-documento', 'nao-aprovada') or btrim(coalesce(motivo, '')) <> ''),
  constraint vaga_de_aprovada check (
    (situacao in ('aprovada', 'lista-de-espera') or turma_id is null) and (situacao = 'aprovada' or primeiro_dia is null)),
  constraint espera_de_quem_espera check (situacao = 'lista-de-espera' or espera_desde is null),
  constraint tres_semelhancas check (cardinality(semelhancas) = 3)
);

-- Each column's order, and each filter's rows newest first; `inscricao_id` decides between
-- equals. What follows it is for several filters at once: rows that differ are passed over
-- in the index, without reading them.
create index acompanhamentos_criada_idx on private.acompanhamentos (criada_em, inscricao_id);
create index acompanhamentos_nome_idx on private.acompanhamentos (nome, inscricao_id);
create index acompanhamentos_idade_idx on private.acompanhamentos (idade, inscricao_id);
create index acompanhamentos_telefone_idx on private.acompanhamentos (telefone, inscricao_id);
create index acompanhamentos_situacao_idx on private.acompanhamentos (situacao, criada_em, inscricao_id, condicao, documento, idade);
create index acompanhamentos_cidade_idx on private.acompanhamentos (cidade, criada_em, inscricao_id, situacao, condicao, documento, idade);
create index acompanhamentos_sem_documento_idx on private.acompanhamentos (criada_em, inscricao_id) where not documento;
create index acompanhamentos_repetida_idx on private.acompanhamentos (criada_em, inscricao_id) where repetida;
create index acompanhamentos_turma_idx on private.acompanhamentos (turma_id, criada_em, inscricao_id, situacao) include (apagada_em) where turma_id is not null;

-- What waits for the desk ('Para fazer'), those who wait longest first. The conditions are those of
-- private.condicoes, word for word; an arriving enrolment has the first alone, a minor without a guardian also the last.
create index acompanhamentos_novas_idx on private.acompanhamentos (criada_em, inscricao_id) where situacao in ('nova', 'em-analise');
create index acompanhamentos_documento_novo_idx on private.acompanhamentos (documento_novo_em, inscricao_id) where documento_novo;
create index acompanhamentos_pedido_idx on private.acompanhamentos (pedido_em, inscricao_id) where pedido;
create index acompanhamentos_avisar_idx on private.acompanhamentos (decidida_em, inscricao_id) where a_avisar;
create index acompanhamentos_sem_turma_idx on private.acompanhamentos (decidida_em, inscricao_id) where situacao = 'aprovada' and turma_id is null;
create index acompanhamentos_falta_responsavel_idx on private.acompanhamentos (criada_em, inscricao_id)
  where sem_responsavel and not responsavel_confirmou and situacao not in ('nao-aprovada', 'desistiu');

create index acompanhamentos_apagada_idx on private.acompanhamentos (apagada_em) where apagada_em is not null;
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

-- Names by trigrams. The operator class is in whatever schema the extension was created in.
do $$
begin
  perform set_config('search_path',
    (select quote_ident(n.nspname) from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm'), true);
  create index acompanhamentos_nomes_idx on private.acompanhamentos using gin (nomes gin_trgm_ops);
  perform set_config('search_path', 'public', true);
end
$$;

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

-- Links that the desk made for a family, beside its own: of each code the hash alone. They end with the
-- enrolment, and after private.dias_do_link().
create table private.links (
  hash bytea primary key check (octet_length(hash) = 32),
  inscricao_id uuid not null references public.inscricoes_projeto (id) on delete cascade,
  feito_em timestamptz not null default now()
);
create index links_inscricao_idx on private.links (inscricao_id);

-- What a family asked for by its personal link, or at the desk: to withdraw, to be called on another
-- telephone, which stands beside the answers and never in their place, and what LGPD art. 18 gives: another
-- answer (`mudancas`: column → value), erasing, a copy. At most one open request of a kind, of an answer one.
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
  constraint telefone_do_pedido check ((tipo = 'telefone') = (telefone is not null)),
  constraint correcao_do_pedido check ((tipo = 'corrigir') = (campo is not null) and (campo is null) = (mudancas is null) and coalesce(mudancas ? campo, true)),
  constraint resposta_inteira check ((respondido_em is null) = (confirmado is null)),
  constraint resposta_de_respondido check (respondido_em is not null or resposta is null)
);
create unique index pedidos_aberto_key on private.pedidos (inscricao_id, tipo, coalesce(campo, '')) where respondido_em is null;
create unique index pedidos_numero_key on private.pedidos (inscricao_id, numero);
create index pedidos_inscricao_idx on private.pedidos (inscricao_id, feito_em);

-- Wrong CPFs that the holder of a family's own link typed: the fifth within a day closes 'Meus dados' for a
-- day from then on (private.dados_fechados_ate).
create table private.cpf_errados (
  inscricao_id uuid primary key references public.inscricoes_projeto (id) on delete cascade,
  erros integer not null,
  desde timestamptz not null                                   -- of the first, and of the one that closed
);

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
  desfeita boolean not null default false
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
-- Two enrolments that somebody compared: two people, or one person twice.
create table private.comparacoes (
  uma uuid not null references public.inscricoes_projeto (id) on delete cascade,
  outra uuid not null references public.inscricoes_projeto (id) on delete cascade,
  mesma_pessoa boolean not null,
  quem uuid references auth.users (id) on delete set null,
  quando timestamptz not null default now(),
  primary key (uma, outra),
  check (uma < outra)
);
create index comparacoes_outra_idx on private.comparacoes (outra);

-- Each of a row's three values has its place and its index, in reading order: marked rows
-- first, then the newest. An inverted index would read all rows of somebody who was
-- enrolled a thousand times; these read the first few.
create index acompanhamentos_semelhanca_1_idx on private.acompanhamentos ((semelhancas[1]), repetida desc, criada_em desc) where semelhancas[1] is not null;
create index acompanhamentos_semelhanca_2_idx on private.acompanhamentos ((semelhancas[2]), repetida desc, criada_em desc) where semelhancas[2] is not null;
create index acompanhamentos_semelhanca_3_idx on private.acompanhamentos ((semelhancas[3]), repetida desc, criada_em desc) where semelhancas[3] is not null;
-- Whether details hold only short codes, small numbers and lists of codes, and under 'turma' ids of classes: no name,
-- address, e-mail, CPF or telephone has such a shape.
create function private.sem_valor_pessoal(detalhes jsonb) returns boolean
  language plpgsql immutable set search_path = '' as $$
begin
  return jsonb_typeof(detalhes) = 'object' and not exists (
    select from jsonb_each(case jsonb_typeof(detalhes) when 'object' then detalhes else '{}' end) as d (chave, valor),
      jsonb_array_elements(case jsonb_typeof(valor) when 'array' then valor else jsonb_build_array(valor) end) as um
    where chave !~ '^[a-z_]{1,30}$'
      or not case jsonb_typeof(um)
        when 'string' then um #>> '{}' ~ '^[a-z][a-z_-]{0,59}$'
          or chave = 'turma' and um #>> '{}' ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'
        when 'number' then abs((um #>> '{}')::numeric) < 1e9
        else jsonb_typeof(um) = 'boolean'
      end);
end
$$;

-- The actions by which somebody looked and changed nothing: nearly all entries. Mirrors LOOKS in content/audit.ts. An
-- index below is made by it: with other actions that one is made anew.
create function private.acoes_de_ver() returns text[]
  language sql immutable parallel safe
  begin atomic
    select array['entrou', 'saiu', 'viu_lista', 'viu_ficha', 'abriu_documento', 'baixou_documento'];
  end;

create table private.auditoria (
  numero bigint primary key,
  momento timestamptz not null,
  acao text not null check (acao in (
    'entrou', 'saiu', 'falha_de_login', 'viu_lista', 'viu_ficha', 'abriu_documento', 'baixou_documento',
    'imprimiu', 'imprimiu_turma', 'exportou', 'preparou_mensagem', 'mudou', 'escreveu_nota', 'apagou', 'devolveu', 'apagou_enxurrada', 'apagou_documento',
    'apagou_pelo_prazo', 'apagou_documento_pelo_prazo', 'retencao', 'liberou_retencao', 'liberou_equipe', 'criou_conta', 'deu_acesso',
    'tirou_acesso', 'trocou_senha', 'errou_senha', 'mudou_configuracao', 'mudou_turma', 'restaurou', 'levantou_incidente',
    'meus_dados')),
  quem uuid,                                                -- the account that did it; null: not signed in, or a command
  conta uuid,                                               -- the account it was done to
  inscricao uuid,                                           -- no reference: the entry outlives the enrolment
  protocolo text check (protocolo ~ '^[0-9]{8}$'),
  detalhes jsonb not null default '{}' check (private.sem_valor_pessoal(detalhes)),
  elo bytea not null                                        -- sha256 of the previous entry's hash and this entry
);
create index auditoria_momento_idx on private.auditoria (momento);
create index auditoria_quem_idx on private.auditoria (quem, numero desc);
create index auditoria_feito_idx on private.auditoria (numero) where acao <> all (private.acoes_de_ver());
create index auditoria_retencao_idx on private.auditoria (numero) where acao = 'retencao';
create index auditoria_aberturas_idx on private.auditoria (inscricao) where acao in ('viu_ficha', 'abriu_documento');
create index auditoria_equipe_idx on private.auditoria (acao, momento) where acao in ('apagou', 'tirou_acesso', 'liberou_equipe');

-- Both ends of the chain, one row. Writers lock it, so entries come one at a time, and an
-- entry removed at either end is noticed.
create table private.auditoria_pontas (
  unica boolean primary key default true check (unica),
  antes bigint not null default 0,                          -- number and hash of the entry before the first one
  elo_antes bytea not null default sha256('construindo-campeoes'),
  ultimo bigint not null default 0,
  ultimo_elo bytea not null default sha256('construindo-campeoes')
);

-- What remains of something erased: no answer, no name. It cleans a restored backup, and
-- says which documents may be removed.
create table private.apagamentos (
  inscricao_id uuid not null,                               -- of a document sent later: its own uuid
  o_que text not null check (o_que in ('inscricao', 'documento')),
  envio uuid,                                               -- the uuid at the start of the document's name; null: no document
  protocolo text,
  motivo text not null check (motivo in (
    'pedido_da_familia', 'repetida', 'teste', 'outro', 'enxurrada',
    'documento', 'nao_aprovada', 'espera', 'participante', 'sem_decisao', 'sem_responsavel')),
  apagado_em timestamptz not null default now(),
  primary key (inscricao_id, o_que)
);
create index apagamentos_envio_idx on private.apagamentos (envio);
-- Why retention waits: one row, or none when it does not.
create table private.freio (
  unico boolean primary key default true check (unico),
  motivo text not null check (motivo in ('relogio', 'muitas')),
  desde timestamptz not null default now(),
  inscricoes integer not null,                              -- how many enrolments would go, and of how many
  de_inscricoes integer not null,
  documentos integer not null,                              -- the same of documents, with their enrolment or before it
  de_documentos integer not null,
  liberado_em timestamptz,
  liberado_por uuid                                         -- null: the owner's command
);
alter table private.freio enable row level security;
alter table private.freio force row level security;
create table private.copias (
  numero bigint generated always as identity primary key,
  quando timestamptz not null default now(),
  tipo text not null check (tipo in ('copia', 'avulsa', 'ensaio')), -- avulsa: to another folder than BACKUP_DIR
  certo boolean not null generated always as (codigo is null) stored,
  codigo text check (codigo ~ '^[a-z_]{1,30}$'),            -- what failed; null: nothing
  inscricoes integer check (inscricoes >= 0),               -- null: it did not come that far
  documentos integer check (documentos >= 0),
  fora boolean not null default false                       -- on another device than the data, which does not die with it
);

alter table private.copias enable row level security;
alter table private.copias force row level security;
-- From where each enrolment came, for at most 48 hours, and about how many bytes it has: as
-- private.origens of uploads. No copy holds it.
create table private.chegadas (
  inscricao_id uuid primary key references public.inscricoes_projeto (id) on delete cascade,
  origem bytea not null,
  bytes integer not null,
  quando timestamptz not null default now()
);
create index chegadas_origem_idx on private.chegadas (origem, quando);

-- The code by the rule of version 1.1: twenty hexadecimal digits, 80 bits, of the uuid of the
-- enrolment's document. Whoever knows the uuid can compute it.
create function private.codigo_pessoal(envio uuid) returns text
  language sql immutable strict parallel safe set search_path = '' as $$
  select encode(substring(sha256('construindo-campeoes situacao '::bytea || uuid_send(envio)) for 10), 'hex')
$$;

create index inscricoes_projeto_codigo_idx on public.inscricoes_projeto (
  private.codigo_pessoal(private.envio_do_documento(private.documento_do_endereco(cadastro_unico_url))));

-- Since when links are secrets (one row, made by the migration): those of version 1.1 go on for a time.
create table private.links_de_antes (
  unico boolean primary key default true check (unico),
  desde timestamptz not null default now()
);

-- One step of this index answers right and wrong pairs alike.
create index inscricoes_projeto_protocolo_idx on public.inscricoes_projeto (protocolo, data_nascimento);

-- Wrong attempts of an address, of an hour and of a day, as a keyed hash for 24 hours; `rede`: wrong
-- pairs of a whole IPv6 /48; `pedido`: what was taken of a link, whose hash is the origin; `dados`: how often it
-- opened 'Meus dados'. No copy holds it.
create table private.tentativas (
  que text not null check (que in ('codigo', 'protocolo', 'rede', 'pedido', 'dados')),
  origem bytea not null check (octet_length(origem) = 16),
  na_hora integer not null,
  hora timestamptz not null,                                 -- since when
  no_dia integer not null,
  dia timestamptz not null,
  primary key (que, origem)
);
create index tentativas_dia_idx on private.tentativas (dia);

-- The first rows. Documents are PDF, JPEG and PNG up to 5 MiB.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values (
  'cadastro_unico_uploads', 'cadastro_unico_uploads', false, 5242880,
  array['application/pdf', 'image/jpeg', 'image/png'])
on conflict (id) do update set
  public = excluded.public,
  file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;
insert into private.configuracao default values;
insert into private.prazos_prometidos
  select versao_declaracao, guardar_documento_dias, guardar_nao_aprovada_meses, guardar_espera_meses,
    guardar_participante_meses, guardar_sem_decisao_meses, guardar_sem_responsavel_dias from private.configuracao;
insert into private.periodo default values;
insert into private.auditoria_pontas default values;
insert into private.links_de_antes default values;
insert into private.turmas (nome, modalidade, dias, horario, do_projeto) values
  ('Jiu-Jitsu Infantil', 'Jiu-Jitsu', 'Segunda a sexta', '18:00', true),
  ('Jiu-Jitsu Juvenil e Adulto', 'Jiu-Jitsu', 'Segunda a sexta', '20:00', true),
  ('Muay Thai', 'Muay Thai', 'Segunda a quinta', '19:00', true),
  ('Personal Fight', 'Personal Fight', null, null, false);
