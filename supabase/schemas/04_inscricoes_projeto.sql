-- Enrolments of the social project. Mirrors domain/enrolment/fields.ts;
-- tests/database/schema.test.ts fails when the two disagree.
--
-- Access (SPEC §6): anyone may insert an enrolment, only an administrator reads them, and
-- nobody updates or deletes one directly.

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
      -- an example: the page warns, nothing refuses
      t ~ '^(.)\1+$' or t ~ '^..9?0+$'
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
  importada constant boolean := coalesce(current_setting('private.importando', true), '') <> ''; -- by private.importar_participantes, or at the counter
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
    if private.em_branco(new.nome_social) then new.nome_social := null; end if;
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
  fechada := not importada and exists (select from private.fechamento f where f.recebe_ate <= now());
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

  -- as if its e-mail had been missing before
  perform private.conferir_regras(new, case when importada then jsonb_populate_record(null::public.inscricoes_projeto, jsonb_build_object('id', new.id)) end);
  return new;
end
$$;

create function private.registrar_consentimento() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  if current_setting('private.importando', true) = 'sim' then return null; end if; -- nobody declared anything
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

-- Bytes of an enrolment as JSON text, without what the database adds.
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
  if current_setting('role') not in ('anon', 'authenticated') or current_setting('private.importando', true) = 'sim' then return new; end if;
  if current_setting('private.bytes_da_inscricao', true) <> '' then
    raise check_violation using message = 'Envie uma inscrição por vez.', constraint = 'inscricoes_projeto_uma';
  end if;
  -- for receber_inscricao, which sees it compressed
  perform set_config('private.bytes_da_inscricao', pg_column_size(new)::text, true);
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

-- Column grants: id, created_at and protocolo are set by the database.
grant insert (
  nome_completo, data_nascimento, idade, sexo, cpf, rg, orgao_expedidor, cidade, endereco_completo,
  telefone_whatsapp, email, nome_responsavel, telefone_responsavel, contato_recados, nivel_escolaridade,
  escola, serie_ano, cadastro_unico_url, renda_familiar, peso, altura, condicao_medica,
  condicao_medica_detalhes, motivacao, objetivos, nome_social
) on public.inscricoes_projeto to anon, authenticated;
grant select on public.inscricoes_projeto to authenticated;
-- the generated column runs as the caller
grant execute on function private.protocolo(uuid) to anon, authenticated;

create policy "qualquer pessoa pode se inscrever" on public.inscricoes_projeto
  for insert to anon, authenticated with check (true);

create policy "administradores leem as inscrições" on public.inscricoes_projeto
  for select to authenticated using ((select private.pode('ler')));
