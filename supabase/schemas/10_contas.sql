-- The accounts of the desk: listed, given a role, disabled and enabled by those of the direção.
-- Creating an account and choosing a password need a password hash, so they are the
-- server's (on Supabase: the dashboard's).
--
-- Access: direção; nobody changes their own access or role, so one direção remains, nor takes
-- away much in an hour, nor anything of a colleague of the direção soon after coming into it (decision 151).

-- For the owner's command and public.mudar_acesso: ends the access and the sessions. Where
-- the owner may not delete sessions the list alone ends it: private.meu_papel() reads it at
-- every call.
create function private.desativar_administrador(conta uuid, por uuid) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  tirado boolean;
begin
  update private.administradores set desativado_em = now() where user_id = conta and desativado_em is null;
  tirado := found;
  if has_table_privilege('auth.sessions', 'delete') then
    delete from auth.sessions where user_id = conta;
  end if;
  if tirado then
    perform private.anotar('tirou_acesso', por, conta);
  end if;
end
$$;

-- `papel` is of somebody new, direção when null; who is there already keeps theirs.
create function private.ativar_administrador(conta uuid, por uuid, papel text default null) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  dado text;
begin
  insert into private.administradores as a (user_id, papel, papel_desde)
    values (conta, coalesce(ativar_administrador.papel, 'direcao'), case when por is null then '-infinity' else now() end)
    on conflict (user_id) do update set desativado_em = null where a.desativado_em is not null
    returning a.papel into dado;
  if found then
    perform private.anotar('deu_acesso', por, conta, detalhes => jsonb_build_object('papel', dado));
  end if;
end
$$;

-- Whether a role may do less than another.
create function private.menos_que(papel text, outro text) returns boolean
  language sql immutable
  return array_position('{professor,secretaria,direcao}', papel) < array_position('{professor,secretaria,direcao}', outro);

-- Whether an account has its role for seven days, or by the owner's command.
create function private.antiga(conta uuid) returns boolean
  language sql stable security definer set search_path = '' as $$
  select exists (select from private.administradores a where a.user_id = $1 and a.papel_desde < now() - interval '7 days')
$$;

-- For the owner's command and public.mudar_papel.
create function private.dar_papel(conta uuid, por uuid, papel text) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  antes text;
begin
  select a.papel into antes from private.administradores a where a.user_id = dar_papel.conta for update;
  if antes is distinct from dar_papel.papel then
    update private.administradores a set papel = dar_papel.papel, papel_desde = case when por is null then '-infinity' else now() end
      where a.user_id = dar_papel.conta;
    perform private.anotar(case when private.menos_que(dar_papel.papel, antes) then 'tirou_acesso' else 'deu_acesso' end, por, conta,
      detalhes => jsonb_build_object('papel', case when private.menos_que(dar_papel.papel, antes) then antes else dar_papel.papel end));
  end if;
end
$$;

-- Names an account, with '' no more. Null changes nothing.
create function private.dar_nome(conta uuid, por uuid, nome text) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  novo constant text := nullif(private.aparado(left(nome, 60)), '');
begin
  update private.administradores a set nome = novo where a.user_id = conta and dar_nome.nome is not null and a.nome is distinct from novo;
  if found then
    perform private.anotar('mudou_configuracao', por, conta, detalhes => '{"que": "nome"}');
  end if;
end
$$;

-- For the owner of a Supabase project, in its SQL editor: makes the account with this e-mail
-- the first of the direção, and returns what was done as a sentence. Refuses once somebody else
-- is; the same account again is no mistake.
create function private.primeiro_administrador(email text) returns text
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
  perform private.exigir_antiga();
end
$$;

-- Raises for whoever a colleague made one of the direção this week: a thief makes accounts to go on by them.
create function private.exigir_antiga() returns void
  language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.antiga(auth.uid()) then
    raise exception 'Você é da direção há menos de sete dias. Peça a quem está há mais tempo, ou a quem cuida do site.';
  end if;
end
$$;

-- Before the caller takes this account's access away, or makes its role less, or sets its password (`senha`): nobody's
-- password of the direção, or who was of it seven days ago; of all together three an hour, but of accounts that got
-- their role this week. A moment to come counts too, so a clock that is put back gives nothing.
create function private.exigir_folga_de_contas(conta uuid, senha boolean default false) returns void
  language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.exigir_antiga();
  if senha and (exists (select from private.administradores a where a.user_id = conta and a.papel = 'direcao')
    or exists (select from private.auditoria a where a.acao = 'tirou_acesso' and a.conta = exigir_folga_de_contas.conta
      and a.detalhes ->> 'papel' = 'direcao' and a.momento > now() - interval '7 days')) then
    raise exception 'A senha de quem é da direção, ou era há menos de sete dias, só quem cuida do site troca.';
  end if;
  if private.antiga(conta) and (select count(*) >= 3 from private.auditoria a where a.acao in ('tirou_acesso', 'trocou_senha')
      and a.quem = auth.uid() and a.conta <> a.quem and a.momento > now() - interval '1 hour') then
    raise exception 'Nada mudou: em uma hora você já tirou o acesso ou trocou a senha de três pessoas. Espere, ou peça a outra pessoa da direção.';
  end if;
end
$$;

create function private.mudar_acesso(conta uuid, com_acesso boolean) returns void
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
    perform private.exigir_folga_de_contas(conta);
    perform private.desativar_administrador(conta, auth.uid());
  end if;
end
$$;

-- `nome`: how the account is called from now on, '' by its e-mail; null: as before.
create function private.mudar_papel(conta uuid, papel text, nome text default null) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  perform private.exigir('mudar_contas');
  if conta = auth.uid() and papel is distinct from private.meu_papel() then
    raise exception 'Você não pode mudar o próprio papel. Peça a outra pessoa da direção.';
  end if;
  perform private.exigir_direcao_de_outra(conta);
  if exists (select from private.administradores a where a.user_id = conta and private.menos_que(mudar_papel.papel, a.papel)) then
    perform private.exigir_folga_de_contas(conta);
  end if;
  perform private.dar_papel(conta, auth.uid(), mudar_papel.papel), private.dar_nome(conta, auth.uid(), nome);
end
$$;

create function private.lista_de_contas()
  returns table (account uuid, name text, email text, "disabledAt" timestamptz, "lastSignIn" timestamptz, "isMe" boolean, role text)
  language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.exigir('ver_contas');
  return query select a.user_id, a.nome, u.email::text, a.desativado_em, u.last_sign_in_at, a.user_id = auth.uid(), a.papel
  from private.administradores a join auth.users u on u.id = a.user_id
  where u.deleted_at is null
  order by coalesce(a.nome, u.email);
end
$$;

-- What the team did in 24 hours that somebody should know who can still stop it: codes of
-- server/watch/troubles.ts. Names nobody.
create function private.novidades_da_equipe() returns text[]
  language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(distinct case
      when a.acao in ('criou_conta', 'deu_acesso') then 'conta_nova'
      when a.acao = 'tirou_acesso' then 'conta_desligada'
      when a.acao = 'trocou_senha' then 'senha_de_outra' else 'texto_publico' end), '{}')
  from private.auditoria a
  where a.acao in ('criou_conta', 'deu_acesso', 'tirou_acesso', 'trocou_senha', 'mudou_turma', 'mudou_configuracao')
    and a.quem is not null and a.momento > now() - interval '24 hours' and case a.acao
      when 'trocou_senha' then a.conta <> a.quem
      when 'mudou_turma' then a.detalhes ->> 'que' = 'turma-encerrada' or a.detalhes -> 'colunas' ?| '{nome,dias,horario,ativa}'
      when 'mudou_configuracao' then a.detalhes ->> 'que' = 'centro' or exists (select from jsonb_array_elements_text(a.detalhes -> 'colunas') as c
        where c ~ '^(frase|mensagem)_|_em$')
      else true end
$$;
