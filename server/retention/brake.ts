import type { RetentionBrake } from '../../domain/desk/retention.ts';
import type { AppContext } from '../core/context.ts';

/**
 * What stops retention until a person confirms the date: the database decides
 * (`private.conferir_freio`), and goes on by itself after 48 hours in which a server ran.
 * Each server adds its own, by the monotonic clock, because the other one is in doubt; so
 * two servers of one database reach them in half the time.
 */
export function watchBrake({ database, log }: Pick<AppContext, 'database' | 'log'>) {
  const logged = new Set<string>();
  let added = performance.now(); // milliseconds
  let brake: RetentionBrake | null = null;

  /** Why retention waits now, null when it may run. Logs each reason once. */
  async function check(): Promise<RetentionBrake | null> {
    const now = performance.now();
    const { rows } = await database.query<{ brake: RetentionBrake | null }>(
      'select private.conferir_freio($1) as brake',
      [Math.round((now - added) / 1000)],
    );
    added = now;
    brake = rows[0]?.brake ?? null;
    if (brake && !logged.has(brake.motivo)) {
      logged.add(brake.motivo);
      log.error(brake, 'retention waits until an administrator confirms the date');
    }
    return brake;
  }

  return {
    check,
    /** Adds the time since the last check. */
    stop: async (): Promise<void> => {
      if (brake) await check();
    },
  };
}
