-- 'Meus dados' (LGPD art. 18): a family reads every answer as it is stored, and asks for another answer, for
-- erasing or for a copy, by its own link and the whole CPF; who has no link of their own asks at the desk, which
-- does it at once (private.atender_na_hora) or notes it (private.nova_nota).
--
-- Access: anybody with both, through the functions of `public`, which never raise for a wrong CPF: a raised
-- error would roll back its count. Links that the desk made never open it.

-- The number of a request as the family reads it: under 'endereco_protegido' without a gap for those it is not told of.
create function private.numero_para_a_familia(pedido private.pedidos) returns integer
  language sql stable set search_path = '' as $$
  select ($1).numero - (select count(*)::integer from private.pedidos o join private.acompanhamentos a on a.inscricao_id = o.inscricao_id
    where o.inscricao_id = ($1).inscricao_id and o.numero < ($1).numero and a.endereco_protegido and not o.pelo_proprio_link)
$$;

-- Everything that a family is shown of its own enrolment, of which it may take a copy. `aberturas`: how often
-- people of the desk opened sheet or document, printed it, or saw it on a class's list, by day and present role ('' for an
-- account that is gone); once a person and minute, since one opening may be several calls. `abertaEm`: when it was opened here, by this link, the newest first.
-- What the desk got to know otherwise of private.paradeiro() is null, with the moment in `atualizadas` (column → moment), and of a request in
-- `atualizadoEm`; a chosen name that it got to know is left out, as it may not be known at home. Days in class (`presencas`) and dated lines (`linhas`, of other people's names and telephones that there is one) are not told either where anything of it is hidden. Under 'endereco_protegido' all of that is null without a word, and so are requests and documents that came otherwise.
create function private.dados_da_familia(inscricao uuid) returns jsonb
  language sql volatile set search_path = '' as $$
  select jsonb_build_object(
    'respostas', to_jsonb(i.*) - '{id,created_at,protocolo}'::text[] || (
      select coalesce(jsonb_object_agg(c, null::text), '{}') from unnest(o.campos) as c where c <> 'telefone_novo'),
    'atualizadas', case when a.endereco_protegido then '{}' else o.em end,
    'abertaEm', (select coalesce(jsonb_agg(em), '[]') from private.meus_dados_abertos(i.id) as em),
    'recebidaEm', i.created_at, 'protocolo', i.protocolo,
    'declaracao', (select jsonb_build_object('versao', k.versao_texto, 'em', k.declarado_em, 'quem', k.quem)
      from private.consentimentos k where k.inscricao_id = i.id),
    'telefoneNovo', case when 'telefone_novo' <> all (o.campos) then a.telefone_novo end,
    'nomeDoResponsavel', case when 'nome_responsavel' <> all (o.campos) then a.nome_do_responsavel end,
    'telefoneDoResponsavel', case when not o.campos && '{telefone_novo,telefone_responsavel}' then a.telefone_do_responsavel end,
    'correcoes', (select coalesce(jsonb_agg(jsonb_build_object('campo', c.campo, 'antes', c.antes, 'quando', c.quando) order by c.id desc), '[]')
      from private.correcoes c where c.inscricao_id = i.id and not c.desfeita and c.campo <> all (o.campos)
        and (c.pelo_proprio_link or not a.endereco_protegido)),
    'documentos', (
      select coalesce(jsonb_agg(jsonb_build_object('nome', regexp_replace(private.documento_do_endereco(d.endereco), '^public/[0-9a-fA-F-]{36}_?', ''),
        'recebidoEm', d.em) order by d.em, d.endereco), '[]')
      from (select i.cadastro_unico_url as endereco, i.created_at as em where private.documento_apagado_em(i.id) is null
          union all
          select n.endereco, n.recebido_em from private.documentos_novos n
            where n.inscricao_id = i.id and not a.endereco_protegido) as d where d.endereco is not null),
    'documentoApagadoEm', private.documento_apagado_em(i.id),
    'guarda', (select jsonb_build_object('apagarEm', (p.apagar_em at time zone 'America/Sao_Paulo')::date, 'regra', p.regra,
        'documentoEm', (p.apagar_documento_em at time zone 'America/Sao_Paulo')::date)
      from private.prazos p where p.inscricao_id = i.id and not a.endereco_protegido),
    'presencas', (select coalesce(jsonb_agg(jsonb_build_object('dia', p.dia, 'marca', p.marca) order by p.dia desc), '[]')
      from private.presencas p where p.inscricao_id = i.id and not a.endereco_protegido and array_remove(o.campos, 'nome_social') = '{}'),
    'renovacao', case when a.renovacao is not null and not a.endereco_protegido then
      jsonb_build_object('resposta', a.renovacao, 'em', a.renovacao_em, 'cadunico', a.cadunico_atualizado) end,
    'linhas', (select coalesce(jsonb_agg(jsonb_build_object('especie', m.especie, 'dia', m.dia, 'ate', m.vale_ate,
        'texto', case when m.especie not in ('emergencia', 'busca') then m.texto end) order by m.especie), '[]')
      from private.marcas m where m.inscricao_id = i.id and not a.endereco_protegido and array_remove(o.campos, 'nome_social') = '{}'),
    'aberturas', (select coalesce(jsonb_agg(jsonb_build_object('dia', v.dia, 'papel', v.papel, 'vezes', v.vezes) order by v.dia desc, v.papel), '[]')
      from (select (r.momento at time zone 'America/Sao_Paulo')::date as dia, coalesce(d.papel, '') as papel,
          count(distinct (r.quem, date_trunc('minute', r.momento))) as vezes
        from private.auditoria r left join private.administradores d on d.user_id = r.quem
        where r.inscricao = i.id and r.acao in ('viu_ficha', 'abriu_documento', 'imprimiu', 'imprimiu_turma') group by 1, 2) as v),
    'pedidos', (select coalesce(jsonb_agg(jsonb_build_object('numero', private.numero_para_a_familia(p), 'tipo', p.tipo,
        'telefone', case when v.diz then p.telefone end, 'mudancas', case when v.diz then p.mudancas end,
        'atualizadoEm', case when not v.diz and not a.endereco_protegido then p.feito_em end,
        'feitoEm', p.feito_em, 'prazo', private.prazo_do_pedido(p.feito_em), 'noBalcao', p.no_balcao,
        'respondidoEm', p.respondido_em, 'confirmado', p.confirmado, 'resposta', case when v.diz then p.resposta end) order by p.numero desc), '[]')
      from private.pedidos p cross join lateral (select coalesce(p.telefone is null and not p.mudancas ?| (private.paradeiro() || '{nome_social}'), p.telefone is null)
          or p.pelo_proprio_link and not a.endereco_protegido as diz) as v
      where p.inscricao_id = i.id and (p.pelo_proprio_link or not a.endereco_protegido)))
  from public.inscricoes_projeto i join private.acompanhamentos a on a.inscricao_id = i.id and a.apagada_em is null
    cross join lateral (
      select coalesce(jsonb_object_agg(u.campo, u.em), '{}') as em,
        case when a.endereco_protegido then private.paradeiro() || '{telefone_novo}' else coalesce(array_agg(u.campo), '{}') end
          || array(select c.campo from private.correcoes c where c.inscricao_id = i.id and c.campo = 'nome_social'
            and not c.desfeita and not c.pelo_proprio_link) as campos
      from private.atualizadas_desde(i.id, i.created_at) as u) as o
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
  if propria is null or private.trancar(propria) is null then
    recusa := private.situacao_da_inscricao(codigo);
    return;
  end if;
  recusa := private.situacao_para_a_familia(propria, codigo);
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
    if digitado = '' then                                    -- nobody typed one: nothing is counted
      errados := coalesce((select e.erros from private.cpf_errados e
        where e.inscricao_id = propria and e.erros < 5 and private.ainda_conta(e.desde, '24 hours')), 0);
    else
      insert into private.cpf_errados as e values (propria, 1, clock_timestamp())
        on conflict (inscricao_id) do update set
          erros = case when e.erros < 5 and private.ainda_conta(e.desde, '24 hours') then e.erros + 1 else 1 end,
          desde = case when e.erros < 4 and private.ainda_conta(e.desde, '24 hours') then e.desde else clock_timestamp() end
        returning e.erros into errados;
    end if;
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
  return private.situacao_para_a_familia(aberta.inscricao, codigo) || jsonb_build_object('dados', private.dados_da_familia(aberta.inscricao));
end
$$;

-- Raises unless these are a proposal: for one answer, or for the two that go together, in the shape of a correction and
-- by the rules of the settings.
create function private.conferir_proposta(inscricao uuid, mudancas jsonb) returns void
  language plpgsql stable set search_path = '' as $$
declare
  antes public.inscricoes_projeto;
  depois public.inscricoes_projeto;
begin
  perform private.conferir_correcao(mudancas);
  if (select count(*) not between 1 and 2 from jsonb_object_keys(mudancas)) or octet_length(mudancas::text) > 20000 then
    raise invalid_parameter_value using message = 'resposta desconhecida';
  end if;
  select i.* into antes from public.inscricoes_projeto i
    join private.acompanhamentos a on a.inscricao_id = i.id and a.apagada_em is null where i.id = conferir_proposta.inscricao;
  if not found then return; end if;                          -- its caller says so
  depois := jsonb_populate_record(antes, mudancas);          -- a number where one is asked, a day that exists
  perform private.conferir_regras(depois, antes), private.conferir_tamanho(to_jsonb(depois), to_jsonb(antes));
end
$$;

-- Stores a request from 'Meus dados': 'desistir', 'apagar', 'corrigir' with `mudancas`, or 'copia', which is answered
-- at once: `dados` is the copy, and `pedido` its number. `recebido` and `limite` as private.pedir_pela_familia says.
create function private.pedir_dos_dados(codigo text, cpf text, tipo text, mudancas jsonb default null) returns jsonb
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
  if pedir_dos_dados.tipo = 'corrigir' then perform private.conferir_proposta(aberta.inscricao, mudancas); end if;
  select * into feito from private.pedir(aberta.inscricao, codigo, pedir_dos_dados.tipo, null,
    case when pedir_dos_dados.tipo = 'corrigir' then mudancas end, null);
  if pedir_dos_dados.tipo = 'copia' and (feito.pedido).id is not null then
    perform private.anotar('meus_dados', inscricao => aberta.inscricao, detalhes => '{"que": "meus-dados-copiados"}');
  end if;
  return private.situacao_para_a_familia(aberta.inscricao, codigo) || jsonb_build_object('dados', private.dados_da_familia(aberta.inscricao),
    'recebido', (feito.pedido).id is not null, 'limite', feito.limite, 'pedido', private.numero_para_a_familia(feito.pedido));
end
$$;
