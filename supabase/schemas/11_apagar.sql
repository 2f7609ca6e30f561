-- Erasing an enrolment and its document. SQL deletes rows; the storage deletes a document's
-- bytes as soon as nothing uses them, and seven days later where somebody erased by hand. What a family
-- did not ask for stays whole in a bin for these days, seen by nobody, and a direção brings it back.
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

-- What remains of a document that a family sent later: an entry of its own, with the reason and the
-- moment that its enrolment, or all of its documents, went for. So copies lose it too.
create function private.lembrar_documento_apagado() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  dela private.apagamentos;
begin
  select a.* into dela from private.apagamentos a
    where a.inscricao_id = old.inscricao_id order by a.apagado_em desc, a.o_que desc limit 1;
  insert into private.apagamentos (inscricao_id, o_que, envio, motivo, apagado_em)
    values (old.envio, 'documento', old.envio, coalesce(dela.motivo, 'outro'), coalesce(dela.apagado_em, now()))
    on conflict (inscricao_id, o_que) do update set motivo = excluded.motivo, apagado_em = excluded.apagado_em;
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

-- The bin: what was erased by hand and not for a family, until when, why and by whom.
create view private.lixeira as
  select a.inscricao_id, a.nome, i.protocolo, private.envio_do_documento(private.documento_do_endereco(i.cadastro_unico_url)) as envio,
    a.apagada_em, a.apagada_em + make_interval(days => private.dias_de_espera()) as acaba_em, coalesce(u.motivo, 'outro') as motivo, u.quem
  from private.acompanhamentos a
    join public.inscricoes_projeto i on i.id = a.inscricao_id
    left join lateral (
      select r.detalhes ->> 'motivo' as motivo, r.quem from private.auditoria r
      where r.acao = 'apagou' and r.momento >= a.apagada_em and r.inscricao = a.inscricao_id
      order by r.numero limit 1) as u on true
  where a.apagada_em is not null;

-- Their ids and documents, for the policies: few, since the team's brake counts them, and read once for a statement.
create function private.apagadas() returns uuid[]
  language sql stable security definer set search_path = '' as $$
  select array(select a.inscricao_id from private.acompanhamentos a where a.apagada_em is not null)
$$;

create function private.documentos_apagados() returns uuid[]
  language sql stable security definer set search_path = '' as $$
  select array(
    select private.envio_do_documento(private.documento_do_endereco(i.cadastro_unico_url))
      from private.acompanhamentos a join public.inscricoes_projeto i on i.id = a.inscricao_id
      where a.apagada_em is not null and i.cadastro_unico_url is not null
    union all
    select d.envio from private.acompanhamentos a join private.documentos_novos d on d.inscricao_id = a.inscricao_id
      where a.apagada_em is not null)
$$;

create policy "apagadas não se leem" on public.inscricoes_projeto
  as restrictive for select to authenticated
  using (id <> all ((select private.apagadas())::uuid[]));

create policy "documentos de apagadas não se abrem" on storage.objects
  as restrictive for select to authenticated
  using (bucket_id <> 'cadastro_unico_uploads'
    or coalesce(private.envio_do_documento(name) <> all ((select private.documentos_apagados())::uuid[]), true));

-- Returns null: the document's bytes wait, and nobody need remove them. `confirmacao` is the
-- protocol as typed, 'APAGAR' for an enrolment without one. One at a time, so that two cannot
-- pass private.exigir_folga together; the lock comes before any row's.
create function private.apagar_inscricao(inscricao uuid, confirmacao text, motivo text) returns text
  language plpgsql security definer set search_path = '' as $$
declare
  linha public.inscricoes_projeto;
  iguais text[];
begin
  perform private.exigir(case motivo when 'pedido_da_familia' then 'apagar_a_pedido' else 'apagar' end);
  if not coalesce(motivo = any (private.motivos_a_mao()), false) then
    raise exception 'Escolha o motivo.';
  end if;
  perform pg_advisory_xact_lock(hashtext('construindo-campeoes apagar'));
  perform private.esperar_a_vez_de(array[inscricao]);
  select * into linha from public.inscricoes_projeto i where i.id = inscricao
    and exists (select from private.acompanhamentos a where a.inscricao_id = i.id and a.apagada_em is null) for update;
  if not found then
    raise exception 'Esta inscrição não existe mais. Pode ter sido apagada.';
  end if;
  if linha.protocolo is null and upper(btrim(coalesce(confirmacao, ''))) <> 'APAGAR' then
    raise exception 'Digite APAGAR para confirmar.';
  elsif linha.protocolo <> regexp_replace(coalesce(confirmacao, ''), '[^0-9]', '', 'g') then
    raise exception 'O protocolo não confere. Digite o desta inscrição.';
  end if;
  perform private.exigir_folga('apagou');
  if motivo = 'pedido_da_familia' then
    insert into private.apagamentos (inscricao_id, o_que, envio, protocolo, motivo) values (
      linha.id, 'inscricao', private.envio_do_documento(private.documento_do_endereco(linha.cadastro_unico_url)),
      linha.protocolo, apagar_inscricao.motivo)
      on conflict (inscricao_id, o_que) do update set motivo = excluded.motivo, apagado_em = now();
    delete from public.inscricoes_projeto i where i.id = linha.id;
  else
    select a.semelhancas into iguais from private.acompanhamentos a where a.inscricao_id = linha.id and a.repetida;
    update private.acompanhamentos a set apagada_em = now(), repetida = false where a.inscricao_id = linha.id;
    if iguais is not null then
      perform private.rever_repetidas(iguais, false);
    end if;
  end if;
  perform private.anotar('apagou', auth.uid(), null, linha.id, jsonb_build_object('motivo', motivo), linha.protocolo);
  return null;
end
$$;

create function public.apagar_inscricao(inscricao uuid, confirmacao text, motivo text) returns text
  language sql volatile set search_path = ''
  begin atomic
    select private.apagar_inscricao(inscricao, confirmacao, motivo);
  end;

-- The bin, newest first, for who may bring back.
create function private.apagadas_ha_pouco()
  returns table (inscricao uuid, nome text, protocolo text, apagada_em timestamptz, acaba_em timestamptz, motivo text, email text)
  language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.exigir('devolver');
  return query select l.inscricao_id, l.nome::text, l.protocolo, l.apagada_em, l.acaba_em, l.motivo, u.email::text
    from private.lixeira l left join auth.users u on u.id = l.quem order by l.apagada_em desc, l.inscricao_id;
  perform private.anotar('viu_lista', auth.uid(), detalhes => jsonb_build_object('linhas', cardinality(private.apagadas())));
end
$$;

create function public.apagadas_ha_pouco()
  returns table (inscricao uuid, nome text, protocolo text, apagada_em timestamptz, acaba_em timestamptz, motivo text, email text)
  language sql volatile set search_path = ''
  begin atomic
    select * from private.apagadas_ha_pouco();
  end;

-- Brings one back whole, as it was.
create function private.devolver_apagada(inscricao uuid) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  iguais text[];
begin
  perform private.exigir('devolver');
  perform private.esperar_a_vez_de(array[inscricao]);
  perform from public.inscricoes_projeto i where i.id = inscricao for update;
  update private.acompanhamentos a set apagada_em = null where a.inscricao_id = inscricao and a.apagada_em is not null
    returning a.semelhancas into iguais;
  if not found then
    raise exception 'Esta inscrição não está mais entre as apagadas.';
  end if;
  perform private.rever_repetidas(iguais, true);
  perform private.anotar('devolveu', auth.uid(), inscricao => devolver_apagada.inscricao);
end
$$;

create function public.devolver_apagada(inscricao uuid) returns void
  language sql volatile set search_path = ''
  begin atomic
    select private.devolver_apagada(inscricao);
  end;

revoke all on private.apagamentos, private.documentos_em_espera, private.lixeira from public, anon, authenticated;
revoke execute on function
  private.motivos_a_mao(), private.dias_de_espera(), private.documento_em_espera(text),
  private.documento_em_uso(text), private.lembrar_documento_apagado(), private.documentos_a_remover(integer),
  private.apagar_inscricao(uuid, text, text), public.apagar_inscricao(uuid, text, text),
  private.apagadas(), private.documentos_apagados(), private.apagadas_ha_pouco(), public.apagadas_ha_pouco(),
  private.devolver_apagada(uuid), public.devolver_apagada(uuid)
  from public, anon, authenticated;
grant execute on function -- policies run as the caller
  private.documento_em_uso(text), private.documento_em_espera(text), private.apagadas(), private.documentos_apagados()
  to authenticated;
grant execute on function
  private.apagar_inscricao(uuid, text, text), public.apagar_inscricao(uuid, text, text),
  private.apagadas_ha_pouco(), public.apagadas_ha_pouco(), private.devolver_apagada(uuid), public.devolver_apagada(uuid)
  to authenticated;
