import type { Caller, Database } from '../core/database.ts';

export type Role = Caller['role'];
/** Those that a request may need; update and delete are granted to no caller. */
export type Privilege = 'select' | 'insert';
export type Column = { name: string; type: string };

/** A table or view of `public`. `privileges`: what each role holds on at least one column. */
export type Table = {
  name: string;
  columns: ReadonlyMap<string, Column>;
  privileges: Readonly<Record<Role, readonly Privilege[]>>;
};

/** The tables of `public`, by name. */
export type Tables = ReadonlyMap<string, Table>;

const REFRESH_MS = 1_000;

export type Catalogue = {
  /**
   * Returns what `select` finds in the tables, which are read again when it finds nothing in a list older
   * than a second.
   */
  find: <Result>(select: (tables: Tables) => Result | undefined) => Promise<Result | undefined>;
};

/**
 * Caches the tables of `public`. They are read again when something is not found, so
 * that migrations show up without a restart, but at most once a second, so that
 * guessing names does not load the database.
 */
export function openCatalogue(database: Database): Catalogue {
  let known: Tables | null = null;
  let reading: Promise<Tables> | null = null;
  let readAt = 0;

  const read = () => {
    reading ??= readTables(database)
      .then((tables) => {
        readAt = performance.now();
        known = tables;
        return tables;
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
async function readTables(database: Database): Promise<Tables> {
  return database.asOwner(async (tx) => {
    await tx.query(`select set_config('search_path', '', true)`);
    const { rows } = await tx.query<Omit<Table, 'columns'> & { columns: Column[] }>(TABLES);
    return new Map(
      rows.map((table) => [
        table.name,
        { ...table, columns: new Map(table.columns.map((column) => [column.name, column])) },
      ]),
    );
  });
}

const TABLES = `
  select c.relname::text as name,
    coalesce((
      select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum)
      from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped), '[]') as columns,
    (
      select json_object_agg(r.name, (
        select coalesce(json_agg(p.name), '[]') from unnest(array['select', 'insert']) as p (name)
        where has_any_column_privilege(r.name::name, c.oid, p.name)))
      from unnest(array['anon', 'authenticated']) as r (name)) as privileges
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')`;
