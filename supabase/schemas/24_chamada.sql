-- Attendance of the classes, and what is left of it.
--
-- Access: administrators, through the functions of `public`; a professor the lists of the own active classes alone.
-- A participation is an approval with its class and first day; it ends as 'desistiu', with `saiu_em`.

-- Whether the caller may change a list of this day: a professor for a week, the others for a year, with its own.
create function private.muda_chamada(dia date) returns boolean
  language sql stable set search_path = '' as $$
  select coalesce($1 between h.hoje - case when private.pode('imprimir') then 364 else 6 end and h.hoje, false)
  from (select (now() at time zone 'America/Sao_Paulo')::date as hoje) as h
$$;

-- Every stay of somebody in a class (null: approved without one), in days: `ate` is infinity while it lasts, `comecou` says that it came of
-- no other class, `porque` why it ended, '' where nobody said it, null where it goes on, here or in another class. What changed counts from its day on.
create view private.participacoes as
  select q.inscricao_id, q.turma_id, greatest(q.primeiro, v.em) as de, q.ultimo as ate, coalesce(v.em <= q.primeiro, true) as comecou, q.porque
  from (
    select a.inscricao_id, a.turma_id, private.primeiro_dia_de(a) as primeiro, 'infinity'::date as ultimo, null as porque, 9223372036854775807 as id
      from private.acompanhamentos a where a.situacao = 'aprovada' and a.apagada_em is null
    union all
    select a.inscricao_id, (h.antes ->> 'turma')::uuid, private.primeiro_dia_de(jsonb_populate_record(a, h.antes)),
        case h.para when 'desistiu' then coalesce((f.antes ->> 'saiu_em')::date, h.em) else h.em - 1 end,
        case when h.para <> 'aprovada' then coalesce(f.antes ->> 'saiu_porque', '') end, h.id
      from (select *, (quando at time zone 'America/Sao_Paulo')::date as em from private.historico) as h
        join private.acompanhamentos a on a.inscricao_id = h.inscricao_id and a.apagada_em is null
        cross join lateral (select case when h.para = 'desistiu' then coalesce((   -- as it stood when the person came back
          select n.antes from private.historico n
          where n.inscricao_id = h.inscricao_id and n.id > h.id and n.acao = 'situacao' and not n.desfeita and n.de = 'desistiu' and n.para <> n.de
          order by n.id limit 1), jsonb_build_object('saiu_em', a.saiu_em, 'saiu_porque', a.saiu_porque)) end as antes) as f
      where h.acao = 'situacao' and h.de = 'aprovada' and not h.desfeita
        and row(h.para, h.turma_id) is distinct from row('aprovada'::text, (h.antes ->> 'turma')::uuid)) as q
    cross join lateral (select max((h.quando at time zone 'America/Sao_Paulo')::date) as em from private.historico h   -- came from another class
      where h.inscricao_id = q.inscricao_id and h.id < q.id and h.acao = 'situacao' and not h.desfeita
        and h.de = h.para and h.turma_id = q.turma_id and h.antes ->> 'turma' is distinct from q.turma_id::text) as v
  where q.ultimo >= greatest(q.primeiro, v.em);

-- Who was in a class on a day, or on one of these days, also who left or changed class since; and whoever has a mark there.
create function private.pessoas_da_chamada(turma uuid, dia date, ate date default null) returns uuid[]
  language sql stable set search_path = '' as $$
  select array(
    select q.inscricao_id from private.participacoes q where q.turma_id = $1 and q.de <= coalesce($3, $2) and q.ate >= $2
    union
    select a.inscricao_id from private.presencas p join private.acompanhamentos a on a.inscricao_id = p.inscricao_id
      where p.turma_id = $1 and p.dia between $2 and coalesce($3, $2) and a.apagada_em is null)
$$;

-- The list of a day: `takenAt`, once everybody has a mark, of the newest; `takenBy`, the first name, null where nobody gave one: a professor
-- reads no e-mail. It names no pupil: private.folha_da_turma does.
create function private.chamada(turma uuid, dia date) returns jsonb
  language sql stable set search_path = '' set jit = off as $$
  select jsonb_build_object('day', $2, 'mayChange', private.muda_chamada($2), 'takenAt', case when bool_and(p.marca is not null) then max(p.quando) end,
    'takenBy', (select c.nome from private.administradores c where c.user_id = (array_agg(p.quem order by p.quando desc))[1]),
    'pupils', coalesce(jsonb_agg(jsonb_build_object('id', q.id, 'mark', p.marca, 'before', p.antes)), '[]'))
  from unnest(private.pessoas_da_chamada($1, $2)) as q (id)
    left join private.presencas p on p.turma_id = $1 and p.dia = $2 and p.inscricao_id = q.id
$$;

create function private.chamada_da_turma(turma uuid, dia date) returns jsonb
  language plpgsql stable security definer set search_path = '' set jit = off as $$
begin
  perform private.exigir_da_turma(turma, dia);
  return private.chamada(turma, dia);
end
$$;

-- Stores the marks of `marcas` (id of an enrolment → mark; null takes one away), and with `pronta` that everybody else is present. Two
-- telephones are one list: what one does not give, it does not touch. Who is not on the list (any more) is passed over, so that what
-- waited on a telephone never stays there.
create function private.fazer_chamada(turma uuid, dia date, marcas jsonb, pronta boolean default false) returns jsonb
  language plpgsql volatile security definer set search_path = '' set jit = off as $$
declare
  pessoas uuid[];
  quantas integer;
begin
  perform private.exigir_da_turma(turma, dia);
  if not private.muda_chamada(dia) then
    raise check_violation using message = 'Este dia ainda não chegou, ou já passou do prazo para mudar a chamada.';
  end if;
  if coalesce(jsonb_typeof(marcas), '') <> 'object' or octet_length(marcas::text) > 100000
    or exists (select from jsonb_each(marcas) as m where m.value not in ('"presente"', '"falta"', '"justificada"', 'null')) then
    raise check_violation using message = 'Confira a chamada.';
  end if;
  -- one at a time, the class before anybody's enrolment
  if (private.turma_para_decidir(turma)).id is null then
    raise check_violation using message = 'Esta turma não existe. Recarregue a página.';
  end if;
  pessoas := private.pessoas_da_chamada(turma, dia);
  perform from public.inscricoes_projeto i where i.id = any (pessoas) order by i.id for key share;
  perform from private.acompanhamentos a where a.inscricao_id = any (pessoas) order by a.inscricao_id for update;
  pessoas := array(select unnest(pessoas) intersect select unnest(private.pessoas_da_chamada(turma, dia))); -- a second look, after the locks
  delete from private.presencas p where p.turma_id = fazer_chamada.turma and p.dia = fazer_chamada.dia and p.inscricao_id = any (pessoas)
    and marcas -> p.inscricao_id::text = 'null';
  insert into private.presencas as p (turma_id, dia, inscricao_id, marca, quem)
    select turma, dia, q.id, coalesce(marcas ->> q.id::text, 'presente'), auth.uid()
    from unnest(pessoas) as q (id) where marcas ->> q.id::text is not null or pronta
    on conflict on constraint presencas_pkey do update set marca = excluded.marca, antes = p.marca, quem = excluded.quem, quando = now()
      where p.marca <> excluded.marca and marcas ->> excluded.inscricao_id::text is not null;
  get diagnostics quantas = row_count;
  update private.acompanhamentos a set faltas_seguidas = 0   -- counted anew by its trigger
    where a.inscricao_id = any (pessoas) and (a.faltas_seguidas > 0 or marcas ? a.inscricao_id::text);
  perform private.anotar('mudou', auth.uid(), detalhes => jsonb_build_object('que', 'chamada', 'turma', jsonb_build_array(turma),
    'dia', to_char(dia, 'YYYYMMDD')::integer, 'marcas', quantas));
  return private.chamada(turma, dia);
end
$$;

-- Who was missing came back: the absences until now count no more. It is undone like a decision (private.voltar_decisao).
create function private.voltou(inscricao uuid) returns jsonb
  language plpgsql volatile security definer set search_path = '' set jit = off as $$
declare
  antes private.acompanhamentos;
begin
  perform private.exigir('decidir');
  antes := private.trancar(inscricao);
  if (antes.faltas_seguidas > 0) is not true then return private.estado_lido(inscricao) || '{"applied": true}'; end if;
  update private.acompanhamentos a set faltas_desde = (antes.faltou_em at time zone 'America/Sao_Paulo')::date, versao = a.versao + 1
    where a.inscricao_id = inscricao;
  insert into private.historico (inscricao_id, quem, acao, de, versao, antes) values (inscricao, auth.uid(), 'voltou', antes.faltas_seguidas::text,
    antes.versao + 1, jsonb_build_object('faltas_desde', antes.faltas_desde));
  return private.estado(inscricao) || '{"applied": true}';
end
$$;

-- The age with which a band begins. Mirrors AGE_BANDS in domain/desk/numbers.ts.
create function private.faixa_de_idade(idade integer) returns smallint
  language sql immutable parallel safe
  begin atomic
    select max(f)::smallint from unnest('{0,7,12,15,18,30,60}'::integer[]) as f where f <= $1;
  end;

-- What stays in numbers of who is about to be erased by time, here or because a restore repeats it: marks are added to those of the class and
-- month, so that no row is one person's; the month of arrival and those of each stay are rows of nobody.
create function private.contar_participacao() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  insert into private.participacoes_passadas as n
    select p.turma_id, date_trunc('month', p.dia)::date, 1, count(*) filter (where p.marca = 'presente'), count(*) filter (where p.marca = 'falta')
    from private.presencas p where p.inscricao_id = new.inscricao_id group by 1, 2
    on conflict on constraint participacoes_passadas_pkey do update set pessoas = n.pessoas + 1,
      presencas = n.presencas + excluded.presencas, faltas = n.faltas + excluded.faltas;
  insert into private.pessoas_passadas
    select gen_random_uuid(), null, date_trunc('month', a.criada_em at time zone 'America/Sao_Paulo'), null, null, null, null
      from private.acompanhamentos a where a.inscricao_id = new.inscricao_id and a.apagada_em is null and a.importacao is null
    union all
    select u.pessoa, p.turma_id, date_trunc('month', p.de), date_trunc('month', p.ate) + interval '1 month - 1 day', p.comecou,
        p.porque, private.faixa_de_idade(private.idade_em(a.nascimento, p.ate))
      from gen_random_uuid() as u (pessoa), private.participacoes p join private.acompanhamentos a on a.inscricao_id = p.inscricao_id
      where p.inscricao_id = new.inscricao_id and p.ate <> 'infinity';
  return null;
end
$$;

create trigger contar_participacao after insert on private.apagamentos
  for each row when (new.o_que = 'inscricao' and new.motivo in ('participante', 'nao_aprovada', 'espera', 'sem_decisao', 'sem_responsavel'))
  execute function private.contar_participacao();

-- Rewrites what stays of whom time erased in an order that is chance (`pessoa`): in the one in which it came, each row would stand as its
-- person does among the erased.
create function private.misturar_passadas() returns void
  language sql volatile security definer set search_path = '' as $$
  with todas as (delete from private.pessoas_passadas p where p.pessoa is not null returning *)
  insert into private.pessoas_passadas select * from todas order by pessoa
$$;
