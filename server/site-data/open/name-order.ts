import pg from 'pg';

/**
 * Indexes whose order is of another ICU than the one that compares now: names sort by `pt-BR-x-icu` (decision 160),
 * and each build of PostgreSQL brings an ICU. Which one an index is of stands in its comment, or is the one
 * that initdb noted.
 */
const OF_ANOTHER_ICU = `
  select i.indexrelid::regclass::text as index, i.indrelid::regclass::text as "table", pg_collation_actual_version(k.oid) as icu
  from pg_index i cross join unnest(i.indcollation) as c (oid) join pg_collation k on k.oid = c.oid
  where k.collprovider = 'i'
    and pg_collation_actual_version(k.oid) is distinct from coalesce(obj_description(i.indexrelid, 'pg_class'), k.collversion)`;

/** Makes those anew: names would be missed in them, or come twice, where two ICUs order differently. */
export async function orderNamesAnew(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ index: string; table: string; icu: string }>(OF_ANOTHER_ICU);
  for (const { index, table, icu } of rows)
    await owner.query(
      `begin; reindex table ${table}; comment on index ${index} is ${pg.escapeLiteral(icu)}; commit`,
    );
}
