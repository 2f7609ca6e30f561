import { setTimeout } from 'node:timers/promises';
import { DEFAULT_RULES } from '../domain/enrolment/rules.ts';
import type { Database } from './core/database.ts';

/** How long an answer is cached; it changes rarely. */
const CACHE_MS = 10_000;
/** How long a page waits for a newer one, once there is any: it comes also while the database is slow or away. */
const PATIENCE_MS = 500;

/** As `readRules` of domain/enrolment/rules.ts, `readPeriod` of domain/period.ts and `placesInWords` of domain/places.ts read them. */
type FormSettings = {
  regras: object;
  /** As NOTICE_WORDS of domain/setting-texts.ts read them. */
  prazos?: object;
  periodo: { fechada: boolean } | null;
  vagas: object[];
};

/**
 * Returns a function that reads what the form obeys, when the enrolment is closed and which places are left. While the
 * database does not answer, the last answer holds: the database refuses by itself, whatever the
 * form was given.
 */
export function formSettings(database: Pick<Database, 'query'>): () => Promise<FormSettings> {
  let settings: FormSettings = { regras: DEFAULT_RULES, periodo: null, vagas: [] };
  let expiresAt = 0;
  let asking: Promise<void> | null = null;
  const ask = async () => {
    const answer = await database
      .query<{ settings: FormSettings }>('select public.formulario() as settings')
      .catch(() => null); // /health says that it does not answer
    asking = null;
    if (!answer?.rows[0]) return;
    expiresAt = Date.now() + CACHE_MS;
    settings = answer.rows[0].settings;
  };
  return async () => {
    if (Date.now() >= expiresAt) {
      asking ??= ask();
      await (expiresAt === 0 ? asking : Promise.race([asking, setTimeout(PATIENCE_MS)]));
    }
    return settings;
  };
}
