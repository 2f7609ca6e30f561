import { DEFAULT_RULES, type Rules } from '../domain/rules.ts';
import type { Database } from './core/database.ts';

/** How long the switches may be remembered; they change a few times in a house's life. */
const REMEMBERED_MS = 10_000;

/** Gives the way to ask for the switches of the house. While the database does not answer, the last ones it told hold. */
export function rulesOf(database: Pick<Database, 'query'>): () => Promise<Rules> {
  let rules = DEFAULT_RULES;
  let askAgainAt = 0;
  return async () => {
    if (Date.now() < askAgainAt) return rules;
    try {
      const { rows } = await database.query<Rules>(
        `select consentimento, responsavel_obrigatorio as "responsavelObrigatorio",
           validacao_estrita as "validacaoEstrita" from private.configuracao`,
      );
      rules = rows[0] ?? DEFAULT_RULES;
      askAgainAt = Date.now() + REMEMBERED_MS;
    } catch {
      // the database obeys the switches itself, whatever the form was told
    }
    return rules;
  };
}
