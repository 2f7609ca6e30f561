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

-- After completar_inscricao, whose refusals come first: triggers run in the order of their names.
create function private.conferir_telefones() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  if (select validacao_estrita from private.configuracao)
     and not (private.telefone_confere(new.telefone_whatsapp)
       and (btrim(coalesce(new.telefone_responsavel, '')) = '' or private.telefone_confere(new.telefone_responsavel))) then
    raise check_violation using
      message = 'Confira os telefones, com DDD.', constraint = 'inscricoes_projeto_telefone_confere';
  end if;
  return new;
end
$$;
revoke execute on function private.conferir_telefones() from public, anon, authenticated;

create trigger conferir_telefones before insert on public.inscricoes_projeto
  for each row execute function private.conferir_telefones();
