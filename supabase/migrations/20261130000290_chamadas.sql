-- After the approval: attendance, the end of a participation, and what is left of both in numbers.

-- What was noted of a pupil on one day of a class.
create table private.presencas (
  turma_id uuid not null references private.turmas (id),
  dia date not null,
  inscricao_id uuid not null references public.inscricoes_projeto (id) on delete cascade,
  marca text not null check (marca in ('presente', 'falta', 'justificada')),
  antes text check (antes in ('presente', 'falta', 'justificada')), -- the mark that stood before; null: none did
  quem uuid references auth.users (id) on delete set null,
  quando timestamptz not null default now(),
  primary key (turma_id, dia, inscricao_id)
);
create index presencas_inscricao_idx on private.presencas (inscricao_id, dia);

alter table private.acompanhamentos
  add column saiu_em date,                                     -- the last day of who took part and left
  add column saiu_porque text check (saiu_porque in ('mudou', 'trabalho', 'faltas', 'idade', 'outro')),
  add column faltas_seguidas integer not null default 0,       -- derived by private.contar_faltas, with the next
  add column faltou_em timestamptz,                            -- the day of the newest of them
  add column faltas_desde date,                                -- absences up to this day count no more: the person came back
  add constraint saida_de_quem_saiu check (situacao = 'desistiu' or saiu_em is null and saiu_porque is null);

-- Two absences are the fewest that the setting asks for.
drop index private.acompanhamentos_por_fazer_idx;
create index acompanhamentos_por_fazer_idx on private.acompanhamentos
  (criada_em, inscricao_id, documento_novo, pedido, a_avisar, situacao, turma_id, decidida_em, faltas_seguidas) where apagada_em is null and (
  documento_novo or pedido or a_avisar or situacao = 'aprovada' and turma_id is null or faltas_seguidas >= 2
  or sem_responsavel and not responsavel_confirmou and situacao not in ('nao-aprovada', 'desistiu'));

-- What stays of lists when their people are erased by time: a class's month, and nobody.
create table private.participacoes_passadas (
  turma_id uuid not null references private.turmas (id),
  mes date not null check (extract(day from mes) = 1),
  pessoas integer not null,
  presencas integer not null,
  faltas integer not null,
  primary key (turma_id, mes)
);

alter table private.configuracao add column faltas_seguidas integer not null default 3 check (faltas_seguidas between 2 and 20);

alter table private.historico drop constraint historico_acao_check;
alter table private.historico add constraint historico_acao_check check (acao in ('situacao', 'situacao-desfeita', 'criterio',
  'nota', 'nota-corrigida', 'repetida', 'mensagem', 'documento-novo', 'pedido', 'pedido-confirmado', 'pedido-dispensado',
  'responsavel', 'novo-link', 'links-encerrados', 'correcao', 'correcao-desfeita', 'documento-anexado',
  'pedido-no-balcao', 'pedido-reaberto', 'voltou'));
