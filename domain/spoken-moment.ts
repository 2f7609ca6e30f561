import { brazilianMoment, todayInBrazil, writtenDay } from './dates.ts';

// Apart from dates.ts, which the desk fetches too.

/** A moment as families read and hear it, `23/11/2026, às 14:35`: without the words the two are spoken as one number. */
export function spokenMoment(moment: Date): string {
  return brazilianMoment(moment).replace(' ', ', às ');
}

/** The last minute before a moment, as above: what ends at midnight ends at 23:59 of the day before, because people take 00:00 for the end of its day. */
export const lastMinuteBefore = (moment: Date): string => spokenMoment(new Date(moment.getTime() - 60_000));

/** When something is possible again or ends: `hoje, às 14:35`, or on another day `em 24/11/2026, às 14:35`. */
export function momentAhead(moment: Date, now: Date): string {
  const [day = '', time] = spokenMoment(moment).split(', ');
  return `${day === writtenDay(todayInBrazil(now)) ? 'hoje' : `em ${day}`}, ${time}`;
}
