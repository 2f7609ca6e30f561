import type { Database, Transaction } from '../core/database.ts';

/** `work` in a transaction whose statements may take as long as they need. */
export function patiently<T>(work: (tx: Transaction) => Promise<T>): (tx: Transaction) => Promise<T> {
  return async (tx) => {
    await tx.query('set local statement_timeout = 0');
    return work(tx);
  };
}

/**
 * Runs one bulk statement on the enrolments with the table's row triggers disabled, so that the form's
 * present settings do not apply.
 */
export async function withoutTriggers(tx: Transaction, sql: string, values: unknown[]): Promise<void> {
  await tx.query('alter table public.inscricoes_projeto disable trigger user');
  await tx.query(sql, values);
  await tx.query('alter table public.inscricoes_projeto enable trigger user');
}

/** Statistics for the planner, and the visibility map; however long that takes. */
export async function tidy(database: Database): Promise<void> {
  await database.housekeeping([
    'vacuum analyze public.inscricoes_projeto',
    'vacuum analyze private.acompanhamentos',
  ]);
}
