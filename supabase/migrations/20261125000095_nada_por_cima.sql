-- Nothing that somebody wrote is lost by writing over it (decision 143): the history keeps a note's text from
-- before a correction, which the direção alone reads, and each telephone that a family gave later.

-- Functions that are otherwise as they were.
do $do$
declare
  uma record;
  antes text;
begin
  for uma in
    select f.oid, t.* from (values
    ('corrigir_nota', $q$perform private.anotar_no_historico(antes.inscricao_id, 'nota-corrigida', null, null);$q$,
      $q$perform private.anotar_no_historico(antes.inscricao_id, 'nota-corrigida', null, null, antes.texto);$q$),
    ('estado', $q$'quem', u.email, 'acao', h.acao, 'de', h.de, 'para', h.para, 'motivo', h.motivo,$q$,
      $q$'quem', u.email, 'acao', h.acao, 'de', h.de, 'para', h.para,
        'motivo', case when h.acao <> 'nota-corrigida' or (select private.pode('ver_registro')) then h.motivo end,$q$),
    ('pedir_pela_familia', $q$    insert into private.historico (inscricao_id, acao, de) values (inscricao, 'pedido', pedir_pela_familia.tipo);
  elsif recebido and aberto.telefone <> numero then
    update private.pedidos p set id = gen_random_uuid(), telefone = numero where p.id = aberto.id;
  end if;
$q$,
      $q$  elsif recebido and aberto.telefone <> numero then
    update private.pedidos p set id = gen_random_uuid(), telefone = numero where p.id = aberto.id;
  end if;
  if recebido and (aberto.id is null or aberto.telefone <> numero) then
    insert into private.historico (inscricao_id, acao, de, motivo) values (inscricao, 'pedido', pedir_pela_familia.tipo, numero);
  end if;
$q$),
    ('enviar_responsavel', $q$insert into private.historico (inscricao_id, acao) values (inscricao, 'responsavel');$q$,
      $q$insert into private.historico (inscricao_id, acao, motivo)
      values (inscricao, 'responsavel', case when falta ? 'telefoneResponsavel' then numero end);$q$)) as t (nome, velho, novo)
      join pg_proc f on f.pronamespace = 'private'::regnamespace and f.proname = t.nome
  loop
    antes := pg_get_functiondef(uma.oid);
    if strpos(antes, uma.velho) = 0 then
      raise exception 'private.% não é a função esperada', uma.nome;
    end if;
    execute replace(antes, uma.velho, uma.novo);
  end loop;
end
$do$;

-- A request and its line of the history were made in one moment.
update private.historico h set motivo = p.telefone from private.pedidos p
  where h.acao = 'pedido' and h.de = 'telefone' and p.inscricao_id = h.inscricao_id and p.tipo = 'telefone' and p.feito_em = h.quando;
