import { brazilianMoment, todayInBrazil, writtenDay } from './dates.ts';

// Apart from dates.ts, which the desk fetches too.

/** A moment as families read and hear it, `23/11/2026, às 14:35`: without the words the two are spoken as one number. */
export function spokenMoment(moment: Date): string {
  return brazilianMoment(moment).replace(' ', ', às ');
}

/** When something is possible again or ends: `hoje, às 14:35`, or on another day `em 24/11/2026, às 14:35`. */
export function momentAhead(moment: Date, now: Date): string {
  const [day = '', time] = spokenMoment(moment).split(', ');
  return `${day === writtenDay(todayInBrazil(now)) ? 'hoje' : `em ${day}`}, ${time}`;
}
