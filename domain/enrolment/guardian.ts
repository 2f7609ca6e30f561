import { guardian as words } from '../../content/guardian.ts';
import { laterDay, todayInBrazil, writtenDay } from '../dates.ts';
import type { Rules } from './rules.ts';

/**
 * The last day, ISO, of an enrolment of somebody under 18 that arrives at `now` without the
 * guardian's telephone; `''` where none is erased for that. Mirrors
 * `private.ultimo_dia_sem_responsavel`: retention erases once the day is over.
 */
export function lastDayWithoutGuardian(now: Date, { diasSemResponsavel }: Rules): string {
  return diasSemResponsavel === null ? '' : laterDay(todayInBrazil(now), diasSemResponsavel);
}

/**
 * The sentence that names the last day (ISO) for the guardian's telephone; `''` without one. The same in the
 * form, the confirmation, the family's page and all messages. Source: docs/ux.md §4.5.
 */
export function guardianDeadline(until: string): string {
  return until === '' ? '' : words.until(writtenDay(until).slice(0, 5));
}
