import type { OpeningHours, Weekday } from '../content/brand.ts';

/** Days of the week → their names in schema.org, from Sunday on, as Date counts them. */
const DAYS: Readonly<Record<Weekday, string>> = {
  domingo: 'Sunday',
  segunda: 'Monday',
  terça: 'Tuesday',
  quarta: 'Wednesday',
  quinta: 'Thursday',
  sexta: 'Friday',
  sábado: 'Saturday',
};

export const WEEKDAYS: readonly string[] = Object.keys(DAYS);

/** `Segunda a sexta, das 14h às 21h`; `Sábado, das 8h às 12h30`. */
export function hoursInWords({ from, to, opens, closes }: OpeningHours): string {
  const days = to ? `${from} a ${to}` : from;
  return `${days[0]?.toUpperCase()}${days.slice(1)}, das ${hourInWords(opens)} às ${hourInWords(closes)}`;
}

/** The schema.org names of all days from the first to the last. */
export function daysOf({ from, to = from }: OpeningHours): string[] {
  const days = [...WEEKDAYS, ...WEEKDAYS] as Weekday[];
  const first = days.indexOf(from);
  return days.slice(first, days.indexOf(to, first) + 1).map((day) => DAYS[day]);
}

/** `08:00` → `8h`, `12:30` → `12h30`. */
function hourInWords(time: string): string {
  const [hours = '', minutes = ''] = time.split(':');
  return `${Number(hours)}h${minutes === '00' ? '' : minutes}`;
}
