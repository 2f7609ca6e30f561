import type { RetentionBrake } from '../../domain/desk/brake.ts';
import type { AppContext } from '../core/context.ts';

/**
 * Asks the database (`private.conferir_freio`) whether retention has to wait until a person confirms the
 * date, however long that takes.
 */
export function watchBrake({ database, log }: Pick<AppContext, 'database' | 'log'>) {
  const logged = new Set<string>();
  return {
    /** Why retention waits now, null when it may run. Logs each reason once. */
    check: async (): Promise<RetentionBrake | null> => {
      const { rows } = await database.query<{ brake: RetentionBrake | null }>(
        'select private.conferir_freio() as brake',
      );
      const brake = rows[0]?.brake ?? null;
      if (brake && !logged.has(brake.reason)) {
        logged.add(brake.reason);
        log.error(brake, 'retention waits until an administrator confirms the date');
      }
      return brake;
    },
  };
}
