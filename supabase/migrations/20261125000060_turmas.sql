-- Classes are records: private.turmas, with places and ordered waiting lines (decision 138). The rows that are
-- made here are the timetable's of this version; what enrolments and decisions hold as text becomes the class
-- that it names without doubt, or else a class by that text that nobody is offered.

-- The classes: of the public timetable (content/home.ts, whose first rows the migration took), and those
-- that ended, which stay by name for who is in them. Nobody deletes one.
create table private.turmas (
  id uuid primary key default gen_random_uuid(),
  nome text not null check (btrim(nome) <> '' and char_length(nome) <= 120),
  modalidade text check (btrim(modalidade) <> '' and char_length(modalidade) <= 120),
  dias text check (btrim(dias) <> '' and char_length(dias) <= 120),  -- weekdays in words: 'Segunda a sexta'; null: by arrangement
  horario text check (horario ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),  -- '18:00'; null: by arrangement
  idade_de integer check (idade_de between 0 and 120),           -- null: no bound, here and below
  idade_ate integer check (idade_ate between 0 and 120),
  vagas integer check (vagas between 0 and 1000),
  do_projeto boolean not null default true,                      -- offered to the people of the project
  ativa boolean not null default true,
  professor uuid references auth.users (id) on delete set null,
  constraint idades_em_ordem check (idade_de <= idade_ate)
);

-- A class as people read it: 'Muay Thai · 19:00 · Segunda a quinta'. Mirrors classInWords in domain/desk/classes.ts.
create function private.turma_em_palavras(turma private.turmas) returns text
  language sql stable parallel safe as $$ -- a text: see private.prazos_com
  select concat_ws(' · ', ($1).nome, ($1).horario, ($1).dias)
$$;

insert into private.turmas (nome, modalidade, dias, horario, do_projeto) values
  ('Jiu-Jitsu Infantil', 'Jiu-Jitsu', 'Segunda a sexta', '18:00', true),
  ('Jiu-Jitsu Juvenil e Adulto', 'Jiu-Jitsu', 'Segunda a sexta', '20:00', true),
  ('Muay Thai', 'Muay Thai', 'Segunda a quinta', '19:00', true),
  ('Personal Fight', 'Personal Fight', null, null, false);

alter table private.acompanhamentos
  add column turma_id uuid references private.turmas (id),     -- class of an approved person, or the one that is waited for
  add column espera_desde timestamptz;                         -- when somebody joined the line in which they wait
alter table private.historico add column turma_id uuid references private.turmas (id); -- with a change of situation: the class after it

-- A text's words without case, marks and signs, its times of day as '18:00', and weekdays in full.
create function private.turma_lida(texto text, out palavras text, out horas text[])
  language plpgsql immutable set search_path = '' as $$
declare
  hora constant text := '\m([01]?[0-9]|2[0-3])(?: ?(?:h|hs|hrs?|horas?)(?: ?([0-5][0-9]) ?(?:m|min)?)?| ?[:.] ?([0-5][0-9])(?: ?(?:h|hs|hrs?|horas?))?)\M';
  simples constant text := lower(regexp_replace(normalize(texto, nfkd), '[\u0300-\u036f]', '', 'g'));
  dia record;
begin
  horas := array(
    select distinct lpad(m[1], 2, '0') || ':' || coalesce(m[2], m[3], '00') from regexp_matches(simples, hora, 'g') as m order by 1);
  palavras := ' ' || private.chave(translate(regexp_replace(simples, '(?:\mas )?' || hora, ' ', 'g'), '·•–—', '    ')) || ' ';
  palavras := replace(palavras, ' feira ', ' ');
  for dia in select * from (values ('seg', 'segunda'), ('ter', 'terca'), ('qua', 'quarta'), ('qui', 'quinta'), ('sex', 'sexta'), ('sab', 'sabado'), ('dom', 'domingo')) as d (curto, inteiro) loop
    palavras := replace(palavras, ' ' || dia.curto || ' ', ' ' || dia.inteiro || ' ');
  end loop;
  palavras := btrim(palavras);
end
$$;

-- Each text that is stored, once, and its class. One is named without doubt by its name and its time, both
-- whole, and its days where they are said at all; another class than one of the timetable's is not active.
create table private.turmas_de_antes as
  select t.texto, l.palavras, l.horas, null::uuid as turma_id
  from (
    select a.turma as texto from private.acompanhamentos a where a.turma is not null
    union
    select h.antes ->> 'turma' from private.historico h where h.antes ->> 'turma' is not null
  ) as t cross join lateral private.turma_lida(t.texto) as l;

update private.turmas_de_antes d set turma_id = t.id
  from private.turmas t cross join lateral private.turma_lida(t.nome) as nome cross join lateral private.turma_lida(coalesce(t.dias, '')) as dias
  where d.horas = case when t.horario is null then '{}' else array[t.horario] end
    and d.palavras in (nome.palavras, btrim(nome.palavras || ' ' || dias.palavras));

with novas as (
  insert into private.turmas (nome, ativa)
    select min(btrim(d.texto, E' \t\r\n')), false from private.turmas_de_antes d where d.turma_id is null group by d.palavras, d.horas, case when d.palavras = '' then d.texto end
    returning id, nome)
update private.turmas_de_antes d set turma_id = n.id
  from novas n cross join lateral private.turma_lida(n.nome) as l
  where d.turma_id is null and d.palavras = l.palavras and d.horas = l.horas and (l.palavras <> '' or btrim(d.texto, E' \t\r\n') = n.nome);

update private.acompanhamentos a set turma_id = d.turma_id from private.turmas_de_antes d where d.texto = a.turma;
update private.acompanhamentos a set espera_desde = coalesce(a.decidida_em, a.criada_em) where a.situacao = 'lista-de-espera';
update private.historico h set antes = h.antes || jsonb_build_object('turma', d.turma_id)
  from private.turmas_de_antes d where d.texto = h.antes ->> 'turma';

-- The class after a change: what the next one had before it, and after the last one what is now.
update private.historico h set turma_id = depois.turma
  from (
    select m.id, case when m.seguinte is null then a.turma_id when m.seguinte = 'situacao' then m.turma_da_seguinte end as turma
    from (
      select o.id, o.inscricao_id, o.acao, lead(o.acao) over ordem as seguinte, (lead(o.antes ->> 'turma') over ordem)::uuid as turma_da_seguinte
      from private.historico o where o.acao in ('situacao', 'situacao-desfeita')
      window ordem as (partition by o.inscricao_id order by o.id)) as m
      join private.acompanhamentos a on a.inscricao_id = m.inscricao_id
  ) as depois
  where depois.id = h.id and depois.turma is not null;

drop table private.turmas_de_antes;
drop function private.turma_lida(text);

alter table private.acompanhamentos drop constraint vaga_de_aprovada;
alter table private.acompanhamentos drop column turma;         -- and its index
alter table private.acompanhamentos
  add constraint vaga_de_aprovada check (
    (situacao in ('aprovada', 'lista-de-espera') or turma_id is null) and (situacao = 'aprovada' or primeiro_dia is null)),
  add constraint espera_de_quem_espera check (situacao = 'lista-de-espera' or espera_desde is null);
create index acompanhamentos_turma_idx on private.acompanhamentos (turma_id, criada_em, inscricao_id, situacao) include (apagada_em) where turma_id is not null;

alter table private.auditoria drop constraint auditoria_acao_check;
alter table private.auditoria add constraint auditoria_acao_check check (acao in (
    'entrou', 'saiu', 'falha_de_login', 'viu_lista', 'viu_ficha', 'abriu_documento', 'baixou_documento',
    'imprimiu', 'imprimiu_turma', 'exportou', 'preparou_mensagem', 'mudou', 'escreveu_nota', 'apagou', 'devolveu', 'apagou_enxurrada', 'apagou_documento',
    'apagou_pelo_prazo', 'apagou_documento_pelo_prazo', 'retencao', 'liberou_retencao', 'liberou_equipe', 'criou_conta', 'deu_acesso',
    'tirou_acesso', 'trocou_senha', 'errou_senha', 'mudou_configuracao', 'mudou_turma', 'restaurou', 'levantou_incidente'));

-- Which roles may do what. Mirrors ACTS in domain/roles.ts; tests/database/code-tables.test.ts
-- compares them. `com_senha`: what cannot be taken back, and therefore asks for a fresh sign-in.
-- What a professor may read comes with the classes: until then it is nothing.
create or replace view private.atos as select * from (values
    ('ler', '{secretaria,direcao}'::text[], false),          -- list, search, sheets, documents
    ('decidir', '{secretaria,direcao}', false),              -- decide, undo, class, tell, note, compare
    ('mudar_links', '{secretaria,direcao}', false),          -- make a family's link, end all of an enrolment
    ('mudar_turmas', '{direcao}', false),
    ('imprimir', '{secretaria,direcao}', false),
    ('exportar', '{secretaria,direcao}', false),             -- with a reason
    ('exportar_sem_motivo', '{direcao}', false),
    ('apagar_a_pedido', '{secretaria,direcao}', true),       -- one enrolment, because the family asked
    ('apagar', '{direcao}', true),
    ('devolver', '{direcao}', false),                        -- what was erased a short while ago
    ('ver_enxurradas', '{direcao}', false),
    ('apagar_enxurradas', '{direcao}', true),
    ('ver_freios', '{direcao}', false),
    ('soltar_freios', '{direcao}', true),
    ('aplicar_prazos', '{direcao}', false),                  -- retention, where no server of ours runs it
    ('ver_contas', '{direcao}', false),
    ('mudar_contas', '{direcao}', true),
    ('ver_registro', '{direcao}', false),
    ('ver_copias', '{direcao}', false)) as t (ato, papeis, com_senha);

drop function public.turmas_com_alunos();
drop function private.turmas_com_alunos();
drop function public.lista_da_turma(text, boolean);
drop function private.lista_da_turma(text, boolean);
drop function public.mudar_situacao(uuid, integer, text, text, text, date);
drop function private.mudar_situacao(uuid, integer, text, text, text, date);

-- Everything that the desk shows of one enrolment. Enrolments like it are listed by id
-- only: whoever compares them opens each, which makes an audit entry.
create or replace function private.estado(inscricao uuid) returns jsonb
  language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'situacao', a.situacao, 'motivo', a.motivo, 'versao', a.versao, 'decididaEm', a.decidida_em,
    'criterios', jsonb_build_object('cadunico', a.cadunico_confere, 'socioeconomica', a.situacao_avaliada, 'responsavel', a.responsavel_confirmou),
    'repetidaDe', a.repetida_de, 'turma', a.turma_id, 'turmaNome', (select private.turma_em_palavras(t) from private.turmas t where t.id = a.turma_id),
    'primeiroDia', a.primeiro_dia, 'aAvisar', a.a_avisar, 'documentoNovo', a.documento_novo, 'pedido', a.pedido,
    'pedidos', coalesce((
      select jsonb_agg(jsonb_build_object('id', p.id, 'tipo', p.tipo, 'telefone', p.telefone, 'feitoEm', p.feito_em) order by p.feito_em, p.id)
      from private.pedidos p where p.inscricao_id = a.inscricao_id and p.respondido_em is null), '[]'),
    'telefoneNovo', a.telefone_novo, 'telefoneDoResponsavel', a.telefone_do_responsavel, 'nomeDoResponsavel', a.nome_do_responsavel, 'responsavelChegou', a.responsavel_chegou,
    'documentosNovos', coalesce((
      select jsonb_agg(jsonb_build_object('endereco', d.endereco, 'recebidoEm', d.recebido_em, 'conteudoAtivo', private.conteudo_ativo(d.endereco)) order by d.recebido_em desc, d.envio)
      from private.documentos_novos d where d.inscricao_id = a.inscricao_id), '[]'),
    -- until when the caller may take back the last decision; null: not theirs, too late, or something was decided since
    'desfazerAte', (
      select h.quando + interval '60 seconds' from private.historico h
      where h.inscricao_id = a.inscricao_id and h.acao = 'situacao' and h.versao = a.versao and h.quem = auth.uid()
        and h.quando > now() - interval '60 seconds'),
    'conteudoAtivo', (select private.conteudo_ativo(i.cadastro_unico_url) from public.inscricoes_projeto i where i.id = a.inscricao_id), -- the first document's
    'notas', coalesce((
      select jsonb_agg(jsonb_build_object('id', n.id, 'autor', u.email, 'minha', coalesce(n.autor = auth.uid(), false), 'texto', n.texto,
        'escritaEm', n.escrita_em, 'corrigidaEm', n.corrigida_em, 'podeCorrigir', coalesce(n.autor = auth.uid(), false) and n.escrita_em > now() - interval '10 minutes')
        order by n.escrita_em desc, n.id)
      from private.anotacoes n left join auth.users u on u.id = n.autor where n.inscricao_id = a.inscricao_id), '[]'),
    'historico', coalesce((
      select jsonb_agg(jsonb_build_object('quando', h.quando, 'quem', u.email, 'acao', h.acao, 'de', h.de, 'para', h.para, 'motivo', h.motivo,
        'turmaNome', nullif(private.turma_em_palavras(t), '')) order by h.id desc)
      from private.historico h left join auth.users u on u.id = h.quem left join private.turmas t on t.id = h.turma_id where h.inscricao_id = a.inscricao_id), '[]'),
    'semelhantes', coalesce((
      select jsonb_agg(jsonb_build_object('id', o.inscricao_id, 'situacao', o.situacao, 'iguais', (
          select jsonb_agg(distinct split_part(s, ' ', 1)) from unnest(o.semelhancas) as s where s = any (a.semelhancas)))
        order by o.criada_em desc, o.inscricao_id)
      from (select s from private.semelhantes(a.inscricao_id, a.semelhancas) as s limit 10) as perto (id)
        join private.acompanhamentos o on o.inscricao_id = perto.id), '[]'))
  from private.acompanhamentos a where a.inscricao_id = $1 and a.apagada_em is null
$$;

-- Notes a change of situation, with what undoing it restores: `antes` is the row as it was.
create function private.anotar_mudanca(antes private.acompanhamentos, situacao text, motivo text, turma uuid) returns void
  language sql volatile set search_path = '' as $$
  insert into private.historico (inscricao_id, quem, acao, de, para, motivo, versao, turma_id, antes)
    values (($1).inscricao_id, auth.uid(), 'situacao', ($1).situacao, $2, $3, ($1).versao + 1, $4,
      jsonb_build_object('motivo', ($1).motivo, 'decidida_em', ($1).decidida_em, 'turma', ($1).turma_id, 'espera_desde', ($1).espera_desde,
        'primeiro_dia', ($1).primeiro_dia, 'a_avisar', ($1).a_avisar, 'documento_novo', ($1).documento_novo, 'responsavel_chegou', ($1).responsavel_chegou))
$$;

-- How many people are in a class: approved, and not in the bin. To decide by it, lock the class.
create function private.alunos_da_turma(turma uuid) returns integer
  language sql stable set search_path = '' as $$
  select count(*)::integer from private.acompanhamentos a where a.turma_id = $1 and a.situacao = 'aprovada' and a.apagada_em is null
$$;

-- The class with this id, locked until the end, so that two desks never give its last place twice; null
-- for none. Whoever locks a class does it before any enrolment.
create function private.turma_para_decidir(turma uuid) returns private.turmas
  language sql volatile set search_path = '' as $$
  select * from private.turmas t where t.id = $1 for no key update
$$;

-- Changes the situation unless something was decided since `versao`; `aplicada` says which.
-- The same situation again leaves `decidida_em`: retention counts from the first time.
-- `turma` is of an approved person, or the one that is waited for, `primeiro_dia` of an approved person alone. A full class
-- is refused (PT409, hint 'turma-cheia') unless `alem_das_vagas`; one that ended only keeps who is in it. Who waits keeps their
-- place in the line, unless they wait for another class now. The family is to be told again
-- when anything that the message says is another.
create function private.mudar_situacao(
  inscricao uuid, versao integer, situacao text, motivo text, turma uuid, primeiro_dia date, alem_das_vagas boolean) returns jsonb
  language plpgsql volatile security definer set search_path = '' set jit = off as $$
declare
  antes private.acompanhamentos;
  classe private.turmas;
  razao constant text := nullif(private.aparado(motivo), '');
  sala constant uuid := case when mudar_situacao.situacao in ('aprovada', 'lista-de-espera') then mudar_situacao.turma end;
  dia constant date := case when mudar_situacao.situacao = 'aprovada' then mudar_situacao.primeiro_dia end;
begin
  perform private.exigir('decidir');
  if sala is not null then classe := private.turma_para_decidir(sala); end if;
  perform from public.inscricoes_projeto i where i.id = inscricao for key share;
  select * into antes from private.acompanhamentos a where a.inscricao_id = inscricao and a.apagada_em is null for update;
  if not found then return null; end if;
  if antes.versao is distinct from mudar_situacao.versao then
    return private.estado_lido(inscricao) || '{"aplicada": false}';
  end if;
  if mudar_situacao.situacao in ('falta-documento', 'nao-aprovada') and razao is null then
    raise check_violation using message = 'Escreva o motivo.';
  end if;
  if dia not between '2000-01-01' and '2999-12-31' then
    raise check_violation using message = 'Confira o primeiro dia.';
  end if;
  if sala is not null and classe.id is null then
    raise check_violation using message = 'Esta turma não existe. Escolha outra.';
  end if;
  if not classe.ativa and row(antes.situacao, antes.turma_id) is distinct from row(mudar_situacao.situacao, sala) then
    raise check_violation using message = 'Esta turma foi encerrada. Escolha outra.';
  end if;
  if mudar_situacao.situacao = 'aprovada' and (antes.situacao <> 'aprovada' or antes.turma_id is distinct from sala)
      and not coalesce(alem_das_vagas, false) and classe.vagas <= private.alunos_da_turma(sala) then
    raise sqlstate 'PT409' using message = format('A turma %s está cheia: todas as vagas (%s) estão ocupadas.', classe.nome, classe.vagas), hint = 'turma-cheia';
  end if;
  update private.acompanhamentos a
    set situacao = mudar_situacao.situacao, motivo = razao, turma_id = sala, primeiro_dia = dia, versao = a.versao + 1, documento_novo = false, responsavel_chegou = false,
      decidida_em = case when a.situacao = mudar_situacao.situacao then a.decidida_em else clock_timestamp() end,
      espera_desde = case when mudar_situacao.situacao = 'lista-de-espera' then
        case when a.situacao = 'lista-de-espera' and coalesce(a.turma_id = sala, true) then coalesce(a.espera_desde, a.decidida_em) else clock_timestamp() end end,
      a_avisar = private.se_avisa(mudar_situacao.situacao) and (a.a_avisar
        or row(a.situacao, a.motivo, a.turma_id, a.primeiro_dia) is distinct from row(mudar_situacao.situacao, razao, sala, dia))
    where a.inscricao_id = inscricao;
  perform private.anotar_mudanca(antes, mudar_situacao.situacao, razao, sala);
  return private.estado(inscricao) || '{"aplicada": true}';
end
$$;

create function public.mudar_situacao(
  inscricao uuid, versao integer, situacao text, motivo text default null, turma uuid default null, primeiro_dia date default null,
  alem_das_vagas boolean default false) returns jsonb
  language sql volatile set search_path = ''
  begin atomic
    select private.mudar_situacao(inscricao, versao, situacao, motivo, turma, primeiro_dia, alem_das_vagas);
  end;

-- Takes back the last change of situation: within 60 seconds, by who made it, when nothing
-- was decided since and `versao` is the present one; `aplicada` says which. A family that was
-- told meanwhile is to be told again, and a withdrawal that this change confirmed is open again. A place
-- in a class that somebody else was given meanwhile does not come back (PT409).
create or replace function private.desfazer_decisao(inscricao uuid, versao integer) returns jsonb
  language plpgsql volatile security definer set search_path = '' set jit = off as $$
declare
  agora private.acompanhamentos;
  ultima private.historico;
  classe private.turmas;
begin
  perform private.exigir('decidir');
  classe := private.turma_para_decidir((
    select (h.antes ->> 'turma')::uuid from private.historico h
    where h.inscricao_id = inscricao and h.acao = 'situacao' and h.versao = desfazer_decisao.versao));
  perform from public.inscricoes_projeto i where i.id = inscricao for key share;
  select * into agora from private.acompanhamentos a where a.inscricao_id = inscricao and a.apagada_em is null for update;
  if not found then return null; end if;
  select * into ultima from private.historico h
    where h.inscricao_id = inscricao and h.acao = 'situacao' and h.versao = agora.versao;
  if not found or agora.versao is distinct from desfazer_decisao.versao then
    return private.estado_lido(inscricao) || '{"aplicada": false}';
  end if;
  if ultima.quem is distinct from auth.uid() then
    raise check_violation using message = 'Só quem decidiu pode desfazer.';
  end if;
  if ultima.quando <= clock_timestamp() - interval '60 seconds' then
    raise check_violation using message = 'Já passou um minuto: não dá mais para desfazer. Decida de novo.';
  end if;
  if ultima.de = 'aprovada' and (agora.situacao <> 'aprovada' or agora.turma_id is distinct from classe.id)
      and classe.vagas <= private.alunos_da_turma(classe.id) then
    raise sqlstate 'PT409' using message = format('A vaga na turma %s já foi dada a outra pessoa. Decida de novo.', classe.nome), hint = 'turma-cheia';
  end if;
  if ultima.para = 'desistiu' then
    update private.pedidos p set respondido_em = null, quem = null, confirmado = null
      where p.inscricao_id = inscricao and p.tipo = 'desistir' and p.confirmado and p.respondido_em >= ultima.quando;
  end if;
  update private.acompanhamentos a
    set situacao = ultima.de, motivo = ultima.antes ->> 'motivo', turma_id = classe.id,
      primeiro_dia = (ultima.antes ->> 'primeiro_dia')::date, decidida_em = (ultima.antes ->> 'decidida_em')::timestamptz,
      espera_desde = case when ultima.de = 'lista-de-espera' then coalesce(ultima.antes ->> 'espera_desde', ultima.antes ->> 'decidida_em')::timestamptz end,
      a_avisar = (ultima.antes ->> 'a_avisar')::boolean or private.se_avisa(ultima.de) and exists (
        select from private.historico h where h.inscricao_id = a.inscricao_id and h.acao = 'mensagem' and h.id > ultima.id),
      documento_novo = (ultima.antes ->> 'documento_novo')::boolean,
      responsavel_chegou = coalesce((ultima.antes ->> 'responsavel_chegou')::boolean, a.responsavel_chegou),
      pedido = exists (select from private.pedidos p where p.inscricao_id = a.inscricao_id and p.respondido_em is null),
      versao = a.versao + 1
    where a.inscricao_id = inscricao;
  update private.historico h set desfeita = true where h.id = ultima.id;
  insert into private.historico (inscricao_id, quem, acao, de, para, versao, turma_id)
    values (inscricao, auth.uid(), 'situacao-desfeita', ultima.para, ultima.de, agora.versao + 1, classe.id);
  return private.estado(inscricao) || '{"aplicada": true}';
end
$$;

-- One page of rows, with their ids, situations and marks.
--
-- Beside the filter's own keys: ordem ('criada', 'nome', 'idade', 'telefone'), sentido
-- ('asc', 'desc'), tamanho (1 to 100), and one of: apos or antes (the id of the row next to
-- the page), fim (true: the last rows), pular (rows to skip, at most 10,000).
-- A row `apos` or `antes` that no longer exists gives the first page and perdida = true.
-- With colunas (names, or '*' for all) each row holds these answers as `inscricao`.
create or replace function private.buscar_inscricoes(filtro jsonb) returns jsonb
  language plpgsql stable security definer set search_path = '' set jit = off as $$
declare
  coluna constant text := case coalesce(filtro ->> 'ordem', 'criada')
    when 'criada' then 'criada_em' when 'nome' then 'nome' when 'idade' then 'idade' when 'telefone' then 'telefone' end;
  descendo constant boolean := coalesce(filtro ->> 'sentido', 'desc') = 'desc';
  tamanho constant integer := least(greatest(coalesce((filtro ->> 'tamanho')::integer, 25), 1), 100);
  pular constant integer := least(greatest(coalesce((filtro ->> 'pular')::integer, 0), 0), 10000);
  ao_lado constant uuid := coalesce(filtro ->> 'apos', filtro ->> 'antes')::uuid;
  para_tras constant boolean := filtro ->> 'apos' is null and (filtro ->> 'antes' is not null or coalesce(filtro ->> 'fim' = 'true', false));
  rumo text := case when descendo <> para_tras then 'desc' else 'asc' end;
  marco private.acompanhamentos;
  onde text;
  padroes text[];
  linhas jsonb;
  perdida boolean := false;
begin
  perform private.exigir('ler');
  if coluna is null then
    raise invalid_parameter_value using message = 'ordem desconhecida';
  end if;
  select * into onde, padroes from private.condicoes(filtro);
  onde := onde || ' and a.apagada_em is null';
  if ao_lado is not null then
    select * into marco from private.acompanhamentos where inscricao_id = ao_lado and apagada_em is null;
    perdida := not found;
  end if;
  if perdida then
    rumo := case when descendo then 'desc' else 'asc' end;
  elsif ao_lado is not null then
    onde := format('%s and (a.%I, a.inscricao_id) %s (($3).%I, ($3).inscricao_id)', onde, coluna,
      case rumo when 'desc' then '<' else '>' end, coluna);
  end if;
  execute format($sql$
    select coalesce(jsonb_agg(jsonb_build_object('id', pagina.inscricao_id, 'situacao', pagina.situacao,
      'responsavelConfirmou', pagina.responsavel_confirmou, 'repetida', pagina.repetida, 'repetidaDe', pagina.repetida_de,
      'turma', pagina.turma_id, 'turmaNome', (select private.turma_em_palavras(t) from private.turmas t where t.id = pagina.turma_id), 'primeiroDia', pagina.primeiro_dia, 'aAvisar', pagina.a_avisar, 'documentoNovo', pagina.documento_novo, 'pedido', pagina.pedido,
      'telefoneNovo', pagina.telefone_novo, 'telefoneDoResponsavel', pagina.telefone_do_responsavel, 'nomeDoResponsavel', pagina.nome_do_responsavel, 'responsavelChegou', pagina.responsavel_chegou, 'ultimoDocumento', private.ultimo_documento(pagina.inscricao_id),
      'inscricao', case when $1 ? 'colunas' then (
        select jsonb_object_agg(resposta.key, resposta.value)
        from public.inscricoes_projeto i, jsonb_each(to_jsonb(i.*)) as resposta
        where i.id = pagina.inscricao_id and $1 -> 'colunas' ?| array[resposta.key, '*']) end)), '[]')
    from (
      select a.inscricao_id, a.situacao, a.responsavel_confirmou, a.repetida, a.repetida_de, a.turma_id, a.primeiro_dia, a.a_avisar, a.documento_novo, a.pedido, a.telefone_novo, a.telefone_do_responsavel, a.nome_do_responsavel, a.responsavel_chegou
      from private.acompanhamentos a
      where %1$s order by a.%2$I %3$s, a.inscricao_id %3$s limit $4 + 1 offset $5) as pagina
    $sql$, onde, coluna, rumo)
    into linhas using filtro, padroes, marco, tamanho, case when ao_lado is null and not para_tras then pular else 0 end;
  return jsonb_build_object(
    'linhas', case when para_tras and not perdida
      then (select coalesce(jsonb_agg(l order by n desc), '[]') from jsonb_array_elements(linhas) with ordinality as t (l, n) where n <= tamanho)
      else (select coalesce(jsonb_agg(l order by n), '[]') from jsonb_array_elements(linhas) with ordinality as t (l, n) where n <= tamanho)
      end,
    'mais', jsonb_array_length(linhas) > tamanho,     -- more rows in the direction that was read
    'perdida', perdida);
end
$$;

-- Situation and since when; for the holder of the code also the reason, where the family has to read it, class and first day of an approved
-- person, for thirty days, because both say where a child will be, the requests that nobody has
-- answered yet, whether another document may be sent, and what is missing of the guardian (`falta`; [] where
-- nothing is, nobody has to decide any more or the desk has confirmed the guardian), and until which day
-- it may come before the enrolment is erased (`faltaAte`; null where it is not erased for that).
create or replace function private.situacao_para_a_familia(inscricao uuid, pelo_codigo boolean) returns jsonb
  language sql stable set search_path = '' as $$
  select jsonb_build_object('situacao', a.situacao, 'desde', coalesce(a.decidida_em, a.criada_em))
    || case when pelo_codigo then jsonb_build_object(
      'motivo', case when a.situacao in ('falta-documento', 'nao-aprovada') then a.motivo end,
      'turma', case when a.situacao = 'aprovada' and a.decidida_em > now() - interval '30 days' then (
        select private.turma_em_palavras(t) from private.turmas t where t.id = a.turma_id) end,
      'primeiroDia', case when a.decidida_em > now() - interval '30 days' then a.primeiro_dia end,
      'pedidos', (select coalesce(jsonb_agg(p.tipo order by p.tipo), '[]') from private.pedidos p
        where p.inscricao_id = a.inscricao_id and p.respondido_em is null),
      'podeEnviarDocumento', a.situacao = 'falta-documento' and (
        select count(*) < 3 from private.documentos_novos d where d.inscricao_id = a.inscricao_id),
      'falta', (select coalesce(jsonb_agg(f.nome order by f.nome), '[]') from public.inscricoes_projeto i cross join lateral (values
          ('nomeResponsavel', i.nome_responsavel, a.nome_do_responsavel),
          ('telefoneResponsavel', i.telefone_responsavel, a.telefone_do_responsavel)) as f (nome, resposta, depois)
        where i.id = a.inscricao_id and a.sem_responsavel and not a.responsavel_confirmou
          and a.situacao in ('nova', 'em-analise', 'falta-documento')
          and btrim(coalesce(f.resposta, '')) = '' and f.depois is null),
      'faltaAte', p.responsavel_ate) else '{}' end
  from private.acompanhamentos a left join private.prazos p on p.inscricao_id = a.inscricao_id where a.inscricao_id = $1
$$;

-- Confirms or dismisses a request. A confirmed withdrawal is an ordinary decision, refused like
-- one when something was decided since `versao`; a confirmed telephone is shown as the one to
-- call, and `do_responsavel` says that it is the guardian's, which a minor's enrolment is erased
-- without. One that is answered already changes nothing.
create or replace function private.responder_pedido(inscricao uuid, versao integer, pedido uuid, confirmado boolean, do_responsavel boolean) returns jsonb
  language plpgsql volatile security definer set search_path = '' set jit = off as $$
declare
  este private.pedidos;
  decidida jsonb;
  do_responsavel constant boolean := confirmado and coalesce(responder_pedido.do_responsavel, false);
begin
  perform private.exigir('decidir');
  if confirmado is null then
    raise invalid_parameter_value using message = 'resposta desconhecida';
  end if;
  perform from public.inscricoes_projeto i where i.id = inscricao for key share;
  perform from private.acompanhamentos a where a.inscricao_id = inscricao and a.apagada_em is null for update;
  if not found then return null; end if;
  select * into este from private.pedidos p
    where p.id = responder_pedido.pedido and p.inscricao_id = inscricao and p.respondido_em is null;
  if not found then return private.estado_lido(inscricao); end if;
  if este.tipo = 'desistir' and confirmado then
    decidida := private.mudar_situacao(inscricao, versao, 'desistiu', null, null, null, false);
    if not (decidida ->> 'aplicada')::boolean then return decidida; end if;
  end if;
  update private.pedidos p set respondido_em = clock_timestamp(), quem = auth.uid(), confirmado = responder_pedido.confirmado
    where p.id = este.id;
  update private.acompanhamentos a set pedido = exists (
    select from private.pedidos p where p.inscricao_id = a.inscricao_id and p.respondido_em is null),
    telefone_novo = case when este.tipo = 'telefone' and confirmado then este.telefone else a.telefone_novo end where a.inscricao_id = inscricao;
  if este.tipo = 'telefone' and do_responsavel then
    perform private.guardar_telefone_do_responsavel(inscricao, este.telefone);
  end if;
  perform private.anotar_no_historico(inscricao, case when confirmado then 'pedido-confirmado' else 'pedido-dispensado' end,
    case when este.tipo = 'telefone' and do_responsavel then 'telefone-do-responsavel' else este.tipo end, null);
  return private.estado(inscricao) || case when decidida is null then '{}' else '{"aplicada": true}' end::jsonb;
end
$$;

-- All classes, the active ones first: how many people are in each (approved), and how many wait.
create function private.turmas()
  returns table (id uuid, nome text, modalidade text, dias text, horario text, idade_de integer, idade_ate integer, vagas integer,
    do_projeto boolean, ativa boolean, professor uuid, alunos integer, espera integer)
  language plpgsql stable security definer set search_path = '' set jit = off as $$
#variable_conflict use_column
begin
  perform private.exigir('ler');
  return query select t.id, t.nome, t.modalidade, t.dias, t.horario, t.idade_de, t.idade_ate, t.vagas, t.do_projeto, t.ativa, t.professor,
      count(a.inscricao_id) filter (where a.situacao = 'aprovada')::integer, count(a.inscricao_id) filter (where a.situacao = 'lista-de-espera')::integer
    from private.turmas t left join private.acompanhamentos a on a.turma_id = t.id and a.apagada_em is null
    group by t.id order by t.ativa desc, t.nome collate "pt-BR-x-icu", t.horario, t.dias, t.id;
end
$$;

create function public.turmas()
  returns table (id uuid, nome text, modalidade text, dias text, horario text, idade_de integer, idade_ate integer, vagas integer,
    do_projeto boolean, ativa boolean, professor uuid, alunos integer, espera integer)
  language sql stable set search_path = ''
  begin atomic
    select * from private.turmas();
  end;

-- Who is first in the line of a class; null where nobody waits.
create function private.proxima_da_espera(turma uuid) returns uuid
  language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.exigir('decidir');
  return (select a.inscricao_id from private.acompanhamentos a
    where a.turma_id = turma and a.situacao = 'lista-de-espera' and a.apagada_em is null
    order by coalesce(a.espera_desde, a.decidida_em, a.criada_em), a.criada_em, a.inscricao_id limit 1);
end
$$;

create function public.proxima_da_espera(turma uuid) returns uuid
  language sql stable set search_path = ''
  begin atomic
    select private.proxima_da_espera(turma);
  end;

-- A whole number of these data, null for none; raises where it is another thing.
create function private.inteiro_de(valor jsonb, ate integer, problema text) returns integer
  language plpgsql immutable set search_path = '' as $$
begin
  if coalesce(jsonb_typeof(valor), 'null') = 'null' then return null; end if;
  if jsonb_typeof(valor) <> 'number' or (valor #>> '{}')::numeric not between 0 and ate or (valor #>> '{}')::numeric % 1 <> 0 then
    raise check_violation using message = problema;
  end if;
  return (valor #>> '{}')::numeric::integer;
end
$$;

-- Text of these data without blanks around it, null for none; raises where it is too long or another thing.
create function private.texto_de(valor jsonb, problema text) returns text
  language plpgsql immutable set search_path = '' as $$
begin
  if coalesce(jsonb_typeof(valor), 'null') = 'null' then return null; end if;
  if jsonb_typeof(valor) <> 'string' or char_length(valor #>> '{}') > 120 or valor #>> '{}' ~ '[[:cntrl:]]' then
    raise check_violation using message = problema;
  end if;
  return nullif(private.aparado(valor #>> '{}'), '');
end
$$;

-- Makes a class (`id` null), or changes what is given of one; its id. Keys are those of public.turmas().
-- Its places may become fewer than its people, who stay. Ending is private.encerrar_turma, which asks for the people.
create function private.guardar_turma(turma jsonb) returns uuid
  language plpgsql volatile security definer set search_path = '' as $$
declare
  chaves constant text[] := '{id,nome,modalidade,dias,horario,idade_de,idade_ate,vagas,do_projeto,ativa,professor}';
  dada jsonb;
  antes private.turmas;
  nova private.turmas;
begin
  perform private.exigir('mudar_turmas');
  if coalesce(jsonb_typeof(turma), '') <> 'object' or exists (select from jsonb_object_keys(turma) as k where k <> all (chaves)) then
    raise check_violation using message = 'Confira os dados da turma.';
  end if;
  lock table private.turmas in share row exclusive mode;     -- one at a time: two of the same name would both be made
  if coalesce(jsonb_typeof(turma -> 'id'), 'null') <> 'null' then
    select * into antes from private.turmas t where t.id::text = lower(turma ->> 'id') for no key update;
    if not found then raise check_violation using message = 'Esta turma não existe. Recarregue a página.'; end if;
    dada := to_jsonb(antes) || turma;
  else
    dada := '{"do_projeto": true, "ativa": true}' || turma;
  end if;
  nova.id := coalesce(antes.id, gen_random_uuid());
  nova.nome := private.texto_de(dada -> 'nome', 'Confira o nome da turma, com até 120 letras.');
  nova.modalidade := private.texto_de(dada -> 'modalidade', 'Confira a modalidade, com até 120 letras.');
  nova.dias := private.texto_de(dada -> 'dias', 'Confira os dias, com até 120 letras.');
  nova.horario := private.texto_de(dada -> 'horario', 'Confira o horário, como 18:00.');
  nova.idade_de := private.inteiro_de(dada -> 'idade_de', 120, 'Confira as idades, de 0 a 120 anos.');
  nova.idade_ate := private.inteiro_de(dada -> 'idade_ate', 120, 'Confira as idades, de 0 a 120 anos.');
  nova.vagas := private.inteiro_de(dada -> 'vagas', 1000, 'Confira as vagas, de 0 a 1000.');
  if nova.nome is null then raise check_violation using message = 'Escreva o nome da turma.'; end if;
  if nova.horario !~ '^([01][0-9]|2[0-3]):[0-5][0-9]$' then raise check_violation using message = 'Confira o horário, como 18:00.'; end if;
  if nova.idade_de > nova.idade_ate then raise check_violation using message = 'A primeira idade é maior que a última.'; end if;
  if jsonb_typeof(dada -> 'do_projeto') <> 'boolean' or jsonb_typeof(dada -> 'ativa') <> 'boolean' then
    raise check_violation using message = 'Confira os dados da turma.';
  end if;
  nova.do_projeto := (dada -> 'do_projeto')::boolean;
  nova.ativa := (dada -> 'ativa')::boolean;
  if antes.ativa and not nova.ativa or antes.id is null and not nova.ativa then
    raise check_violation using message = 'Para encerrar a turma, diga para onde vão os alunos.';
  end if;
  if coalesce(jsonb_typeof(dada -> 'professor'), 'null') <> 'null' then
    select a.user_id into nova.professor from private.administradores a
      where a.user_id::text = lower(dada ->> 'professor') and (a.desativado_em is null or a.user_id = antes.professor);
    if not found then
      raise check_violation using message = 'Escolha um professor que entra na secretaria.';
    end if;
  end if;
  if nova.ativa and exists (
    select from private.turmas t where t.ativa and t.id <> nova.id
      and row(private.chave(t.nome), t.horario, private.chave(t.dias)) is not distinct from row(private.chave(nova.nome), nova.horario, private.chave(nova.dias))) then
    raise check_violation using message = 'Já existe uma turma com este nome, horário e dias.';
  end if;
  insert into private.turmas select nova.*
    on conflict on constraint turmas_pkey do update set nome = excluded.nome, modalidade = excluded.modalidade, dias = excluded.dias,
      horario = excluded.horario, idade_de = excluded.idade_de, idade_ate = excluded.idade_ate, vagas = excluded.vagas,
      do_projeto = excluded.do_projeto, ativa = excluded.ativa, professor = excluded.professor;
  perform private.anotar('mudou_turma', auth.uid(), detalhes => jsonb_build_object(
    'que', case when antes.id is null then 'nova-turma' else 'turma' end, 'colunas', coalesce((
      select jsonb_agg(k order by k) from jsonb_each(to_jsonb(nova)) as n (k, v) where k <> 'id' and v is distinct from to_jsonb(antes) -> k), '[]')));
  return nova.id;
end
$$;

create function public.guardar_turma(turma jsonb) returns uuid
  language sql volatile set search_path = ''
  begin atomic
    select private.guardar_turma(turma);
  end;

-- Ends a class, and moves whoever is in it or waits for it to `para`, with a change of the history for each;
-- null: they stay, by its name. Returns how many moved. Who waited keeps the moment since when. Refused where `para` has not places for all.
create function private.encerrar_turma(turma uuid, para uuid) returns integer
  language plpgsql volatile security definer set search_path = '' set jit = off as $$
declare
  esta private.turmas;
  outra private.turmas;
  pessoas uuid[] := '{}';
  uma private.acompanhamentos;
begin
  perform private.exigir('mudar_turmas');
  lock table private.turmas in share row exclusive mode;     -- as private.guardar_turma
  perform from private.turmas t where t.id in (turma, para) order by t.id for no key update;
  select * into esta from private.turmas t where t.id = turma;
  select * into outra from private.turmas t where t.id = para;
  if esta.id is null then raise check_violation using message = 'Esta turma não existe. Recarregue a página.'; end if;
  if not esta.ativa then raise check_violation using message = 'Esta turma já foi encerrada.'; end if;
  if para is not null and (outra.id is null or not outra.ativa or outra.id = esta.id) then
    raise check_violation using message = 'Escolha outra turma para os alunos.';
  end if;
  if para is not null then
    pessoas := array(select a.inscricao_id from private.acompanhamentos a where a.turma_id = turma and a.apagada_em is null);
    perform from public.inscricoes_projeto i where i.id = any (pessoas) order by i.id for key share;
    perform from private.acompanhamentos a where a.inscricao_id = any (pessoas) order by a.inscricao_id for update;
    if outra.vagas < private.alunos_da_turma(para) + private.alunos_da_turma(turma) then
      raise sqlstate 'PT409' using hint = 'turma-cheia', message = format('Na turma %s não cabem todos. Vagas: %s. Alunos: %s. Viriam mais: %s.',
        outra.nome, outra.vagas, private.alunos_da_turma(para), private.alunos_da_turma(turma));
    end if;
    pessoas := '{}';
    for uma in select * from private.acompanhamentos a where a.turma_id = turma and a.apagada_em is null order by a.espera_desde, a.nome, a.inscricao_id loop
      update private.acompanhamentos a set turma_id = para, versao = a.versao + 1, a_avisar = true where a.inscricao_id = uma.inscricao_id;
      perform private.anotar_mudanca(uma, uma.situacao, uma.motivo, para);
      pessoas := pessoas || uma.inscricao_id;
    end loop;
  end if;
  update private.turmas t set ativa = false where t.id = turma;
  perform private.anotar('mudou_turma', auth.uid(), detalhes => jsonb_build_object('que', 'turma-encerrada', 'inscricoes', cardinality(pessoas)));
  return cardinality(pessoas);
end
$$;

create function public.encerrar_turma(turma uuid, para uuid default null) returns integer
  language sql volatile set search_path = ''
  begin atomic
    select private.encerrar_turma(turma, para);
  end;

-- The approved people of a class, by name, with today's age. Weight, height and `saude` (the
-- medical condition, null for none) are null unless `com_saude`; `telefoneNovo` is the number to
-- call where the family gave another one, unless it is the guardian's, which stands as that. Before it answers it makes
-- an audit entry of each person; the lock stops an enrolment from being deleted meanwhile.
create function private.lista_da_turma(turma uuid, com_saude boolean) returns jsonb
  language plpgsql volatile security definer set search_path = '' as $$
declare
  hoje constant date := (now() at time zone 'America/Sao_Paulo')::date;
  saude constant boolean := coalesce(com_saude, false);
  pessoas uuid[];
  lista jsonb;
  uma uuid;
begin
  perform private.exigir('imprimir');
  pessoas := array(select a.inscricao_id from private.acompanhamentos a
    where a.turma_id = turma and a.situacao = 'aprovada' and a.apagada_em is null);
  perform from public.inscricoes_projeto i where i.id = any (pessoas) order by i.id for key share;
  select coalesce(array_agg(i.id order by a.nome, i.id), '{}'), coalesce(jsonb_agg(jsonb_build_object(
      'nome', i.nome_completo,
      'idade', extract(year from hoje)::integer - extract(year from i.data_nascimento)::integer
        - (to_char(hoje, 'MMDD') < to_char(i.data_nascimento, 'MMDD'))::integer,
      'peso', case when saude then i.peso end, 'altura', case when saude then i.altura end,
      'nomeResponsavel', coalesce(a.nome_do_responsavel, i.nome_responsavel),
      'telefoneResponsavel', coalesce(a.telefone_do_responsavel, i.telefone_responsavel),
      'contatoRecados', i.contato_recados, 'telefone', i.telefone_whatsapp, 'telefoneNovo', nullif(a.telefone_novo, a.telefone_do_responsavel),
      'saude', case when saude and i.condicao_medica = 'sim' then i.condicao_medica_detalhes end)
      order by a.nome, i.id), '[]')
    into pessoas, lista
    from private.acompanhamentos a join public.inscricoes_projeto i on i.id = a.inscricao_id
    where a.inscricao_id = any (pessoas) and a.turma_id = turma and a.situacao = 'aprovada' and a.apagada_em is null;
  foreach uma in array pessoas loop
    perform private.anotar('imprimiu_turma', auth.uid(), null, uma, jsonb_build_object('saude', saude));
  end loop;
  return lista;
end
$$;

create function public.lista_da_turma(turma uuid, com_saude boolean default false) returns jsonb
  language sql volatile set search_path = ''
  begin atomic
    select private.lista_da_turma(turma, com_saude);
  end;

revoke all on private.turmas from public, anon, authenticated;
revoke execute on function
  private.turma_em_palavras(private.turmas), private.anotar_mudanca(private.acompanhamentos, text, text, uuid), private.alunos_da_turma(uuid), private.turma_para_decidir(uuid),
  private.mudar_situacao(uuid, integer, text, text, uuid, date, boolean), public.mudar_situacao(uuid, integer, text, text, uuid, date, boolean),
  private.inteiro_de(jsonb, integer, text), private.texto_de(jsonb, text),
  private.turmas(), public.turmas(), private.proxima_da_espera(uuid), public.proxima_da_espera(uuid),
  private.guardar_turma(jsonb), public.guardar_turma(jsonb), private.encerrar_turma(uuid, uuid), public.encerrar_turma(uuid, uuid),
  private.lista_da_turma(uuid, boolean), public.lista_da_turma(uuid, boolean)
  from public, anon, authenticated;
grant execute on function
  private.mudar_situacao(uuid, integer, text, text, uuid, date, boolean), public.mudar_situacao(uuid, integer, text, text, uuid, date, boolean),
  private.turmas(), public.turmas(), private.proxima_da_espera(uuid), public.proxima_da_espera(uuid),
  private.guardar_turma(jsonb), public.guardar_turma(jsonb), private.encerrar_turma(uuid, uuid), public.encerrar_turma(uuid, uuid),
  private.lista_da_turma(uuid, boolean), public.lista_da_turma(uuid, boolean)
  to authenticated;
