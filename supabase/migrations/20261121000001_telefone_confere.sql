-- Strict rules (ux.md §0, D11) ask of telephones what the form asks: numbers of
-- other countries pass, Brazilian ones need an area code in use and a length that
-- exists. Mirrors phoneMatches in domain/phone.ts.
create or replace function private.telefone_confere(telefone text) returns boolean
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
      t ~ '^(.)\1+$' or t ~ '^..9?0+$'                                           -- an example, which is only doubted
      or t ~ ('^(1[1-9]|2[12478]|3[1-578]|4[1-9]|5[1345]|6[1-9]|7[134579]|8[1-9]|9[1-9])'
        || '(9[0-9]{8}|[2-9][0-9]{7})$'))
  from nacional
$$;
revoke execute on function private.telefone_confere(text) from public, anon, authenticated;

-- As before, and the telephones with the CPF.
create or replace function private.completar_inscricao() returns trigger
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
  if regras.validacao_estrita and not (private.telefone_confere(new.telefone_whatsapp)
     and (btrim(coalesce(new.telefone_responsavel, '')) = '' or private.telefone_confere(new.telefone_responsavel))) then
    raise check_violation using
      message = 'Confira os telefones, com DDD.', constraint = 'inscricoes_projeto_telefone_confere';
  end if;
  return new;
end
$$;
