-- What only our own server needs, not a Supabase project. No role but
-- the owner has any right in this schema (made by server/migrate.ts).

-- Counters of the throttles, in the shape that rate-limiter-flexible asks for.
create table servidor.limites (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint                                             -- milliseconds since 1970
);

revoke all on all tables in schema servidor from public, anon, authenticated;
