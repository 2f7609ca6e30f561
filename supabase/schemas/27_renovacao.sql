-- Renewal: once a year the direção asks of everybody who was approved whether they go on. Families answer by any link of
-- theirs, the desk ticks what it heard (private.conferir_criterio), and who does not answer stands in a chip (private.condicoes).
-- Nothing ends by itself.
--
-- Access: administrators, through public.perguntar_quem_continua; anybody with the code of a link answers.

-- Asks of everybody in a class, or without one of everybody who takes part; how many are asked. Who was asked, or answered,
-- within half a year is not asked again, so pressing twice asks nobody twice.
create function private.perguntar_quem_continua(turma uuid default null) returns integer
  language plpgsql volatile security definer set search_path = '' set jit = off as $$
declare
  quantas integer;
begin
  perform private.exigir('mudar_turmas');
  perform from private.acompanhamentos a
    where a.situacao = 'aprovada' and (turma is null or a.turma_id = turma) order by a.inscricao_id for update;
  update private.acompanhamentos a set renovacao = 'pedida', renovacao_em = clock_timestamp(), cadunico_atualizado = null
    where a.situacao = 'aprovada' and a.apagada_em is null and (turma is null or a.turma_id = turma)
      and (private.renovacao_de(a) is null or a.renovacao_em < now() - interval '180 days');
  get diagnostics quantas = row_count;
  perform private.anotar('mudou_turma', auth.uid(), detalhes => jsonb_build_object('que', 'renovacao-pedida',
    'turma', to_jsonb(array_remove(array[turma], null)), 'inscricoes', quantas));
  return quantas;
end
$$;

-- Stores a family's answer, until the desk has noted another or ended the participation. `recebido`: it stands there; `limite`: the
-- link has given enough today.
create function private.responder_renovacao(codigo text, continua boolean, cadunico boolean default null) returns jsonb
  language plpgsql volatile security definer set search_path = '' set jit = off as $$
declare
  inscricao constant uuid := private.inscricao_do_codigo(codigo);
  nova constant text := case when continua then 'sim' else 'nao' end;
  agora private.acompanhamentos;
  aberta boolean;
  limite boolean;
begin
  if inscricao is null then return private.situacao_da_inscricao(codigo); end if;
  if continua is null then raise invalid_parameter_value using message = 'resposta desconhecida'; end if;
  agora := private.trancar(inscricao);
  if agora is null then return null; end if;
  aberta := coalesce(private.renovacao_de(agora) <> 'anotada', false);
  cadunico := coalesce(cadunico, agora.cadunico_atualizado); -- what is not said anew stays said
  limite := aberta and not private.cabe_do_link(codigo); -- before the answer is compared, or a link would tell another's
  if aberta and row(agora.renovacao, agora.cadunico_atualizado) is distinct from row(nova, cadunico) then
    if not limite then
      update private.acompanhamentos a
        set renovacao = nova, renovacao_em = clock_timestamp(), cadunico_atualizado = cadunico where a.inscricao_id = inscricao;
      insert into private.historico (inscricao_id, acao, de, para) values (inscricao, 'renovacao', agora.renovacao, nova);
    end if;
  end if;
  return private.situacao_para_a_familia(inscricao, codigo)
    || jsonb_build_object('recebido', aberta and not limite, 'limite', limite);
end
$$;
