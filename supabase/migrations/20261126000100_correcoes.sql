-- Corrections at the desk (decision 144): the enrolment has the corrected answer, and private.correcoes what it was.

-- Full years on a day. Mirrors ageOn in domain/dates.ts. No `set` clause, so that it is inlined.
create function private.idade_em(nascimento date, dia date) returns integer
  language sql immutable parallel safe
  begin atomic
    select extract(year from dia)::integer - extract(year from nascimento)::integer
      - (extract(month from dia) * 100 + extract(day from dia) < extract(month from nascimento) * 100 + extract(day from nascimento))::integer;
  end;

-- The rules of the settings, for an enrolment that comes (`antes` null) and for one that is corrected, of which
-- only what the correction made wrong is refused.
create function private.conferir_regras(inscricao public.inscricoes_projeto, antes public.inscricoes_projeto) returns void
  language plpgsql stable set search_path = '' as $$
declare
  regras private.configuracao;
begin
  select * into strict regras from private.configuracao;
  if regras.responsavel_obrigatorio and inscricao.idade < 18
     and (btrim(coalesce(inscricao.nome_responsavel, '')) = '' or btrim(coalesce(inscricao.telefone_responsavel, '')) = '')
     and (antes.idade < 18
       and (btrim(coalesce(antes.nome_responsavel, '')) = '' or btrim(coalesce(antes.telefone_responsavel, '')) = '')) is not true then
    raise check_violation using
      message = 'Digite o nome e o telefone do responsável.', constraint = 'inscricoes_projeto_responsavel';
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
create or replace function private.completar_inscricao() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  new.idade := private.idade_em(new.data_nascimento, (new.created_at at time zone 'America/Sao_Paulo')::date);
  if new.condicao_medica = 'nao' then
    new.condicao_medica_detalhes := 'Nenhuma';
  end if;
  if tg_op = 'UPDATE' then return new; end if;

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

  -- a row that is stored already goes on to its 23505, which says so
  if exists (select from private.fechamento f where f.recebe_ate <= now()) and not exists (
    select from public.inscricoes_projeto i
    where private.envio_do_documento(private.documento_do_endereco(i.cadastro_unico_url))
      = private.envio_do_documento(private.documento_do_endereco(new.cadastro_unico_url))) then
    raise check_violation using
      message = 'As inscrições estão fechadas agora. Fale no WhatsApp.', constraint = 'inscricoes_projeto_periodo';
  end if;

  perform private.conferir_regras(new, null);
  return new;
end
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
create or replace function private.limitar_inscricao() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  -- read here and not in `when`, whose text PostgreSQL parses again for each insert
  if current_setting('role') not in ('anon', 'authenticated') then return new; end if;
  if current_setting('private.bytes_da_inscricao', true) <> '' then
    raise check_violation using message = 'Envie uma inscrição por vez.', constraint = 'inscricoes_projeto_uma';
  end if;
  perform set_config('private.bytes_da_inscricao', pg_column_size(new)::text, true); -- for receber_inscricao, which sees it compressed
  -- a letter is at most six bytes of JSON: of a row as they usually are nothing has to be counted
  if pg_column_size(new) > 3000 then perform private.conferir_tamanho(to_jsonb(new), null); end if;
  return new;
end
$$;

drop trigger completar_inscricao on public.inscricoes_projeto;
create trigger completar_inscricao before insert or update of data_nascimento, condicao_medica, condicao_medica_detalhes on public.inscricoes_projeto
  for each row execute function private.completar_inscricao();

-- What another enrolment of the same person would share, of the keys of a name, CPF and telephone. A CPF whose check digits are wrong
-- (000.000.000-00) and a telephone under 8 digits identify nobody: null in their place.
create function private.semelhancas_de(nome text, nascimento date, cpf text, telefone text) returns text[]
  language sql stable parallel safe
  begin atomic
    select array[
      case when private.cpf_confere(cpf) then 'cpf ' || cpf end,
      'nome ' || private.inicio_da_chave(nome) || ' ' || nascimento,
      case when length(telefone) >= 8 then 'telefone ' || telefone || ' ' || split_part(private.inicio_da_chave(nome), ' ', 1) end];
  end;

-- The derived columns of each enrolment. A guardian's name and telephone that came later count where the answers have none.
create or replace view private.chaves_das_inscricoes as
  select i.id as inscricao_id, i.created_at as criada_em, i.nome_completo as nome,
    ' ' || k.nome || ' | ' || private.chave(k.nome_do_responsavel) || ' ' as nomes,
    k.cpf, coalesce(i.protocolo, '') as protocolo, k.telefone,
    private.algarismos_do_telefone(k.do_responsavel) as telefone_responsavel,
    private.algarismos(i.contato_recados) as recado, i.idade, private.inicio_da_chave(private.chave(i.cidade)) as cidade,
    i.cadastro_unico_url is not null as documento, i.condicao_medica = 'sim' as condicao,
    i.idade < 18 and (btrim(coalesce(k.nome_do_responsavel, '')) = '' or k.do_responsavel is null) as sem_responsavel,
    private.semelhancas_de(k.nome, i.data_nascimento, k.cpf, k.telefone) as semelhancas
  from public.inscricoes_projeto i
    left join private.acompanhamentos a on a.inscricao_id = i.id
    cross join lateral (
      select private.chave(i.nome_completo) as nome, private.algarismos(i.cpf) as cpf,
        private.algarismos_do_telefone(i.telefone_whatsapp) as telefone,
        coalesce(case when btrim(i.telefone_responsavel) <> '' then i.telefone_responsavel end, a.telefone_do_responsavel) as do_responsavel,
        coalesce(case when btrim(i.nome_responsavel) <> '' then i.nome_responsavel end, a.nome_do_responsavel) as nome_do_responsavel
      offset 0) as k;                                            -- offset 0: each key is computed once

-- What an answer was before somebody at the desk corrected it, and what they made of it; the enrolment itself has the corrected one.
create table private.correcoes (
  id bigint generated always as identity primary key,
  inscricao_id uuid not null references public.inscricoes_projeto (id) on delete cascade,
  quando timestamptz not null default now(),
  quem uuid references auth.users (id) on delete set null,
  campo text not null,                                         -- its column
  antes text,                                                  -- null: no answer, here and below
  depois text,
  motivo text not null check (motivo in ('pedido-da-familia', 'digitado-errado', 'documento-mostra-outro')),
  versao integer not null,                                     -- that the correction made
  desfeita boolean not null default false
);
create index correcoes_inscricao_idx on private.correcoes (inscricao_id, id);
-- The planner's samples of an emptied table stay where they are, and would outlive what was erased.
alter table private.correcoes
  alter column antes set statistics 0,
  alter column depois set statistics 0;

alter table private.historico drop constraint historico_acao_check;
alter table private.historico add constraint historico_acao_check
  check (acao in ('situacao', 'situacao-desfeita', 'criterio', 'nota', 'nota-corrigida', 'repetida', 'mensagem', 'documento-novo',
    'pedido', 'pedido-confirmado', 'pedido-dispensado', 'responsavel', 'novo-link', 'links-encerrados',
    'correcao', 'correcao-desfeita'));

revoke all on private.correcoes from public, anon, authenticated;
revoke all on sequence private.correcoes_id_seq from public, anon, authenticated;
revoke execute on function
  private.idade_em(date, date), private.conferir_regras(public.inscricoes_projeto, public.inscricoes_projeto), private.conferir_tamanho(jsonb, jsonb),
  private.semelhancas_de(text, date, text, text)
  from public, anon, authenticated;

-- The answers that may be corrected: all, but the document, and what the database says itself.
create function private.respostas() returns text[]
  language sql stable set search_path = '' as $$
  select array_agg(a.attname::text order by a.attnum) from pg_catalog.pg_attribute a
  where a.attrelid = 'public.inscricoes_projeto'::regclass and a.attnum > 0 and not a.attisdropped
    and a.attname <> all ('{id,created_at,idade,cadastro_unico_url,protocolo}')
$$;

-- Refuses what is no change of answers: an object of column → text, number or null.
create function private.conferir_correcao(mudancas jsonb) returns void
  language plpgsql stable set search_path = '' as $$
begin
  if jsonb_typeof(mudancas) is distinct from 'object' then
    raise invalid_parameter_value using message = 'resposta desconhecida';
  end if;
  if exists (select from jsonb_each(mudancas) as m
    where m.key <> all (private.respostas()) or jsonb_typeof(m.value) <> all ('{string,number,"null"}')) then
    raise invalid_parameter_value using message = 'resposta desconhecida';
  end if;
end
$$;

-- Locks what an enrolment shares with others, as it is and with other answers. Call it before locking any row (private.esperar_a_vez_de).
create function private.esperar_a_vez_com(inscricao uuid, mudancas jsonb) returns void
  language sql volatile set search_path = '' as $$
  select private.esperar_a_vez(a.semelhancas || private.semelhancas_de(
      private.chave(n.nome_completo), n.data_nascimento, private.algarismos(n.cpf), private.algarismos_do_telefone(n.telefone_whatsapp)))
    from public.inscricoes_projeto i
      join private.acompanhamentos a on a.inscricao_id = i.id and a.apagada_em is null
      cross join lateral jsonb_populate_record(i, mudancas) as n
    where i.id = $1
$$;

-- Writes other answers into a locked enrolment; the row before and after it, as JSON. What derives from them follows by the triggers.
create function private.mudar_respostas(inscricao uuid, mudancas jsonb, out antes public.inscricoes_projeto, out depois public.inscricoes_projeto)
  language plpgsql volatile set search_path = '' as $$
declare
  colunas constant text := (select string_agg(quote_ident(c), ', ') from jsonb_object_keys(mudancas) as c);
begin
  select * into strict antes from public.inscricoes_projeto i where i.id = mudar_respostas.inscricao;
  depois := antes;
  if colunas is not null then
    execute format('update public.inscricoes_projeto i set (%1$s) = (select %1$s from jsonb_populate_record(i, $2)) where i.id = $1 returning *', colunas)
      into strict depois using inscricao, mudancas;
  end if;
end
$$;

-- Corrects answers (`mudancas`: column → value) unless something was decided or corrected since `versao`; `aplicada` says which.
-- The checks are those of an enrolment that arrives. A corrected telephone is the one to call, and a corrected guardian the
-- guardian: what the family gave later no longer stands before it. A refusal rests on the answers: when the income or the birth date was
-- another, it is to be decided again, so the situation becomes 'em-analise'; no other situation changes, and nobody loses a place.
-- It locks what the enrolment shares with others first: call it before locking any row.
create function private.corrigir_inscricao(inscricao uuid, versao integer, mudancas jsonb, motivo text) returns jsonb
  language plpgsql volatile security definer set search_path = '' set jit = off as $$
declare
  antes private.acompanhamentos;
  mudou record;
  campos text[];
  de_novo boolean;
begin
  perform private.exigir('decidir');
  perform private.conferir_correcao(mudancas);
  perform private.esperar_a_vez_com(inscricao, mudancas);
  perform from public.inscricoes_projeto i where i.id = inscricao for no key update;
  select * into antes from private.acompanhamentos a where a.inscricao_id = inscricao and a.apagada_em is null for update;
  if not found then return null; end if;
  if antes.versao is distinct from corrigir_inscricao.versao then
    return private.estado_lido(inscricao) || '{"aplicada": false}';
  end if;
  if coalesce(motivo not in ('pedido-da-familia', 'digitado-errado', 'documento-mostra-outro'), true) then
    raise check_violation using message = 'Escolha o motivo da correção.', constraint = 'correcoes_motivo';
  end if;
  select * into mudou from private.mudar_respostas(inscricao, mudancas);
  perform private.conferir_regras(mudou.depois, mudou.antes), private.conferir_tamanho(to_jsonb(mudou.depois), to_jsonb(mudou.antes));

  with novas as (
    insert into private.correcoes (inscricao_id, quem, campo, antes, depois, motivo, versao)
    select inscricao, auth.uid(), c.campo, to_jsonb(mudou.antes) ->> c.campo, to_jsonb(mudou.depois) ->> c.campo, corrigir_inscricao.motivo, antes.versao + 1
    from unnest(private.respostas()) with ordinality as c (campo, n)
    where to_jsonb(mudou.antes) -> c.campo is distinct from to_jsonb(mudou.depois) -> c.campo order by c.n
    returning campo, id)
  select array_agg(n.campo order by n.id) into campos from novas n;
  if campos is null then return private.estado_lido(inscricao) || '{"aplicada": true}'; end if;

  de_novo := antes.situacao = 'nao-aprovada' and campos && '{renda_familiar,data_nascimento}';
  update private.acompanhamentos a set versao = a.versao + 1,
      telefone_novo = case when not 'telefone_whatsapp' = any (campos) then a.telefone_novo end,
      nome_do_responsavel = case when btrim(coalesce((mudou.depois).nome_responsavel, '')) = '' then a.nome_do_responsavel end,
      telefone_do_responsavel = case when btrim(coalesce((mudou.depois).telefone_responsavel, '')) = '' then a.telefone_do_responsavel end,
      situacao = case when de_novo then 'em-analise' else a.situacao end, motivo = case when not de_novo then a.motivo end,
      decidida_em = case when de_novo then clock_timestamp() else a.decidida_em end, a_avisar = a.a_avisar and not de_novo
    where a.inscricao_id = inscricao;
  if de_novo then
    perform private.anotar_no_historico(inscricao, 'situacao', antes.situacao, 'em-analise');
  end if;
  insert into private.historico (inscricao_id, quem, acao, de, para, versao, antes)
    values (inscricao, auth.uid(), 'correcao', motivo, array_to_string(campos, ' '), antes.versao + 1,
      jsonb_build_object('situacao', antes.situacao, 'motivo', antes.motivo, 'decidida_em', antes.decidida_em, 'a_avisar', antes.a_avisar,
        'telefone_novo', antes.telefone_novo, 'nome_do_responsavel', antes.nome_do_responsavel, 'telefone_do_responsavel', antes.telefone_do_responsavel));
  return private.estado(inscricao) || '{"aplicada": true}';
end
$$;

-- Takes back the last correction, as private.desfazer_decisao a decision. What it put in the place of an answer stays in private.correcoes.
create function private.desfazer_correcao(inscricao uuid, versao integer) returns jsonb
  language plpgsql volatile security definer set search_path = '' set jit = off as $$
declare
  agora private.acompanhamentos;
  ultima private.historico;
  de_novo boolean;
  mudancas constant jsonb := (
    select coalesce(jsonb_object_agg(c.campo, c.antes), '{}') from private.correcoes c
    where c.inscricao_id = desfazer_correcao.inscricao and c.versao = desfazer_correcao.versao and not c.desfeita);
begin
  perform private.exigir('decidir');
  perform private.esperar_a_vez_com(inscricao, mudancas);
  perform from public.inscricoes_projeto i where i.id = inscricao for no key update;
  select * into agora from private.acompanhamentos a where a.inscricao_id = inscricao and a.apagada_em is null for update;
  if not found then return null; end if;
  select * into ultima from private.historico h
    where h.inscricao_id = inscricao and h.acao = 'correcao' and h.versao = agora.versao;
  if not found or agora.versao is distinct from desfazer_correcao.versao then
    return private.estado_lido(inscricao) || '{"aplicada": false}';
  end if;
  if ultima.quem is distinct from auth.uid() then
    raise check_violation using message = 'Só quem corrigiu pode desfazer.';
  end if;
  if ultima.quando <= clock_timestamp() - interval '60 seconds' then
    raise check_violation using message = 'Já passou um minuto: não dá mais para desfazer. Corrija de novo.';
  end if;
  de_novo := agora.situacao <> ultima.antes ->> 'situacao';
  -- before the answers, since what derives from them looks here too
  update private.acompanhamentos a set versao = a.versao + 1,
      telefone_novo = coalesce(a.telefone_novo, ultima.antes ->> 'telefone_novo'),
      nome_do_responsavel = coalesce(a.nome_do_responsavel, ultima.antes ->> 'nome_do_responsavel'),
      telefone_do_responsavel = coalesce(a.telefone_do_responsavel, ultima.antes ->> 'telefone_do_responsavel')
    where a.inscricao_id = inscricao;
  if de_novo then
    update private.acompanhamentos a
      set (situacao, motivo, decidida_em, a_avisar) = (
        select e.situacao, e.motivo, e.decidida_em, e.a_avisar from jsonb_populate_record(a, ultima.antes) as e)
      where a.inscricao_id = inscricao;
  end if;
  perform private.mudar_respostas(inscricao, mudancas);
  update private.correcoes c set desfeita = true where c.inscricao_id = desfazer_correcao.inscricao and c.versao = desfazer_correcao.versao;
  update private.historico h set desfeita = true where h.id = ultima.id;
  if de_novo then
    perform private.anotar_no_historico(inscricao, 'situacao-desfeita', agora.situacao, ultima.antes ->> 'situacao');
  end if;
  insert into private.historico (inscricao_id, quem, acao, de, para, versao)
    values (inscricao, auth.uid(), 'correcao-desfeita', ultima.de, ultima.para, agora.versao + 1);
  return private.estado(inscricao) || '{"aplicada": true}';
end
$$;

create function public.corrigir_inscricao(inscricao uuid, versao integer, mudancas jsonb, motivo text) returns jsonb
  language sql volatile set search_path = ''
  begin atomic
    select private.corrigir_inscricao(inscricao, versao, mudancas, motivo);
  end;

revoke execute on function
  private.respostas(), private.conferir_correcao(jsonb), private.esperar_a_vez_com(uuid, jsonb), private.mudar_respostas(uuid, jsonb),
  private.corrigir_inscricao(uuid, integer, jsonb, text), public.corrigir_inscricao(uuid, integer, jsonb, text), private.desfazer_correcao(uuid, integer)
  from public, anon, authenticated;
grant execute on function
  private.corrigir_inscricao(uuid, integer, jsonb, text), public.corrigir_inscricao(uuid, integer, jsonb, text)
  to authenticated;

-- Functions that are otherwise as they were.
do $do$
declare
  uma record;
  antes text;
begin
  for uma in
    select f.oid, t.* from (values
    (1, 'estado', $q$      where h.inscricao_id = a.inscricao_id and h.acao = 'situacao' and h.versao = a.versao and h.quem = auth.uid()
$q$,
      $q$      where h.inscricao_id = a.inscricao_id and h.acao in ('situacao', 'correcao') and h.versao = a.versao and h.quem = auth.uid()
$q$),
    (2, 'estado', $q$    -- until when the caller may take back the last decision; null$q$,
      $q$    'correcoes', coalesce((
      select jsonb_agg(jsonb_build_object('campo', c.campo, 'antes', c.antes, 'motivo', c.motivo, 'quando', c.quando, 'quem', u.email) order by c.id desc)
      from private.correcoes c left join auth.users u on u.id = c.quem where c.inscricao_id = a.inscricao_id and not c.desfeita), '[]'),
    'respostas', coalesce((                                    -- of the answers that were corrected and what derives from them, as they are now
      select jsonb_object_agg(r.key, r.value) from public.inscricoes_projeto i cross join lateral jsonb_each(to_jsonb(i)) as r
      where i.id = a.inscricao_id and exists (
        select from private.correcoes c where c.inscricao_id = a.inscricao_id and r.key in (c.campo, case c.campo when 'data_nascimento' then 'idade' end))), '{}'),
    -- until when the caller may take back the last decision or correction; null$q$),
    (3, 'desfazer_decisao', $q$  perform private.exigir('decidir');
  classe := private.turma_para_decidir(($q$,
      $q$  perform private.exigir('decidir');
  if exists (select from private.historico h
    where h.inscricao_id = desfazer_decisao.inscricao and h.acao = 'correcao' and h.versao = desfazer_decisao.versao) then
    return private.desfazer_correcao(inscricao, versao);
  end if;
  classe := private.turma_para_decidir(($q$),
    (4, 'anotar_historico', $q$        when new.acao like 'pedido%' then jsonb_build_object('pedido', new.de) else$q$,
      $q$        when new.acao like 'correcao%' then jsonb_build_object('colunas', string_to_array(new.para, ' '), 'motivo', new.de)
        when new.acao like 'pedido%' then jsonb_build_object('pedido', new.de) else$q$),
    (5, 'lista_da_turma', $q$'idade', extract(year from hoje)::integer - extract(year from i.data_nascimento)::integer
        - (to_char(hoje, 'MMDD') < to_char(i.data_nascimento, 'MMDD'))::integer,
$q$,
      $q$'idade', private.idade_em(i.data_nascimento, hoje),
$q$)) as t (vez, nome, velho, novo)
      join pg_proc f on f.pronamespace = 'private'::regnamespace and f.proname = t.nome order by t.vez
  loop
    antes := pg_get_functiondef(uma.oid);
    if strpos(antes, uma.velho) = 0 then
      raise exception 'private.% não é a função esperada', uma.nome;
    end if;
    execute replace(antes, uma.velho, uma.novo);
  end loop;
end
$do$;
