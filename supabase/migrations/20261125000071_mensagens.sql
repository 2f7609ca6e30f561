-- The desk's messages to families are settings: a text of the owner's in place of the usual, with places in
-- braces that are checked (decision 136).

alter table private.configuracao
  add column mensagem_contato text not null default '' check (char_length(mensagem_contato) <= 1000),
  add column mensagem_falta_documento text not null default '' check (char_length(mensagem_falta_documento) <= 1000),
  add column mensagem_aprovada text not null default '' check (char_length(mensagem_aprovada) <= 1000),
  add column mensagem_espera text not null default '' check (char_length(mensagem_espera) <= 1000),
  add column mensagem_ainda_quer text not null default '' check (char_length(mensagem_ainda_quer) <= 1000),
  add column mensagem_nao_aprovada text not null default '' check (char_length(mensagem_nao_aprovada) <= 1000),
  add column mensagem_responsavel text not null default '' check (char_length(mensagem_responsavel) <= 1000);

-- What may be changed, and what each may hold; of a message `escolhas` are the places in braces that it may
-- have, `precisa` those that it must. Mirrors SETTINGS in domain/settings.ts;
-- tests/database/code-tables.test.ts compares them.
create or replace view private.ajustes_que_ha as select * from (values
    ('inscricoes', 'inscricoes', null::integer, null::integer, null::text[], null::text[]),
    ('frase_de_fechada', 'texto', 0, 300, null, null),
    ('consentimento', 'escolha', null, null, '{declaracao,caixa}', null),
    ('responsavel_obrigatorio', 'sim_ou_nao', null, null, null, null),
    ('validacao_estrita', 'sim_ou_nao', null, null, null, null),
    ('guardar_documento_dias', 'prazo', 1, 3650, null, null),
    ('guardar_nao_aprovada_meses', 'prazo', 1, 120, null, null),
    ('guardar_espera_meses', 'prazo', 1, 120, null, null),
    ('guardar_participante_meses', 'prazo', 1, 120, null, null),
    ('guardar_sem_decisao_meses', 'prazo', 1, 120, null, null),
    ('guardar_sem_responsavel_dias', 'prazo', 1, 3650, null, null),
    ('guardar_auditoria_meses', 'prazo', 1, 120, null, null),
    ('mensagem_contato', 'mensagem', 0, 1000, '{nome,protocolo}', '{nome}'),
    ('mensagem_falta_documento', 'mensagem', 0, 1000, '{nome,protocolo,motivo,link,link_ate}', '{nome,motivo,link}'),
    ('mensagem_aprovada', 'mensagem', 0, 1000, '{nome,protocolo,turma,primeiro_dia,ate,aprovado}', '{nome}'),
    ('mensagem_espera', 'mensagem', 0, 1000, '{nome,protocolo}', '{nome}'),
    ('mensagem_ainda_quer', 'mensagem', 0, 1000, '{nome,protocolo,ate}', '{nome,ate}'),
    ('mensagem_nao_aprovada', 'mensagem', 0, 1000, '{nome,protocolo,motivo}', '{nome,motivo}'),
    ('mensagem_responsavel', 'mensagem', 0, 1000, '{nome,protocolo}', '{nome}')) as t (nome, tipo, minimo, maximo, escolhas, precisa);

-- Why a setting may not hold a value, as a sentence; null when it may. The same as problemOf in
-- domain/setting-values.ts. A JSON null is a period without an end.
create or replace function private.recusa_do_ajuste(nome text, valor jsonb) returns text
  language sql stable set search_path = '' as $$
  select case
    when a.nome is null then 'Este ajuste não existe.'
    when a.tipo = 'sim_ou_nao' then
      case when jsonb_typeof(valor) = 'boolean' then null else 'Escolha sim ou não.' end
    when a.tipo = 'escolha' then
      case when jsonb_typeof(valor) = 'string' and valor #>> '{}' = any (a.escolhas) then null else 'Escolha uma destas: ' || array_to_string(a.escolhas, ', ') || '.' end
    when a.tipo = 'prazo' then
      case when jsonb_typeof(valor) = 'null' then null
        when jsonb_typeof(valor) = 'number' and valor::text ~ '^[0-9]{1,5}$' and (valor::text)::integer between a.minimo and a.maximo then null
        else 'Digite um número de ' || a.minimo || ' a ' || a.maximo || '.' end
    when a.tipo in ('texto', 'mensagem') then
      case when jsonb_typeof(valor) = 'string' and char_length(valor #>> '{}') between a.minimo and a.maximo
        then (
          select case when a.tipo = 'texto' or valor = '""' then null
            when min(l.lugar) is not null then 'Não existe {' || min(l.lugar) || '}. Use só ' || (select string_agg('{' || e || '}', ', ' order by n) from unnest(a.escolhas) with ordinality as x (e, n)) || '.'
            else (select 'Falta {' || p || '}.' from unnest(a.precisa) with ordinality as x (p, n) where strpos(valor #>> '{}', '{' || p || '}') = 0 order by n limit 1) end
          from (select (regexp_matches(valor #>> '{}', '\{([^{}]*)\}', 'g'))[1] as lugar) as l where l.lugar <> all (a.escolhas))
        else 'Escreva no máximo ' || a.maximo || ' letras.' end
  end
  from (values (true)) as uma (unica) left join private.ajustes_que_ha a on a.nome = recusa_do_ajuste.nome
$$;

-- The messages that are not the usual, each by its name, for whoever writes to families.
create function private.mensagens() returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.exigir('decidir');
  return (
    select coalesce(jsonb_object_agg(v.key, v.value), '{}') from private.configuracao c cross join jsonb_each_text(to_jsonb(c)) as v
    where v.key like 'mensagem%' and v.value <> '');
end
$$;

create function public.mensagens() returns jsonb
  language sql stable set search_path = ''
  begin atomic
    select private.mensagens();
  end;

revoke execute on function private.mensagens(), public.mensagens() from public, anon, authenticated;
grant execute on function private.mensagens(), public.mensagens() to authenticated;
