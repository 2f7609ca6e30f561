-- What the desk knows and decides about an enrolment, beside the SPEC's table,
-- which stays as it is: one row each, made when the enrolment arrives and gone with it.
--
-- Who may do what: no API role touches these tables; they have no grants at all.
-- Administrators reach them through the functions of the next two migrations.
-- Situations mirror domain/situations.ts; tests/desk-access.test.ts compares them.

create schema if not exists extensions;
create extension if not exists pg_trgm with schema extensions;

-- Letters without marks and case, words between single spaces: what two spellings
-- of a name have in common. Made of what PostgreSQL itself brings, so that it is
-- immutable; unaccent() is not. Bound when made and without settings of their own,
-- so that these four are inlined: they run many times for each row.
create function private.chave(texto text) returns text
  language sql immutable parallel safe
  begin atomic
    select btrim(regexp_replace(
      translate(lower(regexp_replace(normalize(coalesce(texto, ''), nfkd), '[\u0300-\u036f''`´’]', '', 'g')), 'øłđı', 'oldi'),
      '[[:space:][:punct:]]+', ' ', 'g'));
  end;

-- As much of a key as an index compares; one letter may become eighteen in a key, and
-- an index refuses what is longer than a third of a page.
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

-- A phone as people dial it here: without trunk zero and country code. Mirrors nationalDigits.
create function private.algarismos_do_telefone(telefone text) returns text
  language sql immutable parallel safe
  begin atomic
    select regexp_replace(private.algarismos(telefone), '^0*(?:55(?=[0-9]{10}))?0*', '');
  end;

create table private.acompanhamentos (
  inscricao_id uuid primary key references public.inscricoes_projeto (id) on delete cascade,

  -- decided by people; `versao` grows with each decision, so that nobody overwrites what they have not seen
  situacao text not null default 'nova' check (situacao in (
    'nova', 'em-analise', 'falta-documento', 'aprovada', 'lista-de-espera', 'nao-aprovada', 'desistiu')),
  motivo text check (char_length(motivo) <= 500),
  cadunico_confere boolean not null default false,
  situacao_avaliada boolean not null default false,
  responsavel_confirmou boolean not null default false,
  versao integer not null default 1,
  decidida_em timestamptz,                                     -- when the situation last changed
  repetida_de uuid references public.inscricoes_projeto (id) on delete set null,

  -- derived from the enrolment, to be found by
  criada_em timestamptz not null,
  nome text not null collate "pt-BR-x-icu",                    -- decision 25: sorted as Brazilians do
  nomes text not null,                                         -- keys of the person's and the guardian's name
  cpf text not null,                                           -- these five as digits, '' for none
  protocolo text not null,
  telefone text not null,
  telefone_responsavel text not null,
  recado text not null,
  idade integer not null,
  cidade text not null,                                        -- key
  documento boolean not null,
  condicao boolean not null,
  sem_responsavel boolean not null,                            -- under 18, guardian's name or phone missing
  semelhancas text[] not null,                                 -- what the same person's other enrolment would share
  repetida boolean not null default false,                     -- another row shares one, and nobody has judged it yet

  constraint motivo_obrigatorio check (
    situacao not in ('falta-documento', 'nao-aprovada') or btrim(coalesce(motivo, '')) <> '')
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

-- Every change, in the order it came. `de` and `para` hold codes, never answers of the enrolment.
create table private.historico (
  id bigint generated always as identity primary key,
  inscricao_id uuid not null references public.inscricoes_projeto (id) on delete cascade,
  quando timestamptz not null default now(),
  quem uuid references auth.users (id) on delete set null,
  acao text not null check (acao in ('situacao', 'criterio', 'nota', 'nota-corrigida', 'repetida', 'mensagem')),
  de text,
  para text,
  motivo text
);
create index historico_inscricao_idx on private.historico (inscricao_id, id);

-- Two enrolments that somebody compared: other people after all, or the same one twice.
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
create index acompanhamentos_repetida_de_idx on private.acompanhamentos (repetida_de) where repetida_de is not null;

-- Everything that an enrolment's row is found by. A CPF that cannot be one (000.000.000-00)
-- says nothing about who is who; neither does a phone without a number.
create view private.chaves_das_inscricoes as
  select i.id as inscricao_id, i.created_at as criada_em, i.nome_completo as nome,
    ' ' || k.nome || ' | ' || private.chave(i.nome_responsavel) || ' ' as nomes,
    k.cpf, coalesce(i.protocolo, '') as protocolo, k.telefone,
    private.algarismos_do_telefone(i.telefone_responsavel) as telefone_responsavel,
    private.algarismos(i.contato_recados) as recado, i.idade, private.inicio_da_chave(private.chave(i.cidade)) as cidade,
    i.cadastro_unico_url is not null as documento, i.condicao_medica = 'sim' as condicao,
    i.idade < 18 and (btrim(coalesce(i.nome_responsavel, '')) = '' or btrim(coalesce(i.telefone_responsavel, '')) = '') as sem_responsavel,
    array_remove(array[
      case when length(k.cpf) = 11 and private.cpf_confere(k.cpf) then 'cpf ' || k.cpf end,
      'nome ' || private.inicio_da_chave(k.nome) || ' ' || i.data_nascimento,
      case when length(k.telefone) >= 8 then 'telefone ' || k.telefone || ' ' || split_part(private.inicio_da_chave(k.nome), ' ', 1) end], null) as semelhancas
  from public.inscricoes_projeto i
    cross join lateral (
      select private.chave(i.nome_completo) as nome, private.algarismos(i.cpf) as cpf,
        private.algarismos_do_telefone(i.telefone_whatsapp) as telefone
      offset 0) as k;                                            -- each key is made once

-- The other enrolments that share something with this one and have not been compared
-- with it. By the index always: the planner expects one in a hundred to share it, and
-- would rather read from the beginning until one does, which is mostly to the end.
create function private.semelhantes(inscricao uuid, semelhancas text[]) returns setof uuid
  language sql stable set enable_seqscan = off
  begin atomic
    select a.inscricao_id from private.acompanhamentos a
    where a.semelhancas && $2 and a.inscricao_id <> $1
      and not exists (
        select from private.comparacoes c
        where c.uma = least(a.inscricao_id, $1) and c.outra = greatest(a.inscricao_id, $1));
  end;

-- Marks or unmarks the rows that share something with what came or went. What came
-- unmarks nothing; and of a hundred that share it, enough remain without the rest.
create function private.rever_repetidas(semelhancas text[], chegou boolean) returns void
  language sql volatile set search_path = '' set enable_seqscan = off as $$
  update private.acompanhamentos a set repetida = not a.repetida
  where a.inscricao_id in (
      select b.inscricao_id from private.acompanhamentos b
      where b.semelhancas && $1 and not ($2 and b.repetida) limit 100)
    and a.repetida <> exists (select from private.semelhantes(a.inscricao_id, a.semelhancas))
$$;

-- Two enrolments of the same person that arrive together must see each other: they
-- take turns by what they share, in one order for all.
create function private.esperar_a_vez(semelhancas text[]) returns void
  language sql volatile set search_path = '' as $$
  select pg_advisory_xact_lock(chave) from (
    select distinct hashtextextended(s, 0) as chave from unnest($1) as s order by 1) as vez
$$;

create function private.acompanhar_inscricao() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  antes text[];
  agora text[];
begin
  select semelhancas into agora from private.chaves_das_inscricoes where inscricao_id = new.id;
  select semelhancas into antes from private.acompanhamentos where inscricao_id = new.id;
  perform private.esperar_a_vez(agora || coalesce(antes, '{}'));
  insert into private.acompanhamentos (inscricao_id, criada_em, nome, nomes, cpf, protocolo, telefone, telefone_responsavel, recado, idade, cidade,
      documento, condicao, sem_responsavel, semelhancas)
    select inscricao_id, criada_em, nome, nomes, cpf, protocolo, telefone, telefone_responsavel, recado, idade, cidade,
      documento, condicao, sem_responsavel, semelhancas
    from private.chaves_das_inscricoes where inscricao_id = new.id
  on conflict (inscricao_id) do update set (nome, nomes, cpf, protocolo, telefone, telefone_responsavel, recado, idade, cidade,
      documento, condicao, sem_responsavel, semelhancas) = (excluded.nome, excluded.nomes, excluded.cpf, excluded.protocolo,
      excluded.telefone, excluded.telefone_responsavel, excluded.recado, excluded.idade, excluded.cidade, excluded.documento, excluded.condicao,
      excluded.sem_responsavel, excluded.semelhancas);
  perform private.rever_repetidas(agora || coalesce(antes, '{}'), antes is null);
  return null;
end
$$;

create function private.deixar_de_acompanhar() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  if old.repetida then
    perform private.esperar_a_vez(old.semelhancas);
    perform private.rever_repetidas(old.semelhancas, false);
  end if;
  return null;
end
$$;

create trigger acompanhar_inscricao after insert or update on public.inscricoes_projeto
  for each row execute function private.acompanhar_inscricao();
create trigger deixar_de_acompanhar after delete on private.acompanhamentos
  for each row execute function private.deixar_de_acompanhar();

-- Follows, all at once, what came while the triggers were away: the enrolments
-- before this migration, and whatever is copied in. Gives how many.
create function private.acompanhar_as_que_faltam() returns bigint
  language plpgsql volatile set search_path = '' as $$
declare
  quantas bigint;
begin
  insert into private.acompanhamentos (inscricao_id, criada_em, nome, nomes, cpf, protocolo, telefone, telefone_responsavel, recado, idade, cidade,
      documento, condicao, sem_responsavel, semelhancas)
    select k.inscricao_id, k.criada_em, k.nome, k.nomes, k.cpf, k.protocolo, k.telefone, k.telefone_responsavel, k.recado, k.idade, k.cidade,
      k.documento, k.condicao, k.sem_responsavel, k.semelhancas
    from private.chaves_das_inscricoes k
    where not exists (select from private.acompanhamentos a where a.inscricao_id = k.inscricao_id);
  get diagnostics quantas = row_count;
  update private.acompanhamentos a set repetida = true
  where not a.repetida and a.inscricao_id in (
    select unnest(array_agg(b.inscricao_id)) from private.acompanhamentos b, unnest(b.semelhancas) as s
    group by s having count(*) > 1)
    and (not exists (select from private.comparacoes c where a.inscricao_id in (c.uma, c.outra))
      or exists (select from private.semelhantes(a.inscricao_id, a.semelhancas)));
  return quantas;
end
$$;

create index acompanhamentos_semelhancas_idx on private.acompanhamentos using gin (semelhancas);
select private.acompanhar_as_que_faltam();

-- Each column's order, and each filter's rows newest first; `inscricao_id` decides between equals.
create index acompanhamentos_criada_idx on private.acompanhamentos (criada_em, inscricao_id);
create index acompanhamentos_nome_idx on private.acompanhamentos (nome, inscricao_id);
create index acompanhamentos_idade_idx on private.acompanhamentos (idade, inscricao_id);
create index acompanhamentos_telefone_idx on private.acompanhamentos (telefone, inscricao_id);
create index acompanhamentos_situacao_idx on private.acompanhamentos (situacao, criada_em, inscricao_id);
create index acompanhamentos_cidade_idx on private.acompanhamentos (cidade, criada_em, inscricao_id);
create index acompanhamentos_sem_documento_idx on private.acompanhamentos (criada_em, inscricao_id) where not documento;
create index acompanhamentos_condicao_idx on private.acompanhamentos (criada_em, inscricao_id) where condicao;
create index acompanhamentos_sem_responsavel_idx on private.acompanhamentos (criada_em, inscricao_id) where sem_responsavel and not responsavel_confirmou;
create index acompanhamentos_repetida_idx on private.acompanhamentos (criada_em, inscricao_id) where repetida;

-- Numbers are known by how they begin; phones also by how they end, which is what people
-- say of one. Not by trigrams: half of a phone's are in every other phone.
create index acompanhamentos_cpf_idx on private.acompanhamentos (cpf text_pattern_ops);
create index acompanhamentos_protocolo_idx on private.acompanhamentos (protocolo text_pattern_ops);
create index acompanhamentos_telefone_inicio_idx on private.acompanhamentos (telefone text_pattern_ops);
create index acompanhamentos_telefone_fim_idx on private.acompanhamentos (reverse(telefone) text_pattern_ops);
create index acompanhamentos_responsavel_inicio_idx on private.acompanhamentos (telefone_responsavel text_pattern_ops);
create index acompanhamentos_responsavel_fim_idx on private.acompanhamentos (reverse(telefone_responsavel) text_pattern_ops);
create index acompanhamentos_recado_fim_idx on private.acompanhamentos (reverse(recado) text_pattern_ops);

do $$
begin
  -- wherever the extension stands already
  perform set_config('search_path',
    (select quote_ident(n.nspname) from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm'), true);
  create index acompanhamentos_nomes_idx on private.acompanhamentos using gin (nomes gin_trgm_ops);
  perform set_config('search_path', 'public', true);
end
$$;

revoke all on all tables in schema private from public, anon, authenticated;
revoke all on all sequences in schema private from public, anon, authenticated;
revoke execute on function
  private.chave(text), private.inicio_da_chave(text), private.algarismos(text), private.algarismos_do_telefone(text),
  private.semelhantes(uuid, text[]), private.rever_repetidas(text[], boolean), private.esperar_a_vez(text[]),
  private.acompanhar_inscricao(), private.deixar_de_acompanhar(), private.acompanhar_as_que_faltam()
  from public, anon, authenticated;
