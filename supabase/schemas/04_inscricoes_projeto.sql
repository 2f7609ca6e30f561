-- Enrolments of the social project. Mirrors domain/enrolment/fields.ts;
-- tests/database/schema.test.ts fails when the two disagree.
--
-- Access (SPEC §6): anyone may insert an enrolment, only an administrator reads them, and
-- nobody updates or deletes one directly.

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

-- Full years on a day. Mirrors ageOn in domain/dates.ts. No `set` clause, so that it is inlined.
create function private.idade_em(nascimento date, dia date) returns integer
  language sql immutable parallel safe
  begin atomic
    select extract(year from dia)::integer - extract(year from nascimento)::integer
      - (extract(month from dia) * 100 + extract(day from dia) < extract(month from nascimento) * 100 + extract(day from nascimento))::integer;
  end;

-- The same today, at the centre. Mirrors ageOf in domain/desk/sheet.ts.
create function private.idade(nascimento date) returns integer
  language sql stable parallel safe
  begin atomic
    select private.idade_em(nascimento, (now() at time zone 'America/Sao_Paulo')::date);
  end;

-- Whether a text shows nothing: blanks, control characters, letters that nobody sees. Mirrors isBlank in
-- domain/enrolment/answers.ts. No `set` clause, so that it is inlined.
create function private.em_branco(texto text) returns boolean
  language sql immutable parallel safe
  begin atomic
    select texto !~ ('[^\u0001-\u0020\u007f-\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f'
      '\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]');
  end;

create table public.inscricoes_projeto (
  id uuid primary key default gen_random_uuid(),
  created_at timestamptz not null default now(),

  nome_completo text not null check (btrim(nome_completo) <> '' and char_length(nome_completo) <= 480),
  data_nascimento date not null,
  idade integer not null check (idade between 0 and 120),                       -- full years on the day it was sent: as it was declared
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

-- Whether the two check digits of a CPF are right. Written out, because it runs for each
-- enrolment: a query over nine and ten digits took fifteen times as long.
create function private.cpf_confere(cpf text) returns boolean
  language plpgsql immutable set search_path = '' as $$
declare
  t constant text := regexp_replace(cpf, '[^0-9]', '', 'g');
  d integer[];
begin
  if coalesce(length(t), 0) <> 11 or t = repeat(left(t, 1), 11) then return false; end if;
  d := string_to_array(t, null)::integer[];
  return d[10] = (10 * d[1] + 9 * d[2] + 8 * d[3] + 7 * d[4] + 6 * d[5] + 5 * d[6] + 4 * d[7] + 3 * d[8] + 2 * d[9]) * 10 % 11 % 10
    and d[11] = (11 * d[1] + 10 * d[2] + 9 * d[3] + 8 * d[4] + 7 * d[5] + 6 * d[6] + 5 * d[7] + 4 * d[8] + 3 * d[9] + 2 * d[10]) * 10 % 11 % 10;
end
$$;

-- Whether a telephone is acceptable under strict rules: any number of another country;
-- a Brazilian one needs an area code in use and a possible length. Mirrors phoneMatches
-- in domain/enrolment/phone.ts.
create function private.telefone_confere(telefone text) returns boolean
  language sql immutable set search_path = '' as $$
  with ascii as (
    select regexp_replace(translate(telefone,
      U&'\0660\0661\0662\0663\0664\0665\0666\0667\0668\0669\06F0\06F1\06F2\06F3\06F4\06F5\06F6\06F7\06F8\06F9\FF10\FF11\FF12\FF13\FF14\FF15\FF16\FF17\FF18\FF19',
      '012345678901234567890123456789'), '[^0-9]', '', 'g') as t
  ),
  nacional as (
    select regexp_replace(regexp_replace(t, '^55(?=[0-9]{10,11}$)', ''), '^0(?=[0-9]{10,11}$)', '') as t from ascii
  )
  select telefone ~ '^\+(?! *55)'
    or t ~ '^[0-9]{10,11}$' and (
      t ~ '^(.)\1+$' or t ~ '^..9?0+$'                                           -- an example: the page warns, nothing refuses
      or t ~ ('^(1[1-9]|2[12478]|3[1-578]|4[1-9]|5[1345]|6[1-9]|7[134579]|8[1-9]|9[1-9])'
        || '(9[0-9]{8}|[2-9][0-9]{7})$'))
  from nacional
$$;

-- The rules of the settings, for an enrolment that comes (`antes` null) and for one that is corrected, of which
-- only what the correction made wrong is refused.
create function private.conferir_regras(inscricao public.inscricoes_projeto, antes public.inscricoes_projeto) returns void
  language plpgsql stable set search_path = '' as $$
declare
  regras private.configuracao;
begin
  select * into strict regras from private.configuracao;
  if regras.responsavel_obrigatorio and private.idade(inscricao.data_nascimento) < 18
     and (btrim(coalesce(inscricao.nome_responsavel, '')) = '' or btrim(coalesce(inscricao.telefone_responsavel, '')) = '')
     and (private.idade(antes.data_nascimento) < 18
       and (btrim(coalesce(antes.nome_responsavel, '')) = '' or btrim(coalesce(antes.telefone_responsavel, '')) = '')) is not true then
    raise check_violation using
      message = 'Digite o nome e o telefone do responsável.', constraint = 'inscricoes_projeto_responsavel';
  end if;
  if regras.email_obrigatorio and inscricao.email is null and (antes.id is null or antes.email is not null) then
    raise not_null_violation using
      message = 'null value in column "email" of relation "inscricoes_projeto" violates not-null constraint',
      schema = 'public', table = 'inscricoes_projeto', column = 'email';
  end if;
  if regras.validacao_estrita and inscricao.cpf is distinct from antes.cpf and not private.cpf_confere(inscricao.cpf) then
    raise check_violation using
      message = 'Este CPF não existe. Confira os números.', constraint = 'inscricoes_projeto_cpf_confere';
  end if;
  if regras.validacao_estrita
     and not ((inscricao.telefone_whatsapp is not distinct from antes.telefone_whatsapp or private.telefone_confere(inscricao.telefone_whatsapp))
       and (inscricao.telefone_responsavel is not distinct from antes.telefone_responsavel
         or btrim(coalesce(inscricao.telefone_responsavel, '')) = '' or private.telefone_confere(inscricao.telefone_responsavel))) then
    raise check_violation using
      message = 'Confira os telefones, com DDD.', constraint = 'inscricoes_projeto_telefone_confere';
  end if;
end
$$;

-- Sets what the applicant does not decide: the age (full years on the day it was sent, in the centre's time zone)
-- and 'Nenhuma' for 'nao' (SPEC §4), of an enrolment that comes and of one that is corrected. Refuses an address without its
-- document; the lock stops the sweep from removing that document while its enrolment arrives.
create function private.completar_inscricao() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  regras private.configuracao;
  fechada boolean;
begin
  new.idade := private.idade_em(new.data_nascimento, (new.created_at at time zone 'America/Sao_Paulo')::date);
  if new.condicao_medica = 'nao' then
    new.condicao_medica_detalhes := 'Nenhuma';
  end if;
  if tg_op = 'UPDATE' then return new; end if;
  -- what shows nothing is no name of a stranger: the column's check refuses an empty one, after what is missing
  if current_setting('role') in ('anon', 'authenticated') then
    if private.em_branco(new.nome_completo) then new.nome_completo := ''; end if;
    if private.em_branco(new.nome_responsavel) then new.nome_responsavel := null; end if;
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
    if exists (select from private.documentos_novos d
      where d.envio = private.envio_do_documento(private.documento_do_endereco(new.cadastro_unico_url))) then
      raise check_violation using
        message = 'Este documento é de outra inscrição.', constraint = 'inscricoes_projeto_de_outra';
    end if;
  end if;

  select * into strict regras from private.configuracao;
  fechada := exists (select from private.fechamento f where f.recebe_ate <= now());
  -- a row that is stored already goes on to its 23505, which says so, whatever was changed since it arrived
  if (fechada or regras.responsavel_obrigatorio or regras.validacao_estrita or new.email is null) and exists (
    select from public.inscricoes_projeto i
    where private.envio_do_documento(private.documento_do_endereco(i.cadastro_unico_url))
      = private.envio_do_documento(private.documento_do_endereco(new.cadastro_unico_url))) then
    return new;
  end if;
  if fechada then
    raise check_violation using
      message = 'As inscrições estão fechadas agora. Fale no WhatsApp.', constraint = 'inscricoes_projeto_periodo';
  end if;

  perform private.conferir_regras(new, null);
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

-- Bytes of an enrolment as JSON text, without what the database adds. Mirrors rowBytes in
-- domain/enrolment/row-size.ts.
create function private.bytes_da_inscricao(linha jsonb) returns integer
  language sql immutable parallel safe as $$
  select octet_length((linha - '{id,created_at,idade,protocolo}'::text[])::text)
$$;

-- Refuses a row of more bytes than that, unless a correction made none more (`antes`; null: it comes).
create function private.conferir_tamanho(linha jsonb, antes jsonb) returns void
  language plpgsql immutable set search_path = '' as $$
begin
  if private.bytes_da_inscricao(linha) > greatest(20000, private.bytes_da_inscricao(antes)) then
    raise check_violation using
      message = 'As respostas estão longas demais. Escreva menos na mais longa.', constraint = 'inscricoes_projeto_tamanho';
  end if;
end
$$;

-- What a stranger sends is one enrolment a transaction, at most so large; before it is written, so that nothing of it reaches the disk.
create function private.limitar_inscricao() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  -- read here and not in `when`, whose text PostgreSQL parses again for each insert
  if current_setting('role') not in ('anon', 'authenticated') then return new; end if;
  if current_setting('private.bytes_da_inscricao', true) <> '' then
    raise check_violation using message = 'Envie uma inscrição por vez.', constraint = 'inscricoes_projeto_uma';
  end if;
  perform set_config('private.bytes_da_inscricao', pg_column_size(new)::text, true); -- for receber_inscricao, which sees it compressed
  -- a letter is at most six bytes of JSON: of a row as they usually are nothing has to be counted
  if pg_column_size(new) > 3000 then perform private.conferir_tamanho(to_jsonb(new), null); end if;
  return new;
end
$$;

create trigger completar_inscricao before insert or update of data_nascimento, condicao_medica, condicao_medica_detalhes on public.inscricoes_projeto
  for each row execute function private.completar_inscricao();
create trigger limitar_inscricao before insert on public.inscricoes_projeto
  for each row execute function private.limitar_inscricao();
create trigger registrar_consentimento after insert on public.inscricoes_projeto
  for each row execute function private.registrar_consentimento();

alter table public.inscricoes_projeto enable row level security;
alter table public.inscricoes_projeto force row level security;

-- Column grants: id, created_at and protocolo are set by the database.
revoke all on public.inscricoes_projeto, private.consentimentos from public, anon, authenticated;
grant insert (
  nome_completo, data_nascimento, idade, sexo, cpf, rg, orgao_expedidor, cidade, endereco_completo,
  telefone_whatsapp, email, nome_responsavel, telefone_responsavel, contato_recados, nivel_escolaridade,
  escola, serie_ano, cadastro_unico_url, renda_familiar, peso, altura, condicao_medica,
  condicao_medica_detalhes, motivacao, objetivos
) on public.inscricoes_projeto to anon, authenticated;
grant select on public.inscricoes_projeto to authenticated;

revoke execute on function
  private.protocolo(uuid), private.idade_em(date, date), private.idade(date), private.em_branco(text), private.cpf_confere(text), private.telefone_confere(text),
  private.conferir_regras(public.inscricoes_projeto, public.inscricoes_projeto), private.conferir_tamanho(jsonb, jsonb), private.completar_inscricao(), private.registrar_consentimento(), private.bytes_da_inscricao(jsonb), private.limitar_inscricao()
  from public, anon, authenticated;
grant execute on function private.protocolo(uuid) to anon, authenticated; -- the generated column runs as the caller

create policy "qualquer pessoa pode se inscrever" on public.inscricoes_projeto
  for insert to anon, authenticated with check (true);

create policy "administradores leem as inscrições" on public.inscricoes_projeto
  for select to authenticated using ((select private.pode('ler')));
