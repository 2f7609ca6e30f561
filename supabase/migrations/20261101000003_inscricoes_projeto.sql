-- Enrolments of the social project. Mirrors domain/enrolment-fields.ts;
-- tests/schema.test.ts fails when the two disagree.
--
-- Who may do what (SPEC §6): anyone may add an enrolment, nobody may read one
-- back except an administrator, and nobody may change or delete one.

-- The seven digits and the Luhn digit of an enrolment's protocol, from the uuid of
-- its document. Mirrors domain/protocol.ts.
create function private.protocolo(envio uuid) returns text
  language sql immutable set search_path = '' as $$
  with numero as (
    select lpad(((('x' || left(replace(envio::text, '-', ''), 12))::bit(48)::bigint) % 10000000)::text, 7, '0') as digitos
  ),
  soma as (
    select sum(case when casa % 2 = 1 then d * 2 - case when d > 4 then 9 else 0 end else d end) as total
    from numero, generate_series(1, 7) as casa, cast(substr(digitos, 8 - casa, 1) as integer) as d
  )
  select case when envio is not null then digitos || ((10 - total % 10) % 10)::text end from numero, soma
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
  email text not null check (email ~ '^[^@[:space:]]+@[^@[:space:]]+$' and char_length(email) <= 1016),
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

  -- Helps people on the telephone; it is no key, and two rows may share one.
  protocolo text generated always as (
    private.protocolo(private.envio_do_documento(private.documento_do_endereco(cadastro_unico_url)))) stored,

  constraint condicao_medica_detalhada check (
    condicao_medica = 'nao'
    or lower(btrim(coalesce(condicao_medica_detalhes, ''), E' \t\r\n.')) not in ('', 'nenhuma'))
);

-- Exactly once: the uuid is made once per filled form and kept even when the file
-- is replaced, so a repeated insert answers 23505 (409) and adds nothing.
create unique index inscricoes_projeto_envio_key on public.inscricoes_projeto (
  private.envio_do_documento(private.documento_do_endereco(cadastro_unico_url)));

-- The list: newest first, `id` decides between equal moments.
create index inscricoes_projeto_lista_idx on public.inscricoes_projeto (created_at desc, id desc);

-- One row of switches (ux.md §0), obeyed by the trigger below and handed to the browser.
create table private.configuracao (
  unica boolean primary key default true check (unica),
  consentimento text not null default 'declaracao' check (consentimento in ('declaracao', 'caixa')),
  responsavel_obrigatorio boolean not null default false,
  validacao_estrita boolean not null default false,
  versao_declaracao text not null default '1'
);
insert into private.configuracao default values;

-- Which text was agreed to, when the row arrived, and by whom (LGPD arts. 8, 14).
create table private.consentimentos (
  inscricao_id uuid primary key references public.inscricoes_projeto (id) on delete cascade,
  versao_texto text not null,
  declarado_em timestamptz not null default now(),
  quem text not null check (quem in ('proprio', 'responsavel', 'menor'))
);

create function private.cpf_confere(cpf text) returns boolean
  language sql immutable set search_path = '' as $$
  with d as (select regexp_replace(cpf, '[^0-9]', '', 'g') as t),
  somas as (
    select t,
      (select sum(substr(t, i, 1)::integer * (11 - i)) * 10 % 11 % 10 from generate_series(1, 9) as i) as primeiro,
      (select sum(substr(t, i, 1)::integer * (12 - i)) * 10 % 11 % 10 from generate_series(1, 10) as i) as segundo
    from d where t ~ '^[0-9]{11}$' and t !~ '^(.)\1{10}$'
  )
  select coalesce((select right(t, 2) = primeiro::text || segundo::text from somas), false)
$$;

-- What the applicant does not decide: the age (full years in the centre's time
-- zone), 'Nenhuma' for 'nao' (SPEC §4), and that the document is there. The lock
-- keeps a document from being swept away while its enrolment arrives.
create function private.completar_inscricao() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  hoje constant date := (now() at time zone 'America/Sao_Paulo')::date;
  regras private.configuracao;
begin
  new.idade := extract(year from hoje)::integer - extract(year from new.data_nascimento)::integer
    - (to_char(hoje, 'MMDD') < to_char(new.data_nascimento, 'MMDD'))::integer;
  if new.condicao_medica = 'nao' then
    new.condicao_medica_detalhes := 'Nenhuma';
  end if;

  if private.envio_do_documento(private.documento_do_endereco(new.cadastro_unico_url)) is not null then
    perform from storage.objects
      where bucket_id = 'cadastro_unico_uploads'
        and name = private.documento_do_endereco(new.cadastro_unico_url)
      for share;
    if not found then
      raise foreign_key_violation using
        message = 'O documento desta inscrição não foi encontrado.', constraint = 'inscricoes_projeto_documento';
    end if;
  end if;

  select * into strict regras from private.configuracao;
  if regras.responsavel_obrigatorio and new.idade < 18
     and (btrim(coalesce(new.nome_responsavel, '')) = '' or btrim(coalesce(new.telefone_responsavel, '')) = '') then
    raise check_violation using
      message = 'Digite o nome e o telefone do responsável.', constraint = 'inscricoes_projeto_responsavel';
  end if;
  if regras.validacao_estrita and not private.cpf_confere(new.cpf) then
    raise check_violation using
      message = 'Este CPF não existe. Confira os números.', constraint = 'inscricoes_projeto_cpf_confere';
  end if;
  return new;
end
$$;

create function private.registrar_consentimento() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  insert into private.consentimentos (inscricao_id, versao_texto, quem)
  select new.id, versao_declaracao,
    case
      when new.idade >= 18 then 'proprio'
      when btrim(coalesce(new.nome_responsavel, '')) <> '' then 'responsavel'
      else 'menor'
    end
  from private.configuracao;
  return null;
end
$$;

create trigger completar_inscricao before insert on public.inscricoes_projeto
  for each row execute function private.completar_inscricao();
create trigger registrar_consentimento after insert on public.inscricoes_projeto
  for each row execute function private.registrar_consentimento();

alter table public.inscricoes_projeto enable row level security;
alter table public.inscricoes_projeto force row level security;

-- Column grants: id, created_at and protocolo belong to the database.
revoke all on public.inscricoes_projeto from public, anon, authenticated;
grant insert (
  nome_completo, data_nascimento, idade, sexo, cpf, rg, orgao_expedidor, cidade, endereco_completo,
  telefone_whatsapp, email, nome_responsavel, telefone_responsavel, contato_recados, nivel_escolaridade,
  escola, serie_ano, cadastro_unico_url, renda_familiar, peso, altura, condicao_medica,
  condicao_medica_detalhes, motivacao, objetivos
) on public.inscricoes_projeto to anon, authenticated;
grant select on public.inscricoes_projeto to authenticated;

create policy "qualquer pessoa pode se inscrever" on public.inscricoes_projeto
  for insert to anon, authenticated with check (true);

create policy "administradores leem as inscrições" on public.inscricoes_projeto
  for select to authenticated using ((select private.is_admin()));

-- An administrator removes only what no enrolment points to.
create function private.documento_em_uso(nome text) returns boolean
  language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.inscricoes_projeto i
    where private.envio_do_documento(private.documento_do_endereco(i.cadastro_unico_url)) = private.envio_do_documento(nome)
      and private.documento_do_endereco(i.cadastro_unico_url) = nome)
$$;

create policy "administradores removem documentos sem inscrição" on storage.objects
  for delete to authenticated
  using (bucket_id = 'cadastro_unico_uploads' and (select private.is_admin()) and not private.documento_em_uso(name));

revoke all on all tables in schema private from public, anon, authenticated;
revoke execute on all functions in schema private from public, anon, authenticated;
grant execute on function
  private.envio_do_documento(text), private.documento_do_endereco(text), private.protocolo(uuid)
  to anon, authenticated;
grant execute on function private.is_admin(), private.documento_em_uso(text) to authenticated;
