import { WARN_DAYS } from '../../content/retention.ts';
import { laterDay } from '../dates.ts';

/** Whether `eraseOn` is at most WARN_DAYS after `today`; ISO days. Source: docs/ux.md §8.6. */
export function isErasedSoon(eraseOn: string, today: string): boolean {
  return eraseOn <= laterDay(today, WARN_DAYS);
}

/** The last day on which what is erased on `eraseOn` is there for certain, the one that everybody is told; ISO days. */
export const lastDay = (eraseOn: string): string => laterDay(eraseOn, -1);
