-- Dated lines: a school's declaration, a medical certificate, whether pictures are allowed, who may fetch. Of a
-- person one line of each kind; what stood before is not kept, the history says who changed which kind.
--
-- Access: administrators, through the functions of `public`; on a class's list its professor reads that no picture is allowed,
-- that a medical certificate ran out, whom to call and who may fetch.

-- The kinds, and what is said of each; '{}': of a person of the team, its day alone. Mirrors LINE_KINDS in content/dated-lines.ts;
-- tests/database/code-tables.test.ts compares them.
create view private.especies_de_marca as select * from (values
  ('escola', '{dia,ate}'::text[]), ('atestado', '{dia,ate}'), ('cadunico', '{dia,ate}'), ('imagem', '{escolha,dia}'), ('termo', '{dia}'),
  ('kimono', '{texto,dia}'), ('faixa', '{texto,dia}'), ('escola-publica', '{escolha}'), ('emergencia', '{texto}'), ('busca', '{texto}'),
  ('antecedentes', '{}')) as t (especie, pede);

-- Those that the settings do not switch off.
create view private.marcas_em_uso as
  select e.* from private.especies_de_marca e cross join private.configuracao c where e.especie <> all (c.marcas_sem_uso);

-- Of who takes part, which line runs out first, until thirty days from now, and when; null for none. `para_professor`: a medical
-- certificate alone, once it ran out. Mirrors runsOutInWords in domain/desk/dated-lines.ts.
create function private.vence(inscricao uuid, para_professor boolean default false) returns jsonb
  language sql stable set search_path = '' as $$
  select jsonb_build_object('kind', m.especie, 'until', m.vale_ate)
  from private.marcas m join private.marcas_em_uso e on e.especie = m.especie
    join private.acompanhamentos a on a.inscricao_id = m.inscricao_id and a.situacao = 'aprovada' and a.apagada_em is null
    cross join lateral (select (now() at time zone 'America/Sao_Paulo')::date as hoje) as h
  where m.inscricao_id = $1 and m.vale_ate <= h.hoje + 30 and ($2 is not true or m.especie = 'atestado' and m.vale_ate < h.hoje)
  order by m.vale_ate, m.especie limit 1
$$;

-- What a class's list says of a person, besides whom else to call.
create function private.marcas_na_folha(inscricao uuid, para_professor boolean) returns jsonb
  language sql stable set search_path = '' as $$
  select jsonb_build_object('noImage', coalesce(bool_or(m.especie = 'imagem' and m.texto = 'nao'), false),
    'emergency', max(m.texto) filter (where m.especie = 'emergencia'), 'fetch', max(m.texto) filter (where m.especie = 'busca'),
    'runsOut', private.vence($1, $2))
  from private.marcas m join private.marcas_em_uso e on e.especie = m.especie where m.inscricao_id = $1
$$;

-- The lines of who takes part or did, one of each kind that is used, also where nothing is noted.
create function private.linhas_de(quem private.acompanhamentos) returns jsonb
  language sql stable as $$ -- a text: see private.prazos_com
  select coalesce(jsonb_agg(jsonb_build_object('kind', e.especie, 'text', m.texto, 'day', m.dia, 'until', m.vale_ate)), '[]')
  from private.marcas_em_uso e left join private.marcas m on m.inscricao_id = ($1).inscricao_id and m.especie = e.especie
  where e.pede <> '{}' and (($1).situacao = 'aprovada' or ($1).saiu_em is not null)
$$;

-- Notes a line, in the place of the one of its kind; nothing at all takes that away.
create function private.marcar(inscricao uuid, especie text, texto text default null, dia date default null, ate date default null) returns jsonb
  language plpgsql volatile security definer set search_path = '' set jit = off as $$
declare
  hoje constant date := (now() at time zone 'America/Sao_Paulo')::date;
  dito constant text := nullif(private.aparado(texto), '');
  nada constant boolean := num_nonnulls(dito, dia, ate) = 0;
  antes private.acompanhamentos;
  pede text[];
begin
  perform private.exigir('decidir');
  antes := private.trancar(inscricao);
  if antes.inscricao_id is null then return null; end if;
  if antes.situacao <> 'aprovada' and antes.saiu_em is null then
    raise check_violation using message = 'Isto se anota só de quem participa ou participou.';
  end if;
  select e.pede into pede from private.marcas_em_uso e where e.especie = marcar.especie and e.pede <> '{}';
  if not found then raise check_violation using message = 'Isto não se anota mais. Recarregue a página.'; end if;
  if dito is not null and not pede && '{texto,escolha}' or dia is not null and 'dia' <> all (pede) or ate is not null and 'ate' <> all (pede)
      or not nada and 'escolha' = any (pede) and coalesce(dito, '') not in ('sim', 'nao') or char_length(dito) > 120 or dito ~ '[[:cntrl:]]'
      or dia not between '2000-01-01' and hoje or ate not between coalesce(dia, '2000-01-01') and hoje + 3660 then
    raise check_violation using message = 'Confira: até 120 letras, um dia que não passa de hoje, e «vale até» depois dele.';
  end if;
  delete from private.marcas m where m.inscricao_id = marcar.inscricao and m.especie = marcar.especie;
  insert into private.marcas (inscricao_id, especie, texto, dia, vale_ate, quem)
    select marcar.inscricao, marcar.especie, dito, marcar.dia, ate, auth.uid() where not nada;
  perform private.anotar_no_historico(inscricao, 'linha', especie, case when nada then 'nada' when 'escolha' = any (pede) then dito end);
  return private.estado(inscricao) || '{"applied": true}';
end
$$;

-- The certificates of the team, which the law asks for every six months: of each account with access, and of who has none. No row: they are not noted.
create function private.certidoes() returns table (account uuid, name text, day date, until date)
  language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.exigir('ver_contas');
  return query select q.* from (
      select a.user_id, coalesce(a.nome, u.email::text) as nome, m.dia, m.vale_ate
      from private.administradores a join auth.users u on u.id = a.user_id and u.deleted_at is null left join private.marcas m on m.conta = a.user_id
      where a.desativado_em is null
      union all select null, m.nome, m.dia, m.vale_ate from private.marcas m where m.nome is not null) as q
    where exists (select from private.marcas_em_uso e where e.especie = 'antecedentes') order by lower(q.nome), q.user_id;
end
$$;

-- Notes the day of somebody's certificate, of an account or, without one, by the first name; null takes it away.
create function private.marcar_certidao(conta uuid default null, nome text default null, dia date default null) returns void
  language plpgsql volatile security definer set search_path = '' as $$
declare
  sem_conta constant text := case when conta is null then nullif(private.aparado(nome), '') end;
begin
  perform private.exigir('mudar_contas');
  if not exists (select from private.marcas_em_uso e where e.especie = 'antecedentes') or num_nonnulls(conta, sem_conta) = 0
      or conta is not null and not exists (select from private.administradores a where a.user_id = conta)
      or char_length(sem_conta) > 60 or sem_conta ~ '[[:cntrl:]]' or dia not between '2000-01-01' and (now() at time zone 'America/Sao_Paulo')::date then
    raise check_violation using message = 'Confira o primeiro nome e o dia, que não passa de hoje.';
  end if;
  delete from private.marcas m where m.conta = marcar_certidao.conta or m.nome = sem_conta;
  insert into private.marcas (conta, nome, especie, dia, vale_ate, quem)
    select marcar_certidao.conta, sem_conta, 'antecedentes', marcar_certidao.dia, marcar_certidao.dia + interval '6 months', auth.uid()
    where marcar_certidao.dia is not null;
  perform private.anotar('mudou_configuracao', auth.uid(), conta, detalhes => '{"que": "certidao"}');
end
$$;
