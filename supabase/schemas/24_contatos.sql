-- How families reach the centre. What they read in public names no other address and no other telephone, or a
-- stolen session could send them to a thief (decision 151).
--
-- Access: no API role. Our server fills the table at each start from content/brand.ts and SITE_URL; the owner of a
-- Supabase project does with the line that the doctor prints. Empty, it allows none.

-- As domain/own-contacts.ts writes them: addresses in small letters without `https://`, `www.` and a slash at the
-- end, telephones and other numbers as digits.
create table private.contatos_do_centro (
  contato text primary key check (char_length(contato) between 1 and 300)
);

create function private.guardar_contatos(contatos text[]) returns void
  language plpgsql volatile set search_path = '' as $$
begin
  delete from private.contatos_do_centro c where c.contato <> all (contatos);
  insert into private.contatos_do_centro select distinct c from unnest(contatos) as c on conflict do nothing;
end
$$;

-- Why a text may not be shown to families, as a sentence: the first address, or else number of eight digits or more, that is
-- not the centre's. Null when it may. Dates, hours and two years are no number. The same as foreignContact in
-- domain/own-contacts.ts; tests/desk/public-texts.test.ts compares them.
create function private.contato_alheio(texto text) returns text
  language plpgsql stable set search_path = '' as $$
declare
  resto text := normalize(texto, NFKC);
  pedaco text;
  limpo text;
  alheio text;
begin
  foreach pedaco in array regexp_split_to_array(resto, '[ \t\r\n\f\v,;()<>"''«»“”]+') loop
    pedaco := regexp_replace(pedaco, '^[*_~]+|[.!?:*_~]+$', '', 'g');
    if pedaco ~ '@|://|[^.。][.。][^.。0-9]{2}' then
      limpo := regexp_replace(lower(pedaco), '^(https?://)?(www\.)?', '');
      if not exists (select from private.contatos_do_centro c where c.contato ~ '[^0-9]'
          and (limpo = c.contato or starts_with(limpo, c.contato || '/') or starts_with(limpo, c.contato || '?'))) then
        alheio := pedaco;
        exit;
      end if;
      resto := replace(resto, pedaco, 'x');
    end if;
  end loop;
  if alheio is null then
    resto := regexp_replace(resto, '(?<![0-9])((0?[1-9]|[12][0-9]|3[01])/(0?[1-9]|1[0-2])(/(20)?[0-9]{2})?|20[0-9]{2}/20[0-9]{2}|([01]?[0-9]|2[0-3])[:h][0-5][0-9])(?![0-9])', 'x', 'g');
    select n.achado into alheio
    from (select m[1] as achado, regexp_replace(regexp_replace(m[1], '[^0-9]', '', 'g'), '^0+', '') as digitos
      from regexp_matches(resto, '[0-9](?:[^0-9A-Za-zÀ-ÿ,;\n]{0,3}[0-9]){7,}', 'g') with ordinality as r (m, n) order by n) as n
    where not exists (select from private.contatos_do_centro c where c.contato in (n.digitos,
      case when char_length(n.digitos) > 11 then regexp_replace(n.digitos, '^550*', '') end))
    limit 1;
  end if;
  return 'Tire “' || alheio || '”: as famílias só devem ler o endereço, o e-mail e o telefone do centro.';
end
$$;

revoke all on private.contatos_do_centro from public, anon, authenticated;
revoke execute on function private.guardar_contatos(text[]) from public, anon, authenticated, service_role;
revoke execute on function private.contato_alheio(text) from public, anon, authenticated;
