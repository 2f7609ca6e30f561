import { deleteEndedSessions } from './auth/sessions.ts';
import type { AppContext } from './core/context.ts';
import { reasonOf } from './core/errors.ts';
import { watchBrake } from './retention/brake.ts';
import { removeUnclaimedDocuments, retainDaily } from './retention/retention.ts';
import { removeOldUpdateCopies } from './site-data/open/backup-before-update.ts';
import { sweepFiles } from './storage/leftovers.ts';
import { deleteOldOrigins } from './storage/origins.ts';

/** What is to be deleted, and what does it; false: some of it is left. */
type Part = readonly [what: string, work: () => Promise<unknown>];

/**
 * Deletes leftovers of broken uploads, unclaimed documents, ended sessions and expired counters, and once a
 * day expired enrolments, unless the retention brake waits for a person. If the brake reports a clock jump,
 * skips every deletion by age except IP hashes. One step that fails does not stop the
 * others. Returns whether all went well; the log names what failed and the class of its error.
 */
export async function cleanUp(context: AppContext, watch = watchBrake(context)): Promise<boolean> {
  const { database, throttles, config, log } = context;
  const brake = await watch.check();
  const parts: Part[] = [['hashes of addresses', () => deleteOldOrigins(context)]];
  if (brake?.reason !== 'relogio')
    parts.push(
      ['leftover files', () => sweepFiles(context)],
      ['unclaimed documents', () => removeUnclaimedDocuments(context)],
      ['ended sessions', () => deleteEndedSessions(database)],
      ['expired counters', throttles.deleteExpired],
      ['old copies from before an update', () => removeOldUpdateCopies(config)],
    );
  if (!brake) parts.push(['expired data, or its bytes', () => retainDaily(context)]);
  const left: ({ what: string } & Partial<ReturnType<typeof reasonOf>>)[] = [];
  for (const [what, work] of parts)
    try {
      if ((await work()) === false) left.push({ what });
    } catch (error) {
      left.push({ what, ...reasonOf(error) });
    }
  await context.erased();
  if (left.length > 0) log.error({ left }, 'clean-up failed, and is tried again in five minutes');
  return left.length === 0;
}
