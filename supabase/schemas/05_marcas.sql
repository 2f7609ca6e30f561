-- Dated lines: a school's declaration, a medical certificate, whether pictures are allowed, who may fetch. Of a
-- person one line of each kind; what stood before is not kept, the history says who changed which kind.
--
-- Access: administrators, through the functions of `public`; on a class's list its professor reads that no picture is
-- allowed, that a medical certificate ran out, whom to call and who may fetch.

-- The kinds, and what is said of each. Mirrors LINE_KINDS in content/dated-lines.ts; tests/database/code-tables.test.ts
-- compares them.
create view private.especies_de_marca as select * from (values
  ('escola', '{dia,ate}'::text[]), ('atestado', '{dia,ate}'), ('cadunico', '{dia,ate}'), ('imagem', '{escolha,dia}'),
  ('termo', '{dia}'), ('kimono', '{texto,dia}'), ('faixa', '{texto,dia}'), ('escola-publica', '{escolha}'),
  ('emergencia', '{texto}'), ('busca', '{texto}'), ('antecedentes', '{texto,dia}')) as t (especie, pede);

-- Those that the settings do not switch off.
create view private.marcas_em_uso as select e.*, row_number() over () as ordem
  from private.especies_de_marca e cross join private.configuracao c where e.especie <> all (string_to_array(c.marcas_sem_uso, ' '));

-- Of who takes part, which line runs out first, until thirty days from now, and when; null for none. `para_professor`:
-- a medical certificate alone, once it ran out. Mirrors runsOutInWords in domain/desk/dated-lines.ts.
create function private.vence(inscricao uuid, para_professor boolean default false) returns jsonb
  language sql stable set search_path = '' as $$
  select jsonb_build_object('kind', m.especie, 'until', m.vale_ate)
  from private.marcas m join private.marcas_em_uso e on e.especie = m.especie
    join private.acompanhamentos a on a.inscricao_id = m.inscricao_id and a.situacao = 'aprovada' and a.apagada_em is null
    cross join lateral (select (now() at time zone 'America/Sao_Paulo')::date as hoje) as h
  where m.inscricao_id = $1 and m.vale_ate < h.hoje + 31 and (not $2 or m.especie = 'atestado' and m.vale_ate < h.hoje)
  order by m.vale_ate, m.especie limit 1
$$;

-- What a class's list says of a person. That no picture is allowed holds where its kind is switched off too: no is no.
create function private.marcas_na_folha(inscricao uuid, para_professor boolean) returns jsonb
  language sql stable set search_path = '' as $$
  select jsonb_build_object('runsOut', private.vence($1, $2), 'noImage', count(*) filter (where (m.especie, m.texto) = ('imagem', 'nao')) > 0,
    'lines', jsonb_object_agg(m.especie, m.texto) filter (where e.especie <> 'imagem'))
  from private.marcas m left join private.marcas_em_uso e on e.especie = m.especie
  where m.inscricao_id = $1 and m.especie in ('imagem', 'emergencia', 'busca')
$$;

-- The certificates of the team, which the law asks for every six months: of each account with access, and of who has
-- none. No row: they are not noted.
create function private.certidoes() returns table (account uuid, kind text, text text, day date, until date)
  language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.exigir('ver_contas');
  return query select a.user_id, coalesce(e.especie, m.especie), coalesce(a.nome, u.email, m.texto), m.dia, m.vale_ate
    from private.marcas_em_uso e cross join private.administradores a join auth.users u on u.id = a.user_id
      full join private.marcas m on m.conta = a.user_id and m.especie = e.especie
    where coalesce(e.especie, m.especie) = 'antecedentes' and a.desativado_em is null and u.deleted_at is null
      and exists (select from private.marcas_em_uso x where x.especie = 'antecedentes') order by 3, 1;
end
$$;

-- Notes a line, in the place of the one of its kind; nothing at all takes that away. `inscricao` null: of the team,
-- the certificate of an account, or of who has none and is called `texto`.
create function private.marcar(inscricao uuid, especie text, texto text default null, dia date default null,
  ate date default null, conta uuid default null) returns jsonb
  language plpgsql volatile security definer set search_path = '' set jit = off as $$
declare
  hoje constant date := (now() at time zone 'America/Sao_Paulo')::date;
  dito constant text := case when conta is null then nullif(private.aparado(texto), '') end;
  da_equipe constant text := case when inscricao is null then dito end;
  dadas constant text[] := array_remove(array[case when dito is not null then 'texto' end,
    case when dia is not null then 'dia' end, case when ate is not null then 'ate' end], null);
  nada constant boolean := array_length(dadas, 1) is null or inscricao is null and dia is null;
  antes private.acompanhamentos;
  pede text[];
begin
  perform private.exigir(case when inscricao is null then 'ver_contas' else 'decidir' end);
  antes := private.trancar(inscricao);
  if antes.inscricao_id is distinct from inscricao then return null; end if;
  if inscricao is null then perform from private.configuracao c where c.unica for update; end if; -- of the team one after the other
  select e.pede into pede from private.marcas_em_uso e
    where e.especie = marcar.especie and (e.especie = 'antecedentes') = (inscricao is null);
  if dadas <@ array_replace(pede, 'escolha', case when dito in ('sim', 'nao') then 'texto' end) is not true
      or 'escolha' = any (pede) and dito is null and not nada or num_nonnulls(inscricao, conta, da_equipe) <> 1
      or conta is not null and not exists (select from private.administradores a where a.user_id = conta)
      or not nada and antes.situacao <> 'aprovada' and antes.saiu_em is null or char_length(dito) > 120 or dito ~ '[[:cntrl:]]'
      or dia not between '2000-01-01' and hoje or ate not between coalesce(dia, '2000-01-01') and hoje + 3660 then
    raise check_violation using message = 'Confira o que foi escrito e os dias, ou recarregue a página.';
  end if;
  delete from private.marcas m where m.especie = marcar.especie
    and row(m.inscricao_id, m.conta, case when m.especie = 'antecedentes' then m.texto end)
      is not distinct from row(inscricao, marcar.conta, da_equipe);
  insert into private.marcas (inscricao_id, conta, especie, texto, dia, vale_ate, quem)
    select inscricao, marcar.conta, marcar.especie, dito, marcar.dia,
      case when inscricao is null then marcar.dia + interval '6 months' else ate end, auth.uid() where not nada;
  if inscricao is null then
    perform private.anotar('mudou', auth.uid(), conta, detalhes => '{"que": "certidao"}');
  else
    perform private.anotar_no_historico(inscricao, 'linha', especie,
      case when nada then 'nada' when 'escolha' = any (pede) then dito end);
  end if;
  return private.estado(inscricao) || '{"applied": true}';
end
$$;
