import { brake as words } from '../../content/desk-notices.ts';
import { writtenDay } from '../dates.ts';

/**
 * Why retention waits until a person confirms the date, as `private.estado_do_freio`
 * says it: the server's day and the last run's (ISO days; null: no run yet), and how many
 * would be erased of how many. `released`: confirmed, but not yet run. Source: decision 87.
 */
export type RetentionBrake = {
  reason: 'relogio' | 'muitas';
  today: string;
  last: string | null;
  enrolments: number;
  ofEnrolments: number;
  documents: number;
  ofDocuments: number;
  released: boolean;
};

/** The date on the server and how much it would erase: the middle of a sentence. */
export function brakeInWords(brake: RetentionBrake): string {
  const { found, share } = words;
  return found(
    writtenDay(brake.today),
    brake.reason === 'relogio' && brake.last ? writtenDay(brake.last) : null,
    share(brake.enrolments, brake.ofEnrolments),
    share(brake.documents, brake.ofDocuments),
  );
}

/** What the desk is told: a title that asks, what happened, what to do, the server's day (ISO). Source: docs/ux.md §8.6. */
export function brakeNotice(brake: RetentionBrake): {
  title: string;
  found: string;
  todo: string;
  today: string;
} {
  const { off, behind, much, check, checkNothing, share } = words;
  const { reason, today, last, enrolments, documents } = brake;
  const day = writtenDay(today);
  const [title, found] =
    reason === 'muitas' || !last ? much(day) : (last < today ? off : behind)(day, writtenDay(last));
  const todo =
    enrolments + documents === 0
      ? checkNothing
      : check(share(enrolments, brake.ofEnrolments), share(documents, brake.ofDocuments));
  return { title, found, todo, today };
}
