import { DEFAULT_RULES } from '../domain/enrolment/rules.ts';
import { placesInWords } from '../domain/places.ts';
import type { Database } from './core/database.ts';

/** How long an answer is cached; it changes rarely. */
const CACHE_MS = 10_000;

/** As `readRules` of domain/enrolment/rules.ts, `readPeriod` of domain/period.ts and `placesInWords` of domain/places.ts read them. */
type FormSettings = {
  regras: object;
  /** As NOTICE_WORDS of domain/setting-texts.ts read them. */
  prazos?: object;
  periodo: { fechada: boolean } | null;
  vagas: object[];
  /** The places in words, '' while the enrolment is closed: for the page's start script, which has no room for more. */
  avisoDeVagas: string;
};

/**
 * Returns a function that reads what the form obeys, when the enrolment is closed and which places are left. While the
 * database does not answer, the last answer holds: the database refuses by itself, whatever the
 * form was given.
 */
export function formSettings(database: Pick<Database, 'query'>): () => Promise<FormSettings> {
  let settings: FormSettings = { regras: DEFAULT_RULES, periodo: null, vagas: [], avisoDeVagas: '' };
  let expiresAt = 0;
  return async () => {
    if (Date.now() < expiresAt) return settings;
    const answer = await database
      .query<{ settings: Omit<FormSettings, 'avisoDeVagas'> }>('select public.formulario() as settings')
      .catch(() => null); // /health says that it does not answer
    if (!answer?.rows[0]) return settings;
    expiresAt = Date.now() + CACHE_MS;
    const given = answer.rows[0].settings;
    settings = { ...given, avisoDeVagas: given.periodo?.fechada ? '' : placesInWords(given.vagas) };
    return settings;
  };
}
