import type { Caller, Database } from '../core/database.ts';

export type Role = Caller['role'];
/** Those that a request may need; update and delete are granted to no caller. */
export type Privilege = 'select' | 'insert';
export type Column = { name: string; type: string };
/** `generated`: PostgreSQL computes the value and refuses to have it written. */
export type TableColumn = Column & { generated: boolean };

/** A table or view of `public`. `key`: columns of the primary key, may be empty. `privileges`: what each role holds on at least one column. */
export type Table = {
  name: string;
  columns: ReadonlyMap<string, TableColumn>;
  key: readonly string[];
  privileges: Readonly<Record<Role, readonly Privilege[]>>;
};

/** A function of `public` whose arguments all have names; those from `required` on have defaults. */
export type FunctionInfo = {
  name: string;
  volatile: boolean;
  returns: 'void' | 'value' | 'row' | 'values' | 'rows';
  arguments: readonly Column[];
  required: number;
  /** Roles that may execute it. */
  grantedTo: readonly Role[];
};

/** The tables and functions of `public`, by name; a function's overloads share one. */
export type Schema = {
  tables: ReadonlyMap<string, Table>;
  functions: ReadonlyMap<string, readonly FunctionInfo[]>;
};

const REFRESH_MS = 1_000;

export type Catalogue = {
  /** What `select` picks from the schema; undefined when it picks nothing from a schema read less than a second ago. */
  find: <Found>(select: (schema: Schema) => Found | undefined) => Promise<Found | undefined>;
};

/**
 * Caches the schema of `public`. It is read again when something is not found, so
 * that migrations show up without a restart, but at most once a second, so that
 * guessing names does not load the database.
 */
export function openCatalogue(database: Database): Catalogue {
  let known: Schema | null = null;
  let reading: Promise<Schema> | null = null;
  let readAt = 0;

  const read = () => {
    reading ??= readSchema(database)
      .then((schema) => {
        readAt = performance.now();
        known = schema;
        return schema;
      })
      .finally(() => {
        reading = null;
      });
    return reading;
  };

  return {
    find: async (select) => {
      const found = select(known ?? (await read()));
      if (found !== undefined || performance.now() - readAt < REFRESH_MS) return found;
      return select(await read());
    },
  };
}

/** The search path is empty so that format_type() gives every type with its schema and quotes. */
async function readSchema(database: Database): Promise<Schema> {
  return database.asOwner(async (tx) => {
    await tx.query(`select set_config('search_path', '', true)`);
    const tables = await tx.query<Omit<Table, 'columns'> & { columns: TableColumn[] }>(TABLES);
    const functions = await tx.query<FunctionInfo>(FUNCTIONS);
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
      select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod), 'generated', a.attgenerated <> '') order by a.attnum)
      from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped), '[]') as columns,
    coalesce((
      select json_agg(a.attname order by k.position)
      from pg_index i
        cross join lateral unnest(i.indkey::int2[]) with ordinality as k (attnum, position)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
      where i.indrelid = c.oid and i.indisprimary), '[]') as key,
    (
      select json_object_agg(r.name, (
        select coalesce(json_agg(p.name), '[]') from unnest(array['select', 'insert']) as p (name)
        where has_any_column_privilege(r.name::name, c.oid, p.name)))
      from unnest(array['anon', 'authenticated']) as r (name)) as privileges
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')`;

const FUNCTIONS = `
  select p.proname::text as name,
    p.provolatile = 'v' as volatile,
    case
      when p.prorettype = 'void'::regtype then 'void'
      when t.typtype = 'c' or p.prorettype = 'record'::regtype then case when p.proretset then 'rows' else 'row' end
      else case when p.proretset then 'values' else 'value' end
    end as returns,
    coalesce(a.list, '[]') as arguments,
    p.pronargs - p.pronargdefaults as required,
    (
      select coalesce(json_agg(r.name), '[]') from unnest(array['anon', 'authenticated']) as r (name)
      where has_function_privilege(r.name::name, p.oid, 'execute')) as "grantedTo"
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
