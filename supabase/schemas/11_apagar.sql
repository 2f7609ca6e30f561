-- Putting enrolments away, and what remains of erased ones. Whatever a person puts away, for whatever
-- reason, lies whole in a bin for seven days with its documents, seen by nobody, and a direção brings it
-- back. Retention alone empties the bin (decision 150); then the storage deletes the bytes.
--
-- Access: the desk puts away one enrolment at a time, by typing its protocol, through public.apagar_inscricao
-- (a secretaria because the family asked, a direção also otherwise). Nobody deletes rows directly; the database's
-- owner alone erases one at once, by private.apagar_ja.

-- Reasons of what is put away by hand, which its caller chooses, and for how many days it stays. Mirror
-- BY_HAND and SPARED_DAYS in content/erasing.ts.
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

-- Whether an enrolment uses this document, first or later: until retention has erased it. True
-- also when row-level security hides the enrolments from the function's owner.
create function private.documento_em_uso(nome text) returns boolean
  language sql stable security definer set search_path = '' as $$
  select row_security_active('public.inscricoes_projeto') or exists (
    select from public.inscricoes_projeto i
    where private.envio_do_documento(private.documento_do_endereco(i.cadastro_unico_url)) = private.envio_do_documento(nome)
      and private.documento_do_endereco(i.cadastro_unico_url) = nome
      and private.documento_apagado_em(i.id) is null)
    or exists (
    select from private.documentos_novos d
    where d.envio = private.envio_do_documento(nome) and private.documento_do_endereco(d.endereco) = nome)
$$;

-- Documents of what 1.2.0 erased by hand, or a restore of its copies: their bytes stay for the same days, the
-- later ones too. In both directions, so that a clock that was ahead keeps none for years.
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

-- Whether a document's bytes may be removed: one that was erased, of a flood, or that no enrolment used
-- within `horas` hours. Of what lies in the bin none, since its enrolment is there.
create function private.documento_vencido(objeto uuid, nome text, criado timestamptz, horas integer) returns boolean
  language plpgsql stable security definer set search_path = '' as $$
begin
  return (criado < now() - make_interval(hours => horas)
      or exists (select from private.apagamentos a where a.envio = private.envio_do_documento(nome) and criado <= a.apagado_em)
      or exists (select from private.origens g where g.objeto = documento_vencido.objeto and g.apagar))
    and not private.documento_em_uso(nome) and not private.documento_em_espera(nome);
end
$$;

-- Here and not in `documentos`, because it needs the enrolments and what was erased. For retention, where no
-- server of ours runs it: nobody removes what retention would not.
create policy "administradores removem documentos sem inscrição" on storage.objects
  for delete to authenticated
  using (bucket_id = 'cadastro_unico_uploads' and (select private.pode('aplicar_prazos'))
    and private.documento_vencido(id, name, created_at, 24));

create function private.documentos_a_remover(horas integer) returns setof text
  language sql stable security definer set search_path = '' as $$
  select o.name from storage.objects o
  where o.bucket_id = 'cadastro_unico_uploads' and not row_security_active('public.inscricoes_projeto')
    and private.documento_vencido(o.id, o.name, o.created_at, horas)
$$;

-- The bin, until when, why and by whom.
create view private.lixeira as
  select a.inscricao_id, private.nome_de(i) as nome, i.protocolo, private.envio_do_documento(private.documento_do_endereco(i.cadastro_unico_url)) as envio,
    a.apagada_em, a.apagada_em + make_interval(days => private.dias_de_espera()) as acaba_em,
    coalesce(a.apagada_motivo, 'outro') as motivo, a.apagada_por as quem
  from private.acompanhamentos a join public.inscricoes_projeto i on i.id = a.inscricao_id
  where a.apagada_em is not null;

-- What lies there, for the policy that hides it, which runs as the caller: so that the planner asks by key for a row, and
-- of many rows reads all of this once.
create view private.ids_da_lixeira as
  select a.inscricao_id as id from private.acompanhamentos a where a.apagada_em is not null;

-- Whether one lies there, and a document of one: by keys, however many lie there. In plpgsql, which keeps its
-- plan, because a policy asks for each document that is read.
create function private.na_lixeira(inscricao uuid) returns boolean
  language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from private.acompanhamentos a where a.inscricao_id = na_lixeira.inscricao and a.apagada_em is not null);
end
$$;

create function private.documento_na_lixeira(nome text) returns boolean
  language plpgsql stable security definer set search_path = '' as $$
declare
  dele constant uuid := private.envio_do_documento(nome);
begin
  return exists (
      select from public.inscricoes_projeto i
      where private.envio_do_documento(private.documento_do_endereco(i.cadastro_unico_url)) = dele and private.na_lixeira(i.id))
    or exists (select from private.documentos_novos d where d.envio = dele and private.na_lixeira(d.inscricao_id));
end
$$;

create policy "apagadas não se leem" on public.inscricoes_projeto
  as restrictive for select to authenticated
  using (not exists (select from private.ids_da_lixeira l where l.id = inscricoes_projeto.id));

create policy "documentos de apagadas não se abrem" on storage.objects
  as restrictive for select to authenticated
  using (bucket_id <> 'cadastro_unico_uploads' or not private.documento_na_lixeira(name));

-- Puts enrolments into the bin, as of a moment; returns how many. Their rows are locked already.
create function private.por_na_lixeira(quais uuid[], motivo text, por uuid, desde timestamptz default now()) returns integer
  language plpgsql security definer set search_path = '' as $$
declare
  postas integer;
begin
  update private.acompanhamentos a set apagada_em = desde, apagada_motivo = por_na_lixeira.motivo, apagada_por = por
    where a.inscricao_id = any (quais) and a.apagada_em is null;
  get diagnostics postas = row_count;
  return postas;
end
$$;

-- Brings back whole, as they were, those of these that lie there; the same of locks.
create function private.tirar_da_lixeira(quais uuid[]) returns integer
  language plpgsql security definer set search_path = '' as $$
declare
  tiradas integer;
begin
  update private.acompanhamentos a set apagada_em = null, apagada_motivo = null, apagada_por = null
    where a.inscricao_id = any (quais) and a.apagada_em is not null;
  get diagnostics tiradas = row_count;
  return tiradas;
end
$$;

-- Returns null: documents go by themselves. `confirmacao` is the protocol as typed.
create function private.apagar_inscricao(inscricao uuid, confirmacao text, motivo text) returns text
  language plpgsql security definer set search_path = '' as $$
declare
  linha private.acompanhamentos;
begin
  perform private.exigir(case motivo when 'pedido_da_familia' then 'apagar_a_pedido' else 'apagar' end);
  if not coalesce(motivo = any (private.motivos_a_mao()), false) then
    raise exception 'Escolha o motivo.';
  end if;
  linha := private.trancar(inscricao);
  if linha is null then
    raise exception 'Esta inscrição não existe mais. Pode ter sido apagada.';
  end if;
  if linha.protocolo <> regexp_replace(coalesce(confirmacao, ''), '[^0-9]', '', 'g') then
    raise exception 'O protocolo não confere. Digite o desta inscrição.';
  end if;
  perform private.por_na_lixeira(array[inscricao], motivo, auth.uid());
  perform private.anotar('apagou', auth.uid(), null, inscricao, jsonb_build_object('motivo', motivo));
  return null;
end
$$;

-- The newest three hundred of the bin, those of floods last, for who may bring back.
create function private.lista_da_lixeira()
  returns table (enrolment uuid, name text, protocol text, "erasedAt" timestamptz, "endsAt" timestamptz, reason text, "by" text)
  language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_column
declare
  quantas bigint;
begin
  perform private.exigir('devolver');
  return query select l.inscricao_id, l.nome::text, l.protocolo, l.apagada_em, l.acaba_em, l.motivo, private.quem_e(l.quem)
    from private.lixeira l
    order by l.motivo = 'enxurrada', l.apagada_em desc, l.inscricao_id limit 300;
  get diagnostics quantas = row_count;
  perform private.anotar('viu_lista', auth.uid(), detalhes => jsonb_build_object('linhas', quantas));
end
$$;

-- Brings one back; one that its family asked to erase only for a direção who has just given the password.
create function private.devolver_apagada(inscricao uuid) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  agora private.acompanhamentos;
begin
  perform private.exigir('devolver');
  perform from public.inscricoes_projeto i where i.id = inscricao for update;
  select * into agora from private.acompanhamentos a where a.inscricao_id = inscricao and a.apagada_em is not null;
  if not found then
    raise exception 'Esta inscrição não está mais entre as apagadas.';
  end if;
  if agora.apagada_motivo = 'pedido_da_familia' then
    perform private.exigir_entrada_recente();
  end if;
  perform private.tirar_da_lixeira(array[inscricao]);
  perform private.anotar('devolveu', auth.uid(), inscricao => devolver_apagada.inscricao);
end
$$;

-- Brings back all that an account put away since a moment, floods too: what a stolen session did. Five hundred a
-- call, with all locks first, each with its entry; `more` says whether there are more.
create function private.devolver_tudo(conta uuid, desde timestamptz) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  quais uuid[];
begin
  perform private.exigir('desfazer_correcoes');
  if conta is null or desde is null then
    raise invalid_parameter_value using message = 'Diga de quem, e desde quando.';
  end if;
  quais := array(select a.inscricao_id from private.acompanhamentos a
    where a.apagada_em >= desde and a.apagada_por = conta order by a.apagada_em, a.inscricao_id limit 500);
  quais := array(select i.id from public.inscricoes_projeto i where i.id = any (quais) order by i.id for update);
  -- a second look, after the locks
  quais := array(select q from unnest(quais) as q where private.na_lixeira(q));
  perform private.tirar_da_lixeira(quais);
  perform private.anotar('devolveu', auth.uid(), inscricao => q) from unnest(quais) as q;
  return jsonb_build_object('enrolments', cardinality(quais), 'more', exists (
    select from private.acompanhamentos a where a.apagada_em >= desde and a.apagada_por = conta));
end
$$;

-- For the database's owner alone, where a court or the law asks for it: erases at once, also out of the bin, by
-- the protocol or the id. Returns what was done as a sentence.
create function private.apagar_ja(protocolo text, motivo text) returns text
  language plpgsql volatile set search_path = '' as $$
declare
  quais uuid[];
begin
  if coalesce(motivo, '') not in ('ordem_judicial', 'conteudo_ilegal') then
    raise exception 'O motivo é ordem_judicial ou conteudo_ilegal. Nada foi apagado.';
  end if;
  quais := array(select i.id from public.inscricoes_projeto i
    where i.id::text = apagar_ja.protocolo or i.protocolo = regexp_replace(apagar_ja.protocolo, '[^0-9]', '', 'g'));
  if cardinality(quais) <> 1 then
    raise exception 'Há % inscrições com este protocolo. Nada foi apagado. Diga o protocolo de uma, ou o id dela.', cardinality(quais);
  end if;
  insert into private.apagamentos (inscricao_id, o_que, envio, protocolo, motivo)
    select i.id, 'inscricao', private.envio_do_documento(private.documento_do_endereco(i.cadastro_unico_url)), i.protocolo, apagar_ja.motivo
    from public.inscricoes_projeto i where i.id = any (quais) for update
    on conflict (inscricao_id, o_que) do update set motivo = excluded.motivo, apagado_em = now();
  delete from public.inscricoes_projeto i where i.id = any (quais);
  perform private.anotar('apagou', inscricao => quais[1], detalhes => jsonb_build_object('motivo', motivo),
    protocolo => (select a.protocolo from private.apagamentos a where a.inscricao_id = quais[1] and a.o_que = 'inscricao'));
  return 'Apagada para sempre, com os documentos, que saem na próxima limpeza.';
end
$$;

-- Of whom the team should know: the most enrolments that one account put away, floods too but no import undone, from ten
-- on, and the most accounts whose access one took away, from three on, in 24 hours; no key where that is less. Counted in the audit record, which
-- nobody changes; a moment to come counts too, so a clock that is put back hides nothing.
create function private.estado_da_equipe() returns jsonb
  language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_object_agg(c.act, c.done), '{}') from (
    select f.act, max(f.done) as done from (
      select case a.acao when 'tirou_acesso' then 'disabled' else 'erased' end as act, sum(coalesce((a.detalhes ->> 'inscricoes')::integer, 1))::integer as done
      from private.auditoria a
      where a.acao in ('apagou', 'apagou_enxurrada', 'tirou_acesso') and a.quem is not null and a.momento > now() - interval '24 hours'
        and a.detalhes ->> 'motivo' is distinct from 'importacao'
      group by 1, a.quem) as f
    where f.done >= case f.act when 'erased' then 10 else 3 end group by f.act) as c
$$;

create function private.alerta_da_equipe() returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.exigir('ver_freios');
  return private.estado_da_equipe();
end
$$;

grant select on private.ids_da_lixeira to authenticated; -- policies run as the caller
grant execute on function private.documento_vencido(uuid, text, timestamptz, integer), private.documento_na_lixeira(text) to authenticated;
