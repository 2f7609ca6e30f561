-- The desk makes a link for a family and ends them all (decision 135); the reason that a family has to read
-- stands on its page, class and first day for thirty days; what a link gives is counted.
create or replace view private.atos as select * from (values
    ('ler', '{secretaria,direcao}'::text[], false),          -- list, search, sheets, documents
    ('decidir', '{secretaria,direcao}', false),              -- decide, undo, class, tell, note, compare
    ('mudar_links', '{secretaria,direcao}', false),          -- make a family's link, end all of an enrolment
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

alter table private.acompanhamentos add column links_encerrados boolean not null default false;
alter table private.historico drop constraint historico_acao_check;
alter table private.historico add constraint historico_acao_check check (acao in ('situacao', 'situacao-desfeita', 'criterio', 'nota', 'nota-corrigida', 'repetida', 'mensagem', 'documento-novo',
    'pedido', 'pedido-confirmado', 'pedido-dispensado', 'responsavel', 'novo-link', 'links-encerrados'));
alter table private.tentativas drop constraint tentativas_que_check;
alter table private.tentativas add constraint tentativas_que_check check (que in ('codigo', 'protocolo', 'rede', 'pedido'));

-- Links that the desk made for a family, beside its own: of each code the hash alone. They end with the
-- enrolment, and after private.dias_do_link().
create table private.links (
  hash bytea primary key check (octet_length(hash) = 32),
  inscricao_id uuid not null references public.inscricoes_projeto (id) on delete cascade,
  feito_em timestamptz not null default now()
);
create index links_inscricao_idx on private.links (inscricao_id);

create function private.dias_do_link() returns integer
  language sql immutable parallel safe
  begin atomic
    select 30;
  end;

create function private.hash_do_link(codigo text) returns bytea
  language sql immutable parallel safe
  begin atomic
    select sha256(convert_to(lower(codigo), 'UTF8'));
  end;

-- A new link of the family, whose code only the caller gets, once: `codigo`, and `linkAte`, the last day
-- (ISO) on which it surely opens. It opens what the family's own does.
create function private.novo_link(inscricao uuid) returns jsonb
  language plpgsql volatile security definer set search_path = '' set jit = off as $$
declare
  codigo constant text := encode(substring(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) for 16), 'hex');
begin
  perform private.exigir('mudar_links');
  perform from public.inscricoes_projeto i where i.id = inscricao for key share;
  perform from private.acompanhamentos a where a.inscricao_id = inscricao and a.apagada_em is null for update;
  if not found then return null; end if;
  delete from private.links l where l.feito_em < now() - make_interval(days => private.dias_do_link());
  insert into private.links (hash, inscricao_id) values (private.hash_do_link(codigo), inscricao);
  perform private.anotar_no_historico(inscricao, 'novo-link', null, null);
  return private.estado(inscricao) || jsonb_build_object('codigo', codigo,
    'linkAte', (now() at time zone 'America/Sao_Paulo')::date + private.dias_do_link() - 1);
end
$$;

-- Ends every link of an enrolment, the family's own too; one that is made afterwards opens.
create function private.encerrar_links(inscricao uuid) returns jsonb
  language plpgsql volatile security definer set search_path = '' set jit = off as $$
begin
  perform private.exigir('mudar_links');
  perform from public.inscricoes_projeto i where i.id = inscricao for key share;
  update private.acompanhamentos a set links_encerrados = true where a.inscricao_id = inscricao and a.apagada_em is null;
  if not found then return null; end if;
  delete from private.links l where l.inscricao_id = encerrar_links.inscricao;
  perform private.anotar_no_historico(inscricao, 'links-encerrados', null, null);
  return private.estado(inscricao);
end
$$;

create function public.novo_link(inscricao uuid) returns jsonb
  language sql volatile set search_path = ''
  begin atomic
    select private.novo_link(inscricao);
  end;

create function public.encerrar_links(inscricao uuid) returns jsonb
  language sql volatile set search_path = ''
  begin atomic
    select private.encerrar_links(inscricao);
  end;

-- Counts one more of what a link gave and was taken, unless it is more than twenty in a day.
create function private.cabe_do_link(codigo text) returns boolean
  language sql volatile set search_path = '' as $$
  select private.contar_de('pedido', substring(private.hash_do_link(codigo) for 16), 1000000, 20) is null
$$;

create or replace function private.inscricao_do_codigo(codigo text) returns uuid
  language plpgsql stable set search_path = '' as $$
declare
  achada uuid;
begin
  if codigo ~* '^[0-9a-f]{32}$' then
    select i.id into achada from public.inscricoes_projeto i
      where private.envio_do_documento(private.documento_do_endereco(i.cadastro_unico_url)) = private.envio_do_codigo(codigo);
    if achada is null then
      return (select a.inscricao_id from private.links l
          join private.acompanhamentos a on a.inscricao_id = l.inscricao_id and a.apagada_em is null
        where l.hash = private.hash_do_link(codigo) -- not one of a clock that was ahead
          and l.feito_em between now() - make_interval(days => private.dias_do_link()) and now() + interval '1 hour');
    end if;
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

create or replace function private.situacao_para_a_familia(inscricao uuid, pelo_codigo boolean) returns jsonb
  language sql stable set search_path = '' as $$
  select jsonb_build_object('situacao', a.situacao, 'desde', coalesce(a.decidida_em, a.criada_em))
    || case when pelo_codigo then jsonb_build_object(
      'motivo', case when a.situacao in ('falta-documento', 'nao-aprovada') then a.motivo end,
      'turma', case when a.decidida_em > now() - interval '30 days' then a.turma end,
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

create or replace function private.enviar_outro_documento(codigo text, endereco text) returns jsonb
  language plpgsql volatile security definer set search_path = '' set jit = off as $$
declare
  inscricao constant uuid := private.inscricao_do_codigo(codigo);
  nome constant text := private.documento_do_endereco(endereco);
  upload constant uuid := private.envio_do_documento(nome);
  antes private.acompanhamentos;
  recebido boolean;
begin
  if inscricao is null then return private.situacao_da_inscricao(codigo); end if;
  perform from public.inscricoes_projeto i where i.id = inscricao for key share;
  select * into antes from private.acompanhamentos a where a.inscricao_id = inscricao and a.apagada_em is null for update;
  if not found then return null; end if;                     -- erased meanwhile
  recebido := exists (select from private.documentos_novos d where d.envio = upload and d.inscricao_id = inscricao);
  if recebido or not (private.situacao_para_a_familia(inscricao, true) ->> 'podeEnviarDocumento')::boolean then
    return private.situacao_para_a_familia(inscricao, true) || jsonb_build_object('recebido', recebido);
  end if;

  perform from storage.objects o where o.bucket_id = 'cadastro_unico_uploads' and o.name = nome for share;
  if not found then
    raise foreign_key_violation using message = 'O documento não foi encontrado. Envie de novo.', constraint = 'documentos_novos_documento';
  end if;
  if private.inscricao_do_documento(nome) is not null then
    raise check_violation using message = 'Este documento é de outra inscrição.', constraint = 'documentos_novos_de_outra';
  end if;
  if not private.cabe_do_link(codigo) then
    return private.situacao_para_a_familia(inscricao, true) || '{"recebido": false, "limite": true}';
  end if;
  insert into private.documentos_novos (envio, inscricao_id, endereco) values (upload, inscricao, enviar_outro_documento.endereco);
  update private.acompanhamentos a
    set situacao = 'em-analise', motivo = null, versao = a.versao + 1, decidida_em = clock_timestamp(), a_avisar = false, documento_novo = true
    where a.inscricao_id = inscricao;
  insert into private.historico (inscricao_id, acao) values (inscricao, 'documento-novo');
  insert into private.historico (inscricao_id, acao, de, para, versao, antes)
    values (inscricao, 'situacao', antes.situacao, 'em-analise', antes.versao + 1,
      jsonb_build_object('motivo', antes.motivo, 'decidida_em', antes.decidida_em, 'turma', null, 'primeiro_dia', null,
        'a_avisar', antes.a_avisar, 'documento_novo', antes.documento_novo));
  return private.situacao_para_a_familia(inscricao, true) || '{"recebido": true}';
end
$$;

create or replace function private.pedir_pela_familia(codigo text, tipo text, telefone text) returns jsonb
  language plpgsql volatile security definer set search_path = '' set jit = off as $$
declare
  inscricao constant uuid := private.inscricao_do_codigo(codigo);
  numero constant text := case when pedir_pela_familia.tipo = 'telefone' then left(private.aparado(telefone), 120) end;
  antes private.acompanhamentos;
  aberto private.pedidos;
  recebido boolean := false;
  limite boolean := false;
begin
  if inscricao is null then return private.situacao_da_inscricao(codigo); end if;
  if coalesce(pedir_pela_familia.tipo, '') not in ('desistir', 'telefone') then
    raise invalid_parameter_value using message = 'pedido desconhecido';
  end if;
  if pedir_pela_familia.tipo = 'telefone' and not coalesce(private.telefone_confere(numero), false) then
    raise check_violation using message = 'Confira o telefone, com DDD.', constraint = 'pedidos_telefone';
  end if;
  perform from public.inscricoes_projeto i where i.id = inscricao for key share;
  select * into antes from private.acompanhamentos a where a.inscricao_id = inscricao and a.apagada_em is null for update;
  if not found then return null; end if;                     -- erased meanwhile
  select * into aberto from private.pedidos p
    where p.inscricao_id = inscricao and p.tipo = pedir_pela_familia.tipo and p.respondido_em is null;
  if aberto.telefone is not distinct from numero and aberto.id is not null then
    recebido := true;
  elsif aberto.id is not null or not (pedir_pela_familia.tipo = 'desistir' and antes.situacao in ('desistiu', 'nao-aprovada')) then
    limite := not private.cabe_do_link(codigo);
    recebido := not limite;
  end if;
  if recebido and aberto.id is null then
    insert into private.pedidos (inscricao_id, tipo, telefone) values (inscricao, pedir_pela_familia.tipo, numero);
    update private.acompanhamentos a set pedido = true where a.inscricao_id = inscricao;
    insert into private.historico (inscricao_id, acao, de) values (inscricao, 'pedido', pedir_pela_familia.tipo);
  elsif recebido and aberto.telefone <> numero then
    update private.pedidos p set id = gen_random_uuid(), telefone = numero where p.id = aberto.id;
  end if;
  return private.situacao_para_a_familia(inscricao, true)
    || jsonb_build_object('recebido', recebido) || case when limite then '{"limite": true}' else '{}' end::jsonb;
end
$$;

create or replace function private.enviar_responsavel(codigo text, nome text, telefone text) returns jsonb
  language plpgsql volatile security definer set search_path = '' set jit = off as $$
declare
  inscricao constant uuid := private.inscricao_do_codigo(codigo);
  quem constant text := nullif(private.aparado(nome), '');
  numero constant text := nullif(private.aparado(telefone), '');
  falta jsonb;
begin
  if inscricao is null then return private.situacao_da_inscricao(codigo); end if;
  if char_length(quem) > 480 then
    raise check_violation using message = 'O nome está muito longo.', constraint = 'acompanhamentos_nome_do_responsavel';
  end if;
  if numero is not null and not (char_length(numero) <= 120 and private.telefone_confere(numero)) then
    raise check_violation using message = 'Confira o telefone, com DDD.', constraint = 'acompanhamentos_telefone_do_responsavel';
  end if;
  perform from public.inscricoes_projeto i where i.id = inscricao for key share;
  perform from private.acompanhamentos a where a.inscricao_id = inscricao and a.apagada_em is null for update;
  if not found then return null; end if;                     -- erased meanwhile
  falta := private.situacao_para_a_familia(inscricao, true) -> 'falta';
  if falta ? 'nomeResponsavel' and quem is null or falta ? 'telefoneResponsavel' and numero is null then
    raise check_violation using message = 'Digite o nome e o telefone do responsável.', constraint = 'acompanhamentos_responsavel';
  end if;
  if falta <> '[]' and not private.cabe_do_link(codigo) then
    return private.situacao_para_a_familia(inscricao, true) || '{"recebido": false, "limite": true}';
  end if;
  if falta <> '[]' then
    update private.acompanhamentos a set responsavel_chegou = true,
        nome_do_responsavel = case when falta ? 'nomeResponsavel' then quem else a.nome_do_responsavel end
      where a.inscricao_id = inscricao;
    perform private.guardar_telefone_do_responsavel(inscricao,
      case when falta ? 'telefoneResponsavel' then numero else (
        select a.telefone_do_responsavel from private.acompanhamentos a where a.inscricao_id = inscricao) end);
    insert into private.historico (inscricao_id, acao) values (inscricao, 'responsavel');
  end if;
  return private.situacao_para_a_familia(inscricao, true) || jsonb_build_object('recebido', (
    select coalesce(quem, numero) is not null and (quem is null or quem = coalesce(a.nome_do_responsavel, ''))
      and (numero is null or numero = coalesce(a.telefone_do_responsavel, ''))
    from private.acompanhamentos a where a.inscricao_id = inscricao));
end
$$;

revoke all on private.links from public, anon, authenticated;
revoke execute on function
  private.dias_do_link(), private.hash_do_link(text), private.cabe_do_link(text),
  private.novo_link(uuid), public.novo_link(uuid), private.encerrar_links(uuid), public.encerrar_links(uuid)
  from public, anon, authenticated;
grant execute on function
  private.novo_link(uuid), public.novo_link(uuid), private.encerrar_links(uuid), public.encerrar_links(uuid)
  to authenticated;
