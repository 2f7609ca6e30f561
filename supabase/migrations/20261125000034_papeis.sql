-- Roles: what somebody at the desk may do is asked act by act (private.atos). Whoever is there stays
-- direção, so that nobody loses anything and copies of 1.1.1 restore.

alter table private.administradores
  add column papel text not null default 'direcao' check (papel in ('professor', 'secretaria', 'direcao'));

-- Which roles may do what. Mirrors ACTS in domain/roles.ts; tests/database/code-tables.test.ts
-- compares them. What a professor may read comes with the classes: until then it is nothing.
create view private.atos as select * from (values
    ('ler', '{secretaria,direcao}'::text[]),                 -- list, search, sheets, documents
    ('decidir', '{secretaria,direcao}'),                     -- decide, undo, class, tell, note, compare
    ('imprimir', '{secretaria,direcao}'),
    ('exportar', '{secretaria,direcao}'),                    -- with a reason
    ('exportar_sem_motivo', '{direcao}'),
    ('apagar_a_pedido', '{secretaria,direcao}'),             -- one enrolment, because the family asked
    ('apagar', '{direcao}'),
    ('ver_enxurradas', '{direcao}'),
    ('apagar_enxurradas', '{direcao}'),
    ('ver_freios', '{direcao}'),
    ('soltar_freios', '{direcao}'),
    ('aplicar_prazos', '{direcao}'),                         -- retention, where no server of ours runs it
    ('ver_contas', '{direcao}'),
    ('mudar_contas', '{direcao}'),
    ('ver_registro', '{direcao}'),
    ('ver_copias', '{direcao}')) as t (ato, papeis);

-- The caller's role; null unless the caller is listed, not disabled, and has a live session: one
-- that exists, has not expired and can be refreshed. Signing out, disabling and reuse of a refresh token
-- therefore end access at once, whatever the access token says; so does putting right a
-- clock that was ahead.
--
-- Refreshed by an unrevoked row of refresh_tokens (GoTrue's first generation), or by the
-- session's own key (its second: reuse deletes the session). Older versions have no such
-- column, hence to_jsonb. In plpgsql, which keeps its plan, because every read of the desk calls it.
create function private.meu_papel() returns text
  language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select a.papel from private.administradores a
      join auth.users u on u.id = a.user_id
      join auth.sessions s on s.user_id = a.user_id
    where a.user_id = auth.uid()
      and a.desativado_em is null
      and (u.banned_until is null or u.banned_until <= now())
      and u.deleted_at is null
      and s.id = (auth.jwt() ->> 'session_id')::uuid
      and (s.not_after is null or s.not_after > now())
      and coalesce(s.created_at <= now() + interval '1 hour', true)  -- not under a clock that was ahead: it would end years late
      and (
        exists (select from auth.refresh_tokens t where t.session_id = s.id and not coalesce(t.revoked, false))
        or to_jsonb(s) ->> 'refresh_token_hmac_key' is not null));
end
$$;

-- Whether the caller may do this, by private.atos.
create function private.pode(ato text) returns boolean
  language plpgsql stable security definer set search_path = '' as $$
declare
  papel constant text := private.meu_papel();
begin
  return papel is not null and exists (select from private.atos t where t.ato = pode.ato and papel = any (t.papeis));
end
$$;

-- Raises 42501 unless the caller may.
create function private.exigir(ato text) returns void
  language plpgsql stable set search_path = '' as $$
begin
  if not private.pode(ato) then
    raise insufficient_privilege using message = case when private.meu_papel() is null then 'Sem permissão.'
      else 'O seu papel não permite isto. Peça a alguém da direção.' end;
  end if;
end
$$;

create function public.meu_papel() returns text
  language sql stable set search_path = ''
  begin atomic
    select private.meu_papel();
  end;

revoke all on private.atos from public, anon, authenticated;
revoke execute on function private.meu_papel(), public.meu_papel(), private.pode(text), private.exigir(text) from public, anon, authenticated;
grant execute on function private.meu_papel(), public.meu_papel() to authenticated;
grant execute on function private.pode(text) to authenticated; -- policies run as the caller

-- What asked for an administrator asks for its act; the rest of each function stays as it is.
do $do$
declare
  uma record;
begin
  for uma in
    select f.oid, t.ato from (values
    ('decidir', '{comparar_inscricoes,mudar_situacao,desfazer_decisao,motivos_recentes,marcar_criterio,escrever_nota,corrigir_nota,preparar_mensagem,responder_pedido}'::text[]),
    ('ler', '{buscar_inscricoes,contar_inscricoes,chegaram_depois,cidades_das_inscricoes,acompanhamento,prazos_de_guarda,ultima_retencao,turmas_com_alunos}'::text[]),
    ('ver_registro', '{auditoria}'::text[]),
    ('aplicar_prazos', '{aplicar_prazos,concluir_prazos}'::text[]),
    ('ver_freios', '{freio_dos_prazos,freio_da_equipe}'::text[]),
    ('soltar_freios', '{confirmar_data}'::text[]),
    ('ver_copias', '{ultimas_copias}'::text[]),
    ('ver_enxurradas', '{enxurradas}'::text[]),
    ('apagar_enxurradas', '{apagar_enxurrada}'::text[]),
    ('imprimir', '{lista_da_turma}'::text[])) as t (ato, funcoes), unnest(t.funcoes) as nome
      join pg_proc f on f.pronamespace = 'private'::regnamespace and f.proname = nome
  loop
    execute replace(pg_get_functiondef(uma.oid), 'private.exigir_administrador()', format('private.exigir(%L)', uma.ato));
  end loop;
end
$do$;

alter policy "administradores leem as inscrições" on public.inscricoes_projeto using ((select private.pode('ler')));
alter policy "administradores leem os documentos" on storage.objects
  using (bucket_id = 'cadastro_unico_uploads' and (select private.pode('ler')));
alter policy "administradores removem documentos sem inscrição" on storage.objects
  using (bucket_id = 'cadastro_unico_uploads' and (select private.pode('aplicar_prazos'))
    and not private.documento_em_uso(name) and not private.documento_em_espera(name));

-- For the server, before it answers a read: appends an entry when the claims are of
-- somebody who may read, and returns whether they are. `documento` is an object's name.
create or replace function private.anotar_leitura(
  declarado jsonb, acao text, inscricao uuid, documento text, detalhes jsonb) returns boolean
  language plpgsql security definer set search_path = '' as $$
begin
  perform set_config('request.jwt.claims', declarado::text, true);
  if not private.pode('ler') then
    return false;
  end if;
  perform private.anotar(acao, auth.uid(), null,
    coalesce(inscricao, case when documento is not null then private.inscricao_do_documento(documento) end),
    detalhes || case when documento is null then '{}' else private.qual_documento(documento) end);
  return true;
end
$$;

-- The same for a list of a few rows: an entry of each sheet, in this order.
create or replace function private.anotar_fichas(declarado jsonb, inscricoes uuid[]) returns boolean
  language plpgsql security definer set search_path = '' as $$
declare
  uma uuid;
begin
  perform set_config('request.jwt.claims', declarado::text, true);
  if not private.pode('ler') then
    return false;
  end if;
  foreach uma in array inscricoes loop
    perform private.anotar('viu_ficha', auth.uid(), null, uma);
  end loop;
  return true;
end
$$;

-- What a spreadsheet is for. Mirrors exporting.reasons in content/print-export.ts.
create function private.motivos_de_exportar() returns text[]
  language sql immutable parallel safe
  begin atomic
    select array['turmas', 'contato', 'prestacao_de_contas', 'outro'];
  end;

drop function public.anotar_acesso(text, uuid, integer, text[]), private.anotar_acesso(text, uuid, integer, text[]);

-- For what only the page knows: that sheets were printed or rows exported, and what for. Refuses
-- an enrolment that no longer exists.
create function private.anotar_acesso(acao text, inscricao uuid, linhas integer, colunas text[], motivo text) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  perform private.exigir(case acao when 'exportou' then 'exportar' else 'imprimir' end);
  if acao not in ('imprimiu', 'exportou') then
    raise invalid_parameter_value using message = 'Esta ação não se anota assim.';
  end if;
  if inscricao is not null and not exists (select from public.inscricoes_projeto i where i.id = anotar_acesso.inscricao) then
    raise exception 'Esta inscrição não existe mais. Pode ter sido apagada.';
  end if;
  if linhas not between 0 and 1000000 or cardinality(colunas) > 40 or not colunas <@ (
    select array_agg(a.attname::text) || array['situacao', 'telefone_novo'] from pg_attribute a
    where a.attrelid = 'public.inscricoes_projeto'::regclass and a.attnum > 0) then
    raise invalid_parameter_value using message = 'Isto não se anota assim.';
  end if;
  if acao = 'exportou' and coalesce(not motivo = any (private.motivos_de_exportar()), not private.pode('exportar_sem_motivo')) then
    raise exception 'Escolha para que é a planilha.';
  end if;
  perform private.anotar(acao, auth.uid(), null, inscricao,
    jsonb_strip_nulls(jsonb_build_object('linhas', linhas, 'colunas', to_jsonb(colunas), 'motivo', motivo)));
end
$$;

create function public.anotar_acesso(
  acao text, inscricao uuid default null, linhas integer default null, colunas text[] default null, motivo text default null) returns void
  language sql volatile set search_path = ''
  begin atomic
    select private.anotar_acesso(acao, inscricao, linhas, colunas, motivo);
  end;

-- One entry for each of 1 to 100 printed sheets, in this order, all or none: they are
-- printed together. The lock stops an enrolment from being deleted before its entry.
create or replace function private.anotar_impressao(inscricoes uuid[]) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  uma uuid;
begin
  perform private.exigir('imprimir');
  -- array_ndims is null for null and for an empty array; count(distinct …) skips null elements
  if array_ndims(inscricoes) is distinct from 1 or cardinality(inscricoes) > 100
    or cardinality(inscricoes) <> (select count(distinct i) from unnest(inscricoes) as i) then
    raise invalid_parameter_value using message = 'Isto não se anota assim.';
  end if;
  perform from public.inscricoes_projeto i where i.id = any (inscricoes) order by i.id for key share;
  foreach uma in array inscricoes loop
    perform private.anotar_acesso('imprimiu', uma, null, null, null);
  end loop;
end
$$;

create or replace function private.apagar_inscricao(inscricao uuid, confirmacao text, motivo text) returns text
  language plpgsql security definer set search_path = '' as $$
declare
  linha public.inscricoes_projeto;
begin
  perform private.exigir(case motivo when 'pedido_da_familia' then 'apagar_a_pedido' else 'apagar' end);
  if not coalesce(motivo = any (private.motivos_a_mao()), false) then
    raise exception 'Escolha o motivo.';
  end if;
  perform pg_advisory_xact_lock(hashtext('construindo-campeoes apagar'));
  perform private.esperar_a_vez_de(array[inscricao]);
  select * into linha from public.inscricoes_projeto i where i.id = inscricao for update;
  if not found then
    raise exception 'Esta inscrição não existe mais. Pode ter sido apagada.';
  end if;
  if linha.protocolo is null and upper(btrim(coalesce(confirmacao, ''))) <> 'APAGAR' then
    raise exception 'Digite APAGAR para confirmar.';
  elsif linha.protocolo <> regexp_replace(coalesce(confirmacao, ''), '[^0-9]', '', 'g') then
    raise exception 'O protocolo não confere. Digite o desta inscrição.';
  end if;
  perform private.exigir_folga('apagou');
  insert into private.apagamentos (inscricao_id, o_que, envio, protocolo, motivo) values (
    linha.id, 'inscricao', private.envio_do_documento(private.documento_do_endereco(linha.cadastro_unico_url)),
    linha.protocolo, apagar_inscricao.motivo)
    on conflict (inscricao_id, o_que) do update set motivo = excluded.motivo, apagado_em = now();
  delete from public.inscricoes_projeto i where i.id = linha.id;
  perform private.anotar('apagou', auth.uid(), null, linha.id, jsonb_build_object('motivo', motivo), linha.protocolo);
  return null;
end
$$;

drop function private.ativar_administrador(uuid, uuid);
drop function public.listar_administradores(), private.listar_administradores();

-- `papel` is of somebody new, direção when null; who is there already keeps theirs.
create function private.ativar_administrador(conta uuid, por uuid, papel text default null) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  dado text;
begin
  insert into private.administradores as a (user_id, papel) values (conta, coalesce(ativar_administrador.papel, 'direcao'))
    on conflict (user_id) do update set desativado_em = null where a.desativado_em is not null
    returning a.papel into dado;
  if found then
    perform private.anotar('deu_acesso', por, conta, detalhes => jsonb_build_object('papel', dado));
  end if;
end
$$;

-- For the owner's command and public.mudar_papel. Nobody can be a professor yet.
create function private.dar_papel(conta uuid, por uuid, papel text) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  antes text;
begin
  if coalesce(dar_papel.papel, '') not in ('secretaria', 'direcao') then
    raise invalid_parameter_value using message = 'Este papel não se pode dar.';
  end if;
  select a.papel into antes from private.administradores a where a.user_id = dar_papel.conta for update;
  if antes is distinct from dar_papel.papel then
    update private.administradores a set papel = dar_papel.papel where a.user_id = dar_papel.conta;
    perform private.anotar(case antes when 'direcao' then 'tirou_acesso' else 'deu_acesso' end, por, conta,
      detalhes => jsonb_build_object('papel', case antes when 'direcao' then antes else dar_papel.papel end));
  end if;
end
$$;

-- For the owner of a Supabase project, in its SQL editor: makes the account with this e-mail
-- the first of the direção, and returns what was done as a sentence. Refuses once somebody else
-- is; the same account again is no mistake.
create or replace function private.primeiro_administrador(email text) returns text
  language plpgsql set search_path = '' as $$
declare
  pedido constant text := lower(btrim(coalesce(primeiro_administrador.email, '')));
  conta auth.users;
begin
  lock table private.administradores in share row exclusive mode;
  select u.* into conta from auth.users u where lower(u.email) = pedido and u.deleted_at is null order by u.created_at limit 1;
  if not found then
    raise exception 'Não há conta com o e-mail "%". Crie-a no painel, em Authentication → Users, e rode de novo.', pedido;
  end if;
  if exists (select from private.administradores a join auth.users u on u.id = a.user_id
      where a.user_id <> conta.id and a.papel = 'direcao' and a.desativado_em is null and u.deleted_at is null) then
    raise exception 'O site já tem quem administre, e nada mudou. Esta função só serve para a primeira pessoa.';
  end if;
  if conta.email_confirmed_at is null then
    raise exception 'A conta de % ainda não foi confirmada, e não poderia entrar. Apague-a no painel e crie-a com "Auto Confirm User".', pedido;
  end if;
  if exists (select from private.administradores a where a.user_id = conta.id and a.papel = 'direcao' and a.desativado_em is null) then
    return pedido || ' já administra o site.';
  end if;
  perform private.ativar_administrador(conta.id, null), private.dar_papel(conta.id, null, 'direcao');
  return pedido || ' administra o site a partir de agora: entre em /admin/inscricoes.';
end
$$;

-- Before somebody changes somebody else's account. One at a time: two of the direção who take away
-- each other's would leave none.
create function private.exigir_direcao_de_outra(conta uuid) returns void
  language plpgsql volatile set search_path = '' as $$
begin
  lock table private.administradores in share row exclusive mode;
  perform private.exigir('mudar_contas');                    -- which may have changed meanwhile
  if not exists (select from private.administradores a where a.user_id = conta) then
    raise exception 'Esta pessoa não está na lista de administradores.';
  end if;
end
$$;

create or replace function private.mudar_acesso(conta uuid, com_acesso boolean) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  perform private.exigir('mudar_contas');
  if com_acesso is null then
    raise invalid_parameter_value using message = 'com ou sem acesso?';
  end if;
  if conta = auth.uid() and not com_acesso then
    raise exception 'Você não pode tirar o próprio acesso. Peça a outra pessoa da direção.';
  end if;
  perform private.exigir_direcao_de_outra(conta);
  if com_acesso then
    perform private.ativar_administrador(conta, auth.uid());
  else
    perform private.exigir_folga('tirou_acesso');
    perform private.desativar_administrador(conta, auth.uid());
  end if;
end
$$;

create function private.mudar_papel(conta uuid, papel text) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  perform private.exigir('mudar_contas');
  if conta = auth.uid() then
    raise exception 'Você não pode mudar o próprio papel. Peça a outra pessoa da direção.';
  end if;
  perform private.exigir_direcao_de_outra(conta);
  if mudar_papel.papel <> 'direcao' and exists (select from private.administradores a where a.user_id = conta and a.papel = 'direcao') then
    perform private.exigir_folga('tirou_acesso');
  end if;
  perform private.dar_papel(conta, auth.uid(), mudar_papel.papel);
end
$$;

create function public.mudar_papel(conta uuid, papel text) returns void
  language sql volatile set search_path = ''
  begin atomic
    select private.mudar_papel(conta, papel);
  end;

create function private.listar_administradores()
  returns table (conta uuid, email text, criado_em timestamptz, desativado_em timestamptz, ultima_entrada timestamptz, eu boolean, papel text)
  language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.exigir('ver_contas');
  return query select a.user_id, u.email::text, a.criado_em, a.desativado_em, u.last_sign_in_at, a.user_id = auth.uid(), a.papel
  from private.administradores a join auth.users u on u.id = a.user_id
  where u.deleted_at is null
  order by u.email;
end
$$;

create function public.listar_administradores()
  returns table (conta uuid, email text, criado_em timestamptz, desativado_em timestamptz, ultima_entrada timestamptz, eu boolean, papel text)
  language sql stable set search_path = ''
  begin atomic
    select * from private.listar_administradores();
  end;

revoke execute on function
  private.motivos_de_exportar(), private.ativar_administrador(uuid, uuid, text), private.dar_papel(uuid, uuid, text),
  private.exigir_direcao_de_outra(uuid), private.mudar_papel(uuid, text), public.mudar_papel(uuid, text),
  private.listar_administradores(), public.listar_administradores(),
  private.anotar_acesso(text, uuid, integer, text[], text), public.anotar_acesso(text, uuid, integer, text[], text)
  from public, anon, authenticated;
grant execute on function
  private.mudar_papel(uuid, text), public.mudar_papel(uuid, text),
  private.listar_administradores(), public.listar_administradores(),
  private.anotar_acesso(text, uuid, integer, text[], text), public.anotar_acesso(text, uuid, integer, text[], text)
  to authenticated;

drop function public.sou_administrador(), private.exigir_administrador(), private.is_admin();
