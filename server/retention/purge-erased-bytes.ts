import type { AppContext } from '../core/context.ts';
import { isPgError } from '../core/errors.ts';

const INSUFFICIENT_PRIVILEGE = '42501';

/**
 * Removes the bytes of erased rows from PostgreSQL's files: after a plain VACUUM they
 * are still in table pages, samples in the statistics and records in the write-ahead
 * log. Rewrites one table at a time, locked meanwhile, seconds for tens of thousands of
 * rows. False when a table was busy for ten seconds and must be tried again; steps that
 * the login may not do are skipped.
 */
export async function purgeErasedBytes({
  database,
  log,
}: Pick<AppContext, 'database' | 'log'>): Promise<boolean> {
  const { rows } = await database.query<{ name: string }>(`
    select c.oid::regclass::text as name from pg_class c
    where c.oid in ('public.inscricoes_projeto'::regclass, 'storage.objects'::regclass)
      or c.oid in (select conrelid from pg_constraint where contype = 'f' and confrelid = 'public.inscricoes_projeto'::regclass)`);
  const steps: [what: string, sql: string][] = [
    ...rows.map(({ name }): [string, string] => [name, `vacuum (full, analyze) ${name}`]),
    ['statistics', 'vacuum (full) pg_catalog.pg_statistic'],
    ['write-ahead log', 'checkpoint'],
    ['write-ahead log', 'select pg_switch_wal()'],
    ['write-ahead log', 'checkpoint'],
  ];
  let done = true;
  for (const [what, sql] of steps) {
    await database.housekeeping([sql]).catch((error: unknown) => {
      if (!isPgError(error)) throw error;
      log.warn({ what, code: error.code }, 'not purged');
      done &&= error.code === INSUFFICIENT_PRIVILEGE;
    });
  }
  return done;
}
