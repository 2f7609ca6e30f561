import { sayOf } from '../../content/brand.ts';
import { shownOf } from '../../domain/centre/facts.ts';
import type { Transaction } from './database.ts';

/** What 'Ajustes → Centro' has published, as the database has it. */
export async function publishedIn(database: Pick<Transaction, 'query'>): Promise<object> {
  const { rows } = await database.query<{ facts: { quem_somos?: object } }>(
    'select public.fatos_do_centro() as facts',
  );
  return rows[0]?.facts.quem_somos ?? {};
}

/** Says it wherever `brand` is asked in this process; a database of another version leaves what content/ says. */
export async function sayPublished(database: Pick<Transaction, 'query'>): Promise<void> {
  const found = await publishedIn(database).catch(() => ({}));
  sayOf(shownOf(found).shown);
}
