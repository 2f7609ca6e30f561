import { WARN_DAYS } from '../content/forget.ts';
import { laterDay } from './dates.ts';

/** Whether what is erased on one ISO day is in its last days on another. Source: ux.md §8.6. */
export function isErasedSoon(eraseOn: string, today: string): boolean {
  return eraseOn <= laterDay(today, WARN_DAYS);
}
