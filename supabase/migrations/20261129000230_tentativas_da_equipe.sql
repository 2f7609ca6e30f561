-- Which calls of the desk were made, so that one whose answer was lost is not made twice (decision 167). `chamada` is the
-- hash of account, function and arguments, `transacao` what made it. Kept for a day.
create table private.tentativas_da_equipe (
  id uuid primary key, chamada bytea not null,
  quando timestamptz not null default now(), transacao xid8 not null default pg_current_xact_id());
