-- Erasing an enrolment and its document. SQL deletes rows; the storage deletes a document's
-- bytes as soon as nothing uses them, and seven days later where somebody erased by hand.
--
-- Access: the desk erases one enrolment at a time, by typing its protocol, through
-- public.apagar_inscricao (a secretaria because the family asked, a direção also otherwise), as many a day as private.exigir_folga lets them. Nobody deletes rows directly.

-- Reasons of what was erased by hand, which its caller chooses, and for how many days its bytes
-- stay. Mirror BY_HAND and SPARED_DAYS in content/erasing.ts.
create function private.motivos_a_mao() returns text[]
  language sql immutable parallel safe
  begin atomic
    select array['pedido_da_familia', 'repetida', 'teste', 'outro'];
  end;

create function private.dias_de_espera() returns integer
  language sql immutable parallel safe
  begin atomic
    select 7;
  end;

-- What remains of something erased: no answer, no name. It cleans a restored backup, and
-- says which documents may be removed.
create table private.apagamentos (
  inscricao_id uuid not null,                               -- of a document sent later: its own uuid
  o_que text not null check (o_que in ('inscricao', 'documento')),
  envio uuid,                                               -- the uuid at the start of the document's name; null: no document
  protocolo text,
  motivo text not null check (motivo in (
    'pedido_da_familia', 'repetida', 'teste', 'outro', 'enxurrada',
    'documento', 'nao_aprovada', 'espera', 'participante', 'sem_decisao', 'sem_responsavel')),
  apagado_em timestamptz not null default now(),
  primary key (inscricao_id, o_que)
);
create index apagamentos_envio_idx on private.apagamentos (envio);

-- Whether an enrolment uses this document, first or later: until retention has erased it. True
-- also when row-level security hides the enrolments from the function's owner.
create function private.documento_em_uso(nome text) returns boolean
  language sql stable security definer set search_path = '' as $$
  select row_security_active('public.inscricoes_projeto') or exists (
    select from public.inscricoes_projeto i
    where private.envio_do_documento(private.documento_do_endereco(i.cadastro_unico_url)) = private.envio_do_documento(nome)
      and private.documento_do_endereco(i.cadastro_unico_url) = nome
      and not exists (select from private.apagamentos a where a.inscricao_id = i.id and a.o_que = 'documento'))
    or exists (
    select from private.documentos_novos d
    where d.envio = private.envio_do_documento(nome) and private.documento_do_endereco(d.endereco) = nome)
$$;

-- Documents erased by hand whose bytes stay for now, the later ones too. In both directions, so
-- that a clock that was ahead keeps none for years.
create view private.documentos_em_espera as
  select a.envio from private.apagamentos a
  where a.envio is not null and a.motivo = any (private.motivos_a_mao())
    and a.apagado_em between now() - make_interval(days => private.dias_de_espera()) and now() + make_interval(days => private.dias_de_espera());

create function private.documento_em_espera(nome text) returns boolean
  language sql stable security definer set search_path = '' as $$
  select exists (select from private.documentos_em_espera e where e.envio = private.envio_do_documento(nome))
$$;

-- What remains of a document that a family sent later: an entry of its own, with the reason that
-- its enrolment, or all of its documents, went for. So copies lose it too.
create function private.lembrar_documento_apagado() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  insert into private.apagamentos (inscricao_id, o_que, envio, motivo) values (old.envio, 'documento', old.envio, coalesce((
      select a.motivo from private.apagamentos a
      where a.inscricao_id = old.inscricao_id order by a.apagado_em desc, a.o_que desc limit 1), 'outro'))
    on conflict (inscricao_id, o_que) do update set motivo = excluded.motivo, apagado_em = now();
  return null;
end
$$;

create trigger lembrar_documento_apagado after delete on private.documentos_novos
  for each row execute function private.lembrar_documento_apagado();

-- Here and not in `documentos`, because it needs the enrolments and what was erased.
create policy "administradores removem documentos sem inscrição" on storage.objects
  for delete to authenticated
  using (bucket_id = 'cadastro_unico_uploads' and (select private.pode('aplicar_prazos'))
    and not private.documento_em_uso(name) and not private.documento_em_espera(name));

-- Documents whose bytes may be removed: erased ones whose wait is over, those of a flood, and
-- those that no enrolment used within `horas` hours.
create function private.documentos_a_remover(horas integer) returns setof text
  language sql stable security definer set search_path = '' as $$
  select o.name from storage.objects o
  where o.bucket_id = 'cadastro_unico_uploads'
    and not row_security_active('public.inscricoes_projeto')
    and (o.created_at < now() - make_interval(hours => horas) or exists (
      select from private.apagamentos a
      where a.envio = private.envio_do_documento(o.name) and o.created_at <= a.apagado_em)
      or exists (select from private.origens g where g.objeto = o.id and g.apagar))
    and not private.documento_em_uso(o.name) and not private.documento_em_espera(o.name)
$$;

-- Returns null: the document's bytes wait, and nobody need remove them. `confirmacao` is the
-- protocol as typed, 'APAGAR' for an enrolment without one. One at a time, so that two cannot
-- pass private.exigir_folga together; the lock comes before any row's.
create function private.apagar_inscricao(inscricao uuid, confirmacao text, motivo text) returns text
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

create function public.apagar_inscricao(inscricao uuid, confirmacao text, motivo text) returns text
  language sql volatile set search_path = ''
  begin atomic
    select private.apagar_inscricao(inscricao, confirmacao, motivo);
  end;

revoke all on private.apagamentos, private.documentos_em_espera from public, anon, authenticated;
revoke execute on function
  private.motivos_a_mao(), private.dias_de_espera(), private.documento_em_espera(text),
  private.documento_em_uso(text), private.lembrar_documento_apagado(), private.documentos_a_remover(integer),
  private.apagar_inscricao(uuid, text, text), public.apagar_inscricao(uuid, text, text)
  from public, anon, authenticated;
grant execute on function private.documento_em_uso(text), private.documento_em_espera(text) to authenticated; -- the policy runs as the caller
grant execute on function
  private.apagar_inscricao(uuid, text, text), public.apagar_inscricao(uuid, text, text)
  to authenticated;
