-- What 'Ajustes → Centro' has published, each publication a version (decision 199). `valor`: the facts that stand in
-- the place of those of content/, null for none. The pages' own rules are domain/centre/facts.ts.

create table private.centro (
  secao text not null check (secao in ('quem_somos')),
  versao integer not null check (versao > 0),
  valor jsonb check (jsonb_typeof(valor) = 'object' and octet_length(valor::text) <= 6000),
  quem uuid, -- null: the owner at the terminal
  quando timestamptz not null default now(),
  primary key (secao, versao));
