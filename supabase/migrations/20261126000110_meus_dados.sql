-- 'Meus dados': a family reads its answers by its own link and the CPF, and asks for another answer, for erasing
-- and for a copy (decision 145, LGPD art. 18). Each request has a number and fifteen days.

-- Requests that are there already: numbered by when they came.
alter table private.pedidos
  add column numero integer,
  add column campo text,
  add column mudancas jsonb check (jsonb_typeof(mudancas) = 'object' and octet_length(mudancas::text) <= 20000),
  add column no_balcao boolean not null default false,
  add column conferiu uuid references auth.users (id) on delete set null,
  add column resposta text check (btrim(resposta) <> '' and char_length(resposta) <= 500);
update private.pedidos p set numero = n.numero
  from (select id, row_number() over (partition by inscricao_id order by feito_em, id) as numero from private.pedidos) as n where n.id = p.id;
alter table private.pedidos
  alter column numero set not null,
  add constraint pedidos_numero_check check (numero > 0),
  drop constraint pedidos_tipo_check,
  add constraint pedidos_tipo_check check (tipo in ('desistir', 'telefone', 'corrigir', 'apagar', 'copia')),
  add constraint correcao_do_pedido check ((tipo = 'corrigir') = (campo is not null) and (campo is null) = (mudancas is null) and coalesce(mudancas ? campo, true)),
  add constraint resposta_de_respondido check (respondido_em is not null or resposta is null);
drop index private.pedidos_aberto_key;
create unique index pedidos_aberto_key on private.pedidos (inscricao_id, tipo, coalesce(campo, '')) where respondido_em is null;
create unique index pedidos_numero_key on private.pedidos (inscricao_id, numero);

-- The day until which the desk has to answer. Mirrors ANSWER_DAYS in content/retention.ts.
create function private.prazo_do_pedido(feito_em timestamptz) returns date
  language sql stable parallel safe
  begin atomic
    select (feito_em at time zone 'America/Sao_Paulo')::date + 15;
  end;

-- Wrong CPFs that the holder of a family's own link typed: the fifth within a day closes 'Meus dados' for a
-- day from then on (private.dados_fechados_ate).
create table private.cpf_errados (
  inscricao_id uuid primary key references public.inscricoes_projeto (id) on delete cascade,
  erros integer not null,
  desde timestamptz not null                                   -- of the first, and of the one that closed
);

-- Until when 'Meus dados' of an enrolment is closed; null: it is not. Not by a clock that was ahead.
create function private.dados_fechados_ate(inscricao uuid) returns timestamptz
  language sql volatile set search_path = '' as $$
  select e.desde + interval '24 hours' from private.cpf_errados e
  where e.inscricao_id = $1 and e.erros >= 5 and e.desde between clock_timestamp() - interval '24 hours' and clock_timestamp()
$$;
revoke all on private.cpf_errados from public, anon, authenticated;
revoke execute on function private.prazo_do_pedido(timestamptz), private.dados_fechados_ate(uuid) from public, anon, authenticated;

alter table private.historico
  drop constraint historico_acao_check,
  add constraint historico_acao_check check (acao in ('situacao', 'situacao-desfeita', 'criterio', 'nota', 'nota-corrigida', 'repetida', 'mensagem', 'documento-novo',
    'pedido', 'pedido-confirmado', 'pedido-dispensado', 'responsavel', 'novo-link', 'links-encerrados',
    'correcao', 'correcao-desfeita', 'documento-anexado',
    'pedido-no-balcao'));

alter table private.auditoria
  drop constraint auditoria_acao_check,
  add constraint auditoria_acao_check check (acao in (
    'entrou', 'saiu', 'falha_de_login', 'viu_lista', 'viu_ficha', 'abriu_documento', 'baixou_documento',
    'imprimiu', 'imprimiu_turma', 'exportou', 'preparou_mensagem', 'mudou', 'escreveu_nota', 'apagou', 'devolveu', 'apagou_enxurrada', 'apagou_documento',
    'apagou_pelo_prazo', 'apagou_documento_pelo_prazo', 'retencao', 'liberou_retencao', 'liberou_equipe', 'criou_conta', 'deu_acesso',
    'tirou_acesso', 'trocou_senha', 'errou_senha', 'mudou_configuracao', 'mudou_turma', 'restaurou', 'levantou_incidente',
    'meus_dados'));
create index auditoria_aberturas_idx on private.auditoria (inscricao) where acao in ('viu_ficha', 'abriu_documento');

alter table private.tentativas
  drop constraint tentativas_que_check,
  add constraint tentativas_que_check check (que in ('codigo', 'protocolo', 'rede', 'pedido', 'dados'));

-- Functions that are otherwise as they were.
do $do$
declare
  uma record;
  antes text;
begin
  for uma in
    select f.oid, t.* from (values
    ('estado', $q$'telefone', p.telefone, 'feitoEm', p.feito_em) order by p.feito_em, p.id)
      from private.pedidos p where p.inscricao_id = a.inscricao_id and p.respondido_em is null), '[]'),
$q$,
      $q$'telefone', p.telefone, 'feitoEm', p.feito_em,
        'numero', p.numero, 'mudancas', p.mudancas, 'prazo', private.prazo_do_pedido(p.feito_em), 'noBalcao', p.no_balcao) order by p.feito_em, p.id)
      from private.pedidos p where p.inscricao_id = a.inscricao_id and p.respondido_em is null), '[]'),
    'dadosFechadosAte', private.dados_fechados_ate(a.inscricao_id),
$q$),
    ('desfazer_decisao', $q$set respondido_em = null, quem = null, confirmado = null
$q$,
      $q$set respondido_em = null, quem = null, confirmado = null, resposta = null
$q$),
    ('situacao_da_inscricao', $q$  if inscricao is not null then return private.situacao_para_a_familia(inscricao, true); end if;
$q$,
      $q$  if inscricao is not null then
    return private.situacao_para_a_familia(inscricao, true)
      || jsonb_build_object('proprio', private.inscricao_do_proprio_link(codigo) is not null);
  end if;
$q$),
    ('situacao_para_a_familia', $q$jsonb_agg(p.tipo order by p.tipo)$q$, $q$jsonb_agg(distinct p.tipo)$q$),
    ('desfazer_correcao', $q$  update private.historico h set desfeita = true where h.id = ultima.id;
$q$,
      $q$  update private.historico h set desfeita = true where h.id = ultima.id;
  -- what the family asked for by this correction waits again
  update private.pedidos p set respondido_em = null, quem = null, confirmado = null, resposta = null
    where p.inscricao_id = desfazer_correcao.inscricao and p.tipo = 'corrigir' and p.confirmado and p.respondido_em >= ultima.quando
      and not exists (select from private.pedidos o where o.inscricao_id = p.inscricao_id and o.campo = p.campo and o.respondido_em is null);
  update private.acompanhamentos a set pedido = true where a.inscricao_id = desfazer_correcao.inscricao and not a.pedido
    and exists (select from private.pedidos p where p.inscricao_id = a.inscricao_id and p.respondido_em is null);
$q$)) as t (nome, velho, novo)
      join pg_proc f on f.pronamespace = 'private'::regnamespace and f.proname = t.nome
  loop
    antes := pg_get_functiondef(uma.oid);
    if strpos(antes, uma.velho) = 0 then
      raise exception 'private.% não é a função esperada', uma.nome;
    end if;
    execute replace(antes, uma.velho, uma.novo);
  end loop;
end
$do$;

-- The enrolment of a family's own code, null for none: by the uuid that is made from it. The rule of version
-- 1.1 answers for uuids of version 4 alone, which arrived before links were secrets, or within three days
-- after, from a page that was open; and for ninety days.
create or replace function private.inscricao_do_proprio_link(codigo text) returns uuid
  language plpgsql stable set search_path = '' as $$
declare
  achada uuid;
begin
  if codigo ~* '^[0-9a-f]{32}$' then
    select i.id into achada from public.inscricoes_projeto i
      where private.envio_do_documento(private.documento_do_endereco(i.cadastro_unico_url)) = private.envio_do_codigo(codigo);
  elsif codigo ~* '^[0-9a-f]{20}$' then
    select i.id into achada from public.inscricoes_projeto i, private.links_de_antes l
      where private.codigo_pessoal(private.envio_do_documento(private.documento_do_endereco(i.cadastro_unico_url))) = lower(codigo)
        and substr(private.envio_do_documento(private.documento_do_endereco(i.cadastro_unico_url))::text, 15, 1) = '4'
        and i.created_at < l.desde + interval '3 days' and now() < l.desde + interval '90 days';
  end if;
  return (select a.inscricao_id from private.acompanhamentos a
    where a.inscricao_id = achada and a.apagada_em is null and not a.links_encerrados);
end
$$;

-- The same, or of a link that the desk made.
create or replace function private.inscricao_do_codigo(codigo text) returns uuid
  language plpgsql stable set search_path = '' as $$
begin
  return coalesce(private.inscricao_do_proprio_link(codigo), (
    select a.inscricao_id from private.links l
      join private.acompanhamentos a on a.inscricao_id = l.inscricao_id and a.apagada_em is null
    where codigo ~* '^[0-9a-f]{32}$' and l.hash = private.hash_do_link(codigo) -- not one of a clock that was ahead
      and l.feito_em between now() - make_interval(days => private.dias_do_link()) and now() + interval '1 hour'));
end
$$;

drop function public.responder_pedido(uuid, integer, uuid, boolean, boolean);
drop function private.responder_pedido(uuid, integer, uuid, boolean, boolean);

-- Stores a request of an enrolment whose follow-up is locked, and notes it. Asking again is the same request;
-- another number replaces the first and gets an `id` of its own, so that nobody confirms one they have not
-- seen; another proposal for the same answer is a request of its own, and the first one is refused. Not to withdraw what is over; at most five open of an
-- enrolment; by a link (`codigo`) twenty a day. A copy is answered at once there, and keeps nothing longer: it is no
-- part of the history. `pedido` is empty where nothing was taken, `limite`: the link has given enough today.
create or replace function private.pedir(
  inscricao uuid, codigo text, tipo text, telefone text, mudancas jsonb, conferiu uuid, out pedido private.pedidos, out limite boolean)
  language plpgsql volatile set search_path = '' as $$
declare
  coluna constant text := (select min(c) from jsonb_object_keys(mudancas) as c);
  pronto constant timestamptz := case when pedir.codigo is not null and pedir.tipo = 'copia' then clock_timestamp() end;
  aberto private.pedidos;
begin
  limite := false;
  select * into aberto from private.pedidos p where p.inscricao_id = pedir.inscricao and p.tipo = pedir.tipo
    and p.campo is not distinct from coluna and p.respondido_em is null and pronto is null;
  if aberto.id is not null and aberto.telefone is not distinct from pedir.telefone and aberto.mudancas is not distinct from pedir.mudancas then
    pedido := aberto;
    return;
  end if;
  if pedir.tipo = 'desistir' and exists (
    select from private.acompanhamentos a where a.inscricao_id = pedir.inscricao and a.situacao in ('desistiu', 'nao-aprovada')) then
    return;
  end if;
  if aberto.id is null and pronto is null and (
    select count(*) >= 5 from private.pedidos p where p.inscricao_id = pedir.inscricao and p.respondido_em is null) then
    return;
  end if;
  if pedir.codigo is not null and not private.cabe_do_link(pedir.codigo) then
    limite := true;
    return;
  end if;
  if aberto.telefone is not null then
    update private.pedidos p set id = gen_random_uuid(), telefone = pedir.telefone where p.id = aberto.id returning * into pedido;
  else
    update private.pedidos p set respondido_em = clock_timestamp(), confirmado = false, resposta = 'Outro pedido tomou o lugar deste.'
      where p.id = aberto.id;
    insert into private.pedidos (inscricao_id, numero, tipo, telefone, campo, mudancas, no_balcao, conferiu, respondido_em, confirmado)
      select pedir.inscricao, 1 + coalesce(max(p.numero), 0), pedir.tipo, pedir.telefone, coluna, pedir.mudancas, pedir.codigo is null, pedir.conferiu,
        pronto, case when pronto is not null then true end
      from private.pedidos p where p.inscricao_id = pedir.inscricao
      returning * into pedido;
  end if;
  if pronto is not null then return; end if;
  update private.acompanhamentos a set pedido = true where a.inscricao_id = pedir.inscricao;
  insert into private.historico (inscricao_id, quem, acao, de, para, motivo)
    values (pedir.inscricao, pedir.conferiu, case when pedir.codigo is null then 'pedido-no-balcao' else 'pedido' end, pedir.tipo, coluna, pedir.telefone);
end
$$;

-- Stores a request: 'desistir', or 'telefone' with the number. `recebido` says whether it stands there open afterwards.
create or replace function private.pedir_pela_familia(codigo text, tipo text, telefone text) returns jsonb
  language plpgsql volatile security definer set search_path = '' set jit = off as $$
declare
  inscricao constant uuid := private.inscricao_do_codigo(codigo);
  numero constant text := case when pedir_pela_familia.tipo = 'telefone' then left(private.aparado(telefone), 120) end;
  feito record;
begin
  if inscricao is null then return private.situacao_da_inscricao(codigo); end if;
  if coalesce(pedir_pela_familia.tipo, '') not in ('desistir', 'telefone') then
    raise invalid_parameter_value using message = 'pedido desconhecido';
  end if;
  if pedir_pela_familia.tipo = 'telefone' and not coalesce(private.telefone_confere(numero), false) then
    raise check_violation using message = 'Confira o telefone, com DDD.', constraint = 'pedidos_telefone';
  end if;
  perform from public.inscricoes_projeto i where i.id = inscricao for key share;
  perform from private.acompanhamentos a where a.inscricao_id = inscricao and a.apagada_em is null for update;
  if not found then return null; end if;                     -- erased meanwhile
  select * into feito from private.pedir(inscricao, codigo, pedir_pela_familia.tipo, numero, null, null);
  return private.situacao_para_a_familia(inscricao, true)
    || jsonb_build_object('recebido', (feito.pedido).id is not null) || case when feito.limite then '{"limite": true}' else '{}' end::jsonb;
end
$$;

-- Confirms or dismisses a request. A confirmed withdrawal is an ordinary decision, refused like
-- one when something was decided since `versao`, and so is a confirmed correction; a confirmed telephone is shown as the one to
-- call, and `do_responsavel` says that it is the guardian's, which a minor's enrolment is erased
-- without. 'apagar' is taken by private.apagar_inscricao alone. `resposta`: a sentence for the family, needed where another answer or
-- erasing is refused. One that is answered already changes nothing.
create function private.responder_pedido(inscricao uuid, versao integer, pedido uuid, confirmado boolean, do_responsavel boolean, resposta text) returns jsonb
  language plpgsql volatile security definer set search_path = '' set jit = off as $$
declare
  este private.pedidos;
  decidida jsonb;
  do_responsavel constant boolean := confirmado and coalesce(responder_pedido.do_responsavel, false);
  frase constant text := nullif(private.aparado(resposta), '');
begin
  perform private.exigir('decidir');
  if confirmado is null then
    raise invalid_parameter_value using message = 'resposta desconhecida';
  end if;
  -- a correction locks what the enrolment shares with others, before any row
  perform private.esperar_a_vez_com(inscricao, p.mudancas) from private.pedidos p
    where p.id = responder_pedido.pedido and p.inscricao_id = inscricao and p.mudancas is not null and responder_pedido.confirmado;
  perform from public.inscricoes_projeto i where i.id = inscricao for key share;
  perform from private.acompanhamentos a where a.inscricao_id = inscricao and a.apagada_em is null for update;
  if not found then return null; end if;
  select * into este from private.pedidos p
    where p.id = responder_pedido.pedido and p.inscricao_id = inscricao and p.respondido_em is null;
  if not found then return private.estado_lido(inscricao); end if;
  if not confirmado and este.tipo in ('corrigir', 'apagar') and frase is null then
    raise check_violation using message = 'Escreva por que não, para a família ler.', constraint = 'pedidos_resposta';
  end if;
  if char_length(frase) > 500 then
    raise check_violation using message = 'A resposta está muito longa: até 500 letras.', constraint = 'pedidos_resposta';
  end if;
  if confirmado and este.tipo = 'apagar' then
    raise check_violation using message = 'Para atender, apague a inscrição, com o protocolo e a sua senha.', constraint = 'pedidos_apagar';
  end if;
  if este.tipo = 'desistir' and confirmado then
    decidida := private.mudar_situacao(inscricao, versao, 'desistiu', null, null, null, false);
  elsif este.tipo = 'corrigir' and confirmado then
    decidida := private.corrigir_inscricao(inscricao, versao, este.mudancas, 'pedido-da-familia');
  end if;
  if not (decidida ->> 'aplicada')::boolean then return decidida; end if;
  update private.pedidos p set respondido_em = clock_timestamp(), quem = auth.uid(), confirmado = responder_pedido.confirmado, resposta = frase
    where p.id = este.id;
  update private.acompanhamentos a set pedido = exists (
    select from private.pedidos p where p.inscricao_id = a.inscricao_id and p.respondido_em is null),
    telefone_novo = case when este.tipo = 'telefone' and confirmado then este.telefone else a.telefone_novo end where a.inscricao_id = inscricao;
  if este.tipo = 'telefone' and do_responsavel then
    perform private.guardar_telefone_do_responsavel(inscricao, este.telefone);
  end if;
  perform private.anotar_no_historico(inscricao, case when confirmado then 'pedido-confirmado' else 'pedido-dispensado' end,
    case when este.tipo = 'telefone' and do_responsavel then 'telefone-do-responsavel' else este.tipo end, este.campo, frase);
  return private.estado(inscricao) || case when decidida is null then '{}' else '{"aplicada": true}' end::jsonb;
end
$$;

create function public.responder_pedido(
  inscricao uuid, versao integer, pedido uuid, confirmado boolean, do_responsavel boolean default null, resposta text default null) returns jsonb
  language sql volatile set search_path = ''
  begin atomic
    select private.responder_pedido(inscricao, versao, pedido, confirmado, do_responsavel, resposta);
  end;

revoke execute on function
  private.inscricao_do_proprio_link(text), private.pedir(uuid, text, text, text, jsonb, uuid),
  private.responder_pedido(uuid, integer, uuid, boolean, boolean, text), public.responder_pedido(uuid, integer, uuid, boolean, boolean, text)
  from public, anon, authenticated;
grant execute on function
  private.responder_pedido(uuid, integer, uuid, boolean, boolean, text), public.responder_pedido(uuid, integer, uuid, boolean, boolean, text)
  to authenticated;

-- Everything that a family is shown of its own enrolment, of which it may take a copy. `aberturas`: how often
-- people of the desk opened sheet or document, by day and present role ('' for an account that is gone); once a
-- person and minute, since one opening may be several calls.
create function private.dados_da_familia(inscricao uuid) returns jsonb
  language sql volatile set search_path = '' as $$
  select jsonb_build_object(
    'respostas', to_jsonb(i.*) - '{id,created_at,protocolo}'::text[],
    'recebidaEm', i.created_at, 'protocolo', i.protocolo,
    'declaracao', (select jsonb_build_object('versao', k.versao_texto, 'em', k.declarado_em, 'quem', k.quem)
      from private.consentimentos k where k.inscricao_id = i.id),
    'telefoneNovo', a.telefone_novo, 'nomeDoResponsavel', a.nome_do_responsavel, 'telefoneDoResponsavel', a.telefone_do_responsavel,
    'correcoes', (select coalesce(jsonb_agg(jsonb_build_object('campo', c.campo, 'antes', c.antes, 'quando', c.quando) order by c.id desc), '[]')
      from private.correcoes c where c.inscricao_id = i.id and not c.desfeita),
    'documentos', (
      select coalesce(jsonb_agg(jsonb_build_object('nome', regexp_replace(private.documento_do_endereco(d.endereco), '^public/[0-9a-fA-F-]{36}_?', ''),
        'recebidoEm', d.em) order by d.em, d.endereco), '[]')
      from (select i.cadastro_unico_url as endereco, i.created_at as em
            where not exists (select from private.apagamentos x where x.inscricao_id = i.id and x.o_que = 'documento')
          union all
          select n.endereco, n.recebido_em from private.documentos_novos n where n.inscricao_id = i.id) as d where d.endereco is not null),
    'guarda', (select jsonb_build_object('apagarEm', (p.apagar_em at time zone 'America/Sao_Paulo')::date, 'regra', p.regra,
        'documentoEm', (p.apagar_documento_em at time zone 'America/Sao_Paulo')::date)
      from private.prazos p where p.inscricao_id = i.id),
    'aberturas', (select coalesce(jsonb_agg(jsonb_build_object('dia', v.dia, 'papel', v.papel, 'vezes', v.vezes) order by v.dia desc, v.papel), '[]')
      from (select (r.momento at time zone 'America/Sao_Paulo')::date as dia, coalesce(d.papel, '') as papel,
          count(distinct (r.quem, date_trunc('minute', r.momento))) as vezes
        from private.auditoria r left join private.administradores d on d.user_id = r.quem
        where r.inscricao = i.id and r.acao in ('viu_ficha', 'abriu_documento') group by 1, 2) as v),
    'pedidos', (select coalesce(jsonb_agg(jsonb_build_object('numero', p.numero, 'tipo', p.tipo, 'telefone', p.telefone, 'mudancas', p.mudancas,
        'feitoEm', p.feito_em, 'prazo', private.prazo_do_pedido(p.feito_em), 'noBalcao', p.no_balcao,
        'respondidoEm', p.respondido_em, 'confirmado', p.confirmado, 'resposta', p.resposta) order by p.numero desc), '[]')
      from private.pedidos p where p.inscricao_id = i.id))
  from public.inscricoes_projeto i join private.acompanhamentos a on a.inscricao_id = i.id and a.apagada_em is null
  where i.id = $1
$$;

-- The enrolment of a family's own code whose CPF was typed, with its follow-up locked; null otherwise, and then `recusa` is what
-- to answer: of a code that is nobody's or that the desk made what private.situacao_da_inscricao says, else the
-- situation with `restam`, how many tries are left, or `fechadoAte`, which holds for the right CPF too. A CPF
-- whose check digits are wrong opens nothing: whoever stored 000.000.000-00 would be guessed at once. Every wrong CPF is counted
-- before it is answered, and the locked row lets no two be tried at once.
create function private.abrir_dados(codigo text, cpf text, out inscricao uuid, out recusa jsonb)
  language plpgsql volatile set search_path = '' as $$
declare
  propria constant uuid := private.inscricao_do_proprio_link(codigo);
  digitado constant text := private.algarismos(left(cpf, 80));
  errados integer;
  espera integer;
begin
  if propria is not null then
    perform from public.inscricoes_projeto i where i.id = propria for key share;
    perform from private.acompanhamentos a where a.inscricao_id = propria and a.apagada_em is null for update;
  end if;
  if propria is null or not found then
    recusa := private.situacao_da_inscricao(codigo);
    return;
  end if;
  recusa := private.situacao_para_a_familia(propria, true) || '{"proprio": true}';
  if private.dados_fechados_ate(propria) is null then
    if private.cpf_confere(digitado) and exists (
      select from public.inscricoes_projeto i where i.id = propria and sha256(private.algarismos(i.cpf)::bytea) = sha256(digitado::bytea)) then
      espera := private.contar_de('dados', substring(private.hash_do_link(codigo) for 16), 1000000, 60);
      if espera is not null then
        recusa := private.tentativas_demais(espera);
      else
        inscricao := propria;
      end if;
      return;
    end if;
    insert into private.cpf_errados as e values (propria, 1, clock_timestamp())
      on conflict (inscricao_id) do update set
        erros = case when e.erros < 5 and private.ainda_conta(e.desde, '24 hours') then e.erros + 1 else 1 end,
        desde = case when e.erros < 4 and private.ainda_conta(e.desde, '24 hours') then e.desde else clock_timestamp() end
      returning e.erros into errados;
    if errados >= 5 then
      perform private.anotar('meus_dados', inscricao => propria, detalhes => '{"que": "meus-dados-fechados"}');
    end if;
  end if;
  recusa := recusa || coalesce(
    jsonb_build_object('fechadoAte', private.dados_fechados_ate(propria)) || case when private.dados_fechados_ate(propria) is null then
      jsonb_build_object('restam', 5 - errados) else '{}' end, '{}');
end
$$;

create function private.meus_dados(codigo text, cpf text) returns jsonb
  language plpgsql volatile security definer set search_path = '' set jit = off as $$
declare
  aberta record;
begin
  select * into aberta from private.abrir_dados(codigo, cpf);
  if aberta.inscricao is null then return aberta.recusa; end if;
  perform private.anotar('meus_dados', inscricao => aberta.inscricao, detalhes => '{"que": "meus-dados-abertos"}');
  return private.situacao_para_a_familia(aberta.inscricao, true)
    || jsonb_build_object('proprio', true, 'dados', private.dados_da_familia(aberta.inscricao));
end
$$;

-- Raises unless these are a proposal: for one answer, or for the two that go together, in the shape of a correction.
create function private.conferir_proposta(mudancas jsonb) returns void
  language plpgsql stable set search_path = '' as $$
begin
  perform private.conferir_correcao(mudancas);
  if (select count(*) not between 1 and 2 from jsonb_object_keys(mudancas)) or octet_length(mudancas::text) > 20000 then
    raise invalid_parameter_value using message = 'resposta desconhecida';
  end if;
  perform jsonb_populate_record(null::public.inscricoes_projeto, mudancas); -- a number where one is asked, a day that exists
end
$$;

-- Stores a request from 'Meus dados': 'desistir', 'apagar', 'corrigir' with `mudancas`, or 'copia', which is answered
-- at once: `dados` is the copy, and `pedido` its number. `recebido` and `limite` as private.pedir_pela_familia says.
create function private.pedir_dos_dados(codigo text, cpf text, tipo text, mudancas jsonb) returns jsonb
  language plpgsql volatile security definer set search_path = '' set jit = off as $$
declare
  aberta record;
  feito record;
begin
  select * into aberta from private.abrir_dados(codigo, cpf);
  if aberta.inscricao is null then return aberta.recusa; end if;
  if coalesce(pedir_dos_dados.tipo, '') not in ('desistir', 'corrigir', 'apagar', 'copia') then
    raise invalid_parameter_value using message = 'pedido desconhecido';
  end if;
  if pedir_dos_dados.tipo = 'corrigir' then perform private.conferir_proposta(mudancas); end if;
  select * into feito from private.pedir(aberta.inscricao, codigo, pedir_dos_dados.tipo, null,
    case when pedir_dos_dados.tipo = 'corrigir' then mudancas end, null);
  if pedir_dos_dados.tipo = 'copia' and (feito.pedido).id is not null then
    perform private.anotar('meus_dados', inscricao => aberta.inscricao, detalhes => '{"que": "meus-dados-copiados"}');
  end if;
  return private.situacao_para_a_familia(aberta.inscricao, true)
    || jsonb_build_object('proprio', true, 'dados', private.dados_da_familia(aberta.inscricao),
      'recebido', (feito.pedido).id is not null, 'limite', feito.limite, 'pedido', (feito.pedido).numero);
end
$$;

-- The same at the desk, for a family without a link of its own: whoever asks has shown an identity document to the
-- caller, who is noted. A copy is printed there, and the request is confirmed when it was handed over.
create function private.pedir_no_balcao(inscricao uuid, tipo text, identidade_conferida boolean, mudancas jsonb) returns jsonb
  language plpgsql volatile security definer set search_path = '' set jit = off as $$
declare
  feito record;
begin
  perform private.exigir('decidir');
  if coalesce(pedir_no_balcao.tipo, '') not in ('desistir', 'corrigir', 'apagar', 'copia') then
    raise invalid_parameter_value using message = 'pedido desconhecido';
  end if;
  if identidade_conferida is not true then
    raise check_violation using message = 'Confira a identidade por um documento antes.', constraint = 'pedidos_identidade';
  end if;
  if pedir_no_balcao.tipo = 'corrigir' then perform private.conferir_proposta(mudancas); end if;
  perform from public.inscricoes_projeto i where i.id = inscricao for key share;
  perform from private.acompanhamentos a where a.inscricao_id = inscricao and a.apagada_em is null for update;
  if not found then return null; end if;
  select * into feito from private.pedir(inscricao, null, pedir_no_balcao.tipo, null,
    case when pedir_no_balcao.tipo = 'corrigir' then mudancas end, auth.uid());
  if (feito.pedido).id is null then
    raise check_violation using message = 'Não cabe mais um pedido: responda primeiro os que estão abertos.', constraint = 'pedidos_abertos';
  end if;
  return private.estado(inscricao);
end
$$;

create function public.meus_dados(codigo text, cpf text) returns jsonb
  language sql volatile set search_path = ''
  begin atomic
    select private.meus_dados(codigo, cpf);
  end;

create function public.pedir_dos_dados(codigo text, cpf text, tipo text, mudancas jsonb default null) returns jsonb
  language sql volatile set search_path = ''
  begin atomic
    select private.pedir_dos_dados(codigo, cpf, tipo, mudancas);
  end;

create function public.pedir_no_balcao(inscricao uuid, tipo text, identidade_conferida boolean, mudancas jsonb default null) returns jsonb
  language sql volatile set search_path = ''
  begin atomic
    select private.pedir_no_balcao(inscricao, tipo, identidade_conferida, mudancas);
  end;

revoke execute on function
  private.dados_da_familia(uuid), private.abrir_dados(text, text), private.conferir_proposta(jsonb),
  private.meus_dados(text, text), public.meus_dados(text, text),
  private.pedir_dos_dados(text, text, text, jsonb), public.pedir_dos_dados(text, text, text, jsonb),
  private.pedir_no_balcao(uuid, text, boolean, jsonb), public.pedir_no_balcao(uuid, text, boolean, jsonb)
  from public, anon, authenticated;
grant execute on function
  private.meus_dados(text, text), public.meus_dados(text, text),
  private.pedir_dos_dados(text, text, text, jsonb), public.pedir_dos_dados(text, text, text, jsonb)
  to anon, authenticated;
grant execute on function
  private.pedir_no_balcao(uuid, text, boolean, jsonb), public.pedir_no_balcao(uuid, text, boolean, jsonb)
  to authenticated;
