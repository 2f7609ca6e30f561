import type { Database } from './core/database.ts';

/** How long an answer is cached. */
const CACHE_MS = 10_000;

/** As `readPeriod` of domain/period.ts reads it. */
type StoredPeriod = { fechada: boolean; de: Date; ate: Date | null; recebeAte: Date };

/** Returns a function that reads when the enrolment is closed; null while it is open without an end. While the database does not answer, the last answer holds. */
export function formPeriod(database: Pick<Database, 'query'>): () => Promise<StoredPeriod | null> {
  let period: StoredPeriod | null = null;
  let expiresAt = 0;
  return async () => {
    if (Date.now() < expiresAt) return period;
    try {
      const { rows } = await database.query<StoredPeriod>(
        `select de <= now() as fechada, de, ate, recebe_ate as "recebeAte" from private.fechamento`,
      );
      period = rows[0] ?? null;
      expiresAt = Date.now() + CACHE_MS;
    } catch {
      // the database refuses by itself, whatever the page was given
    }
    return period;
  };
}
