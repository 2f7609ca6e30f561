-- Dated lines: of who takes part what was handed in, lent, allowed or said once, of a person of the team the certificate.

create table private.marcas (
  id uuid primary key default gen_random_uuid(),
  inscricao_id uuid references public.inscricoes_projeto (id) on delete cascade,
  conta uuid references private.administradores (user_id) on delete cascade,
  nome text check (char_length(nome) between 1 and 60), -- of the team, without an account
  especie text not null, -- of private.especies_de_marca
  texto text check (char_length(texto) <= 120),
  dia date,
  vale_ate date,
  quem uuid references auth.users (id) on delete set null,
  quando timestamptz not null default now(),
  check (num_nonnulls(inscricao_id, conta, nome) = 1),
  unique (inscricao_id, especie),
  unique (conta, especie),
  unique (nome, especie)
);
alter table private.marcas
  alter column nome set statistics 0,
  alter column texto set statistics 0;

alter table private.configuracao add column marcas_sem_uso text[] not null default '{}';

alter table private.historico drop constraint historico_acao_check, add constraint historico_acao_check
  check (acao in ('situacao', 'situacao-desfeita', 'criterio', 'nota', 'nota-corrigida', 'repetida', 'mensagem',
    'documento-novo', 'pedido', 'pedido-confirmado', 'pedido-dispensado', 'responsavel', 'novo-link',
    'links-encerrados', 'correcao', 'correcao-desfeita', 'documento-anexado', 'pedido-no-balcao',
    'pedido-reaberto', 'voltou', 'importada', 'no-balcao', 'linha'));
