import { brazilianDay, laterDay, todayInBrazil, writtenDay } from '../../../domain/dates.ts';

type Words = { today: string; yesterday: string };

/** The words for today or yesterday at the centre, or the day as `brazilianDay` writes it. */
export function recentDay(moment: string, { today, yesterday }: Words): string {
  const day = brazilianDay(moment);
  if (day === writtenDay(todayInBrazil())) return today;
  return day === writtenDay(laterDay(todayInBrazil(), -1)) ? yesterday : day;
}
