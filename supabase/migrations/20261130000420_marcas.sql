-- Dated lines: of who takes part what was handed in, lent, allowed or said once; of a person of the team the certificate.

create table private.marcas (
  id uuid primary key default gen_random_uuid(),
  inscricao_id uuid references public.inscricoes_projeto (id) on delete cascade,
  conta uuid references private.administradores (user_id) on delete cascade,
  especie text not null, -- of private.especies_de_marca
  texto text check (char_length(texto) <= 120), -- of the team: the first name of who has no account
  dia date,
  vale_ate date,
  quem uuid references auth.users (id) on delete set null,
  quando timestamptz not null default now(),
  check (num_nonnulls(inscricao_id, conta, case when especie = 'antecedentes' then texto end) = 1),
  unique (inscricao_id, especie),
  unique (conta, especie)
);
create unique index marcas_sem_conta_idx on private.marcas (texto) where inscricao_id is null and conta is null;
alter table private.marcas alter column texto set statistics 0;

alter table private.configuracao add column marcas_sem_uso text not null default ''; -- codes between blanks

alter table private.historico drop constraint historico_acao_check, add constraint historico_acao_check
  check (acao in ('situacao', 'situacao-desfeita', 'criterio', 'nota', 'nota-corrigida', 'repetida', 'mensagem',
    'documento-novo', 'pedido', 'pedido-confirmado', 'pedido-dispensado', 'responsavel', 'novo-link',
    'links-encerrados', 'correcao', 'correcao-desfeita', 'documento-anexado', 'pedido-no-balcao',
    'pedido-reaberto', 'voltou', 'importada', 'no-balcao', 'renovacao', 'linha'));
