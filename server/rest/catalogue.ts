import type { Caller, Database } from '../core/database.ts';

export type Role = Caller['role'];
export type Right = 'select' | 'insert' | 'update' | 'delete';
export type Column = { name: string; type: string };

/** A table or view of `public`. `key` is empty without a primary key; `rights`: what each role may do with at least one column. */
export type Table = {
  name: string;
  columns: ReadonlyMap<string, Column>;
  key: readonly string[];
  rights: Readonly<Record<Role, readonly Right[]>>;
};

/** A function of `public` whose arguments all have names; the first `required` of them must be given. */
export type Fn = {
  name: string;
  volatile: boolean;
  returns: 'nothing' | 'value' | 'row' | 'values' | 'rows';
  arguments: readonly Column[];
  required: number;
  callers: readonly Role[];
};

export type Catalogue = {
  tables: ReadonlyMap<string, Table>;
  functions: ReadonlyMap<string, readonly Fn[]>;
};

const REFRESH_MS = 1_000;

export type Finder = <Found>(look: (catalogue: Catalogue) => Found | undefined) => Promise<Found | undefined>;

/**
 * Looks things up in the catalogue of `public`, read once and again when
 * something is not found, at most once a second: a migration shows up by itself,
 * and a caller guessing names costs nothing.
 */
export function openCatalogue(database: Database): Finder {
  let known: Catalogue | null = null;
  let reading: Promise<Catalogue> | null = null;
  let readAt = 0;

  const read = () => {
    reading ??= readCatalogue(database)
      .then((catalogue) => {
        readAt = performance.now();
        known = catalogue;
        return catalogue;
      })
      .finally(() => {
        reading = null;
      });
    return reading;
  };

  return async (look) => {
    const found = look(known ?? (await read()));
    if (found !== undefined || performance.now() - readAt < REFRESH_MS) return found;
    return look(await read());
  };
}

/** With an empty search path, so that every type's name stands whole and quoted where it must be. */
async function readCatalogue(database: Database): Promise<Catalogue> {
  return database.asOwner(async (tx) => {
    await tx.query(`select set_config('search_path', '', true)`);
    const tables = await tx.query<Omit<Table, 'columns'> & { columns: Column[] }>(TABLES);
    const functions = await tx.query<Fn>(FUNCTIONS);
    return {
      tables: new Map(
        tables.rows.map((table) => [
          table.name,
          { ...table, columns: new Map(table.columns.map((column) => [column.name, column])) },
        ]),
      ),
      functions: new Map(
        functions.rows.map(({ name }) => [name, functions.rows.filter((fn) => fn.name === name)]),
      ),
    };
  });
}

const TABLES = `
  select c.relname::text as name,
    coalesce((
      select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum)
      from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped), '[]') as columns,
    coalesce((
      select json_agg(a.attname order by k.position)
      from pg_index i
        cross join lateral unnest(i.indkey::int2[]) with ordinality as k (attnum, position)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
      where i.indrelid = c.oid and i.indisprimary), '[]') as key,
    (
      select json_object_agg(r.name, (
        select coalesce(json_agg(p.name), '[]') from unnest(array['select', 'insert', 'update', 'delete']) as p (name)
        where case p.name
          when 'delete' then has_table_privilege(r.name::name, c.oid, p.name)
          else has_any_column_privilege(r.name::name, c.oid, p.name)
        end))
      from unnest(array['anon', 'authenticated']) as r (name)) as rights
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')`;

const FUNCTIONS = `
  select p.proname::text as name,
    p.provolatile = 'v' as volatile,
    case
      when p.prorettype = 'void'::regtype then 'nothing'
      when t.typtype = 'c' or p.prorettype = 'record'::regtype then case when p.proretset then 'rows' else 'row' end
      else case when p.proretset then 'values' else 'value' end
    end as returns,
    coalesce(a.list, '[]') as arguments,
    p.pronargs - p.pronargdefaults as required,
    (
      select coalesce(json_agg(r.name), '[]') from unnest(array['anon', 'authenticated']) as r (name)
      where has_function_privilege(r.name::name, p.oid, 'execute')) as callers
  from pg_proc p
    join pg_type t on t.oid = p.prorettype
    cross join lateral (
      select json_agg(json_build_object('name', x.name, 'type', format_type(x.type, null)) order by x.position) as list,
        coalesce(bool_and(coalesce(x.name, '') <> ''), true) as named
      from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[]), p.proargnames, p.proargmodes::text[])
        with ordinality as x (type, name, mode, position)
      where coalesce(x.mode, 'i') in ('i', 'b')) as a
  where p.pronamespace = 'public'::regnamespace
    and p.prokind = 'f' and p.provariadic = 0 and a.named
    and p.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype)`;
