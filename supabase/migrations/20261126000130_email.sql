-- An enrolment without an e-mail, where the direção lets it be sent so (email_obrigatorio, as SPEC §5 says
-- unless somebody changes it); and the pages are told the periods that they name (decision 146).

alter table private.configuracao add column email_obrigatorio boolean not null default true;
alter table public.inscricoes_projeto alter column email drop not null;

-- The rules of the settings, for an enrolment that comes (`antes` null) and for one that is corrected, of which
-- only what the correction made wrong is refused.
create or replace function private.conferir_regras(inscricao public.inscricoes_projeto, antes public.inscricoes_projeto) returns void
  language plpgsql stable set search_path = '' as $$
declare
  regras private.configuracao;
begin
  select * into strict regras from private.configuracao;
  if regras.responsavel_obrigatorio and inscricao.idade < 18
     and (btrim(coalesce(inscricao.nome_responsavel, '')) = '' or btrim(coalesce(inscricao.telefone_responsavel, '')) = '')
     and (antes.idade < 18
       and (btrim(coalesce(antes.nome_responsavel, '')) = '' or btrim(coalesce(antes.telefone_responsavel, '')) = '')) is not true then
    raise check_violation using
      message = 'Digite o nome e o telefone do responsável.', constraint = 'inscricoes_projeto_responsavel';
  end if;
  if regras.email_obrigatorio and inscricao.email is null and (antes.id is null or antes.email is not null) then
    raise not_null_violation using
      message = 'null value in column "email" of relation "inscricoes_projeto" violates not-null constraint',
      schema = 'public', table = 'inscricoes_projeto', column = 'email';
  end if;
  if regras.validacao_estrita and inscricao.cpf is distinct from antes.cpf and not private.cpf_confere(inscricao.cpf) then
    raise check_violation using
      message = 'Este CPF não existe. Confira os números.', constraint = 'inscricoes_projeto_cpf_confere';
  end if;
  if regras.validacao_estrita
     and not ((inscricao.telefone_whatsapp is not distinct from antes.telefone_whatsapp or private.telefone_confere(inscricao.telefone_whatsapp))
       and (inscricao.telefone_responsavel is not distinct from antes.telefone_responsavel
         or btrim(coalesce(inscricao.telefone_responsavel, '')) = '' or private.telefone_confere(inscricao.telefone_responsavel))) then
    raise check_violation using
      message = 'Confira os telefones, com DDD.', constraint = 'inscricoes_projeto_telefone_confere';
  end if;
end
$$;

-- Sets what the applicant does not decide: the age (full years on the day it was sent, in the centre's time zone)
-- and 'Nenhuma' for 'nao' (SPEC §4), of an enrolment that comes and of one that is corrected. Refuses an address without its
-- document; the lock stops the sweep from removing that document while its enrolment arrives.
create or replace function private.completar_inscricao() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  regras private.configuracao;
  fechada boolean;
begin
  new.idade := private.idade_em(new.data_nascimento, (new.created_at at time zone 'America/Sao_Paulo')::date);
  if new.condicao_medica = 'nao' then
    new.condicao_medica_detalhes := 'Nenhuma';
  end if;
  if tg_op = 'UPDATE' then return new; end if;

  if private.envio_do_documento(private.documento_do_endereco(new.cadastro_unico_url)) is not null then
    perform from storage.objects
      where bucket_id = 'cadastro_unico_uploads'
        and name = private.documento_do_endereco(new.cadastro_unico_url)
      for share;
    if not found then
      raise foreign_key_violation using
        message = 'O documento desta inscrição não foi encontrado.', constraint = 'inscricoes_projeto_documento';
    end if;
  end if;

  select * into strict regras from private.configuracao;
  fechada := exists (select from private.fechamento f where f.recebe_ate <= now());
  -- a row that is stored already goes on to its 23505, which says so, whatever was changed since it arrived
  if (fechada or regras.responsavel_obrigatorio or regras.validacao_estrita or new.email is null) and exists (
    select from public.inscricoes_projeto i
    where private.envio_do_documento(private.documento_do_endereco(i.cadastro_unico_url))
      = private.envio_do_documento(private.documento_do_endereco(new.cadastro_unico_url))) then
    return new;
  end if;
  if fechada then
    raise check_violation using
      message = 'As inscrições estão fechadas agora. Fale no WhatsApp.', constraint = 'inscricoes_projeto_periodo';
  end if;

  perform private.conferir_regras(new, null);
  return new;
end
$$;

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
    ('mensagem_responsavel', 'mensagem', 0, 1000, '{nome,protocolo}', '{nome}'),
    ('email_obrigatorio', 'sim_ou_nao', null, null, null, null)) as t (nome, tipo, minimo, maximo, escolhas, precisa);

-- What the pages are told before anything is filled in: the settings that the form obeys, the periods that
-- they name (null: no end), and when the enrolment is closed (null: open without an end).
-- public.formulario() (16_turmas.sql) adds the places. It tells of nobody.
create or replace function private.formulario() returns jsonb
  language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'regras', (
      select jsonb_build_object('consentimento', c.consentimento, 'responsavelObrigatorio', c.responsavel_obrigatorio,
        'validacaoEstrita', c.validacao_estrita, 'diasSemResponsavel', c.guardar_sem_responsavel_dias,
        'emailObrigatorio', c.email_obrigatorio)
      from private.configuracao c),
    'prazos', (
      select jsonb_object_agg(v.key, v.value) from private.configuracao c cross join jsonb_each(to_jsonb(c)) as v
      where v.key like 'guardar%'),
    'periodo', (
      select jsonb_build_object('fechada', f.de <= now(), 'de', f.de, 'ate', f.ate, 'recebeAte', f.recebe_ate,
        'frase', (select nullif(c.frase_de_fechada, '') from private.configuracao c))
      from private.fechamento f))
$$;
