-- Finding a CPF that begins with zero.
--
-- Who may do what: as before.

-- The search. A number is looked for as it was typed among CPFs and protocols, and as it
-- is dialled among phones. `filtro` and what is given: as in the migration `busca`.
create or replace function private.condicoes(filtro jsonb, out onde text, out padroes text[])
  language plpgsql stable set search_path = '' as $$
declare
  busca constant text := left(coalesce(filtro ->> 'busca', ''), 200);
  palavra text;
  numero text;
  telefone text;
begin
  onde := 'true';
  padroes := '{}';
  if filtro ->> 'situacao' is not null then onde := onde || ' and a.situacao = $1 ->> ''situacao'''; end if;
  if filtro ->> 'cidade' is not null then onde := onde || ' and a.cidade = private.inicio_da_chave(private.chave($1 ->> ''cidade''))'; end if;
  onde := onde || case filtro ->> 'idade'
    when 'crianca' then ' and a.idade < 12'
    when 'adolescente' then ' and a.idade between 12 and 17'
    when 'adulto' then ' and a.idade >= 18'
    else '' end;
  onde := onde || case filtro ->> 'documento' when 'com' then ' and a.documento' when 'sem' then ' and not a.documento' else '' end;
  onde := onde || case filtro ->> 'condicao' when 'sim' then ' and a.condicao' when 'nao' then ' and not a.condicao' else '' end;
  if filtro ->> 'semResponsavel' = 'true' then onde := onde || ' and a.sem_responsavel and not a.responsavel_confirmou'; end if;
  if filtro ->> 'repetida' = 'true' then onde := onde || ' and a.repetida'; end if;
  if filtro ->> 'de' is not null then
    onde := onde || ' and a.criada_em >= (($1 ->> ''de'')::date)::timestamp at time zone ''America/Sao_Paulo''';
  end if;
  if filtro ->> 'ate' is not null then
    onde := onde || ' and a.criada_em < (($1 ->> ''ate'')::date + 1)::timestamp at time zone ''America/Sao_Paulo''';
  end if;
  if busca !~ '[^[:space:]]' then return; end if;

  -- A number in any dress (CPF, phone, protocol) is one word; otherwise each word must be found.
  numero := case when busca ~ '^[-+()./[:space:]0-9]*$' then private.algarismos(busca) else '' end;
  for palavra in
    select p from unnest(case when numero <> '' then array[numero] else regexp_split_to_array(busca, '[[:space:]]+') end) as p limit 8
  loop
    if palavra ~ '^[-+()./]*[0-9][-+()./0-9]*$' then
      numero := private.algarismos(palavra);
      -- a phone may have been typed with trunk zero or country code; a CPF's own first zero is no such thing
      telefone := case when numero ~ '^(55|0)[0-9]{10,11}$' then private.algarismos_do_telefone(numero) else numero end;
      padroes := padroes || (numero || '%') || (telefone || '%') || (reverse(telefone) || '%');
      onde := onde || format(
        ' and (a.cpf like ($2)[%1$s] or a.protocolo like ($2)[%1$s] or a.telefone like ($2)[%2$s] or a.telefone_responsavel like ($2)[%2$s]'
        ' or reverse(a.telefone) like ($2)[%3$s] or reverse(a.telefone_responsavel) like ($2)[%3$s] or reverse(a.recado) like ($2)[%3$s])',
        cardinality(padroes) - 2, cardinality(padroes) - 1, cardinality(padroes));
    elsif private.chave(palavra) <> '' then
      -- three letters are enough for the index anywhere in a name, fewer only where a word begins
      padroes := padroes || (case when length(private.chave(palavra)) < 3 then '% ' else '%' end || private.chave(palavra) || '%');
      onde := onde || format(' and a.nomes like ($2)[%s]', cardinality(padroes));
    end if;
  end loop;
  if cardinality(padroes) = 0 then onde := 'false'; end if; -- nothing but signs: no name has them
end
$$;
