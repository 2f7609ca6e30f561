-- What stays of whom retention erased: the month in which they came, and those in which they took part. A row leads to no
-- person: `pessoa` is made with it, only so that two stays of one count as one.

create table private.pessoas_passadas (
  pessoa uuid not null,
  turma_id uuid references private.turmas (id),
  de date not null check (extract(day from de) = 1),
  ate date check (extract(day from ate + 1) = 1), -- null: the month of arrival, a row of its own
  comecou boolean,
  porque text,
  idade smallint                   -- with which the band of the last day begins
);

drop index private.historico_saidas_idx;
create index historico_saidas_idx on private.historico (((antes ->> 'turma')::uuid)) where acao = 'situacao' and de = 'aprovada';
