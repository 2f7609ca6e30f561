import { DEFAULT_RULES, type Rules, ruleSettings } from '../domain/enrolment/rules.ts';
import type { Database } from './core/database.ts';

/** How long an answer is cached; the settings change rarely. */
const CACHE_MS = 10_000;

const COLUMNS = ruleSettings.map(({ column, rule }) => `${column} as "${rule}"`).join(', ');

/** Returns a function that reads the settings. While the database does not answer, the last known ones apply. */
export function formRules(database: Pick<Database, 'query'>): () => Promise<Rules> {
  let rules = DEFAULT_RULES;
  let expiresAt = 0;
  return async () => {
    if (Date.now() < expiresAt) return rules;
    try {
      const { rows } = await database.query<Rules>(`select ${COLUMNS} from private.configuracao`);
      rules = rows[0] ?? DEFAULT_RULES;
      expiresAt = Date.now() + CACHE_MS;
    } catch {
      // the database enforces its settings itself, whatever the form was given
    }
    return rules;
  };
}
