import { laterDay } from '../dates.ts';
import { weekdaysIn } from '../timetable.ts';

/** The month that a class's list is printed for on this ISO day, as `2026-11`: from the 25th on the next one. */
export function listedMonth(today: string): string {
  const month = Number(today.slice(0, 4)) * 12 + Number(today.slice(5, 7)) - (today.slice(8) > '24' ? 0 : 1);
  return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`;
}

/** That month, where it is not the one of this day, as `dezembro`; '' otherwise. */
export const otherListedMonth = (today: string): string =>
  today.startsWith(listedMonth(today)) ? '' : monthInWords(listedMonth(today)).replace(/ .*/, '');

/** `2026-11` → `novembro de 2026`. */
export const monthInWords = (month: string): string =>
  new Date(month).toLocaleDateString('pt-BR', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** 0 for Sunday to 6, of an ISO day. */
export const weekdayOf = (day: string): number => new Date(day).getUTCDay();

/** The ISO days of a month (`2026-11`) that fall on the weekdays in words, in order; none for words that are no days. */
export function daysOfMonth(month: string, words: string): string[] {
  const weekdays = weekdaysIn(words);
  return Array.from({ length: 31 }, (_, later) => laterDay(`${month}-01`, later)).filter(
    (day) => day.startsWith(month) && weekdays.includes(weekdayOf(day)),
  );
}
