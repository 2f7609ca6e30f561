-- What stays of whom retention erased: in which month they came, and in which they took part, without a person.

create table private.pessoas_passadas (
  pessoa uuid not null,            -- made when the row is, so that two stays of one count as one; it leads to nobody
  chegou date check (extract(day from chegou) = 1), -- a row of its own, of another `pessoa`: all else is null
  turma_id uuid references private.turmas (id),
  de date check (extract(day from de) = 1),
  ate date check (extract(day from ate + 1) = 1),
  comecou boolean,
  porque text,
  idade smallint,                  -- the first age of the band on the last day
  check ((chegou is null) = (de is not null and ate is not null))
);

drop index private.historico_saidas_idx;
create index historico_saidas_idx on private.historico (((antes ->> 'turma')::uuid)) where acao = 'situacao' and de = 'aprovada';
