-- What only our own server needs, not a Supabase project. No role but
-- the owner has any right in this schema (made by server/data/migrate.ts).

-- Counters of the throttles, in the shape that rate-limiter-flexible asks for.
create table servidor.limites (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint                                             -- milliseconds since 1970
);

-- Addresses that an account signed in from, known for thirty days: keyed hashes of both.
create table servidor.enderecos_conhecidos (
  chave text primary key,
  ate timestamptz not null
);

-- Whose data this is, compared at each start with instalacao.json of DATA_DIR and with the
-- token in its documents folder (server/data/installation.ts). One row, made by the first start.
create table servidor.instalacao (
  unica boolean primary key default true check (unica),
  id uuid not null,
  geracao integer not null check (geracao > 0),
  versao text not null,
  segredo text not null,
  marca uuid not null,                                      -- the token
  marca_anterior uuid,                                      -- while a start is replacing it
  arquivo numeric not null,                                 -- the token's file, by its number on the disk: a copied one has another
  pasta text not null,                                      -- where the documents were at the last start: machine and folder
  desde timestamptz not null default now(),                 -- of that start
  faltam integer not null default 0,                        -- documents without a file, and files without a row, that
  sobram integer not null default 0                         -- the owner went on with
);

revoke all on all tables in schema servidor from public, anon, authenticated;
