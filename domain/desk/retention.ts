import { WARN_DAYS } from '../../content/retention.ts';
import { laterDay } from '../dates.ts';

/** Whether `eraseOn` is at most WARN_DAYS after `today`; ISO days. Source: docs/ux.md §8.6. */
export function isErasedSoon(eraseOn: string, today: string): boolean {
  return eraseOn <= laterDay(today, WARN_DAYS);
}
