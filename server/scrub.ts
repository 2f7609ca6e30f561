import { isPgError } from './core/errors.ts';
import type { House } from './core/house.ts';

const INSUFFICIENT_PRIVILEGE = '42501';

/**
 * Makes PostgreSQL let go of the bytes of erased rows: its pages keep them after a
 * plain VACUUM, its statistics keep samples, its journal what was written. Tables
 * are written anew, one at a time; each is closed meanwhile, seconds for tens of
 * thousands of rows. Whether all of it was done: a table that is busy for ten seconds
 * is left for the next time, what the login may not do for good.
 */
export async function scrub({ database, log }: Pick<House, 'database' | 'log'>): Promise<boolean> {
  const { rows } = await database.query<{ name: string }>(`
    select c.oid::regclass::text as name from pg_class c
    where c.oid in ('public.inscricoes_projeto'::regclass, 'storage.objects'::regclass)
      or c.oid in (select conrelid from pg_constraint where contype = 'f' and confrelid = 'public.inscricoes_projeto'::regclass)`);
  const steps = [
    ...rows.flatMap(({ name }) => [`vacuum (full, analyze) ${name}`]),
    'vacuum (full) pg_catalog.pg_statistic',
    'checkpoint',
    'select pg_switch_wal()',
    'checkpoint',
  ];
  let done = true;
  for (const step of steps) {
    await database.housekeeping([step]).catch((error: unknown) => {
      if (!isPgError(error)) throw error;
      log.warn({ step, code: error.code }, 'not scrubbed');
      done &&= error.code === INSUFFICIENT_PRIVILEGE;
    });
  }
  return done;
}
