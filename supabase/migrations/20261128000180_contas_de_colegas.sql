-- Whoever has one password of the direção makes no colleague's account theirs and tells families nothing of their own (decision 151).

alter table private.administradores add column papel_desde timestamptz not null default now(); -- since when the present role is held
update private.administradores set papel_desde = criado_em where papel_desde > criado_em;

create index auditoria_avisos_idx on private.auditoria (momento)
  where acao in ('criou_conta', 'deu_acesso', 'tirou_acesso', 'trocou_senha', 'mudou_turma', 'mudou_configuracao');

-- Which roles may do what. Mirrors ACTS in domain/roles.ts; tests/database/code-tables.test.ts
-- compares them. `com_senha`: what cannot be taken back or families read in public, and therefore asks for a fresh sign-in.
create or replace view private.atos as select * from (values
    ('ler_turma', '{professor,secretaria,direcao}'::text[], false), -- of a professor the own classes alone
    ('ler', '{secretaria,direcao}', false),                  -- list, search, sheets, documents
    ('decidir', '{secretaria,direcao}', false),              -- decide, undo, class, tell, note, compare
    ('mudar_links', '{secretaria,direcao}', false),          -- make a family's link, end all of an enrolment
    ('mudar_turmas', '{direcao}', true),
    ('imprimir', '{secretaria,direcao}', false),
    ('exportar', '{secretaria,direcao}', false),             -- with a reason
    ('exportar_sem_motivo', '{direcao}', false),
    ('apagar_a_pedido', '{secretaria,direcao}', true),       -- one enrolment, because the family asked
    ('apagar', '{direcao}', true),
    ('devolver', '{direcao}', false),                        -- what was erased a short while ago
    ('ver_enxurradas', '{direcao}', false),
    ('apagar_enxurradas', '{direcao}', true),
    ('ver_freios', '{direcao}', false),
    ('soltar_freios', '{direcao}', true),
    ('desfazer_correcoes', '{direcao}', true),               -- all of one account since a moment
    ('aplicar_prazos', '{direcao}', false),                  -- retention, where no server of ours runs it
    ('ver_contas', '{direcao}', false),
    ('mudar_contas', '{direcao}', true),
    ('ver_ajustes', '{direcao}', false),
    ('mudar_ajustes', '{direcao}', true),
    ('ver_registro', '{direcao}', false),
    ('ver_copias', '{direcao}', false)) as t (ato, papeis, com_senha);

create or replace function private.exigir_entrada_recente() returns void
  language plpgsql stable set search_path = '' as $$
declare
  amr constant jsonb := auth.jwt() -> 'amr';
  ultima timestamptz;
begin
  select to_timestamp(max((e ->> 'timestamp')::double precision)) into ultima
    from jsonb_array_elements(case jsonb_typeof(amr) when 'array' then amr else '[]' end) as e
    where jsonb_typeof(e -> 'timestamp') = 'number' and e ->> 'method' = 'password';
  if coalesce(ultima not between clock_timestamp() - interval '5 minutes' and clock_timestamp() + interval '1 minute', true) then
    raise insufficient_privilege using message = 'Confirme com a sua senha.';
  end if;
end
$$;

-- As domain/setting-values.ts writes them: addresses in small letters without `https://`, `www.` and a slash at the
-- end, telephones and other numbers as digits.
create table private.contatos_do_centro (
  contato text primary key check (char_length(contato) between 1 and 300)
);

create function private.guardar_contatos(contatos text[]) returns void
  language plpgsql volatile set search_path = '' as $$
begin
  delete from private.contatos_do_centro c where c.contato <> all (contatos);
  insert into private.contatos_do_centro select distinct c from unnest(contatos) as c on conflict do nothing;
end
$$;

create function private.contato_alheio(texto text) returns text
  language plpgsql stable set search_path = '' as $$
declare
  entre constant text := '[^0-9A-Za-zÀ-ÖØ-öø-ÿ]*';
  finais constant text := '[a-z]{2}|agency|art|bank|bet|bid|biz|blog|buzz|casino|center|cfd|chat|click|cloud|club|company|cyou|design|dev|digital'
    '|edu|email|fun|games|global|gov|group|host|icu|info|ink|life|link|live|lol|love|ltd|media|mobi|money|name|network|news|one|online|page|press'
    '|pro|promo|pw|rest|sale|sbs|services|shop|site|social|solutions|space|store|studio|support|team|tech|tel|tips|today|top|video|vip|website'
    '|wiki|win|work|works|world|xyz|zone';
  momento constant text := '(?:(?:0?[1-9]|[12][0-9]|3[01])[./-](?:0?[1-9]|1[0-2])(?:[./-](?:20)?[0-9]{2})?'
    '|20[0-9]{2}-(?:0[1-9]|1[0-2])-[0-3][0-9]|(?:[01]?[0-9]|2[0-3])[.:h][0-5][0-9]'
    '|[0-9]{1,2}[.][0-9]{3}/[12][0-9]{3}|20[0-9]{2} ?[-–—/] ?20[0-9]{2})';
  resto text := normalize(texto, NFKC);
  pedaco text;
  limpo text;
  alheio text;
  numeros numeric[];
begin
  resto := regexp_replace(resto, '[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164'
    '\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFF8\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]', '', 'g');
  resto := regexp_replace(resto, '[\u0001-\u0020\u007F-\u00A0\u1680\u2028\u2029]+', ' ', 'g');
  resto := regexp_replace(resto, ' ?。| [.] ?', '.', 'g');
  foreach pedaco in array regexp_split_to_array(resto, '[ ,;()<>"''«»“”]+') loop
    pedaco := regexp_replace(pedaco, '^[*_~]+|[.!?:*_~]+$', '', 'g');
    if pedaco ~ ('@[0-9A-Za-z_]{3}|://|^www[.]|[.][a-z]{2,}[/?:]|[^.]{2}[.](?:[\u0100-\u1FFF\u3040-\uD7FF]{2}|(?:' || finais || ')(?![0-9a-zß-ÿ]))')
        or pedaco ~* '[.](?:com|net|org|app|br)(?![0-9a-zà-ÿ])' then
      limpo := regexp_replace(lower(pedaco), '^(https?://)?(www\.)?', '');
      if not exists (select from private.contatos_do_centro c where starts_with(limpo, c.contato)
          and substr(limpo, char_length(c.contato) + 1) ~ '^([/?][a-z0-9/?=&%_.~+-]*)?$') then
        alheio := pedaco;
        exit;
      end if;
      resto := replace(resto, pedaco, ' x ');
    end if;
  end loop;
  if alheio is null then
    for limpo in select c.contato from private.contatos_do_centro c where c.contato !~ '[^0-9]' order by char_length(c.contato) desc loop
      resto := regexp_replace(resto, '(?<![0-9][)]?[ -]?)(?:(?:00)?55' || entre || ')?(?:0' || entre || ')?'
        || array_to_string(string_to_array(limpo, null), entre) || '(?![0-9])', ' x ', 'g');
    end loop;
    resto := regexp_replace(resto, '(?<![0-9][.-]?|[0-9][)] ?)' || momento || '(?: ?[-–—/] ?' || momento || ')*(?![.-]?[0-9])', ' x ', 'g');
    for pedaco in select m[1] from regexp_matches(resto, '([0-9](?:' || entre || '[0-9]){7,})', 'g') as m loop
      numeros := array(select m[1]::numeric from regexp_matches(pedaco, '[0-9]+', 'g') with ordinality as r (m, n) order by n);
      if pedaco ~ '[0-9]{3}' and pedaco !~ '^[1-9]?[0-9]?[05](?:, ?[1-9]?[0-9]?[05])+$' or numeros <> array(select e.numero from unnest(numeros) as e (numero) order by e.numero) then
        alheio := pedaco;
        exit;
      end if;
    end loop;
  end if;
  return 'Tire “' || alheio || '”: as famílias só devem ler o endereço, o e-mail e o telefone do centro.';
end
$$;

revoke all on private.contatos_do_centro from public, anon, authenticated;
revoke execute on function private.guardar_contatos(text[]) from public, anon, authenticated, service_role;
revoke execute on function private.contato_alheio(text) from public, anon, authenticated;

create or replace function private.dar_papel(conta uuid, por uuid, papel text) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  antes text;
begin
  if coalesce(dar_papel.papel, '') not in ('professor', 'secretaria', 'direcao') then
    raise invalid_parameter_value using message = 'Este papel não se pode dar.';
  end if;
  select a.papel into antes from private.administradores a where a.user_id = dar_papel.conta for update;
  if antes is distinct from dar_papel.papel then
    update private.administradores a set papel = dar_papel.papel, papel_desde = case when por is null then '-infinity' else now() end
      where a.user_id = dar_papel.conta;
    perform private.anotar(case when private.menos_que(dar_papel.papel, antes) then 'tirou_acesso' else 'deu_acesso' end, por, conta,
      detalhes => jsonb_build_object('papel', case when private.menos_que(dar_papel.papel, antes) then antes else dar_papel.papel end));
  end if;
end
$$;

create function private.menos_que(papel text, outro text) returns boolean
  language sql immutable
  begin atomic
    select array_position('{professor,secretaria,direcao}', papel) < array_position('{professor,secretaria,direcao}', outro);
  end;

create function private.antiga(conta uuid) returns boolean
  language sql stable security definer set search_path = '' as $$
  select exists (select from private.administradores a where a.user_id = $1 and a.papel_desde < now() - interval '7 days')
$$;

create function private.exigir_antiga() returns void
  language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.antiga(auth.uid()) then
    raise exception 'Você é da direção há menos de sete dias. Peça a quem está há mais tempo, ou a quem cuida do site.';
  end if;
end
$$;

create or replace function private.ativar_administrador(conta uuid, por uuid, papel text default null) returns void
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

create or replace function private.exigir_direcao_de_outra(conta uuid) returns void
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

create function private.exigir_folga_de_contas(conta uuid, senha boolean default false) returns void
  language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.exigir_antiga();
  if senha and exists (select from private.auditoria a where a.acao = 'tirou_acesso' and a.conta = exigir_folga_de_contas.conta
      and a.detalhes ->> 'papel' = 'direcao' and a.momento > now() - interval '7 days') then
    raise exception 'Esta pessoa era da direção há menos de sete dias: a senha só quem cuida do site troca.';
  end if;
  if senha and exists (select from private.administradores a where a.user_id = conta and a.papel = 'direcao') then
    raise exception 'A senha de quem é da direção só quem cuida do site troca.';
  end if;
  if private.antiga(conta) and (select count(*) >= 3 from private.auditoria a where a.acao in ('tirou_acesso', 'trocou_senha')
      and a.quem = auth.uid() and a.conta <> a.quem and a.momento > now() - interval '1 hour') then
    raise exception 'Nada mudou: em uma hora você já tirou o acesso ou trocou a senha de três pessoas. Espere, ou peça a outra pessoa da direção.';
  end if;
end
$$;

create or replace function private.mudar_acesso(conta uuid, com_acesso boolean) returns void
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

create or replace function private.mudar_papel(conta uuid, papel text) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  perform private.exigir('mudar_contas');
  if conta = auth.uid() then
    raise exception 'Você não pode mudar o próprio papel. Peça a outra pessoa da direção.';
  end if;
  perform private.exigir_direcao_de_outra(conta);
  if exists (select from private.administradores a where a.user_id = conta and private.menos_que(mudar_papel.papel, a.papel)) then
    perform private.exigir_folga_de_contas(conta);
  end if;
  perform private.dar_papel(conta, auth.uid(), mudar_papel.papel);
end
$$;

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
      when 'mudou_turma' then a.detalhes -> 'colunas' ?| '{nome,modalidade,dias,horario}'
      when 'mudou_configuracao' then exists (select from jsonb_array_elements_text(a.detalhes -> 'colunas') as c
        where c ~ '^(frase|mensagem)_|_em$')
      else true end
$$;

create or replace function private.gravar_turma(turma jsonb) returns uuid
  language plpgsql volatile security definer set search_path = '' as $$
declare
  chaves constant text[] := '{id,nome,modalidade,dias,horario,idade_de,idade_ate,vagas,do_projeto,ativa,professor}';
  dada jsonb;
  antes private.turmas;
  nova private.turmas;
  alheio text;
begin
  if coalesce(jsonb_typeof(turma), '') <> 'object' or exists (select from jsonb_object_keys(turma) as k where k <> all (chaves)) then
    raise check_violation using message = 'Confira os dados da turma.';
  end if;
  lock table private.turmas in share row exclusive mode;     -- one at a time: two of the same name would both be made
  if coalesce(jsonb_typeof(turma -> 'id'), 'null') <> 'null' then
    select * into antes from private.turmas t where t.id::text = lower(turma ->> 'id') for no key update;
    if not found then raise check_violation using message = 'Esta turma não existe. Recarregue a página.'; end if;
    dada := to_jsonb(antes) || turma;
  else
    dada := '{"do_projeto": true, "ativa": true}' || turma;
  end if;
  nova.id := coalesce(antes.id, gen_random_uuid());
  nova.nome := private.texto_de(dada -> 'nome', 'Confira o nome da turma, com até 120 letras.');
  nova.modalidade := private.texto_de(dada -> 'modalidade', 'Confira a modalidade, com até 120 letras.');
  nova.dias := private.texto_de(dada -> 'dias', 'Confira os dias, com até 120 letras.');
  nova.horario := private.texto_de(dada -> 'horario', 'Confira o horário, como 18:00.');
  nova.idade_de := private.inteiro_de(dada -> 'idade_de', 120, 'Confira as idades, de 0 a 120 anos.');
  nova.idade_ate := private.inteiro_de(dada -> 'idade_ate', 120, 'Confira as idades, de 0 a 120 anos.');
  nova.vagas := private.inteiro_de(dada -> 'vagas', 1000, 'Confira as vagas, de 0 a 1000.');
  if nova.nome is null then raise check_violation using message = 'Escreva o nome da turma.'; end if;
  if nova.horario !~ '^([01][0-9]|2[0-3]):[0-5][0-9]$' then raise check_violation using message = 'Confira o horário, como 18:00.'; end if;
  if nova.idade_de > nova.idade_ate then raise check_violation using message = 'A primeira idade é maior que a última.'; end if;
  if jsonb_typeof(dada -> 'do_projeto') <> 'boolean' or jsonb_typeof(dada -> 'ativa') <> 'boolean' then
    raise check_violation using message = 'Confira os dados da turma.';
  end if;
  alheio := private.contato_alheio(concat_ws(E'\n', nova.nome, nova.modalidade, nova.dias));
  if alheio is not null then raise check_violation using message = alheio; end if;
  nova.do_projeto := (dada -> 'do_projeto')::boolean;
  nova.ativa := (dada -> 'ativa')::boolean;
  if antes.ativa and not nova.ativa or antes.id is null and not nova.ativa then
    raise check_violation using message = 'Para encerrar a turma, diga para onde vão os alunos.';
  end if;
  if coalesce(jsonb_typeof(dada -> 'professor'), 'null') <> 'null' then
    select a.user_id into nova.professor from private.administradores a
      where a.user_id::text = lower(dada ->> 'professor') and (a.desativado_em is null or a.user_id = antes.professor);
    if not found then
      raise check_violation using message = 'Escolha um professor que entra na secretaria.';
    end if;
  end if;
  if nova.ativa and exists (
    select from private.turmas t where t.ativa and t.id <> nova.id
      and row(private.chave(t.nome), t.horario, private.chave(t.dias)) is not distinct from row(private.chave(nova.nome), nova.horario, private.chave(nova.dias))) then
    raise check_violation using message = 'Já existe uma turma com este nome, horário e dias.';
  end if;
  insert into private.turmas select nova.*
    on conflict on constraint turmas_pkey do update set nome = excluded.nome, modalidade = excluded.modalidade, dias = excluded.dias,
      horario = excluded.horario, idade_de = excluded.idade_de, idade_ate = excluded.idade_ate, vagas = excluded.vagas,
      do_projeto = excluded.do_projeto, ativa = excluded.ativa, professor = excluded.professor;
  perform private.anotar('mudou_turma', auth.uid(), detalhes => jsonb_build_object(
    'que', case when antes.id is null then 'nova-turma' else 'turma' end, 'turma', jsonb_build_array(nova.id), 'colunas', coalesce((
      select jsonb_agg(k order by k) from jsonb_each(to_jsonb(nova)) as n (k, v) where k <> 'id' and v is distinct from to_jsonb(antes) -> k), '[]')));
  return nova.id;
end
$$;

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
          select coalesce(case when a.tipo = 'texto' or valor = '""' then null
            when min(l.lugar) is not null then 'Não existe {' || min(l.lugar) || '}. Use só ' || (select string_agg('{' || e || '}', ', ' order by n) from unnest(a.escolhas) with ordinality as x (e, n)) || '.'
            else (select 'Falta {' || p || '}.' from unnest(a.precisa) with ordinality as x (p, n) where strpos(valor #>> '{}', '{' || p || '}') = 0 order by n limit 1) end,
            private.contato_alheio(valor #>> '{}'))
          from (select (regexp_matches(valor #>> '{}', '\{([^{}]*)\}', 'g'))[1] as lugar) as l where l.lugar <> all (a.escolhas))
        else 'Escreva no máximo ' || a.maximo || ' letras.' end
  end
  from (values (true)) as uma (unica) left join private.ajustes_que_ha a on a.nome = recusa_do_ajuste.nome
$$;

create or replace function private.prever_prazo(nome text, valor integer) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
declare
  recusa constant text := private.recusa_do_ajuste(nome, coalesce(to_jsonb(valor), 'null'));
  entao constant timestamptz := now() + make_interval(days => private.dias_de_espera());
  regras private.configuracao;
  antes record;
  depois record;
begin
  perform private.exigir('ver_ajustes');
  if recusa is not null or not exists (select from private.ajustes_que_ha a where a.nome = prever_prazo.nome and a.tipo = 'prazo') then
    raise exception '%', coalesce(recusa, 'Este ajuste não existe.');
  end if;
  select c.* into strict regras from private.configuracao c;
  select * into antes from private.vencidas_com(regras, entao);
  regras := jsonb_populate_record(regras, jsonb_build_object(nome, valor));
  select * into depois from private.vencidas_com(regras, entao);
  return jsonb_build_object('inscricoes', greatest(depois.inscricoes - antes.inscricoes, 0),
    'documentos', greatest(depois.documentos - antes.documentos, 0));
end
$$;

-- What waits since before waits the six days more.
update private.prazos_a_encurtar set vale_em = vale_em + interval '6 days' where true;

create or replace function private.mudar_ajuste(nome text, valor jsonb) returns text
  language plpgsql security definer set search_path = '' as $$
begin
  perform private.exigir('mudar_ajustes');
  return private.gravar_ajuste(nome, valor);
end
$$;

revoke execute on function private.menos_que(text, text), private.antiga(uuid), private.exigir_antiga(),
  private.exigir_folga_de_contas(uuid, boolean), private.novidades_da_equipe() from public, anon, authenticated;
drop function private.exigir_folga(text), private.contas_da_equipe();
