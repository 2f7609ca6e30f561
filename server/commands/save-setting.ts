import type { SettingName } from '../../domain/settings.ts';
import type { Database } from '../core/database.ts';
import { isPgError } from '../core/errors.ts';
import { Refused } from '../core/refused.ts';

/** What became of a setting: changed, as it was, waiting for its day, or no longer waiting. */
export type Saved = 'mudou' | 'igual' | 'espera' | 'desfeito';

/** Changes a setting as the owner. Throws Refused with the database's sentence for what it may not hold. */
export async function saveSetting(
  database: Pick<Database, 'query'>,
  name: SettingName,
  value: unknown,
): Promise<Saved> {
  try {
    const { rows } = await database.query<{ saved: Saved }>('select private.gravar_ajuste($1, $2) as saved', [
      name,
      JSON.stringify(value),
    ]);
    return rows[0]?.saved ?? 'igual';
  } catch (error) {
    if (isPgError(error) && error.code === 'P0001') throw new Refused(error.message);
    throw error;
  }
}
