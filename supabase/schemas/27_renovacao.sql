-- Renewal: once a year the direção asks of everybody who was approved whether they go on. Families answer by any link of theirs;
-- nothing ends by itself, and who does not answer stands in a chip (private.renovacao_de, private.condicoes).
--
-- Access: administrators, through the functions of `public`; private.atos says who may ask. Anybody with the code of a link answers.

-- Asks of everybody in a class, or without one of everybody who takes part; how many are asked. Who was asked, or answered, within half
-- a year is not asked again, so pressing twice asks nobody twice.
create function private.perguntar_quem_continua(turma uuid default null) returns integer
  language plpgsql volatile security definer set search_path = '' set jit = off as $$
declare
  pessoas uuid[];
  quantas integer;
begin
  perform private.exigir('mudar_turmas');
  if turma is not null and not exists (select from private.turmas t where t.id = turma) then
    raise check_violation using message = 'Esta turma não existe. Recarregue a página.';
  end if;
  pessoas := array(select a.inscricao_id from private.acompanhamentos a
    where a.situacao = 'aprovada' and a.apagada_em is null and (turma is null or a.turma_id = turma));
  perform from public.inscricoes_projeto i where i.id = any (pessoas) order by i.id for key share;
  perform from private.acompanhamentos a where a.inscricao_id = any (pessoas) order by a.inscricao_id for update;
  update private.acompanhamentos a set renovacao = 'pedida', renovacao_em = clock_timestamp(), cadunico_atualizado = null
    where a.inscricao_id = any (pessoas) and a.situacao = 'aprovada' and a.apagada_em is null
      and (private.renovacao_de(a) is null or a.renovacao_em < now() - interval '180 days');
  get diagnostics quantas = row_count;
  perform private.anotar('mudou_turma', auth.uid(), detalhes => jsonb_strip_nulls(jsonb_build_object(
    'que', 'renovacao-pedida', 'turma', case when turma is not null then jsonb_build_array(turma) end, 'inscricoes', quantas)));
  return quantas;
end
$$;

-- Notes that the desk heard that somebody goes on, or that it did not after all. Who does not leaves by a decision.
create function private.anotar_renovacao(inscricao uuid, continua boolean) returns jsonb
  language plpgsql volatile security definer set search_path = '' set jit = off as $$
declare
  agora private.acompanhamentos;
  nova constant text := case when continua then 'anotada' else 'avisada' end;
begin
  perform private.exigir('decidir');
  agora := private.trancar(inscricao);
  if private.renovacao_de(agora) is null or (agora.renovacao = 'anotada') = coalesce(continua, false) then
    return private.estado_lido(inscricao);
  end if;
  update private.acompanhamentos a set renovacao = nova, renovacao_em = clock_timestamp() where a.inscricao_id = inscricao;
  perform private.anotar_no_historico(inscricao, 'renovacao-anotada', agora.renovacao, nova);
  return private.estado(inscricao);
end
$$;

-- Stores a family's answer, until the desk has noted another or ended the participation, and asks the desk for what has changed, which is
-- written without being read: `mudancas` holds 'telefone', 'endereco_completo', 'escola'. One that is the stored one is asked for
-- too, or a link would tell whether it is. `recebido`: all of it stands there; `limite`: the link has given enough today.
create function private.responder_renovacao(codigo text, continua boolean, cadunico boolean default null, mudancas jsonb default '{}') returns jsonb
  language plpgsql volatile security definer set search_path = '' set jit = off as $$
declare
  inscricao constant uuid := private.inscricao_do_codigo(codigo);
  nova constant text := case when continua then 'sim' else 'nao' end;
  agora private.acompanhamentos;
  recebido boolean;
  limite boolean := false;
  campo text;
  valor text;
  feito record;
begin
  if inscricao is null then return private.situacao_da_inscricao(codigo); end if;
  perform private.conferir_correcao(mudancas - 'telefone');
  if continua is null or mudancas - '{telefone,endereco_completo,escola}'::text[] <> '{}' or octet_length(mudancas::text) > 20000 then
    raise invalid_parameter_value using message = 'resposta desconhecida';
  end if;
  if mudancas ? 'telefone' and not coalesce(private.telefone_confere(left(mudancas ->> 'telefone', 120)), false) then
    raise check_violation using message = 'Confira o telefone, com DDD.', constraint = 'pedidos_telefone';
  end if;
  agora := private.trancar(inscricao);
  if agora is null then return null; end if;
  recebido := coalesce(private.renovacao_de(agora) <> 'anotada', false);
  if recebido and row(agora.renovacao, agora.cadunico_atualizado) is distinct from row(nova, cadunico) then
    recebido := private.cabe_do_link(codigo);
    limite := not recebido;
    if recebido then
      update private.acompanhamentos a set renovacao = nova, renovacao_em = clock_timestamp(), cadunico_atualizado = cadunico
        where a.inscricao_id = inscricao;
      insert into private.historico (inscricao_id, acao, de, para) values (inscricao, 'renovacao', agora.renovacao, nova);
    end if;
  end if;
  for campo, valor in select m.key, private.aparado(m.value) from jsonb_each_text(mudancas) as m where recebido order by 1 loop
    if campo <> 'telefone' then perform private.conferir_proposta(inscricao, jsonb_build_object(campo, valor)); end if;
    select * into feito from private.pedir(inscricao, codigo, case campo when 'telefone' then campo else 'corrigir' end,
      case campo when 'telefone' then left(valor, 120) end, case when campo <> 'telefone' then jsonb_build_object(campo, valor) end, null);
    recebido := recebido and (feito.pedido).id is not null;
    limite := limite or feito.limite;
  end loop;
  return private.situacao_para_a_familia(inscricao, codigo)
    || jsonb_build_object('recebido', recebido) || case when limite then '{"limite": true}' else '{}' end::jsonb;
end
$$;
